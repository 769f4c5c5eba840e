// SPDX-License-Identifier: Apache-2.0
// Arithmetic of levels of detail (image.md 11), which are in 1/256. The functions are of one lane; MODE has no
// influence. With no_inline_task Verilator emits one function that all lanes share.
package image_level_pkg;
  // A level that is in 13 bits, or is the least or greatest that is.
  function automatic logic signed [12:0] saturated(input logic signed [24:0] level);
    saturated = level < -25'sd4096 ? -13'sd4096 : level > 25'sd4095 ? 13'sd4095 : level[12:0];
  endfunction

  // x - y of f32 numbers, rounded to nearest even: a derivative of a quad (D-IMG-32). A NaN gives a NaN.
  function automatic logic [31:0] difference(input logic [31:0] x, input logic [31:0] y);
    /* verilator no_inline_task */
    if (fp_pkg::is_nan(x) || fp_pkg::is_nan(y)) difference = fp_pkg::DefaultNan;
    else difference = 32'(fp_pkg::mul_add(fp_pkg::F32, x, fp_pkg::One, y ^ 32'h80000000, 12'sd0, 1'b0,
                                          fp_pkg::RoundNearest, 1'b0, 1'b0));
  endfunction

  // verilator lint_off UNUSEDSIGNAL
  // The magnitude of a derivative times the size of its axis, cut to 24 significant bits. It is t * 2^(e - 23) as
  // {e + 256, t without its leading one}, 0 for zero. A greater magnitude is a greater number. A NaN is zero.
  function automatic logic [31:0] scaled(input logic [31:0] derivative, input logic [14:0] size);
    /* verilator no_inline_task */
    logic [63:0] number;
    logic [38:0] product;  // the leading one goes to bit 38
    logic [8:0]  exponent;
    number = fp_pkg::unpack(fp_pkg::F32, derivative);
    product = {15'd0, number[48:25]} * {24'd0, size};
    exponent = number[59:51] + 9'd271;
    if (product[38:31] == '0) begin product = product << 8; exponent = exponent - 9'd8; end
    if (product[38:35] == '0) begin product = product << 4; exponent = exponent - 9'd4; end
    if (product[38:37] == '0) begin product = product << 2; exponent = exponent - 9'd2; end
    if (!product[38]) begin product = product << 1; exponent = exponent - 9'd1; end
    scaled = {exponent, product[37:15]};
    if (product == '0 || fp_pkg::is_nan(derivative)) scaled = '0;
  endfunction
  // verilator lint_on UNUSEDSIGNAL

  // The logarithm of such a magnitude. It saturates for Inf.
  function automatic logic signed [12:0] logarithm(input logic [31:0] rho);
    /* verilator no_inline_task */
    logic [7:0] k;
    k = image_log_pkg::fraction({1'b1, rho[22:0]});
    logarithm = rho == '0 ? -13'sd4096 : saturated(signed'({8'd0, rho[31:23], k}) - 25'sd65536);
  endfunction

  // A level as an f32 number, which is exact.
  function automatic logic [31:0] level_f32(input logic signed [12:0] level);
    /* verilator no_inline_task */
    logic [12:0] magnitude;
    logic [6:0]  unused_flags;
    unused_flags = '0;
    magnitude = level[12] ? -level : level;
    level_f32 = 32'(fp_pkg::round_pack(fp_pkg::F32, level[12], 14'sd53, {51'd0, magnitude}, fp_pkg::RoundNearest,
                                       1'b0, 1'b0, unused_flags));
  endfunction
endpackage
