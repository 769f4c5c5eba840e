# SPDX-License-Identifier: Apache-2.0
"""The project's scripts, a folder a part; scripts/wavelock runs a module of them."""
import os

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # of the tree


class Error(Exception):
    """What a command cannot go on with, as a sentence for its user: it ends with ERROR (wl/runs/ending.py)."""
