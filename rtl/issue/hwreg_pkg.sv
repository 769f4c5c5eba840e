// SPDX-License-Identifier: Apache-2.0
// Hardware registers of s_getreg and s_setreg (control-flow.md 1).
package hwreg_pkg;
  // verilator lint_off UNUSEDPARAM
  // TRAPSTS as s_setreg writes it. SAVECTX and bit 9 keep their values.
  parameter logic [31:0] TrapstsWritable = {17'd0, 15'b111_1_00_111111111};  // EXCP_HI, ILLEGAL_INST, EXCP
  // STATUS, likewise: its bits that a program has instructions for (D-SCA-8).
  parameter logic [31:0] StatusWritable = {18'd0, 14'b1_00000000_11_00_1};  // HALT, USER_PRIO, SCC
  // verilator lint_on UNUSEDPARAM

  // What s_setreg writes to the hardware register `id`, for the owner of that register. Its bits outside the mask stay;
  // with a mask of zeros nothing is written.
  typedef struct packed {
    logic [5:0]  id;  // isa_pkg::hwreg_e
    logic [31:0] mask;
    logic [31:0] data;
  } setreg_t;

  // The field that SIMM16 of s_getreg or s_setreg names, as a mask. It ends at bit 31 (control-flow.md 1).
  function automatic logic [31:0] hwreg_mask(logic [4:0] size_less_1, logic [4:0] offset);
    hwreg_mask = ((32'd2 << size_less_1) - 32'd1) << offset;
  endfunction
endpackage
