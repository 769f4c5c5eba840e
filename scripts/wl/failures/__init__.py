# SPDX-License-Identifier: Apache-2.0
"""Products of a run that failed: its group, its waveform, a small program."""
