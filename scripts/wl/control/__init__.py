# SPDX-License-Identifier: Apache-2.0
"""Programs and listings with control words."""
