// SPDX-License-Identifier: Apache-2.0
// Source operands: as a decoder gives them, and the registers that the instruction at the issue stage reads.
package operand_pkg;
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

  // Operand view: registers as the instruction at the issue stage reads them. The ISA leaves their wait states to the
  // program. The view is their present value or, in a unit with exposed hazards, an older one (exposed_hazards.sv).
  typedef struct packed {
    logic              vskip;    // read by vector instructions
    logic              restore;  // the instruction writes all of TRAPSTS, from `trapsts`
    logic              vccz;
    logic              execz;
    logic              dpp_old;  // DPP: the first source is the VGPR's value before its last write
    logic [31:0]       m0;       // read by messages, the data share, s_movrel
    isa_pkg::trapsts_t trapsts;
    isa_pkg::mode_t    mode;     // read by s_getreg and s_setreg
    logic [63:0]       vcc;      // the mask that a vector ALU instruction takes from VCC
    logic [63:0]       exec;     // read by vector ALU instructions
  } operand_view_t;
endpackage
