# SPDX-License-Identifier: Apache-2.0
"""What writes sources of RTL, model and build from tables."""
