// SPDX-License-Identifier: Apache-2.0
// Sizes of the compute unit and the types that cross between its rooms.
package cu_pkg;
  // verilator lint_off UNUSEDPARAM
  parameter int unsigned NumWaves    = 16;
  parameter int unsigned NumLanes    = 16;   // SIMD width; a wave of 64 lanes takes four passes ("passes")
  parameter int unsigned PhysVgprs    = 1024; // rows of 64 lanes in the VGPR pool
`ifdef WL_LDS_ENTRIES
  parameter int unsigned LdsEntries  = `WL_LDS_ENTRIES;
`else
  parameter int unsigned LdsEntries  = 1024; // 16-byte entries a bank, four banks; make's LDS_ENTRIES
`endif
  parameter int unsigned GdsEntries  = 64;   // of the global data share: rows LdsEntries.. of the same banks
  parameter int unsigned MaxGroups   = 16;
`ifdef WL_EXPOSED_HAZARDS
  parameter bit ExposedHazards = 1'b1;  // wait states are left to the program; make's EXPOSED_HAZARDS
`else
  parameter bit ExposedHazards = 1'b0;
`endif
  // Wait states of the rows of control-flow.md section 7, three bits each, row n in [3*n +: 3];
  // row 0 is VCCZ (control-flow.md 2.3): 1, or 0 for no exposure. Row 13 cannot arise.
  typedef logic [50:0] exposed_hazards_t;
  parameter exposed_hazards_t HazardStates = {3'd1, 3'd1, 3'd1, 3'd0, 3'd5, 3'd2, 3'd1, 3'd5, 3'd1, 3'd4,
                                      3'd4, 3'd5, 3'd2, 3'd2, 3'd2, 3'd2, 3'd1};
  // verilator lint_on UNUSEDPARAM

  typedef logic [3:0]   slot_t;     // wave slot
  typedef logic [9:0]   phys_vgpr_t;      // VGPR row of the pool
  typedef logic [511:0] pass_t;  // 16 lanes of 32 bits, lane 0 in [31:0]

  // What becomes of a load or store whose address is no multiple of its size (SH_MEM_CONFIG,
  // buffer-memory.md 5; the data share: lds.md 3.2).
  typedef enum logic [1:0] { AlignDword, AlignDwordStrict, AlignStrict, Unaligned } alignment_e;

  // A wave as the dispatcher starts it (kernel-launch.md 3). Its SGPRs and
  // VGPRs have been written through the init ports before.
  typedef struct packed {
    slot_t        slot;
    logic [47:0]  pc;
    logic [63:0]  exec;
    logic [31:0]  mode;
    logic [3:0]   group;          // group slot
    logic [3:0]   wave_in_group;
    logic [4:0]   waves_in_group; // 1..16
    logic [6:0]   sgpr_size;      // 16..102
    phys_vgpr_t         vgpr_base;
    logic [8:0]   vgpr_size;      // rows, 4..256
    logic [15:0]  lds_base;       // bytes
    logic [16:0]  lds_size;       // bytes, 0..65536
    logic         trap_en;        // there is a trap handler
    logic [47:0]  tba;            // its address
    logic [47:0]  tma;
    logic [1:0]   cond_dbg;       // STATUS.COND_DBG_SYS, COND_DBG_USER
    logic [7:0]   shared_global;  // rows 0.. of the pool that all waves share (lds.md section 2)
    logic [6:0]   shared_temps;   // clause temporaries of even waves after them, then those of odd waves
    logic [1:0]   alignment_mode; // alignment_e
  } launch_t;

  // Memory ports (instruction, scalar, vector): one 64-byte line a transaction. A response is always taken.
  typedef struct packed {
    logic [7:0]   id;     // comes back with the response
    logic         write;
    logic [63:6]  line;
    logic [63:0]  be;
    logic [511:0] data;
  } mem_req_t;
  typedef struct packed {
    logic [7:0]   id;
    logic         error;  // the line is not mapped
    logic [511:0] data;
  } mem_rsp_t;

  // EndHalt: the wave halts by its own s_sethalt or s_sendmsghalt and lives on.
  typedef enum logic [1:0] { EndNone, EndPgm, EndFault, EndHalt } wave_end_e;

  // A message to the host (s_sendmsg, s_sendmsghalt) or to the thread trace (s_ttracedata).
  typedef struct packed {
    slot_t       slot;
    logic        trace;
    logic [15:0] simm;
    logic [31:0] m0;
  } msg_t;

  // How a scalar operand's constants are widened (gfx9-encoding.md section 4).
  typedef enum logic [2:0] {
    ImmB32,  // 32-bit integer or f32: float constants are f32 patterns
    ImmB64,  // 64-bit unsigned/bitwise: literal zero-extended, integers sign-extended, floats as f64
    ImmI64,  // 64-bit signed: literal sign-extended
    ImmF64,  // literal is the high dword
    ImmF16   // f16 patterns in the low half
  } imm_e;

  // One source operand of a vector ALU instruction as its decoder sees it.
  typedef struct packed {
    logic       used;
    logic [8:0] code;   // operand code, 256.. is VGPR 0..
    logic       is64;   // reads two registers
    imm_e       imm;
  } vsrc_t;

  typedef enum logic [1:0] {
    SdstNone,
    SdstMask,   // a 64-bit lane mask to the pair sdst (VCC 106, EXEC 126 included)
    SdstValue   // a 32-bit value to the SGPR sdst (readlane, readfirstlane)
  } sdst_e;

  // What the SIMD must know of an instruction and nobody else reads: owned by rtl/simd.
  typedef logic [63:0] valu_ctl_t;

  // Result of rtl/simd/valu_decode.sv (combinational, from the instruction words alone).
  typedef struct packed {
    logic       legal;      // opcode present, fields well formed, constant bus kept
    logic       size8;      // 8 bytes (VOP3, literal, madmk/madak)
    logic       uses_literal;
    vsrc_t      src0, src1, src2;
    logic [2:0][1:0] rel;     // source i is a VGPR of the field SRC0, SRC1, SRC2 (0..2) or VDST (3): its GPR-index enable
    logic       vdst_en;
    logic [7:0] vdst;
    logic [1:0] vdst_rows;  // rows written from vdst on: 0, 1 or 2 (v_swap_b32: vdst, and vdst2 below)
    logic       quad;       // v_mqsad_u32_u8: src2 (a VGPR) and vdst are four registers
    logic       swap;       // also writes the VGPR of src0
    sdst_e      sdst_kind;
    logic [6:0] sdst;
    logic       cmpx;       // the mask also goes to EXEC
    logic       reads_vcc;  // implicit VCC as carry/select; else a carry/select mask is src2 (64-bit)
    valu_ctl_t  ctl;
  } valu_dec_t;

  // A vector ALU instruction as issued. Scalars are resolved; VGPRs are named by pool row.
  typedef struct packed {
    slot_t       slot;
    logic [63:0] exec;
    logic [63:0] mask_in;   // VCC or the SGPR pair of src2: carry-in, select
    logic [2:0]  is_vgpr;   // source i is a VGPR
    logic        dpp_old;   // DPP: source 0 is what its row held before it was last written
    logic [2:0][9:0] row;       // its pool row (a 64-bit source: row and row+1)
    logic [2:0][63:0] scalar; // its value otherwise
    phys_vgpr_t        vdst;
    logic [31:0] mode;
    sdst_e       sdst_kind;
    logic [6:0]  sdst;
    logic        cmpx;
    valu_ctl_t   ctl;
  } valu_req_t;

  // End of a vector ALU instruction: last VGPR write is in this cycle or earlier.
  typedef struct packed {
    slot_t       slot;
    sdst_e       sdst_kind;
    logic [6:0]  sdst;
    logic        cmpx;
    logic [63:0] sdata;     // lane mask, or value in [31:0]
  } valu_rsp_t;

  // VGPR write port of the pool: lanes of one pass of one row.
  typedef struct packed {
    phys_vgpr_t         row;
    logic [1:0]   pass;
    logic [15:0]  lanes;
    pass_t     data;
  } vgpr_write_t;
  typedef struct packed {
    phys_vgpr_t         row;
    logic [1:0]   pass;
  } vgpr_read_t;

  typedef logic [23:0] mem_ctl_t;  // owned by rtl/lds, rtl/vmem respectively

  // Result of rtl/lds/lds_decode.sv and rtl/vmem/vmem_decode.sv (combinational).
  typedef struct packed {
    logic       legal;
    logic       addr_en;     // has an address VGPR
    logic [7:0] addr;        // first address VGPR
    logic       addr64;      // two address VGPRs
    logic       data0_en;
    logic [7:0] data0;
    logic [2:0] data0_rows;
    logic       data1_en;
    logic [7:0] data1;
    logic [2:0] data1_rows;
    logic       vdst_en;
    logic [7:0] vdst;
    logic [2:0] vdst_rows;
    logic       saddr_en;    // an SGPR pair is the base address
    logic [6:0] saddr;
    mem_ctl_t   ctl;
    logic [15:0] offset;     // DS: {OFFSET1, OFFSET0}; GLOBAL: offset13 sign-extended
  } mem_dec_t;

  // A DS or GLOBAL instruction as issued to its unit.
  typedef struct packed {
    slot_t       slot;
    logic [5:0]  tag;      // names the instruction to the probe, unique among its wave's pending of this unit
    logic [63:0] exec;
    phys_vgpr_t        addr;
    phys_vgpr_t        data0;
    phys_vgpr_t        data1;
    phys_vgpr_t        vdst;
    logic [63:0] saddr;      // base, 0 if there is none
    logic [15:0] offset;
    logic [15:0] lds_base;
    logic [16:0] lds_size;
    logic [3:0]  wave_in_group;
    logic [31:0] m0;
    logic [31:0] mode;
    logic [1:0]  alignment_mode;  // alignment_e
    mem_ctl_t    ctl;
  } mem_issue_t;

  // Completion: the wait counter falls.
  typedef struct packed {
    slot_t      slot;
    logic [5:0] tag;
    logic       viol;        // sets TRAPSTS.MEM_VIOL
  } mem_done_t;

  // Fault injection: flips one bit of one state element at the end of the cycle in which valid is 1.
  // Tied to zero where no testbench drives it.
  typedef enum logic [4:0] {
    RowPc, RowExec, RowVcc, RowScc, RowM0, RowMode, RowStatus, RowTrapsts,
    RowVmCnt, RowExpCnt, RowLgkmCnt, RowSgpr, RowVgpr, RowLds
  } state_row_e;
  typedef struct packed {
    logic        valid;
    state_row_e  row;
    slot_t       wave;
    logic [15:0] index;   // SGPR number, VGPR pool row, LDS dword
    logic [5:0]  lane;
    logic [5:0]  bit_pos; // bit of the element
  } fault_t;
endpackage
