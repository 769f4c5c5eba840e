// SPDX-License-Identifier: Apache-2.0
// Source operands as a decoder gives them.
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
    logic [8:0] code;  // isa_pkg::operand_code_e
    logic       is64;  // reads two registers
    imm_e       imm;
  } vsrc_t;
endpackage
