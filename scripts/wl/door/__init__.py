# SPDX-License-Identifier: Apache-2.0
"""What make calls: targets and their variables, make test."""
