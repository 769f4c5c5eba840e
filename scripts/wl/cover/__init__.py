# SPDX-License-Identifier: Apache-2.0
"""Coverage of runs: functional points, lines and toggles of the code."""
