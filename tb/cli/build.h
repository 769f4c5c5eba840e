// SPDX-License-Identifier: Apache-2.0
// What this program was built from: git revision and tool versions. The Makefile writes the file that defines it.
#ifndef WAVELOCK_BUILD_H
#define WAVELOCK_BUILD_H

extern const char wl_build[];

#endif
