// SPDX-License-Identifier: Apache-2.0
// What this program was built from. mk/build.mk writes the file that defines it.
#ifndef WAVELOCK_BUILD_H
#define WAVELOCK_BUILD_H

extern const char wl_build[];            // git revision and tool versions
extern const char wl_build_variables[];  // " CONFIG=gfx906": what make has to be told to build it; "": nothing

#endif
