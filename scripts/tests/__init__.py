# SPDX-License-Identifier: Apache-2.0
"""Tests of the scripts, and by scripts of the rest. scripts/wavelock runs one: tests.test_door."""
