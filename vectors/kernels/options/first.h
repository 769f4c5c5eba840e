#define SIDE 3
