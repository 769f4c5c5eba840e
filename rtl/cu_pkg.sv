// SPDX-License-Identifier: Apache-2.0
// Sizes of the compute unit, and the types that cross between its blocks.

// A configuration (rtl/configs/) defines those of these macros whose values it changes.
`ifndef WL_NUM_WAVES
`define WL_NUM_WAVES 16
`endif
`ifndef WL_PHYS_VGPRS
`define WL_PHYS_VGPRS 1024
`endif
`ifndef WL_LDS_ENTRIES
`define WL_LDS_ENTRIES 1024
`endif
`ifndef WL_GDS_ENTRIES
`define WL_GDS_ENTRIES 64
`endif
`ifndef WL_GDS_LATENCY
`define WL_GDS_LATENCY 16
`endif
`ifndef WL_LDS_QUEUE_DEPTH
`define WL_LDS_QUEUE_DEPTH 16
`endif
`ifndef WL_VMEM_QUEUE_DEPTH
`define WL_VMEM_QUEUE_DEPTH 8
`endif
`ifndef WL_MESSAGE_QUEUE_DEPTH
`define WL_MESSAGE_QUEUE_DEPTH 4
`endif
`ifndef WL_EXPORT_QUEUE_DEPTH
`define WL_EXPORT_QUEUE_DEPTH 4
`endif
`ifndef WL_PRIO_BOUND
`define WL_PRIO_BOUND 256
`endif
`ifndef WL_ISA
`define WL_ISA 900
`endif
`ifndef WL_VALU_DELAY
`define WL_VALU_DELAY 0
`endif

package cu_pkg;
  // verilator lint_off UNUSEDPARAM
  // Parameters: the size of the unit. Widths follow from them: use the types below. cu.sv refuses sizes outside these
  // ranges.
  parameter int unsigned NumWaves   = `WL_NUM_WAVES;    // wave slots, 2..16
  parameter int unsigned PhysVgprs  = `WL_PHYS_VGPRS;   // physical VGPRs in the VGPR file, of 64 lanes each, 256..1024
  parameter int unsigned LdsEntries = `WL_LDS_ENTRIES;  // 16-byte entries per bank, four banks: a power of two, 2..1024
  // Entries of the global data share, 0..1024: they follow the LDS in the same banks.
  parameter int unsigned GdsEntries = `WL_GDS_ENTRIES;
  // Cycles that a GDS instruction waits for the GDS when its operands have been read, 0..255 (rtl/lds/lds.sv).
  parameter int unsigned GdsLatency = `WL_GDS_LATENCY;
  // Depths of queues, powers of two from 2 on. Instructions in flight: LDS, and as many GDS; vector memory. What has
  // not been taken: messages by the host, exports by the sink.
  parameter int unsigned LdsQueueDepth     = `WL_LDS_QUEUE_DEPTH;
  parameter int unsigned VmemQueueDepth    = `WL_VMEM_QUEUE_DEPTH;
  parameter int unsigned MessageQueueDepth = `WL_MESSAGE_QUEUE_DEPTH;
  parameter int unsigned ExportQueueDepth  = `WL_EXPORT_QUEUE_DEPTH;
  // Cycles, 1..1024, after which a wave that USER_PRIO alone keeps waiting goes before others (D-ARB-4).
  parameter int unsigned PrioBound = `WL_PRIO_BOUND;
  // The instruction set, 900 or 906: gfx900, or gfx906 with its own opcodes of the vector ALU (numerics.md 3.1).
  parameter int unsigned Isa = `WL_ISA;
`ifdef WL_RDNA_MEMORY
  parameter bit RdnaMemory = 1'b1;  // range rules of RDNA and VS_CNT (buffer-memory.md 14); CONFIG=rdna
`else
  parameter bit RdnaMemory = 1'b0;
`endif
`ifdef WL_VCC_ALIAS
  parameter bit VccAlias = 1'b1;  // second names of VCC and others (gfx9-encoding.md D-REG-20); CONFIG=vcc_alias
`else
  parameter bit VccAlias = 1'b0;
