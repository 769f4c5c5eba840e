// SPDX-License-Identifier: Apache-2.0
// The headers that every generated file starts with, compiled once (rules.mk).
#include <verilated.h>
#include <verilated_dpi.h>
