// SPDX-License-Identifier: Apache-2.0
// 16-bit integers of one lane, single or packed (v_pk_*) (numerics.md 7; CLAMP: numerics.md 2). A single operand is
// in bits 15:0; bits 31:16 of its result are zero.
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_int16_pkg;
  typedef enum logic [4:0] {
    AddU16, SubU16, SubrevU16, AddI16, SubI16, MulLoU16, MadU16, MadI16,
    Lshlrev16, Lshrrev16, Ashrrev16,
    MaxU16, MinU16, MaxI16, MinI16, Min3I16, Max3I16, Med3I16, Min3U16, Max3U16, Med3U16
  } op_e;

  // Flipping it turns signed order into unsigned order, and back.
  localparam logic [15:0] SignBit = 16'h8000;

  function automatic logic [15:0] umin(input logic [15:0] x, input logic [15:0] y);
    umin = x < y ? x : y;
  endfunction
  function automatic logic [15:0] umax(input logic [15:0] x, input logic [15:0] y);
    umax = x > y ? x : y;
  endfunction
  function automatic logic [15:0] umed(input logic [15:0] x, input logic [15:0] y,
                                       input logic [15:0] z);
    umed = umax(umin(x, y), umin(umax(x, y), z));
  endfunction

  function automatic logic [33:0] sext(input logic [15:0] x);
    sext = {{18{x[15]}}, x};
  endfunction
  // An exact result to 16 bits; with clamp it saturates.
  function automatic logic [15:0] unsigned16(input logic [33:0] x, input logic clamp);
    unsigned16 = x[15:0];
    if (clamp && x[33]) unsigned16 = 16'h0000;
    else if (clamp && x[32:16] != 17'd0) unsigned16 = 16'hffff;
  endfunction
  function automatic logic [15:0] signed16(input logic [33:0] x, input logic clamp);
    signed16 = clamp && x[33:15] != {19{x[33]}} ? {x[33], {15{!x[33]}}} : x[15:0];
  endfunction

  function automatic logic [15:0] compute16(input logic [4:0] op, input logic clamp,
      input logic [15:0] a, input logic [15:0] b, input logic [15:0] c);
    unique case (op)
      valu_int16_pkg::AddU16: compute16 = unsigned16({18'd0, a} + {18'd0, b}, clamp);
      valu_int16_pkg::SubU16: compute16 = unsigned16({18'd0, a} - {18'd0, b}, clamp);
      valu_int16_pkg::SubrevU16: compute16 = unsigned16({18'd0, b} - {18'd0, a}, clamp);
      valu_int16_pkg::AddI16: compute16 = signed16(sext(a) + sext(b), clamp);
      valu_int16_pkg::SubI16: compute16 = signed16(sext(a) - sext(b), clamp);
      valu_int16_pkg::MulLoU16: compute16 = a * b;
      valu_int16_pkg::MadU16: compute16 = unsigned16({18'd0, a} * {18'd0, b} + {18'd0, c}, clamp);
      valu_int16_pkg::MadI16: compute16 = signed16(sext(a) * sext(b) + sext(c), clamp);
      valu_int16_pkg::Lshlrev16: compute16 = b << a[3:0];
      valu_int16_pkg::Lshrrev16: compute16 = b >> a[3:0];
      valu_int16_pkg::Ashrrev16: compute16 = $signed(b) >>> a[3:0];
      valu_int16_pkg::MaxU16: compute16 = umax(a, b);
      valu_int16_pkg::MinU16: compute16 = umin(a, b);
      valu_int16_pkg::MaxI16: compute16 = umax(a ^ SignBit, b ^ SignBit) ^ SignBit;
      valu_int16_pkg::MinI16: compute16 = umin(a ^ SignBit, b ^ SignBit) ^ SignBit;
      valu_int16_pkg::Min3I16: compute16 = umin(umin(a ^ SignBit, b ^ SignBit), c ^ SignBit) ^ SignBit;
      valu_int16_pkg::Max3I16: compute16 = umax(umax(a ^ SignBit, b ^ SignBit), c ^ SignBit) ^ SignBit;
      valu_int16_pkg::Med3I16: compute16 = umed(a ^ SignBit, b ^ SignBit, c ^ SignBit) ^ SignBit;
      valu_int16_pkg::Min3U16: compute16 = umin(umin(a, b), c);
      valu_int16_pkg::Max3U16: compute16 = umax(umax(a, b), c);
      valu_int16_pkg::Med3U16: compute16 = umed(a, b, c);
      default: compute16 = 16'd0;
    endcase
  endfunction

  function automatic logic [31:0] compute(input logic [4:0] op, input logic clamp,
      input logic [15:0] a, input logic [15:0] b, input logic [15:0] c);
    /* verilator no_inline_task */
    compute = {16'd0, compute16(op, clamp, a, b, c)};
  endfunction

  // Bit i of lo (OP_SEL) and hi (OP_SEL_HI): source i gives its high half to the low or to the high result.
  function automatic logic [31:0] compute_pk(input logic [4:0] op, input logic clamp,
      input logic [2:0] lo, input logic [2:0] hi,
      input logic [31:0] a, input logic [31:0] b, input logic [31:0] c);
    /* verilator no_inline_task */
    compute_pk[15:0] = compute16(op, clamp, lo[0] ? a[31:16] : a[15:0],
                              lo[1] ? b[31:16] : b[15:0], lo[2] ? c[31:16] : c[15:0]);
    compute_pk[31:16] = compute16(op, clamp, hi[0] ? a[31:16] : a[15:0],
                               hi[1] ? b[31:16] : b[15:0], hi[2] ? c[31:16] : c[15:0]);
  endfunction
endpackage
