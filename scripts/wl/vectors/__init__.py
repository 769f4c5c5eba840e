# SPDX-License-Identifier: Apache-2.0
"""Modules that write vectors and their descriptions: from tables, by computing, from the third reading."""
