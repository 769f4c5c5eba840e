# SPDX-License-Identifier: Apache-2.0
"""A night of jobs: kinds, launchers, workers, history, report."""
