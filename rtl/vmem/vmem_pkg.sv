// SPDX-License-Identifier: Apache-2.0
// What vmem_decode tells the vector memory unit about an instruction, carried in cu_pkg::mem_ctl_t.
package vmem_pkg;
  typedef struct packed {
    logic [13:0] unused;
    logic       store;
    logic [1:0] last;    // components (registers of data) less one
    logic [2:0] size;    // bytes of a component: 1, 2 or 4
    logic       sext;    // a loaded byte or short is sign-extended
    logic       d16;     // only one half of the destination changes
    logic       hi;      // d16: the high half; byte or short store: the data is from bit 16 on
    logic       addr64;  // the address is a VGPR pair; else one VGPR is added to the SGPR base
  } vmem_control_t;
endpackage
