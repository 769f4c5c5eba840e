// SPDX-License-Identifier: Apache-2.0
// Types of the tiny compute unit: its sizes, its ports, a decoded instruction.
package tiny_pkg;
  localparam int Lanes      = 64;   // of a wave
  localparam int PassLanes  = 16;   // of them in one cycle of the vector ALU
  localparam int PhysVgprs  = 128;
  localparam int Sgprs      = 128;  // operand codes 0..127
  localparam int Isa        = 900;  // gfx900
  localparam int Rdna       = 0;    // vector memory of gfx9
  localparam int VccAlias   = 0;    // VCC has one name
  localparam int StateWords = 11;   // of WL_STATE_WORDS (wavelock/registers.h): the first ones

  typedef logic [Lanes-1:0][31:0]      vgpr_t;  // a VGPR: all lanes
  typedef logic [PassLanes-1:0][31:0]  pass_t;  // a pass of it
  typedef logic [StateWords-1:0][31:0] state_words_t;  // word 0 in the low bits

  // A request of a 64-byte line: 48-bit addresses and some that are too high (buffer-memory.md, D-MEM-44).
  typedef struct packed {
    logic         store;
    logic [57:0]  line;  // address / 64
    logic [63:0]  be;
    logic [511:0] data;
  } mem_req_t;

  typedef struct packed {
    logic         error;
    logic [511:0] data;
  } mem_rsp_t;

  // What the launcher gives a wave (kernel-launch.md 3). This unit keeps what it uses; the probe reports the rest.
  typedef struct packed {
    logic [31:0] slot, mode, sgpr_size, vgpr_base, vgpr_size, lds_base, lds_size;
    logic [31:0] group, wave_in_group, waves_in_group;
    logic        trap_en;
    logic [1:0]  cond_dbg;
    logic [63:0] pc, exec, tba, tma;
    logic [31:0] shared_global, shared_temps, alignment_mode;
  } launch_t;

  typedef enum logic [1:0] {UnitScalar, UnitVector, UnitSmem, UnitVmem} unit_e;
  typedef enum logic [2:0] {Sop2, Sop1, Sopk, Sopc, Sopp} scalar_format_e;

  // Operand codes (gfx9-encoding.md 4).
  localparam logic [8:0] FlatScratch = 9'd102, VccLo = 9'd106, VccHi = 9'd107, M0 = 9'd124, ExecLo = 9'd126,
                         ExecHi = 9'd127;
  localparam logic [8:0] FirstConstant = 9'd128, Plus64 = 9'd192, Minus16 = 9'd208;
  localparam logic [8:0] SharedBase = 9'd235, SharedLimit = 9'd236, PrivateBase = 9'd237, PrivateLimit = 9'd238,
                         PopsExitingWaveId = 9'd239;
  localparam logic [8:0] Half = 9'd240, MinusHalf = 9'd241, One = 9'd242, MinusOne = 9'd243, Two = 9'd244,
                         MinusTwo = 9'd245, Four = 9'd246, MinusFour = 9'd247, OneOverTwoPi = 9'd248;
  localparam logic [8:0] SdwaWord = 9'd249, DppWord = 9'd250, Vccz = 9'd251, Execz = 9'd252, Scc = 9'd253,
                         Literal = 9'd255, FirstVgpr = 9'd256;

  // A decoded instruction. Sources are codes of 9 bits; a VGPR is one from 256 on.
  typedef struct packed {
    logic            legal;
    unit_e           unit;
    logic            two_words;   // it is 8 bytes long
    scalar_format_e  format;      // of a scalar instruction
    logic [9:0]      op;          // of the format; of a vector instruction its VOP3 number
    logic [2:0][8:0] src;
    logic [2:0]      used;        // sources that it reads
    logic [2:0]      wide;        // of 64 bits
    logic            signed64;    // a literal of 64 bits is sign-extended
    logic [6:0]      sdst;        // scalar destination
    logic            has_sdst;
    logic            wide_sdst;
    logic [7:0]      vdst;
    logic            has_vdst;
    logic            wide_vdst;
    logic            reads_sdst;  // the old value of the destination is a source
    logic [1:0]      abs;         // of sources 0 and 1, and NEG: v_cndmask has them
    logic [1:0]      neg;
    logic            carry_in;    // source 2 is a mask, a bit a lane
    logic            cmpx;        // the mask goes to EXEC too
    logic            carry_out;   // a mask goes to sdst
    logic [31:0]     literal;     // the second word
  } decoded_t;

  // An inline constant (gfx9-encoding.md 4.2). of_64: the operand has 64 bits.
  function automatic logic [63:0] inline_constant(input logic [7:0] code, input logic of_64);
    logic [31:0] f32;
    logic [63:0] f64;
    f32 = '0;
    f64 = '0;
    unique case ({1'b0, code})
      Half: begin f32 = 32'h3f00_0000; f64 = 64'h3fe0_0000_0000_0000; end
      MinusHalf: begin f32 = 32'hbf00_0000; f64 = 64'hbfe0_0000_0000_0000; end
      One: begin f32 = 32'h3f80_0000; f64 = 64'h3ff0_0000_0000_0000; end
      MinusOne: begin f32 = 32'hbf80_0000; f64 = 64'hbff0_0000_0000_0000; end
      Two: begin f32 = 32'h4000_0000; f64 = 64'h4000_0000_0000_0000; end
      MinusTwo: begin f32 = 32'hc000_0000; f64 = 64'hc000_0000_0000_0000; end
      Four: begin f32 = 32'h4080_0000; f64 = 64'h4010_0000_0000_0000; end
      MinusFour: begin f32 = 32'hc080_0000; f64 = 64'hc010_0000_0000_0000; end
      OneOverTwoPi: begin f32 = 32'h3e22_f983; f64 = 64'h3fc4_5f30_6dc9_c882; end
      SharedBase: f64 = 64'h0001_0000_0000_0000;
      SharedLimit: begin f32 = 32'hffff_ffff; f64 = 64'h0001_0000_ffff_ffff; end
      PrivateBase: f64 = 64'h0002_0000_0000_0000;
      PrivateLimit: begin f32 = 32'hffff_ffff; f64 = 64'h0002_0000_ffff_ffff; end
      default: begin
        if (9'(code) <= Plus64) f64 = 64'(code) - 64'(FirstConstant);
        else if (9'(code) <= Minus16) f64 = 64'(Plus64) - 64'(code);
        f32 = f64[31:0];
      end
    endcase
    return of_64 ? f64 : {32'b0, f32};
  endfunction

  // Whether s_waitcnt need not wait (control-flow.md 5.1). EXP_CNT is always 0 here.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic wait_met(input logic [15:0] imm, input logic [5:0] vm, input logic [3:0] lgkm);
    return vm <= {imm[15:14], imm[3:0]} && lgkm <= imm[11:8];
  endfunction
  // verilator lint_on UNUSEDSIGNAL
endpackage
