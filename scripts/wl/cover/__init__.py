# SPDX-License-Identifier: Apache-2.0
"""What runs covered: functional points, lines and toggles of the code."""
