// SPDX-License-Identifier: Apache-2.0
// The level of detail of a sample, of 16 lanes, and what follows from it (image.md 10.2, 11, 12): the levels, the
// weight of the second, the filters. Levels are in 1/256. Combinational; with go_i = 0 all outputs are 0.
//
// With query_i it is image_get_lod, and lambda_o and raw_o are what that returns (image.md 11.5); else they are 0.
module image_level (
  input  logic          go_i,
  input  logic [255:0]  tsharp_i,
  input  logic [127:0]  ssharp_i,
  input  logic [2:0]    from_i,          // image_pkg::level_e
  input  logic          clamp_valid_i,   // *_cl
  input  logic          unnormalized_i,  // by the instruction or by S#
  input  logic          gather_i,        // gather4
  input  logic          query_i,
  input  logic [511:0]  lod_i,           // f32: level or bias, where there is one
  input  logic [511:0]  clamp_i,         // f32
  input  logic [1535:0] dh_i,            // f32: derivatives of x, y, z
  input  logic [1535:0] dv_i,
  output logic [511:0]  lambda_o,        // f32: clamped to the levels of the view
  output logic [511:0]  raw_o,           // f32
  output logic [63:0]   level_o,         // the first level, of the whole image: 4 bits per lane
  output logic [127:0]  weight_o,        // of the level behind it, in 1/256: 8 bits per lane
  output logic [15:0]   xy_linear_o,
  output logic [15:0]   z_linear_o
);
  image_pkg::tsharp_t tsharp;
  image_pkg::ssharp_t ssharp;
  assign tsharp = tsharp_i;
  assign ssharp = ssharp_i;

  logic               derived, is_integer;
  logic [1:0]         last_axis, mip_filter;
  logic [3:0]         count;  // levels of the view, less one
  logic [44:0]        sizes;  // of the axes, 15 bits each
  logic signed [12:0] low, high;
  always_comb begin
    derived = 1'b0;
    is_integer = 1'b0;
    last_axis = '0;
    mip_filter = '0;
    count = '0;
    sizes = '0;
    low = '0;
    high = '0;
    if (go_i) begin
      derived = from_i != image_pkg::LevelZero && from_i != image_pkg::LevelGiven;
      is_integer = tsharp.num_format == vmem_format_pkg::Uint || tsharp.num_format == vmem_format_pkg::Sint;
      last_axis = tsharp.kind == image_pkg::Kind3D ? 2'd2 : image_pkg::is_1d(tsharp.kind) ? 2'd0 : 2'd1;
      mip_filter = ssharp.mip_filter;
      if ((gather_i || is_integer) && mip_filter != image_pkg::MipNone) mip_filter = image_pkg::MipPoint;
      count = tsharp.last_level - tsharp.base_level;
      sizes = {image_pkg::level_extent({1'b0, tsharp.depth}, tsharp.base_level),
               image_pkg::level_extent(tsharp.height, tsharp.base_level),
               image_pkg::level_extent(tsharp.width, tsharp.base_level)};
      if (unnormalized_i) sizes = {3{15'd1}};
      low = signed'({1'b0, ssharp.min_lod > tsharp.min_lod ? ssharp.min_lod : tsharp.min_lod});
      high = signed'({1'b0, ssharp.max_lod});
    end
  end

  // A level that is in 13 bits, or is the least or greatest that is.
  function automatic logic signed [12:0] saturated(input logic signed [24:0] level);
    saturated = level < -25'sd4096 ? -13'sd4096 : level > 25'sd4095 ? 13'sd4095 : level[12:0];
  endfunction

  // The magnitude of a derivative times the size of its axis, cut to 24 significant bits: t * 2^(e - 23) as
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

  // The logarithm of such a magnitude. That of Inf saturates.
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

  logic [31:0]        rho, component;
  logic signed [12:0] raw, lambda, clamp, shown;
  logic signed [24:0] sum;
  logic [12:0]        nearest;
  logic               linear;
  always_comb begin
    lambda_o = '0;
    raw_o = '0;
    level_o = '0;
    weight_o = '0;
    xy_linear_o = '0;
    z_linear_o = '0;
    rho = '0;
    component = '0;
    raw = '0;
    lambda = '0;
    clamp = '0;
    shown = '0;
    sum = '0;
    nearest = '0;
    linear = 1'b0;
    if (go_i) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        sum = 25'(signed'(ssharp.lod_bias));
        if (from_i == image_pkg::LevelGiven || from_i == image_pkg::LevelBias) begin
          sum = sum + 25'(saturated(image_pkg::fixed(lod_i[32 * l +: 32], 15'd1, 1'b0, 1'b0)));
        end
        if (derived) begin
          rho = '0;
          for (int unsigned a = 0; a < 3; a++) begin
            if (a[1:0] <= last_axis) begin
              component = scaled(dh_i[512 * a + 32 * l +: 32], sizes[15 * a +: 15]);
              if (component > rho) rho = component;
              component = scaled(dv_i[512 * a + 32 * l +: 32], sizes[15 * a +: 15]);
              if (component > rho) rho = component;
            end
          end
          sum = sum + 25'(logarithm(rho));
        end
        raw = saturated(sum);
        lambda = raw > low ? raw : low;
        if (clamp_valid_i) begin
          clamp = saturated(image_pkg::fixed(clamp_i[32 * l +: 32], 15'd1, 1'b0, 1'b0));
          if (clamp > lambda) lambda = clamp;
        end
        if (lambda > high) lambda = high;

        shown = lambda < 13'sd0 ? 13'sd0 : lambda;
        if (shown > signed'({1'b0, count, 8'd0})) shown = signed'({1'b0, count, 8'd0});
        nearest = lambda < 13'sd0 ? 13'd128 : lambda + 13'd128;
        level_o[4 * l +: 4] = tsharp.base_level;
        if (mip_filter == image_pkg::MipLinear) begin
          level_o[4 * l +: 4] = tsharp.base_level + shown[11:8];
          weight_o[8 * l +: 8] = shown[7:0];
        end else if (mip_filter != image_pkg::MipNone) begin
          level_o[4 * l +: 4] = tsharp.base_level + (nearest[12:8] > {1'b0, count} ? count : nearest[11:8]);
        end

        linear = lambda > 13'sd0 ? ssharp.xy_min_filter[0] : ssharp.xy_mag_filter[0];
        xy_linear_o[l] = gather_i || (linear && !is_integer);
        if (tsharp.kind == image_pkg::Kind3D && !is_integer) begin
          z_linear_o[l] = ssharp.z_filter == image_pkg::ZAsXy ? linear : ssharp.z_filter == image_pkg::ZLinear;
        end
        if (query_i) begin
          lambda_o[32 * l +: 32] = level_f32(shown);
          raw_o[32 * l +: 32] = level_f32(raw);
        end
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{tsharp, ssharp};
endmodule
