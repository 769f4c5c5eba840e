# SPDX-License-Identifier: Apache-2.0
# What instructions read and write, for scripts/wl/control/control_words.py: build/wavelock-access. It needs the model
# library.
ACCESS_SRCS := tb/control/access.c