`endif
`ifdef WL_SRAMECC
  parameter bit Sramecc = 1'b1;  // gfx906: a D16 load writes the whole register (D-MEM-81); rtl/configs/sramecc.f
`else
  parameter bit Sramecc = 1'b0;
`endif
`ifdef WL_EXPOSED_HAZARDS
  parameter bit ExposedHazards = 1'b1;  // wait states are the program's duty; CONFIG=exposed_hazards
`else
  parameter bit ExposedHazards = 1'b0;
`endif
`ifdef WL_CONTROL_WORDS
  parameter bit ControlWords = 1'b1;  // waves with control words (maxwell-control.md 8); CONFIG=control_words
`else
  parameter bit ControlWords = 1'b0;
`endif
  // Stages between the execution units of the vector ALU and its writeback, 0..5 (D-CTRL-36); CONFIG=valu_delay3 has 3.
  parameter int unsigned ValuDelay = `WL_VALU_DELAY;
  // What follows from the parameters.
  localparam bit Gfx906 = Isa == 906;
  // Read ports of the SGPR file. With exposed hazards the fourth reads the old value of a destination.
  localparam int unsigned SgprReads = ExposedHazards ? 4 : 3;
  // With second names the halves of a row of four SGPRs may lie in two rows of the file.
  localparam int unsigned SgprHalves = VccAlias ? 2 : 1;
  localparam int unsigned HighRow = 5 * (SgprHalves - 1);  // of words 2 and 3: [HighRow +: 5] of front_pkg::sgpr_rows_t
  localparam int unsigned SgprAddrBits = $clog2(NumWaves) + 6;  // of a pair of SGPRs: {slot, number[6:1]}
  localparam int unsigned VgprBits = $clog2(PhysVgprs);
  localparam int unsigned VgprIndexBits = VgprBits + 2;  // of an index of the VGPR file: {physical VGPR, pass}
  localparam int unsigned MaxGroups = NumWaves;  // group slots: each group has a wave at least
  // A constant, for which the unit is made.
  localparam int unsigned NumLanes = 16;  // SIMD width: a wave of 64 lanes takes four passes

  // Wait states of the rows of control-flow.md 7, three bits each: row n in [3*n +: 3]. Row 0 is VCCZ
  // (control-flow.md 2.3): 1, or 0 for no hazard. Row 13 occurs only with second names.
  typedef logic [50:0] exposed_hazards_t;
  parameter exposed_hazards_t HazardStates = {3'd1, 3'd1, 3'd1, 3'(VccAlias), 3'd5, 3'd2, 3'd1, 3'd5, 3'd1, 3'd4,
                                      3'd4, 3'd5, 3'd2, 3'd2, 3'd2, 3'd2, 3'd1};

  // Address bits 63:48 of the apertures (SH_MEM_BASES; kernel-launch.md).
  parameter logic [15:0] SharedAperture = 16'h0001;
  parameter logic [15:0] PrivateAperture = 16'h0002;
  // verilator lint_on UNUSEDPARAM

  // A FLAT address of 64 bits lies in the aperture (buffer-memory.md 10).
  function automatic logic in_aperture(logic [63:32] high, logic [15:0] aperture);
    in_aperture = high == {aperture, 16'd0};
  endfunction

  // An address of 48 bits as one of 64 (buffer-memory.md D-MEM-44).
  function automatic logic [63:0] canonical(logic [47:0] address);
    canonical = {{16{address[47]}}, address};
  endfunction

  typedef logic [$clog2(NumWaves)-1:0]     slot_t;        // wave slot; also the number of a wave in its group
  typedef logic [NumWaves-1:0]             wave_mask_t;   // one bit a wave slot
  typedef logic [$clog2(NumWaves + 1)-1:0] wave_count_t;  // 0..NumWaves
  typedef logic [$clog2(MaxGroups)-1:0]    group_t;       // group slot
  typedef logic [$clog2(PhysVgprs)-1:0]    phys_vgpr_t;   // physical VGPR
  typedef logic [511:0]                    pass_t;        // 16 lanes of 32 bits, lane 0 in [31:0]

  // The set of one wave.
  function automatic logic [NumWaves-1:0] one_wave(slot_t slot);
    one_wave = '0;
    one_wave[slot] = 1'b1;
  endfunction

  // What an instruction of a wave with control words sets (maxwell-control.md 8.8). All 0 of other instructions.
  typedef struct packed {
    logic       control;    // it issued in the mode of control words: the counts of 8.3 have it
    logic       store;      // ST has it, once for each half of FLAT
    logic [2:0] bar_write;  // barrier that it signals when it completes, 0..5, or control_pkg::NoBarrier
    logic [2:0] bar_read;   // and when its operands have been read
  } control_sets_t;

  // Reuse entries of a vector ALU instruction (maxwell-control.md 8.11). All 0 in a unit without control words.
  typedef struct packed {
    logic [2:0] slots;  // source i is a VGPR with a reuse slot
    logic [2:0] keeps;  // and the instruction leaves the slot's entry
  } reuse_t;

  // Treatment of a load or store whose address is not a multiple of its size (SH_MEM_CONFIG: buffer-memory.md 5; in the
  // data share: lds.md 3.2).
  typedef enum logic [1:0] { AlignDword, AlignDwordStrict, AlignStrict, Unaligned } alignment_e;

  // A wave as the dispatcher launches it (kernel-launch.md 3). The dispatcher has written
  // its SGPRs and VGPRs before, through the init ports.
  typedef struct packed {
    slot_t        slot;
    logic [47:0]  pc;
    logic [63:0]  exec;
    logic [31:0]  mode;
    group_t       group;
    slot_t        wave_in_group;
    wave_count_t  waves_in_group; // 1..NumWaves
    logic [6:0]   sgpr_size;      // 16..102
    phys_vgpr_t   vgpr_base;
    logic [8:0]   vgpr_size;      // VGPRs, 4..256
    logic [15:0]  lds_base;       // bytes
    logic [16:0]  lds_size;       // bytes, 0..65536
    logic         trap_en;        // there is a trap handler
    logic [47:0]  tba;            // its address
    logic [47:0]  tma;
    logic [1:0]   cond_dbg;       // STATUS.COND_DBG_SYS, COND_DBG_USER
    logic [7:0]   shared_global;  // physical VGPRs from 0 on that all waves share (lds.md 2)
    logic [6:0]   shared_temps;   // behind these: clause temporaries of even slots, then those of odd slots
    logic [1:0]   alignment_mode; // alignment_e
    logic         issue;          // it has control words (maxwell-control.md 8.1)
  } launch_t;

  // Reads of the SGPR file: each port reads a pair of registers.
  typedef struct packed {
    logic [SgprReads-1:0][SgprAddrBits-1:0] pair;   // {slot, number[6:1]}
  } sgpr_addrs_t;
  typedef struct packed {
    logic [SgprReads-1:0][63:0] pair;
  } sgpr_data_t;
  // One more port reads a row of four, when it is asked for.
  typedef struct packed {
    logic                                    valid;
    logic [SgprHalves-1:0][SgprAddrBits-2:0] row;   // {slot, number[6:2]} of each half
  } sgpr_row_addr_t;

  // A memory operation: what happens at memory, in which address space, how many bytes, where the result goes, which
  // wait counters the instruction holds. An atomic reads and writes its bytes in one step.
  typedef enum logic [1:0] { MemLoad, MemStore, MemAtomic } mem_op_e;
  // What an atomic at memory makes of a word (buffer-memory.md 8).
  typedef enum logic [3:0] {
    AtomicSwap, AtomicCmpswap, AtomicAdd, AtomicSub, AtomicSmin, AtomicUmin, AtomicSmax, AtomicUmax,
    AtomicAnd, AtomicOr, AtomicXor, AtomicInc, AtomicDec
  } mem_atomic_e;
  // What an address means: device memory, the LDS of the workgroup, the global data share, scratch of a lane.
  typedef enum logic [1:0] { SpaceGlobal, SpaceShared, SpaceGds, SpacePrivate } mem_space_e;
  // Where a result goes.
  typedef enum logic [1:0] { ToNothing, ToVgpr, ToSgpr, ToLds } mem_destination_e;
  // The wait counters that an instruction holds until it completes: a set.
  typedef struct packed {
    logic exp;
    logic lgkm;
    logic vm;    // of vector memory 0: it holds VS_CNT (RdnaMemory: stores, atomics that do not return)
  } mem_counters_t;
  typedef struct packed {
    mem_op_e          op;
    mem_space_e       space;
    logic [6:0]       size;         // bytes of a lane; of a scalar load in all
    mem_destination_e destination;
    mem_counters_t    counters;
  } mem_operation_t;

  // Memory ports (instruction, scalar, vector): one 64-byte line per transaction. An address of 48 bits stands there as
  // its canonical one of 64 (D-MEM-44); one of 64 bits as the program formed it. Memory maps canonical ones alone. A
  // response has no ready: it is always taken. An atomic enables whole aligned words, each once; data and compare stand
  // at the word's place. Memory computes, and the response has the line as it was before.
  typedef struct packed {
    logic [7:0]   id;     // the response has the same id
    mem_op_e      op;
    mem_atomic_e  atomic;  // this and the next of an atomic
    logic         wide;    // words of 8 bytes
    logic [63:6]  line;
    logic [63:0]  be;     // bytes that a store or an atomic writes
    logic [511:0] data;
    logic [511:0] compare;  // of AtomicCmpswap
  } mem_req_t;
  typedef struct packed {
    logic [7:0]   id;
    logic         error;  // the line is not mapped
    logic [511:0] data;
  } mem_rsp_t;

  // Why a wave stops. EndHalt: by its own s_sethalt or s_sendmsghalt; the host can resume it.
  typedef enum logic [1:0] { EndNone, EndPgm, EndFault, EndHalt } wave_end_e;

  // A message to the host (s_sendmsg, s_sendmsghalt) or to the thread trace (s_ttracedata).
  typedef struct packed {
    slot_t       slot;
    logic        trace;
    logic [15:0] simm;
    logic [31:0] m0;
  } msg_t;

  // Result of rtl/export/export_decode.sv (combinational).
  typedef struct packed {
    logic        legal;
    logic [3:0]  sent;    // bit n: VSRCn is sent
    logic [5:0]  target;
    logic [3:0]  en;
    logic        compr;
    logic        done;
    logic        vm;
    logic [31:0] vsrc;    // four fields of 8 bits, VSRC0 lowest
  } export_dec_t;

  // An export as issued.
  typedef struct packed {
    control_sets_t sets;
    slot_t       slot;
    logic [2:0]  tag;     // unique among the wave's exports in flight: at most seven
    logic [3:0]  sent;
    logic [5:0]  target;
    logic [3:0]  en;
    logic        compr;
    logic        done;
    logic        vm;
    phys_vgpr_t  vgpr_base;
    logic [31:0] vsrc;
    logic [63:0] exec;
  } export_issue_t;

  // What the sink takes in a cycle: 16 lanes of one register.
  typedef struct packed {
    slot_t       slot;
    logic [5:0]  target;
    logic [3:0]  en;
    logic        compr;
    logic        done;
    logic        vm;
    logic [2:0]  component;  // n: VSRCn; 4: the export sends no register
    logic [1:0]  pass;
    logic        last;       // beat of the export
    logic [63:0] exec;
    pass_t       data;       // 0 in inactive lanes
  } export_beat_t;

  // How the constants of a scalar operand are widened (gfx9-encoding.md 4).
  typedef enum logic [2:0] {
    ImmB32,  // 32 bits: float constants are f32 patterns
    ImmB64,  // 64 bits, unsigned or bitwise: literal zero-extended, integers sign-extended, floats as f64
    ImmI64,  // 64 bits, signed: literal sign-extended
    ImmF64,  // the literal is the high dword
    ImmF16   // f16 patterns in the low half
  } imm_e;

  // One source operand, from the decoder.
  typedef struct packed {
    logic       used;
    logic [8:0] code;   // isa_pkg::operand_code_e
    logic       is64;   // reads two registers
    imm_e       imm;
  } vsrc_t;

  typedef enum logic [1:0] {
    SdstNone,
    SdstMask,   // a lane mask of 64 bits to the pair sdst, which may be VCC or EXEC
    SdstValue   // a 32-bit value to the SGPR sdst (readlane, readfirstlane)
  } sdst_e;

  // Result of rtl/simd/valu_decode.sv (combinational, from the instruction words alone).
  typedef struct packed {
    logic       legal;      // opcode present, fields well formed, constant bus kept
    logic       size8;      // 8 bytes (VOP3, literal, madmk/madak)
    logic       uses_literal;
    vsrc_t      src0, src1, src2;
    logic [2:0][1:0] rel;     // GPR-index enable of source i: that of its field, SRC0, SRC1, SRC2 (0..2) or VDST (3)
    logic       vdst_en;
    logic [7:0] vdst;
    logic [1:0] vdst_vgprs; // VGPRs written from vdst on: 0, 1 or 2
    logic       is128;      // v_mqsad_u32_u8: src2, a VGPR, and vdst are four registers
    logic       swap;       // v_swap_b32: also writes the VGPR of src0
    sdst_e      sdst_kind;
    logic [6:0] sdst;
    logic       cmpx;       // also writes the mask to EXEC
    logic       reads_vcc;  // the carry or select mask is VCC; else it is src2, of 64 bits
    logic       fmas;       // reads VCC as v_div_fmas does
    logic       lane;       // source 1 is the number of a lane
    logic       dpp;        // source 0 comes from other lanes
    valu_pkg::valu_control_t ctl;
  } valu_dec_t;

  // A vector ALU instruction as issued: scalar sources have their values, VGPRs are physical.
  typedef struct packed {
    slot_t       slot;
    logic [63:0] exec;
    logic [63:0] mask_in;   // carry or select mask: VCC or the SGPR pair of src2
    logic [2:0]  is_vgpr;   // source i is a VGPR
    logic        dpp_old;   // DPP: source 0 is the value before the last write of its VGPR
    logic [2:0][$clog2(PhysVgprs)-1:0] vgpr;  // its physical VGPR; of a 64-bit source the first of two
    logic [2:0][63:0] scalar; // its value, if it is no VGPR
    reuse_t      reuse;
    phys_vgpr_t  vdst;
    logic [31:0] mode;
    sdst_e       sdst_kind;
    logic [6:0]  sdst;
    logic        cmpx;
    valu_pkg::valu_control_t ctl;
  } valu_req_t;

  // End of a vector ALU instruction: its last VGPR write is in this cycle or earlier.
  typedef struct packed {
    slot_t       slot;
    sdst_e       sdst_kind;
    logic [6:0]  sdst;
    logic        cmpx;
    logic [63:0] sdata;     // lane mask, or a value in [31:0]
    logic [6:0]  excp;      // exceptions of its lanes, as the low bits of isa_pkg::excp_t
  } valu_rsp_t;

  // A vector ALU instruction in an execution unit. One of a wave is in flight, so its slot names it.
  typedef struct packed {
    slot_t slot;
  } exec_tag_t;

  // One pass of it. A unit takes this with the operands and gives it back with the results.
  typedef struct packed {
    exec_tag_t   tag;
    logic [1:0]  pass;
    logic        last;      // the instruction ends with this response
    logic [15:0] lanes;     // that write
    logic [1:0]  we;        // the result has a first VGPR, a second VGPR; with a second there is a first
    phys_vgpr_t  vdst;      // physical VGPR of the first,
    phys_vgpr_t  vdst_hi;   // of the second
    sdst_e       sdst_kind;
    logic [6:0]  sdst;
    logic        cmpx;
  } exec_pass_t;

  // Write port of the VGPR file: lanes of one pass, of one physical VGPR.
  typedef struct packed {
    phys_vgpr_t   vgpr;
    logic [1:0]   pass;
    logic [1:0]   halves;  // that are written in each lane: {high, low}
    logic [15:0]  lanes;
    pass_t        data;
  } vgpr_write_t;
  localparam logic [1:0] WholeVgpr = 2'b11;

  // What stands in the VGPR file after a write over `old`.
  function automatic pass_t merged(pass_t old, pass_t data, logic [15:0] lanes, logic [1:0] halves);
    merged = data;
    if (lanes != 16'hffff || halves != WholeVgpr) begin
      for (int unsigned i = 0; i < 16; i++) begin
        if (!(lanes[i] && halves[0])) merged[32*i +: 16] = old[32*i +: 16];
        if (!(lanes[i] && halves[1])) merged[32*i + 16 +: 16] = old[32*i + 16 +: 16];
      end
    end
  endfunction

  typedef struct packed {
    phys_vgpr_t   vgpr;
    logic [1:0]   pass;
  } vgpr_read_t;

  // What only the unit of a memory instruction reads; the other part is 0.
  typedef struct packed {
    lds_pkg::lds_control_t   lds;
    vmem_pkg::vmem_control_t vmem;
  } mem_control_t;

  // Result of rtl/lds/lds_decode.sv and rtl/vmem/vmem_decode.sv (combinational).
  typedef struct packed {
    logic       legal;
    logic       addr_en;     // has an address VGPR
    logic [7:0] addr;        // first address VGPR
    logic       addr64;      // two address VGPRs
    logic       addr_m0;     // the address comes from M0 and the number of the lane
    logic       data0_en;
    logic [7:0] data0;
    logic [2:0] data0_vgprs;
    logic       data1_en;
    logic [7:0] data1;
    logic [2:0] data1_vgprs;
    logic       vdst_en;
    logic [7:0] vdst;
    logic [2:0] vdst_vgprs;
    logic [2:0] tfe_vgpr;    // from vdst on: one more VGPR that is written, which TFE adds; 0: none
    logic       typed;       // it has the format of its elements:
    logic [3:0] dfmt;
    logic [2:0] nfmt;
    logic       saddr_en;    // an SGPR pair is the base address
    logic [6:0] saddr;       // SGPR
    logic       rsrc_en;     // it is the first half of a resource V# of four SGPRs
    logic       scratch_en;  // it is FLAT_SCRATCH
    logic       flat;        // it goes to the data share and to vector memory
    logic       soffset_en;  // there is an SOFFSET, or SADDR of SCRATCH
    logic [7:0] soffset;     // its code
    mem_operation_t mem;
    mem_control_t ctl;
    logic [15:0] offset;     // DS: {OFFSET1, OFFSET0}; GLOBAL, SCRATCH: offset13 sign-extended; FLAT: offset12
  } mem_dec_t;

  // A memory instruction other than a scalar one, as issued to its unit.
  typedef struct packed {
    control_sets_t sets;
    slot_t       slot;
    logic [5:0]  tag;      // unique among the wave's instructions in flight in this unit that are, or are not, FLAT
    logic [63:0] exec;
    phys_vgpr_t  addr;
    phys_vgpr_t  data0;
    phys_vgpr_t  data1;
    phys_vgpr_t  vdst;
    logic [127:0] scalar;    // the V#, of SCRATCH too; or the base address in [63:0], 0 if there is none
    logic [31:0] soffset;
    logic [15:0] offset;
    logic [15:0] lds_base;   // of the wave; of a transfer with the LDS that of lane 0, before its low bits are cleared
    logic [16:0] lds_size;
    slot_t       wave_in_group;
    logic [31:0] m0;
    logic [31:0] mode;
    logic [1:0]  alignment_mode;  // alignment_e
    mem_operation_t mem;
    mem_control_t ctl;
  } mem_issue_t;

  // An access of vector memory to one entry of the LDS, for an instruction that moves data between memory and the LDS.
  typedef struct packed {
    logic         write;
    logic [11:0]  entry;  // byte address / 16: {row, bank}
    logic [15:0]  be;
    logic [127:0] data;   // of a write; bytes not enabled are 0
  } lds_transfer_t;

  // Completion of an instruction: its wait counter falls.
  typedef struct packed {
    control_sets_t sets;
    slot_t      slot;
    logic [6:0] tag;         // of the half of a FLAT instruction in the data share: 64 more
    logic       viol;        // sets TRAPSTS.MEM_VIOL
  } mem_done_t;
endpackage
