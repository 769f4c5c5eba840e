// SPDX-License-Identifier: Apache-2.0
// Sizes and types of the mini GPU (README.md): its instruction set, its ports, what passes between its modules.
package mini_pkg;
  localparam int Cores      = 2;   // one wave slot each
  localparam int Lanes      = 8;   // of a wave
  localparam int Bits       = 16;  // of a lane
  localparam int Vgprs      = 16;  // of a wave
  localparam int Sgprs      = 10;
  localparam int Predicates = 4;
  localparam int StackSize  = 4;   // masks
  localparam int Entries    = 8;   // loads and stores of a core that are in flight together
  localparam int StateWords = 6;   // of a slot, as the probe reports them

  typedef logic [Lanes-1:0]                 mask_t;
  typedef logic [Lanes-1:0][Bits-1:0]       vgpr_t;
  typedef logic [Predicates-1:0][Lanes-1:0] predicates_t;
  typedef logic [StackSize-1:0][Lanes-1:0]  stack_t;
  typedef logic [Lanes-1:0][1:0]            bytes_t;  // the two bytes of each lane
  typedef logic [StateWords-1:0][31:0]      state_words_t;  // word 0 in the low bits

  // ---- instructions: op[15:12] d[11:8] a[7:4] b[3:0] -----------------------------------------------------
  typedef enum logic [3:0] {
    OpSpecial, OpAdd, OpSub, OpMul, OpAnd, OpOr, OpXor, OpShl, OpShr, OpSar, OpLi, OpLih, OpCompare, OpLoad, OpStore,
    OpControl
  } op_e;
  localparam logic [3:0] SpecialLane = 4'd1, SpecialWave = 4'd2, SpecialGroup = 4'd3;  // b of OpSpecial
  localparam logic [3:0] Bra = 4'd0, Brz = 4'd1, Brn = 4'd2, If = 4'd3, Else = 4'd4, Pop = 4'd5, Keep = 4'd6,
                         Fence = 4'd7, Nop = 4'd8, End = 4'd15;  // d of OpControl
  typedef enum logic [1:0] {Equal, NotEqual, LessUnsigned, LessSigned} condition_e;
  localparam int InstructionBytes = 2;

  typedef enum logic [2:0] {UnitAlu, UnitCompare, UnitLoad, UnitStore, UnitControl} unit_e;
  typedef enum logic [2:0] {MaskStays, MaskIf, MaskElse, MaskPop, MaskKeep, MaskCompare} mask_op_e;

  typedef struct packed {
    logic             legal;
    unit_e            unit;
    mask_op_e         mask_op;    // what it does to ACTIVE, the predicates and the stack
    logic [1:0]       predicate;  // that mask_op reads or writes
    logic [Vgprs-1:0] registers;  // that it reads or writes
    logic             drains;     // it waits until no load or store is in flight
    logic             ends;       // the wave ends
  } decoded_t;

  // ---- memory: lines of 64 bytes ---------------------------------------------------------------------------
  // The first byte of a request that its instruction wants names it: no other request in flight has this byte.
  typedef struct packed {
    logic [2:0] entry;  // of the load and store unit
    logic [2:0] lane;
    logic       half;   // the byte of the lane
  } request_id_t;

  typedef struct packed {
    request_id_t  id;
    logic         store;
    logic [57:0]  line;   // address / 64
    logic [63:0]  be;
    logic [511:0] data;
    mask_t        lanes;  // that have a byte of it
  } mem_req_t;

  typedef struct packed {
    request_id_t  id;
    logic         error;  // the line is not mapped
    logic [511:0] data;
  } mem_rsp_t;

  typedef struct packed {
    logic         error;
    logic [511:0] data;
  } fetch_rsp_t;

  // ---- what the launcher gives -------------------------------------------------------------------------------
  typedef struct packed {
    logic        slot;
    logic [3:0]  index;
    logic [31:0] data;
  } init_sgpr_t;

  // The unit keeps PC and EXEC. The probe reports the rest.
  typedef struct packed {
    logic [31:0] slot, mode, sgpr_size, vgpr_base, vgpr_size, lds_base, lds_size;
    logic [31:0] group, wave_in_group, waves_in_group;
    logic        trap_en;
    logic [1:0]  cond_dbg;
    logic [63:0] pc, exec, tba, tma;
    logic [31:0] shared_global, shared_temps, alignment_mode, issue;
  } launch_t;
endpackage
