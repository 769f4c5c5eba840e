// SPDX-License-Identifier: Apache-2.0
#include "debug/session.h"
#include "device/error.h"
bool gdb_open(wl_debug *d, wl_error *error) { (void)d; return wl_fail(error, "GDB is not served yet"); }
void gdb_serve(wl_debug *d) { (void)d; }
bool gdb_interrupted(wl_debug *d) { (void)d; return false; }
