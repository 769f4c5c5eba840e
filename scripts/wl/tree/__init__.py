# SPDX-License-Identifier: Apache-2.0
"""The sources of the tree: which there are, changed ones, RTL as yosys reads it."""
