// SPDX-License-Identifier: Apache-2.0
// Exports as descriptions and results name them (control-flow.md 11.1).
#ifndef WAVELOCK_EXPORTS_H
#define WAVELOCK_EXPORTS_H

#include "testcase.h"

// "mrt0" to "mrt7", "mrtz", "null", "pos0" to "pos3", "param0" to "param31".
void wl_export_target_text(uint32_t target, char *text, size_t size);
bool wl_export_target_parse(const char *text, uint32_t *target);

// All exports, by wave and type in the expected order. false: error names the first difference.
bool wl_expect_exports(const wl_testcase *t, const wl_launch_result *got, wl_error *error);

#endif
