// SPDX-License-Identifier: Apache-2.0
// The formats of printf on their way through clang. Its pass makes a float of a double that is a constant, where the
// conversion is f. It does not know the conversions F and A. And it leaves a backslash as it is, beside the escapes
// that it makes itself. So these go through as marks: the conversions as one before an e, for which the pass does
// nothing.
#ifndef WAVELOCK_OPENCL_FORMATS_H
#define WAVELOCK_OPENCL_FORMATS_H

#include <stdbool.h>
#include <stdio.h>

// The conversions and the character of the marks 1 to 4.
#define FORMAT_MARKS "fFA\\"

// Copies LLVM's assembly language, with marks in the formats of all calls of printf. false: out of memory, or an error
// of the file.
bool mark_formats(const char *text, FILE *to);

#endif
