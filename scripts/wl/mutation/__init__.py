# SPDX-License-Identifier: Apache-2.0
"""Bugs that are planted in RTL, model and checker, and what notices them."""
