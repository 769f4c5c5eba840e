# SPDX-License-Identifier: Apache-2.0
"""Which runs are worth build/wavelock-fast, the tool for long runs (mk/fast.mk).

Its build takes as much processor time as a long run saves by it. So a run that is shorter has the tool that make sim
has, as FAST=0 asks for, and FAST=1 the other one. Both give the same result in the same cycles.
"""
from wl.door.values import VARIABLES, flag, value
from wl.runs import programs

BUILD = 150.0  # seconds of processor time that its build takes, the training included
SAVED = 0.3  # part of the processor time of random programs that it saves
RATE = 65000.0  # instructions of random programs in a second of processor time, without it


def pays(seconds):
    """Whether a run that takes so many seconds of processor time without it has the tool for long runs."""
    if "FAST" in VARIABLES:
        return flag("FAST")
    return not value("UNIT") and seconds * SAVED > BUILD


def tool(seconds):
    """The name of the tool of such a run."""
    return programs.NAME + programs.FAST if pays(seconds) else programs.NAME
