// SPDX-License-Identifier: Apache-2.0
// The configuration of the compute unit, and the types of its sizes. Each block has packages of its own beside it.

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
`ifndef WL_IMAGES
`define WL_IMAGES 3
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
  // Image instructions, 0..3: none, stage A, A and B, all (image.md 1); CONFIG=noimage has 0.
  parameter int unsigned Images = `WL_IMAGES;
  // Stages between the execution units of the vector ALU and its writeback, 0..5 (D-CTRL-36); CONFIG=valu_delay3 has 3.
  parameter int unsigned ValuDelay = `WL_VALU_DELAY;
  // What follows from the parameters.
  localparam bit Gfx906 = Isa == 906;
  localparam int unsigned VgprBits = $clog2(PhysVgprs);
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
endpackage
