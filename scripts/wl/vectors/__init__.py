# SPDX-License-Identifier: Apache-2.0
"""What writes vectors and their descriptions: from tables, by computing, from the third reading."""
