// What lds_decode tells the LDS unit of a DS instruction, carried in mem_ctl_t.
package lds_pkg;
  typedef struct packed {
    logic [3:0] unused;
    logic       write;
    logic [4:0] size;   // bytes of one access: 1, 2, 4, 8, 12 or 16
    logic       two;    // two addresses (read2, write2)
    logic       st64;   // their offsets count 64 elements instead of one
    logic       sext;   // a loaded byte or short is sign-extended
    logic       d16;    // only one half of the destination changes
    logic       hi;     // d16: the high half; byte or short write: data from bit 16 on
    logic       wide;   // size is above 4
  } ctl_t;
endpackage
