# SPDX-License-Identifier: Apache-2.0
"""Runs: descriptions, units, one run and its result, many at a time."""
