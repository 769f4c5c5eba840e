// SPDX-License-Identifier: Apache-2.0
// A row of the opcode table, and the control word that valu_decode gives to simd: the unit of an instruction, the
// operation in it, its modifiers. Instructions of the vector ALU: decoded, as they go to it, and their end.
package valu_pkg;
  // A unit of the vector ALU. Its package has the enum of its operations, op_e, and what they compute.
  typedef enum logic [3:0] {
    UnitLane,     // valu_lane_pkg
    UnitLogic,    // valu_logic_pkg
    UnitAdd,      // valu_add_pkg
    UnitSad,      // valu_sad_pkg
    UnitMqsad,    // valu_sad_pkg: v_mqsad_u32_u8, which takes two steps a pass
    UnitShift,    // valu_shift_pkg
    UnitMul,      // valu_mul_pkg
    UnitFma,      // valu_fma_pkg
    UnitConvert,  // valu_convert_pkg
    UnitFpMisc,   // valu_fpmisc_pkg
    UnitCompare,  // valu_cmp_pkg
    UnitInt16,    // valu_int16_pkg
    UnitRoot,     // valu_root_pkg
    UnitTrans,    // valu_trans_pkg
    UnitF64,      // valu_f64_pkg
    UnitRoot64    // valu_root_pkg, f64
  } unit_e;

  // ---- a row of valu_table -----------------------------------------------------------------------------------
  // Where an operand is.
  typedef enum logic [2:0] {
    PlaceNone,
    PlaceField,    // the field of its number
    PlaceVdst,     // the destination, read before it is written
    PlaceVsrc1,    // the field of source 1
    PlaceLiteral,  // the second dword, always
    PlaceMask      // VCC; in the VOP3 form the SGPR pair of its own field
  } place_e;
  typedef enum logic [1:0] {
    AcceptAny,     // a VGPR, a scalar register, a constant or a literal
    AcceptVgpr,
    AcceptScalar,  // a scalar register or an inline constant
    AcceptSgpr
  } accept_e;
  typedef struct packed {
    place_e     place;
    accept_e    accept;
    logic       is64;      // two registers
    logic [2:0] imm;       // operand_pkg::imm_e: how its constants are widened
    logic       is_float;  // ABS and NEG act on it, SEXT does not
    logic       direct;    // source 0: LDS_DIRECT may stand there (D-LDS-31)
  } source_t;

  typedef struct packed {
    logic [1:0] vgprs;      // written from vdst on, in each step
    logic       is128;      // two steps
    logic       swap;       // and the VGPR of source 0
    logic [1:0] sdst_kind;  // valu_pkg::sdst_e
    logic       cmpx;       // the mask goes to EXEC too
  } destination_t;

  // What OP_SEL selects.
  typedef enum logic [2:0] {
    OpSelNone,
    OpSelHalves,       // the half of each source and of the destination, whose other half stays
    OpSelDestination,  // of the destination; with its low half the high one becomes zero
    OpSelSources,      // of sources 0 and 1
    OpSelLow,          // nothing: the low half of the destination is written, the high one stays
    OpSelPacked,       // for each of two results the half of each source
    OpSelMix,          // the sources that are f16, and their halves; the result is f32
    OpSelMixHalf       // the same; the result is f16, in one half of the destination, whose other half stays
  } op_sel_e;
  typedef struct packed {
    logic    clamp;
    logic    omod;
    op_sel_e op_sel;
    logic    reads_vcc;  // v_div_fmas
    logic    free_m0;    // v_writelane: M0 does not count for the constant bus
  } modifiers_t;

  // The forms that an opcode has. One that the unit does not execute has none.
  typedef struct packed {
    logic vop3;   // VOP3 or VOP3P
    logic plain;  // VOP1, VOP2 or VOPC, with a literal or without
    logic sdwa;
    logic dpp;
  } forms_t;

  typedef struct packed {
    source_t      src0, src1, src2;
    destination_t dst;
    modifiers_t   mods;
    forms_t       forms;
    logic [3:0]   cond;  // compares: the relations that give 1, {unordered, greater, equal, less}
    unit_e        unit;
    logic [4:0]   op;    // op_e of the unit's package
  } valu_row_t;

  // ---- the control word --------------------------------------------------------------------------------------
  // SDWA: the byte or word that each source gives and the destination takes (valu_sdwa_pkg). OP_SEL of
  // VOP3 uses it too. VOP3P: bit 0 of a source's sel is OP_SEL, bit 1 is OP_SEL_HI.
  typedef struct packed {
    logic [1:0] zero;
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

  // An instruction has one of them.
  typedef union packed {
    dpp_t  dpp;   // if `dpp` of the control word is set
    sdwa_t sdwa;  // else
  } extension_t;

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

  // The control word. Modifiers that an operation ignores are 0.
  typedef struct packed {
    extension_t ext;
    logic       dpp;
    logic       sdwa;        // the lane applies ext.sdwa
    logic       pk;          // VOP3P: two 16-bit results, or sources of mixed formats
    logic       preserve;    // the old destination is read, by the port of source 2's second VGPR
    logic       is128;       // source 2 and destination are four VGPRs, handled in two steps
    logic [3:0] cond;        // as in the row
    logic       swap;        // the high result goes to the VGPR of source 0
    logic [1:0] vdst_count;  // VGPRs written from vdst on, in each step
    logic [2:0] is64;        // source i is two VGPRs
    logic       clamp;
    logic [1:0] omod;
    logic [2:0] neg;
    logic [2:0] abs;
    unit_e      unit;
    logic [4:0] op;          // op_e of the unit's package
  } valu_control_t;

  // ---- an instruction: decoded, as it goes to the vector ALU, at its end ---------------------------------------
  typedef enum logic [1:0] {
    SdstNone,
    SdstMask,   // a lane mask of 64 bits to the pair sdst, which may be VCC or EXEC
    SdstValue   // a 32-bit value to the SGPR sdst (readlane, readfirstlane)
  } sdst_e;

  // Result of rtl/simd/valu_decode.sv (combinational, from the instruction words alone).
  typedef struct packed {
    logic               legal;  // opcode present, fields well formed, constant bus kept
    logic               size8;  // 8 bytes (VOP3, literal, madmk/madak)
    logic               uses_literal;
    operand_pkg::vsrc_t src0, src1, src2;
    logic [2:0][1:0]    rel;  // GPR-index enable of source i: that of its field, SRC0, SRC1, SRC2 (0..2) or VDST (3)
    logic               vdst_en;
    logic [7:0]         vdst;
    logic [1:0]         vdst_vgprs;  // VGPRs written from vdst on: 0, 1 or 2
    logic               is128;  // v_mqsad_u32_u8: src2, a VGPR, and vdst are four registers
    logic               swap;  // v_swap_b32: also writes the VGPR of src0
    sdst_e              sdst_kind;
    logic [6:0]         sdst;
    logic               cmpx;  // also writes the mask to EXEC
    logic               reads_vcc;  // the carry or select mask is VCC; else it is src2, of 64 bits
    logic               fmas;  // reads VCC as v_div_fmas does
    logic               lane;  // source 1 is the number of a lane
    logic               dpp;  // source 0 comes from other lanes
    valu_control_t      ctl;
  } valu_dec_t;

  // A vector ALU instruction as issued: scalar sources have their values, VGPRs are physical.
  typedef struct packed {
    cu_pkg::slot_t                             slot;
    logic [63:0]                               exec;
    logic [63:0]                               mask_in;  // carry or select mask: VCC or the SGPR pair of src2
    logic [2:0]                                is_vgpr;  // source i is a VGPR
    logic                                      dpp_old;  // DPP: source 0 is the value before the last write of its VGPR
    logic [2:0][$clog2(cu_pkg::PhysVgprs)-1:0] vgpr;     // its physical VGPR; of a 64-bit source the first of two
    logic [2:0][63:0]                          scalar;   // its value, if it is no VGPR
    policy_pkg::reuse_t                        reuse;
    cu_pkg::phys_vgpr_t                        vdst;
    logic [31:0]                               mode;
    sdst_e                                     sdst_kind;
    logic [6:0]                                sdst;
    logic                                      cmpx;
    valu_control_t                             ctl;
  } valu_req_t;

  // End of a vector ALU instruction: its last VGPR write is in this cycle or earlier.
  typedef struct packed {
    cu_pkg::slot_t slot;
    sdst_e         sdst_kind;
    logic [6:0]    sdst;
    logic          cmpx;
    logic [63:0]   sdata;  // lane mask, or a value in [31:0]
    logic [6:0]    excp;   // exceptions of its lanes, as the low bits of isa_pkg::excp_t
  } valu_rsp_t;
endpackage
