// SPDX-License-Identifier: Apache-2.0
// Names of the instruction set that are no opcodes (those are in op_pkg.sv): encodings, instruction fields, operand
// codes, hardware registers and their fields. Sources: docs/spec/gfx9-encoding.md 2 to 4, docs/spec/control-flow.md
// 1, 2 and 5.
package isa_pkg;
  // ---- encodings: the leading bits of the first dword --------------------------------------------------------
  // verilator lint_off UNUSEDPARAM
  parameter logic [31:31] EncVop2 = 1'b0;           // VOP1 and VOPC are two of its opcodes
  parameter logic [31:25] EncVop1 = 7'b0111111;
  parameter logic [31:25] EncVopc = 7'b0111110;
  parameter logic [31:30] EncSop2 = 2'b10;          // the four below are some of its opcodes
  parameter logic [31:28] EncSopk = 4'b1011;
  parameter logic [31:23] EncSop1 = 9'b101111101;
  parameter logic [31:23] EncSopc = 9'b101111110;
  parameter logic [31:23] EncSopp = 9'b101111111;
  parameter logic [31:23] EncVop3p = 9'b110100111;  // some opcodes of VOP3
  // verilator lint_on UNUSEDPARAM
  typedef enum logic [31:26] {
    EncSmem   = 6'b110000,
    EncExp    = 6'b110001,
    EncVop3   = 6'b110100,
    EncVintrp = 6'b110101,
    EncDs     = 6'b110110,
    EncFlat   = 6'b110111,  // FLAT, SCRATCH and GLOBAL: seg_e
    EncMubuf  = 6'b111000,
    EncMtbuf  = 6'b111010,
    EncMimg   = 6'b111100
  } encoding_e;

  typedef enum logic [1:0] { SegFlat = 2'd0, SegScratch = 2'd1, SegGlobal = 2'd2 } seg_e;

  // ---- instruction fields: {second dword, first dword} -------------------------------------------------------
  typedef struct packed {
    logic [31:0] vsrc;  // four fields of 8 bits, VSRC0 lowest
    logic [5:0]  encoding;
    logic [12:0] ignored;
    logic        vm;
    logic        done;
    logic        compr;
    logic [5:0]  target;
    logic [3:0]  en;
  } exp_t;

  typedef struct packed {
    logic [6:0]  soffset;
    logic [3:0]  zero2;
    logic [20:0] offset;  // its low seven bits are a register number when imm and soe are 0
    logic [5:0]  encoding;
    logic [7:0]  op;
    logic        imm;
    logic        glc;
    logic        nv;
    logic        soe;
    logic        zero;
    logic [6:0]  sdata;
    logic [5:0]  sbase;   // SGPR number / 2
  } smem_t;

  typedef struct packed {
    logic [2:0] neg;
    logic [1:0] omod;
    logic [8:0] src2;
    logic [8:0] src1;
    logic [8:0] src0;
    logic [5:0] encoding;
    logic [9:0] op;
    logic       clamp;
    logic [3:0] op_sel;  // VOP3B: sdst is {op_sel, abs}
    logic [2:0] abs;
    logic [7:0] vdst;
  } vop3_t;

  typedef struct packed {
    logic [7:0] vdst;
    logic [7:0] data1;
    logic [7:0] data0;
    logic [7:0] addr;
    logic [5:0] encoding;
    logic       zero;
    logic [7:0] op;
    logic       gds;
    logic [7:0] offset1;
    logic [7:0] offset0;
  } ds_t;

  typedef struct packed {
    logic [7:0]  vdst;
    logic        nv;
    logic [6:0]  saddr;
    logic [7:0]  data;
    logic [7:0]  addr;
    logic [5:0]  encoding;
    logic        zero;
    logic [6:0]  op;
    logic        slc;
    logic        glc;
    logic [1:0]  seg;  // seg_e
    logic        lds;
    logic [12:0] offset;
  } flat_t;

  typedef struct packed {
    logic [7:0]  soffset;
    logic        tfe;
    logic [1:0]  ignored22;
    logic [4:0]  srsrc;  // SGPR number / 4
    logic [7:0]  vdata;
    logic [7:0]  vaddr;
    logic [5:0]  encoding;
    logic        zero;
    logic [6:0]  op;
    logic        slc;
    logic        lds;
    logic        ignored15;
    logic        glc;
    logic        idxen;
    logic        offen;
    logic [11:0] offset;
  } mubuf_t;

  typedef struct packed {
    logic [7:0]  soffset;
    logic        tfe;
    logic        slc;
    logic        ignored21;
    logic [4:0]  srsrc;  // SGPR number / 4
    logic [7:0]  vdata;
    logic [7:0]  vaddr;
    logic [5:0]  encoding;
    logic [2:0]  nfmt;
    logic [3:0]  dfmt;
    logic [3:0]  op;
    logic        glc;
    logic        idxen;
    logic        offen;
    logic [11:0] offset;
  } mtbuf_t;

  typedef struct packed {
    logic       d16;
    logic [4:0] ignored58;
    logic [4:0] ssamp;  // SGPR number / 4
    logic [4:0] srsrc;  // SGPR number / 4
    logic [7:0] vdata;
    logic [7:0] vaddr;
    logic [5:0] encoding;
    logic       slc;
    logic [6:0] op;
    logic       lwe;
    logic       tfe;
    logic       a16;
    logic       da;
    logic       glc;
    logic       unorm;
    logic [3:0] dmask;
    logic [6:0] ignored1;
    logic       opm;
  } mimg_t;

  // The resource V# of a buffer (buffer-memory.md 2). What has no effect on GFX9 is named all the same.
  // With RdnaMemory swizzle and cache_swizzle are one number, and oob_select counts (buffer-memory.md 14.1).
  typedef struct packed {
    logic [1:0]  kind;           // [127:126] TYPE: 0 for a buffer
    logic [1:0]  oob_select;     // [125:124]
    logic        nv;             // [123]
    logic [2:0]  other122;
    logic        add_tid;        // [119]
    logic [1:0]  index_stride;   // [118:117] 8 << n
    logic [1:0]  user_vm;        // [116:115]
    logic [3:0]  data_format;    // [114:111] 0: none
    logic [2:0]  num_format;     // [110:108]
    logic [11:0] dst_sel;        // [107:96] W, Z, Y, X
    logic [31:0] num_records;    // [95:64]
    logic        swizzle;        // [63]
    logic        cache_swizzle;  // [62]
    logic [13:0] stride;         // [61:48]
    logic [47:0] base;           // [47:0]
  } rsrc_t;

  // verilator lint_off UNUSEDPARAM
  parameter logic [6:0] SaddrOff = 7'h7F;  // FLAT family: no SGPR base
  // verilator lint_on UNUSEDPARAM

  // ---- operand codes -----------------------------------------------------------------------------------------
  // Vector formats have fields of nine bits, SSRC has the low eight, SDST the low seven.
  typedef enum logic [8:0] {
    SrcSgpr0             = 9'd0,
    SrcSgpr101           = 9'd101,
    SrcFlatScratchLo     = 9'd102,
    SrcFlatScratchHi     = 9'd103,
    SrcXnackMaskLo       = 9'd104,
    SrcXnackMaskHi       = 9'd105,
    SrcVccLo             = 9'd106,
    SrcVccHi             = 9'd107,
    SrcTtmp0             = 9'd108,
    SrcTtmp15            = 9'd123,
    SrcM0                = 9'd124,
    SrcReserved125       = 9'd125,
    SrcExecLo            = 9'd126,
    SrcExecHi            = 9'd127,  // the last register code of seven bits
    SrcInt0              = 9'd128,
    SrcInt64             = 9'd192,  // 129..192: 1..64
    SrcIntNeg1           = 9'd193,
    SrcIntNeg16          = 9'd208,  // 193..208: -1..-16
    SrcSharedBase        = 9'd235,
    SrcSharedLimit       = 9'd236,
    SrcPrivateBase       = 9'd237,
    SrcPrivateLimit      = 9'd238,
    SrcPopsExitingWaveId = 9'd239,
    SrcHalf              = 9'd240,
    SrcNegHalf           = 9'd241,
    SrcOne               = 9'd242,
    SrcNegOne            = 9'd243,
    SrcTwo               = 9'd244,
    SrcNegTwo            = 9'd245,
    SrcFour              = 9'd246,
    SrcNegFour           = 9'd247,
    SrcInvTwoPi          = 9'd248,  // 1 / (2 * pi)
    SrcSdwa              = 9'd249,  // the second dword is SDWA's
    SrcDpp               = 9'd250,  // the second dword is DPP's
    SrcVccz              = 9'd251,
    SrcExecz             = 9'd252,
    SrcScc               = 9'd253,
    SrcLdsDirect         = 9'd254,
    SrcLiteral           = 9'd255,  // the second dword is the value
    SrcVgpr0             = 9'd256   // 256..511: VGPR 0..255
  } operand_code_e;

  // verilator lint_off UNUSEDPARAM
  parameter logic [6:0] MaxSgprs = 7'd102;  // of a wave, without VCC, FLAT_SCRATCH, XNACK_MASK and TTMPs
  // verilator lint_on UNUSEDPARAM

  // ---- hardware registers of s_getreg and s_setreg -----------------------------------------------------------
  typedef enum logic [5:0] {
    HwregMode        = 6'd1,
    HwregStatus      = 6'd2,
    HwregTrapsts     = 6'd3,
    HwregHwId        = 6'd4,
    HwregGprAlloc    = 6'd5,
    HwregLdsAlloc    = 6'd6,
    HwregIbSts       = 6'd7,
    HwregShMemBases  = 6'd15,
    HwregTbaLo       = 6'd16,
    HwregTbaHi       = 6'd17,
    HwregTmaLo       = 6'd18,
    HwregTmaHi       = 6'd19,
    HwregSharedVgprs = 6'd32  // not of GFX9 (lds.md 6.2)
  } hwreg_e;

  // SIMM16 of s_getreg and s_setreg: the field of size_less_1 + 1 bits from bit offset on.
  typedef struct packed {
    logic [4:0] size_less_1;
    logic [4:0] offset;
    logic [5:0] id;  // hwreg_e
  } hwreg_field_t;

  // Exceptions, as MODE enables and TRAPSTS reports them.
  typedef struct packed {
    logic mem_viol;
    logic addr_watch;
    logic int_div0;
    logic inexact;
    logic underflow;
    logic overflow;
    logic div0;
    logic input_denorm;
    logic invalid;
  } excp_t;

  typedef struct packed {
    logic [2:0] csp;             // [31:29] depth of the fork stack
    logic       vskip;           // [28]
    logic       gpr_idx_en;      // [27]
    logic       disable_perf;    // [26]
    logic [1:0] pops_packer;     // [25:24]
    logic       fp16_ovfl;       // [23]
    logic       shared;          // [22] not of GFX9: shared_on (D-R700-12)
    logic       zero21;
    excp_t      excp_en;         // [20:12]
    logic       debug_en;        // [11] single step
    logic       lod_clamped;     // [10]
    logic       ieee;            // [9]
    logic       dx10_clamp;      // [8]
    logic [1:0] fp_denorm_wide;  // [7:6] of f64 and f16
    logic [1:0] fp_denorm_f32;   // [5:4]
    logic [1:0] fp_round_wide;   // [3:2] of f64 and f16
    logic [1:0] fp_round_f32;    // [1:0]
  } mode_t;

  typedef struct packed {
    logic [3:0] zero31;
    logic       must_export;    // [27]
    logic [2:0] zero26;
    logic       fatal_halt;     // [23]
    logic       allow_replay;   // [22]
    logic       cond_dbg_sys;   // [21]
    logic       cond_dbg_user;  // [20]
    logic       perf_en;        // [19]
    logic       skip_export;    // [18]
    logic       ecc_err;        // [17]
    logic       valid;          // [16]
    logic       ttrace_cu_en;   // [15]
    logic       trap;           // [14]
    logic       halt;           // [13]
    logic       in_barrier;     // [12]
    logic       in_tg;          // [11]
    logic       vccz;           // [10]
    logic       execz;          // [9]
    logic       export_rdy;     // [8]
    logic       ttrace_en;      // [7]
    logic       trap_en;        // [6]
    logic       priv;           // [5]
    logic [1:0] user_prio;      // [4:3]
    logic [1:0] spi_prio;       // [2:1]
    logic       scc;            // [0]
  } status_t;

  typedef struct packed {
    logic [2:0] dp_rate;       // [31:29]
    logic       xnack_error;   // [28]
    logic [5:0] zero27;
    logic [5:0] excp_cycle;    // [21:16]
    logic       zero15;
    logic [2:0] excp_hi;       // [14:12]
    logic       illegal_inst;  // [11]
    logic       savectx;       // [10]
    logic       zero9;
    excp_t      excp;          // [8:0]
  } trapsts_t;

  typedef struct packed {
    logic [7:0] zero31;
    logic [1:0] vm_cnt_hi;     // [23:22]
    logic       zero21;
    logic [4:0] rcnt;          // [20:16]
    logic       first_replay;  // [15]
    logic [2:0] valu_cnt;      // [14:12]
    logic [3:0] lgkm_cnt;      // [11:8]
    logic       zero7;
    logic [2:0] exp_cnt;       // [6:4]
    logic [3:0] vm_cnt_lo;     // [3:0]
  } ib_sts_t;

  typedef struct packed {
    logic [1:0] me_id;     // [31:30]
    logic [2:0] state_id;  // [29:27]
    logic [2:0] queue_id;  // [26:24]
    logic [3:0] vm_id;     // [23:20]
    logic [3:0] tg_id;     // [19:16]
    logic       zero15;
    logic [1:0] se_id;     // [14:13]
    logic       sh_id;     // [12]
    logic [3:0] cu_id;     // [11:8]
    logic [1:0] pipe_id;   // [7:6]
    logic [1:0] simd_id;   // [5:4]
    logic [3:0] wave_id;   // [3:0]
  } hw_id_t;

  typedef struct packed {
    logic [3:0] zero31;
    logic [3:0] sgpr_size;  // [27:24]
    logic [1:0] zero23;
    logic [5:0] sgpr_base;  // [21:16]
    logic [1:0] zero15;
    logic [5:0] vgpr_size;  // [13:8]
    logic [1:0] zero7;
    logic [5:0] vgpr_base;  // [5:0]
  } gpr_alloc_t;

  typedef struct packed {
    logic [10:0] zero31;
    logic [8:0]  lds_size;  // [20:12]
    logic [3:0]  zero11;
    logic [7:0]  lds_base;  // [7:0]
  } lds_alloc_t;

  typedef struct packed {
    logic [15:0] shared_base;   // [31:16] bits 63:48 of the aperture's addresses
    logic [15:0] private_base;  // [15:0]
  } sh_mem_bases_t;

  // M0 of GPR-index mode and of shared registers. Enables: bit 0 SRC0, 1 SRC1, 2 SRC2, 3 VDST.
  typedef struct packed {
    logic [11:0] other31;
    logic [3:0]  shared_en;  // [19:16] not of GFX9: shared_on
    logic [3:0]  index_en;   // [15:12]
    logic [3:0]  other11;
    logic [7:0]  index;      // [7:0]
  } m0_index_t;

  // ---- immediates of SOPP ------------------------------------------------------------------------------------
  // s_waitcnt: the highest value of each counter with which the wave goes on.
  typedef struct packed {
    logic [1:0] vm_cnt_hi;  // [15:14]
    logic [1:0] zero13;
    logic [3:0] lgkm_cnt;   // [11:8]
    logic       zero7;
    logic [2:0] exp_cnt;    // [6:4]
    logic [3:0] vm_cnt_lo;  // [3:0]
  } waitcnt_t;

  // s_sendmsg, s_sendmsghalt.
  typedef struct packed {
    logic [5:0] zero15;
    logic [1:0] stream;     // [9:8]
    logic       zero7;
    logic [2:0] operation;  // [6:4]
    logic [3:0] message;    // [3:0] message_e
  } sendmsg_t;

  typedef enum logic [3:0] {
    MsgInterrupt        = 4'd1,
    MsgGs               = 4'd2,
    MsgGsDone           = 4'd3,
    MsgSavewave         = 4'd4,
    MsgStallWaveGen     = 4'd5,
    MsgHaltWaves        = 4'd6,
    MsgOrderedPsDone    = 4'd7,
    MsgEarlyPrimDealloc = 4'd8,
    MsgGsAllocReq       = 4'd9,
    MsgGetDoorbell      = 4'd10,
    MsgSysmsg           = 4'd15
  } message_e;
endpackage
