// STEP and PLUS are build options, FIVE comes from a header of -I, SIDE from one that -include puts before this file.
#include "five.h"

kernel void options(global uint *out) { out[get_global_id(0)] = PLUS((uint)get_global_id(0)) * FIVE + SIDE; }
