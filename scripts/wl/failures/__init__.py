# SPDX-License-Identifier: Apache-2.0
"""What is made of a run that failed: its group, its waveform, a small program."""
