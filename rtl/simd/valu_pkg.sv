// SPDX-License-Identifier: Apache-2.0
// The control word that valu_decode gives to simd: the unit of an instruction, the operation in it, its modifiers.
package valu_pkg;
  // A unit of the vector ALU. Its package has the enum of its operations, op_e, and what they compute.
  typedef enum logic [3:0] {
    UnitLane,     // valu_lane_pkg
    UnitLogic,    // valu_logic_pkg
    UnitAdd,      // valu_add_pkg
    UnitSad,      // valu_sad_pkg
    UnitShift,    // valu_shift_pkg
    UnitMul,      // valu_mul_pkg
    UnitFma,      // valu_fma_pkg
    UnitConvert,  // valu_convert_pkg
    UnitFpMisc,   // valu_fpmisc_pkg
    UnitCompare,  // valu_cmp_pkg
    UnitInt16     // valu_int16_pkg
  } unit_e;

  // SDWA: the byte or word that each source gives and the destination takes (valu_sdwa_pkg). OP_SEL of
  // VOP3 uses it too. Packed operations: bit 0 of a source's sel is OP_SEL, bit 1 is OP_SEL_HI.
  typedef struct packed {
    logic [1:0] dst_unused;
    logic [2:0] dst_sel;
    logic [1:0] sext;
    logic [2:0] src2_sel;
    logic [2:0] src1_sel;
    logic [2:0] src0_sel;
  } sdwa_t;

  // DPP: the lane that each lane takes source 0 from, and the lanes that write (valu_dpp_pkg).
  typedef struct packed {
    logic [3:0] row_mask;
    logic [3:0] bank_mask;
    logic       bound;
    logic [8:0] ctrl;
  } dpp_t;

  // The float fields of MODE. The packages that take it as a vector unpack it in this order.
  typedef struct packed {
    logic       fp16_ovfl;
    logic       dx10_clamp;
    logic       ieee;
    logic [1:0] denorm_wide;  // f64 and f16: {output, input} denormals
    logic [1:0] denorm_f32;
    logic [1:0] round_wide;
    logic [1:0] round_f32;
  } fp_mode_t;

  // The control word, carried in cu_pkg::valu_ctl_t. Modifiers that an operation ignores are 0.
  typedef struct packed {
    logic [12:0] zero;
    logic [17:0] ext;         // dpp_t if dpp is set, else sdwa_t in the low 16 bits
    logic        dpp;
    logic        sdwa;        // the lane applies sdwa_t
    logic        pk;          // packed: two 16-bit results
    logic        preserve;    // the old destination is read, by the port of source 2's second VGPR
    logic        is128;       // source 2 and destination are four VGPRs, handled in two steps
    logic [3:0]  cond;        // compares: the relations that give 1, {unordered, greater, equal, less}
    logic        swap;        // the high result goes to the VGPR of source 0
    logic [1:0]  vdst_count;  // VGPRs written from vdst on, in each step
    logic [2:0]  is64;        // source i is two VGPRs
    logic        clamp;
    logic [1:0]  omod;
    logic [2:0]  neg;
    logic [2:0]  abs;
    unit_e       unit;
    logic [4:0]  op;          // op_e of the unit's package
  } valu_control_t;
endpackage
