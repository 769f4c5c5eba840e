// SPDX-License-Identifier: Apache-2.0
// The interface of the execution units of the vector ALU (docs/blocks.md, "Execution units").
package exec_pkg;
  // A vector ALU instruction in an execution unit. One of a wave is in flight, so its slot names it.
  typedef struct packed {
    cu_pkg::slot_t slot;
  } exec_tag_t;

  // One pass of it. A unit takes this with the operands and gives it back with the results.
  typedef struct packed {
    exec_tag_t          tag;
    logic [1:0]         pass;
    logic               last;     // the instruction ends with this response
    logic [15:0]        lanes;    // that write
    logic [1:0]         we;       // the result has a first VGPR, a second VGPR; with a second there is a first
    cu_pkg::phys_vgpr_t vdst;     // physical VGPR of the first,
    cu_pkg::phys_vgpr_t vdst_hi;  // of the second
    valu_pkg::sdst_e    sdst_kind;
    logic [6:0]         sdst;
    logic               cmpx;
  } exec_pass_t;
endpackage
