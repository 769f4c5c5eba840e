# SPDX-License-Identifier: Apache-2.0
"""Modules that write sources of RTL, model and build from tables."""
