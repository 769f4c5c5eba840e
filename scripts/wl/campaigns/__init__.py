# SPDX-License-Identifier: Apache-2.0
"""Campaigns of one kind, each with its command."""
