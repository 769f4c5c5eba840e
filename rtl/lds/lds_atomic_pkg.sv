// SPDX-License-Identifier: Apache-2.0
// What an atomic operation of one lane leaves in its dword or two of an entry (lds.md 3.4, numerics.md
// 9). A 32-bit value is widened so that comparisons and sums come out the same on 64 bits.
// One function of the simulator's for all four banks: hence no_inline_task.
package lds_atomic_pkg;
  function automatic logic nan(input logic [63:0] x, input logic wide);
    nan = wide ? (x << 1) > 64'hffe0000000000000 : (x << 33) > 64'hff00000000000000;
  endfunction

  function automatic logic signalling(input logic [63:0] x, input logic wide);
    signalling = nan(x, wide) && !(wide ? x[51] : x[22]);
  endfunction

  function automatic logic [63:0] quieted(input logic [63:0] x, input logic wide);
    quieted = x | (wide ? 64'h0008000000000000 : 64'h0000000000400000);
  endfunction

  // Unsigned order of the keys is the order of the numbers, -0 below +0. flush: a denormal counts as a
  // zero of its sign.
  function automatic logic [63:0] order(input logic [63:0] x, input logic wide, input logic flush);
    logic [63:0] y;
    y = wide ? x : {x[31:0], 32'd0};
    if (flush && (wide ? y[62:52] == 11'd0 : y[62:55] == 8'd0)) y[62:0] = '0;
    order = y[63] ? ~y : {1'b1, y[62:0]};
  endfunction

  // The sum of two f32 numbers, memory's first: rounded to nearest even, denormals as MODE says.
  function automatic logic [31:0] sum(input logic [31:0] t, input logic [31:0] d,
                                      input logic keep_in, input logic keep_out);
    logic [31:0] x, y;
    x = fp_pkg::flush(t, !keep_in);
    y = fp_pkg::flush(d, !keep_in);
    if (fp_pkg::is_nan(t)) sum = fp_pkg::quiet(t);
    else if (fp_pkg::is_nan(d)) sum = fp_pkg::quiet(d);
    else sum = valu_fma_pkg::mul_add(fp_pkg::One, x, y, 12'sd0, 1'b0, 2'd0, !keep_out);
  endfunction

  // The new value; 32-bit forms have values and data in the low halves. place: its first byte in the
  // entry. Only the part of MODE that matters here is read.
  // verilator lint_off UNUSEDSIGNAL
  function automatic logic [63:0] left(input logic [4:0] op, input logic wide,
      input logic [31:0] mode, input logic [3:0] place, input logic [127:0] entry,
      input logic [63:0] data0, input logic [63:0] data1);
    // verilator lint_on UNUSEDSIGNAL
    /* verilator no_inline_task */
    logic [63:0] old, d0, d1, result, old_key, d0_key, half;
    logic        less, less_signed;
    result = '0;
    old_key = '0;
    d0_key = '0;
    half = place[3] ? entry[127:64] : entry[63:0];
    old = wide ? half : {32'd0, place[2] ? half[63:32] : half[31:0]};
    d0 = wide ? data0 : {32'd0, data0[31:0]};
    d1 = wide ? data1 : {32'd0, data1[31:0]};
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
        // Both zeros are equal; no denormal is flushed.
        half = (old | d0) << (wide ? 1 : 33);
        result = !nan(old, wide) && !nan(d0, wide) && (old == d0 || half == '0) ? d1 : old;
      end
      lds_pkg::OpMinF, lds_pkg::OpMaxF: begin
        old_key = order(old, wide, wide ? !mode[6] : !mode[4]);
        d0_key = order(d0, wide, wide ? !mode[6] : !mode[4]);
        if (signalling(old, wide)) result = quieted(old, wide);
        else if (signalling(d0, wide)) result = quieted(d0, wide);
        else if (nan(old, wide)) result = d0;
        else if (nan(d0, wide)) result = old;
        else if (op == lds_pkg::OpMinF) result = old_key < d0_key ? old : d0;
        else result = old_key > d0_key ? old : d0;
      end
      lds_pkg::OpWrap: result = less ? old + d1 : old - d0;
      default: result[31:0] = sum(old[31:0], d0[31:0], mode[4], mode[5]);  // OpAddF
    endcase
    if (!wide) result[63:32] = '0;
    left = result;
  endfunction
endpackage
