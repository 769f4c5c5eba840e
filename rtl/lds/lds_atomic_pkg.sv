// SPDX-License-Identifier: Apache-2.0
// The value that an atomic of one lane writes to its dword or two dwords of an entry (lds.md 3.4, numerics.md
// 9). A 32-bit value is zero-extended, so that unsigned comparisons and sums of 64 bits serve both widths.
// With no_inline_task Verilator emits one function that all four banks share.
package lds_atomic_pkg;
  // The sum of two f32 numbers, the one in memory first. It is rounded to nearest even. denorm: MODE's
  // {output, input} denormals of f32.
  function automatic logic [31:0] sum(input logic [31:0] t, input logic [31:0] d, input logic [1:0] denorm);
    logic [31:0] x, y;
    x = fp_pkg::flush_denormal(t, !denorm[0]);
    y = fp_pkg::flush_denormal(d, !denorm[0]);
    if (fp_pkg::is_nan(t)) sum = fp_pkg::nan_out(t, 1'b1);
    else if (fp_pkg::is_nan(d)) sum = fp_pkg::nan_out(d, 1'b1);
    else sum = 32'(fp_pkg::mul_add(fp_pkg::F32, fp_pkg::One, x, y, 12'sd0, 1'b0, fp_pkg::RoundNearest, !denorm[1],
                                   1'b0));
  endfunction

  // The new value. A 32-bit operation has its values in the low halves. The old value is in the entry, from
  // byte_offset on. The argument denorm is MODE's {output, input} denormals: of f64 if wide is set, else of f32.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [63:0] new_value(input logic [4:0] op, input logic wide,
      input logic [1:0] denorm, input logic [3:0] byte_offset, input logic [127:0] entry,
      input logic [63:0] data0, input logic [63:0] data1);
    // verilator lint_on UNUSEDSIGNAL
    /* verilator no_inline_task */
    logic [63:0] old, d0, d1, result, half;
    logic [63:0] old_fp, d0_fp;  // as fp_pkg::min_max takes them
    logic        less, less_signed, zeros;
    result = '0;
    half = byte_offset[3] ? entry[127:64] : entry[63:0];
    old = wide ? half : {32'd0, byte_offset[2] ? half[63:32] : half[31:0]};
    d0 = wide ? data0 : {32'd0, data0[31:0]};
    d1 = wide ? data1 : {32'd0, data1[31:0]};
    old_fp = wide ? old : {old[31:0], 32'd0};
    d0_fp = wide ? d0 : {d0[31:0], 32'd0};
    less = old < d0;
    less_signed = wide ? $signed(old) < $signed(d0) : $signed(old[31:0]) < $signed(d0[31:0]);
    unique case (op)
      lds_pkg::OpAdd:   result = old + d0;
      lds_pkg::OpSub:   result = old - d0;
      lds_pkg::OpRsub:  result = d0 - old;
      lds_pkg::OpInc:   result = less ? old + 64'd1 : 64'd0;
      lds_pkg::OpDec:   result = old == 64'd0 || d0 < old ? d0 : old - 64'd1;
      lds_pkg::OpMinI:  result = less_signed ? old : d0;
      lds_pkg::OpMaxI:  result = less_signed ? d0 : old;
      lds_pkg::OpMinU:  result = less ? old : d0;
      lds_pkg::OpMaxU:  result = less ? d0 : old;
      lds_pkg::OpAnd:   result = old & d0;
      lds_pkg::OpOr:    result = old | d0;
      lds_pkg::OpXor:   result = old ^ d0;
      lds_pkg::OpMskor: result = (old & ~d0) | d1;
      lds_pkg::OpWrite: result = d0;
      lds_pkg::OpCmpst: result = old == d0 ? d1 : old;
      lds_pkg::OpCmpstF: begin
        // +0 and -0 are equal, and flushed denormals.
        zeros = fp_pkg::is_zero_wide(old_fp, wide, !denorm[0]) && fp_pkg::is_zero_wide(d0_fp, wide, !denorm[0]);
        result = (old == d0 && !fp_pkg::is_nan_wide(d0_fp, wide)) || zeros ? d1 : old;
      end
      lds_pkg::OpMinF, lds_pkg::OpMaxF: begin
        result = fp_pkg::min_max(old_fp, d0_fp, wide, op == lds_pkg::OpMaxF, 1'b1, 1'b1, !denorm[0]);
        if (!wide) result = {32'd0, result[63:32]};
      end
      lds_pkg::OpCondxchg: begin  // each dword by itself
        result[31:0] = d0[31] ? {1'b0, d0[30:0]} : old[31:0];
        result[63:32] = d0[63] ? {1'b0, d0[62:32]} : old[63:32];
      end
      lds_pkg::OpWrap: result = less ? old + d1 : old - d0;
      default: result[31:0] = sum(old[31:0], d0[31:0], denorm);  // OpAddF
    endcase
    if (!wide) result[63:32] = '0;
    new_value = result;
  endfunction
endpackage
