// SPDX-License-Identifier: Apache-2.0
// Four sums of absolute differences of bytes (numerics.md 7). Sum k compares four bytes of S0 from byte k on
// with those of S1, and is added to element k of S2. The addition wraps; with CLAMP it saturates.
// With no_inline_task Verilator emits one function that all 16 lanes share.
package valu_sad_pkg;
  typedef enum logic [4:0] {
    QsadPk, MqsadPk,
    MqsadU32          // two steps, each writes two VGPRs
  } op_e;

  function automatic logic [9:0] diff(input logic [7:0] x, input logic [7:0] y, input logic masked);
    diff = {2'd0, x > y ? x - y : y - x};
    if (masked && y == 8'd0) diff = 10'd0;
  endfunction

  // With masked, a byte of the reference y that is zero is skipped.
  function automatic logic [9:0] sad(input logic [31:0] x, input logic [31:0] y,
                                     input logic masked);
    sad = diff(x[31:24], y[31:24], masked) + diff(x[23:16], y[23:16], masked) +
          diff(x[15:8], y[15:8], masked) + diff(x[7:0], y[7:0], masked);
  endfunction

  function automatic logic [15:0] add16(input logic [9:0] x, input logic [15:0] y, input logic clamp);
    logic [16:0] sum;
    sum = {7'd0, x} + {1'b0, y};
    add16 = clamp && sum[16] ? 16'hffff : sum[15:0];
  endfunction
  function automatic logic [31:0] add32(input logic [9:0] x, input logic [31:0] y, input logic clamp);
    logic [32:0] sum;
    sum = {23'd0, x} + {1'b0, y};
    add32 = clamp && sum[32] ? 32'hffffffff : sum[31:0];
  endfunction

  // upper: the second step of v_mqsad_u32_u8, with elements 2 and 3. c has the two elements of the step.
  function automatic logic [63:0] compute(input logic [4:0] op, input logic clamp,
      input logic upper, input logic [55:0] a, input logic [31:0] b, input logic [63:0] c);
    /* verilator no_inline_task */
    logic masked;
    masked = op != valu_sad_pkg::QsadPk;
    if (op == valu_sad_pkg::MqsadU32) begin
      compute[31:0] = add32(sad(upper ? a[47:16] : a[31:0], b, masked), c[31:0], clamp);
      compute[63:32] = add32(sad(upper ? a[55:24] : a[39:8], b, masked), c[63:32], clamp);
    end else begin
      compute[15:0] = add16(sad(a[31:0], b, masked), c[15:0], clamp);
      compute[31:16] = add16(sad(a[39:8], b, masked), c[31:16], clamp);
      compute[47:32] = add16(sad(a[47:16], b, masked), c[47:32], clamp);
      compute[63:48] = add16(sad(a[55:24], b, masked), c[63:48], clamp);
    end
  endfunction
endpackage
