// The other float operations of one lane: minimum, maximum, median, rounding to an integral number,
// conversions to integers and between f16 and f32 (numerics.md 3.2, 3.4, 4). 0 when not enabled.
module valu_fpmisc (
  input  logic              en_i,
  // The whole control word and mode come in; only what this group needs is read.
  // verilator lint_off UNUSEDSIGNAL
  input  valu_pkg::ctl_t    ctl_i,
  // verilator lint_on UNUSEDSIGNAL
  input  valu_pkg::fpmode_t mode_i,
  input  logic [31:0]       a_i,
  input  logic [31:0]       b_i,
  input  logic [31:0]       c_i,
  output logic [31:0]       res_o
);
  function automatic logic is_snan(input logic [31:0] x);
    is_snan = fp_pkg::is_nan(x) && !x[22];
  endfunction

  // Minimum or maximum of two, -0 below +0.
  function automatic logic [31:0] pick(input logic [31:0] x, input logic [31:0] y,
                                       input logic largest, input logic ieee);
    logic [31:0] kx, ky;
    kx = x[31] ? ~x : x | 32'h80000000;
    ky = y[31] ? ~y : y | 32'h80000000;
    if (ieee && is_snan(x)) pick = fp_pkg::quiet(x);
    else if (ieee && is_snan(y)) pick = fp_pkg::quiet(y);
    else if (fp_pkg::is_nan(x)) pick = y;
    else if (fp_pkg::is_nan(y)) pick = x;
    else pick = (kx < ky) != largest ? x : y;
  endfunction

  function automatic logic [31:0] order(input logic [7:0] op, input logic [31:0] x,
      input logic [31:0] y, input logic [31:0] z, input logic ieee);
    logic median, largest;
    logic [31:0] both, key;
    median = op == valu_pkg::OpMed3F32 &&
             !(fp_pkg::is_nan(x) || fp_pkg::is_nan(y) || fp_pkg::is_nan(z));
    largest = op == valu_pkg::OpMaxF32 || op == valu_pkg::OpMax3F32 || median;
    both = pick(x, y, largest, ieee);
    if (op == valu_pkg::OpMinF32 || op == valu_pkg::OpMaxF32) order = both;
    else begin
      order = pick(both, z, largest, ieee);
      if (median) begin
        key = fp_pkg::sort_key(order);
        if (key == fp_pkg::sort_key(x)) order = pick(y, z, 1'b1, ieee);
        else if (key == fp_pkg::sort_key(y)) order = pick(x, z, 1'b1, ieee);
        else order = both;
      end
    end
  endfunction

  // To an integer: the number with 24 fraction bits, rounded as the operation says, saturated.
  function automatic logic [31:0] to_int(input logic [7:0] op, input logic [31:0] x);
    logic [63:0] fixed;
    logic big;
    fixed = {16'd0, fp_pkg::significand(x), 24'd0};
    big = x[30:23] >= 8'd159;
    if (x[30:23] >= 8'd150) fixed = fixed << (big ? 4'd0 : 4'(x[30:23] - 8'd150));
    else fixed = fp_pkg::shift_jam(fixed, {4'd0, 8'd150 - x[30:23]});
    unique case (op)
      valu_pkg::OpCvtRpi: fixed = fixed + (x[31] ? 64'h7fffff : 64'h800000);
      valu_pkg::OpCvtFlr: fixed = fixed + (x[31] ? 64'hffffff : 64'd0);
      default: ;
    endcase
    fixed = fixed >> 24;
    if (op == valu_pkg::OpCvtU32F32) begin
      if (fp_pkg::is_nan(x) || x[31]) to_int = 32'd0;
      else to_int = big || fixed[63:32] != 32'd0 ? 32'hffffffff : fixed[31:0];
    end else if (op == valu_pkg::OpCvtI32F32 && fp_pkg::is_nan(x)) to_int = 32'd0;
    else if (big || fixed >= 64'h80000000) to_int = x[31] ? 32'h80000000 : 32'h7fffffff;
    else to_int = x[31] ? -fixed[31:0] : fixed[31:0];
  endfunction

  function automatic logic [31:0] to_f16(input logic [31:0] x, input logic [1:0] round,
      input logic flush_out, input logic ovfl, input logic [1:0] omod, input logic clamp,
      input logic dx10);
    logic signed [11:0] e;
    logic [63:0] s;
    logic [15:0] h;
    e = fp_pkg::exponent(x) - 12'sd112;
    s = {fp_pkg::significand(x), 40'd0};
    if (fp_pkg::is_nan(x)) h = {x[31], 6'h3f, x[21:13]};
    else if (fp_pkg::is_inf(x)) h = {x[31], 15'h7c00};
    else begin
      if (e < 12'sd1) begin
        s = fp_pkg::shift_jam(s, 12'sd1 - e);
        e = 12'sd1;
      end
      if (e > 12'sd30) h = 16'h7c00;
      else begin
        h = {1'b0, e[4:0] - 5'd1, 10'd0} + {5'd0, s[63:53]} +
            {15'd0, fp_pkg::round_up(round, x[31], s[53], s[52], s[51:0] != 52'd0)};
      end
      if (h >= 16'h7c00) begin
        h = fp_pkg::stays_finite(round, x[31]) || ovfl ? 16'h7bff : 16'h7c00;
      end
      if (h[14:10] == 5'd0 && flush_out) h = 16'd0;
      h[15] = x[31];
    end
    if (omod != 2'd0) h = omod_f16(h, omod, round, ovfl);
    if (clamp) begin
      if (h[14:0] > 15'h7c00) h = dx10 ? 16'd0 : h;
      else if (h[15]) h = 16'd0;
      else if (h > 16'h3c00) h = 16'h3c00;
    end
    to_f16 = {16'd0, h};
  endfunction

  // As fp_pkg::apply_omod.
  function automatic logic [15:0] omod_f16(input logic [15:0] x, input logic [1:0] omod,
                                           input logic [1:0] round, input logic ovfl);
    logic [5:0] e;
    e = {1'b0, x[14:10]};
    unique case (omod)
      2'd1: e = e + 6'd1;
      2'd2: e = e + 6'd2;
      default: e = e - 6'd1;
    endcase
    if (x[14:10] == 5'h1f) omod_f16 = x;
    else if (x[14:10] == 5'd0 || e == 6'd0) omod_f16 = 16'd0;
    else if (e >= 6'd31) begin
      omod_f16 = {x[15], fp_pkg::stays_finite(round, x[15]) || ovfl ?
                         15'h7bff : 15'h7c00};
    end else omod_f16 = {x[15], e[4:0], x[9:0]};
  endfunction

  // Exact; a NaN keeps its payload and becomes quiet.
  function automatic logic [31:0] from_f16(input logic [15:0] x, input logic flush_in);
    logic [9:0] f;
    logic [7:0] e;
    f = x[9:0];
    e = {3'd0, x[14:10]} + 8'd112;
    if (x[14:10] == 5'h1f) begin
      from_f16 = {x[15], 8'hff, f != 10'd0 ? {1'b1, f[8:0]} : 10'd0, 13'd0};
    end else if (x[14:10] != 5'd0) from_f16 = {x[15], e, f, 13'd0};
    else if (f == 10'd0 || flush_in) from_f16 = {x[15], 31'd0};
    else begin
      // f * 2^-24: the leading one becomes the hidden bit.
      e = 8'd112;
      for (int unsigned n = 0; n < 9; n++) begin
        if (!f[9]) begin
          f = f << 1;
          e = e - 8'd1;
        end
      end
      from_f16 = {x[15], e, f[8:0], 14'd0};
    end
  endfunction

  logic [31:0] a, b, c;
  logic flush_in;
  // OMOD counts only with IEEE and output denormals of the result's type off.
  logic [1:0] omod, omod16;
  assign omod = mode_i.ieee || mode_i.out32_denorm ? 2'd0 : ctl_i.omod;
  assign omod16 = mode_i.ieee || mode_i.out16_denorm ? 2'd0 : ctl_i.omod;
  always_comb begin
    res_o = 32'd0;
    a = 32'd0;
    b = 32'd0;
    c = 32'd0;
    flush_in = 1'b0;
    if (en_i) begin
      flush_in = !mode_i.in32_denorm;
      a = fp_pkg::flush(fp_pkg::modify(a_i, ctl_i.neg[0], ctl_i.abs[0]), flush_in);
      unique case (ctl_i.op)
        valu_pkg::OpCvtU32F32, valu_pkg::OpCvtI32F32, valu_pkg::OpCvtRpi, valu_pkg::OpCvtFlr: begin
          res_o = to_int(ctl_i.op, a);
        end
        valu_pkg::OpCvtF16F32: begin
          res_o = to_f16(a, mode_i.round16, !mode_i.out16_denorm, mode_i.fp16_ovfl, omod16,
                         ctl_i.clamp, mode_i.dx10_clamp);
        end
        valu_pkg::OpCvtF32F16: begin
          res_o = from_f16({(a_i[15] && !ctl_i.abs[0]) ^ ctl_i.neg[0], a_i[14:0]}, !mode_i.in16_denorm);
          res_o = fp_pkg::finish(res_o, omod, ctl_i.clamp, mode_i.round32, mode_i.dx10_clamp);
        end
        valu_pkg::OpTruncF32, valu_pkg::OpCeilF32, valu_pkg::OpRndneF32, valu_pkg::OpFloorF32: begin
          res_o = fp_pkg::is_nan(a) ? fp_pkg::quiet(a) : fp_pkg::round_integral(a, ctl_i.op[1:0]);
          res_o = fp_pkg::finish(res_o, omod, ctl_i.clamp, mode_i.round32, mode_i.dx10_clamp);
        end
        default: begin
          b = fp_pkg::flush(fp_pkg::modify(b_i, ctl_i.neg[1], ctl_i.abs[1]), flush_in);
          c = fp_pkg::flush(fp_pkg::modify(c_i, ctl_i.neg[2], ctl_i.abs[2]), flush_in);
          res_o = fp_pkg::flush(order(ctl_i.op, a, b, c, mode_i.ieee), !mode_i.out32_denorm);
          res_o = fp_pkg::finish(res_o, omod, ctl_i.clamp, mode_i.round32, mode_i.dx10_clamp);
        end
      endcase
    end
  end
endmodule
