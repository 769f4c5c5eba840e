// The kernel of vectors/transpose with a padded tile: see there.
#define PITCH 20
#include "../transpose/transpose.cl"
