// What an atomic operation of one lane leaves in its dword or two of an entry (lds.md 3.4, numerics.md
// 9). Combinational; with go_i 0 the output is 0. The 64-bit forms work on 64 bits throughout; a 32-bit
// value is widened so that comparisons and sums come out the same.
module lds_atomic (
  input  logic         go_i,
  input  logic [4:0]   op_i,     // lds_pkg::Op*
  input  logic         wide_i,   // 64 bits
  input  logic [31:0]  mode_i,   // the wave's MODE
  input  logic [3:0]   place_i,  // first byte of the value in the entry
  input  logic [127:0] entry_i,
  input  logic [63:0]  data0_i,  // 32-bit forms: the low half
  input  logic [63:0]  data1_i,
  output logic [127:0] data_o    // the value in its place, other bytes 0
);
  logic [63:0] old, d0, d1, result, old_key, d0_key, half;
  logic        less, less_signed;

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

  logic flush_in;
  assign flush_in = wide_i ? !mode_i[6] : !mode_i[4];

  always_comb begin
    old = '0;
    d0 = '0;
    d1 = '0;
    result = '0;
    old_key = '0;
    d0_key = '0;
    half = '0;
    less = 1'b0;
    less_signed = 1'b0;
    data_o = '0;
    if (go_i) begin
      half = place_i[3] ? entry_i[127:64] : entry_i[63:0];
      old = wide_i ? half : {32'd0, place_i[2] ? half[63:32] : half[31:0]};
      d0 = wide_i ? data0_i : {32'd0, data0_i[31:0]};
      d1 = wide_i ? data1_i : {32'd0, data1_i[31:0]};
      less = old < d0;
      less_signed = wide_i ? $signed(old) < $signed(d0) : $signed(old[31:0]) < $signed(d0[31:0]);
      unique case (op_i)
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
          half = (old | d0) << (wide_i ? 1 : 33);
          result = !nan(old, wide_i) && !nan(d0, wide_i) && (old == d0 || half == '0) ? d1 : old;
        end
        lds_pkg::OpMinF, lds_pkg::OpMaxF: begin
          old_key = order(old, wide_i, flush_in);
          d0_key = order(d0, wide_i, flush_in);
          if (signalling(old, wide_i)) result = quieted(old, wide_i);
          else if (signalling(d0, wide_i)) result = quieted(d0, wide_i);
          else if (nan(old, wide_i)) result = d0;
          else if (nan(d0, wide_i)) result = old;
          else if (op_i == lds_pkg::OpMinF) result = old_key < d0_key ? old : d0;
          else result = old_key > d0_key ? old : d0;
        end
        lds_pkg::OpWrap: result = less ? old + d1 : old - d0;
        default: result[31:0] = sum(old[31:0], d0[31:0], mode_i[4], mode_i[5]);  // OpAddF
      endcase
      if (!wide_i) result[63:32] = '0;
      data_o = {64'd0, result} << {place_i, 3'd0};
    end
  end

  logic unused_mode;
  assign unused_mode = ^mode_i;
endmodule
