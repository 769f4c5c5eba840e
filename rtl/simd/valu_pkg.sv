// SPDX-License-Identifier: Apache-2.0
// Operations of the vector ALU, and the control word that valu_decode gives to simd.
// The upper three bits of an operation are its functional group: a lane enables one group only.
package valu_pkg;
  typedef enum logic [2:0] {
    GrpLogic, GrpAdd, GrpShift, GrpMul, GrpFma, GrpFpMisc, GrpCmp, GrpInt16
  } grp_e;

  // verilator lint_off UNUSEDPARAM
  // Logic, selection and bit counting.
  parameter logic [7:0] OpMov     = 8'h00;
  parameter logic [7:0] OpNot     = 8'h01;
  parameter logic [7:0] OpAnd     = 8'h02;
  parameter logic [7:0] OpOr      = 8'h03;
  parameter logic [7:0] OpXor     = 8'h04;
  parameter logic [7:0] OpCndmask = 8'h05;
  parameter logic [7:0] OpBfi     = 8'h06;
  parameter logic [7:0] OpAndOr   = 8'h07;
  parameter logic [7:0] OpOr3     = 8'h08;
  parameter logic [7:0] OpBfrev   = 8'h09;
  parameter logic [7:0] OpFfbhU32 = 8'h0a;
  parameter logic [7:0] OpFfblB32 = 8'h0b;
  parameter logic [7:0] OpFfbhI32 = 8'h0c;
  parameter logic [7:0] OpBcnt    = 8'h0d;
  parameter logic [7:0] OpMbcntLo = 8'h0e;
  parameter logic [7:0] OpMbcntHi = 8'h0f;
  parameter logic [7:0] OpSwap    = 8'h10;
  parameter logic [7:0] OpPerm    = 8'h11;
  // Additions, integer minimum and maximum, sums of absolute differences.
  parameter logic [7:0] OpAddU32    = 8'h20;  // a + b; mask bit: carry
  parameter logic [7:0] OpSubU32    = 8'h21;  // a - b; mask bit: borrow
  parameter logic [7:0] OpSubrevU32 = 8'h22;  // b - a
  parameter logic [7:0] OpAddcU32   = 8'h23;
  parameter logic [7:0] OpSubbU32   = 8'h24;
  parameter logic [7:0] OpSubbrevU32 = 8'h25;
  parameter logic [7:0] OpAddI32    = 8'h26;  // as OpAddU32, with signed saturation
  parameter logic [7:0] OpSubI32    = 8'h27;
  parameter logic [7:0] OpAdd3      = 8'h28;
  parameter logic [7:0] OpLshlAdd   = 8'h29;
  parameter logic [7:0] OpAddLshl   = 8'h2a;
  parameter logic [7:0] OpXad       = 8'h2b;
  parameter logic [7:0] OpMinI32    = 8'h2c;
  parameter logic [7:0] OpMaxI32    = 8'h2d;
  parameter logic [7:0] OpMinU32    = 8'h2e;
  parameter logic [7:0] OpMaxU32    = 8'h2f;
  parameter logic [7:0] OpMin3I32   = 8'h30;
  parameter logic [7:0] OpMax3I32   = 8'h31;
  parameter logic [7:0] OpMed3I32   = 8'h32;
  parameter logic [7:0] OpMin3U32   = 8'h33;
  parameter logic [7:0] OpMax3U32   = 8'h34;
  parameter logic [7:0] OpMed3U32   = 8'h35;
  parameter logic [7:0] OpSadU8     = 8'h36;
  parameter logic [7:0] OpSadHiU8   = 8'h37;
  parameter logic [7:0] OpSadU16    = 8'h38;
  parameter logic [7:0] OpSadU32    = 8'h39;
  parameter logic [7:0] OpLerpU8    = 8'h3a;
  parameter logic [7:0] OpMsadU8    = 8'h3b;
  parameter logic [7:0] OpQsadPk    = 8'h3c;  // from here to the end of the group: four sums (valu_sad_pkg)
  parameter logic [7:0] OpMqsadPk   = 8'h3d;
  parameter logic [7:0] OpMqsadU32  = 8'h3e;  // two steps, each writes two VGPRs
  // Shifts and bit fields.
  parameter logic [7:0] OpLshrrev   = 8'h40;
  parameter logic [7:0] OpAshrrev   = 8'h41;
  parameter logic [7:0] OpLshlrev   = 8'h42;
  parameter logic [7:0] OpLshlrev64 = 8'h43;
  parameter logic [7:0] OpLshrrev64 = 8'h44;
  parameter logic [7:0] OpAshrrev64 = 8'h45;
  parameter logic [7:0] OpBfeU32    = 8'h46;
  parameter logic [7:0] OpBfeI32    = 8'h47;
  parameter logic [7:0] OpAlignbit  = 8'h48;
  parameter logic [7:0] OpAlignbyte = 8'h49;
  parameter logic [7:0] OpLshlOr    = 8'h4a;
  parameter logic [7:0] OpBfm       = 8'h4b;
  // Integer products.
  parameter logic [7:0] OpMulLoU32     = 8'h60;
  parameter logic [7:0] OpMulHiU32  = 8'h61;
  parameter logic [7:0] OpMulHiI32  = 8'h62;
  parameter logic [7:0] OpMulU24    = 8'h63;
  parameter logic [7:0] OpMulHiU24  = 8'h64;
  parameter logic [7:0] OpMulI24    = 8'h65;
  parameter logic [7:0] OpMulHiI24  = 8'h66;
  parameter logic [7:0] OpMadU24    = 8'h67;
  parameter logic [7:0] OpMadI24    = 8'h68;
  parameter logic [7:0] OpMadU32U16    = 8'h69;
  parameter logic [7:0] OpMadI32I16    = 8'h6a;
  parameter logic [7:0] OpMadU64U32    = 8'h6b;
  parameter logic [7:0] OpMadI64I32    = 8'h6c;
  // Operations that end in a rounding to f32.
  parameter logic [7:0] OpAddF32    = 8'h80;
  parameter logic [7:0] OpSubF32    = 8'h81;
  parameter logic [7:0] OpSubrevF32 = 8'h82;
  parameter logic [7:0] OpMulF32    = 8'h83;
  parameter logic [7:0] OpFmaF32    = 8'h84;
  parameter logic [7:0] OpMadF32    = 8'h85;  // a * b + c, rounded twice
  parameter logic [7:0] OpDivFmasF32 = 8'h86; // fma, scaled by 2^64 or 2^-64 where the mask bit is set
  parameter logic [7:0] OpLdexpF32  = 8'h87;
  parameter logic [7:0] OpFractF32  = 8'h88;
  parameter logic [7:0] OpCvtF32I32 = 8'h89;
  parameter logic [7:0] OpCvtF32U32 = 8'h8a;
  parameter logic [7:0] OpCvtF32Ub0 = 8'h8c;  // bits 1:0 of these four are the byte's number
  parameter logic [7:0] OpCvtF32Ub1 = 8'h8d;
  parameter logic [7:0] OpCvtF32Ub2 = 8'h8e;
  parameter logic [7:0] OpCvtF32Ub3 = 8'h8f;
  // Other float operations.
  parameter logic [7:0] OpMinF32    = 8'ha0;
  parameter logic [7:0] OpMaxF32    = 8'ha1;
  parameter logic [7:0] OpMin3F32   = 8'ha2;
  parameter logic [7:0] OpMax3F32   = 8'ha3;
  parameter logic [7:0] OpMed3F32   = 8'ha4;
  parameter logic [7:0] OpTruncF32  = 8'ha8;
  parameter logic [7:0] OpCeilF32   = 8'ha9;
  parameter logic [7:0] OpRndneF32  = 8'haa;
  parameter logic [7:0] OpFloorF32  = 8'hab;
  parameter logic [7:0] OpCvtU32F32 = 8'hac;
  parameter logic [7:0] OpCvtI32F32 = 8'had;
  parameter logic [7:0] OpCvtRpi    = 8'hae;
  parameter logic [7:0] OpCvtFlr    = 8'haf;
  parameter logic [7:0] OpCvtF16F32 = 8'hb0;
  parameter logic [7:0] OpCvtF32F16 = 8'hb1;
  // Compares; the condition is ctl.cond, {unordered, greater, equal, less}.
  parameter logic [7:0] OpCmpF32   = 8'hc0;
  parameter logic [7:0] OpCmpI32   = 8'hc1;
  parameter logic [7:0] OpCmpU32   = 8'hc2;
  parameter logic [7:0] OpCmpI64   = 8'hc3;
  parameter logic [7:0] OpCmpU64   = 8'hc4;
  parameter logic [7:0] OpClassF32 = 8'hc5;
  parameter logic [7:0] OpCmpI16   = 8'hc6;
  parameter logic [7:0] OpCmpU16   = 8'hc7;
  // Across lanes. The first two have a scalar result only. v_writelane is a move with its own lane mask.
  parameter logic [7:0] OpReadlane      = 8'he0;
  parameter logic [7:0] OpReadfirstlane = 8'he1;
  parameter logic [7:0] OpWritelane     = 8'he2;
  parameter logic [7:0] OpNop           = 8'he3;
  // Packing: 32-bit integers to 16 bits, 16-bit integers to 8 bits.
  parameter logic [7:0] OpCvtPkU16  = 8'he4;
  parameter logic [7:0] OpCvtPkI16  = 8'he5;
  parameter logic [7:0] OpSatPkU8   = 8'he6;
  // 16-bit integers, from here to the end of the group.
  parameter logic [7:0] OpAddU16    = 8'he8;
  parameter logic [7:0] OpSubU16    = 8'he9;
  parameter logic [7:0] OpSubrevU16 = 8'hea;
  parameter logic [7:0] OpAddI16    = 8'heb;
  parameter logic [7:0] OpSubI16    = 8'hec;
  parameter logic [7:0] OpMulLoU16   = 8'hed;
  parameter logic [7:0] OpMadU16    = 8'hee;
  parameter logic [7:0] OpMadI16    = 8'hef;
  parameter logic [7:0] OpLshlrev16 = 8'hf0;
  parameter logic [7:0] OpLshrrev16 = 8'hf1;
  parameter logic [7:0] OpAshrrev16 = 8'hf2;
  parameter logic [7:0] OpMaxU16    = 8'hf3;
  parameter logic [7:0] OpMinU16    = 8'hf4;
  parameter logic [7:0] OpMaxI16    = 8'hf5;
  parameter logic [7:0] OpMinI16    = 8'hf6;
  parameter logic [7:0] OpMin3I16   = 8'hf7;
  parameter logic [7:0] OpMax3I16   = 8'hf8;
  parameter logic [7:0] OpMed3I16   = 8'hf9;
  parameter logic [7:0] OpMin3U16   = 8'hfa;
  parameter logic [7:0] OpMax3U16   = 8'hfb;
  parameter logic [7:0] OpMed3U16   = 8'hfc;
  // verilator lint_on UNUSEDPARAM

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
    logic [13:0] zero;
    logic [17:0] ext;         // dpp_t if dpp is set, else sdwa_t in the low 16 bits
    logic        dpp;
    logic        sdwa;        // the lane applies sdwa_t
    logic        pk;          // packed: two 16-bit results
    logic        preserve;    // the old destination is read, by the port of source 2's second VGPR
    logic        is128;       // source 2 and destination are four VGPRs, handled in two steps
    logic [3:0]  cond;
    logic        swap;        // the high result goes to the VGPR of source 0
    logic [1:0]  vdst_count;  // VGPRs written from vdst on, in each step
    logic [2:0]  is64;        // source i is two VGPRs
    logic        clamp;
    logic [1:0]  omod;
    logic [2:0]  neg;
    logic [2:0]  abs;
    logic [7:0]  op;
  } valu_control_t;
endpackage
