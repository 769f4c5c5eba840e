// SPDX-License-Identifier: Apache-2.0
// What this program was built from: git revision and tool versions, in a file that the Makefile writes.
#ifndef WAVELOCK_BUILD_H
#define WAVELOCK_BUILD_H

extern const char wl_build[];

#endif
