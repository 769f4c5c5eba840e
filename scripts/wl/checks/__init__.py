# SPDX-License-Identifier: Apache-2.0
"""Checks of the tree: lint and what it runs, formatters, pages that tables hold."""
