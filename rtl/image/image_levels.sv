// SPDX-License-Identifier: Apache-2.0
// The level of detail of a sample, and what follows from it (image.md 10.2, 11, 12): the levels, the weight of the
// second, the filters. 16 lanes. The outputs come in the cycle after go_i, and stay.
module image_levels (
  input  logic               clk_i,
  input  logic               go_i,
  input  mimg_pkg::issue_t   image_i,
  input  mimg_pkg::address_t address_i,
  output mimg_pkg::levels_t  levels_o
);
  image_pkg::tsharp_t tsharp;
  image_pkg::ssharp_t ssharp;
  mimg_pkg::row_t     row;
  assign tsharp = image_i.tsharp;
  assign ssharp = image_i.ssharp;
  assign row = image_i.dec.row;

  mimg_pkg::levels_t levels_q;
  assign levels_o = levels_q;

  // What all lanes share; 0 without go_i.
  typedef struct packed {
    logic        is_3d, is_integer, gathers, clamps, given;
    logic        by_quad, by_slopes;
    logic [1:0]  axes, mip_filter;
    logic [3:0]  count;  // levels of the view, less one
    logic [44:0] sizes;  // of the axes
  } shared_t;
  shared_t            shared;
  logic signed [12:0] low, high;
  always_comb begin
    shared = '0;
    low = '0;
    high = '0;
    if (go_i) begin
      shared.is_3d = tsharp.kind == image_pkg::Kind3D;
      shared.is_integer = tsharp.num_format == vmem_format_pkg::Uint || tsharp.num_format == vmem_format_pkg::Sint;
      shared.gathers = row.op == mimg_pkg::OpGather;
      shared.clamps = row.last && row.level != image_pkg::LevelGiven;
      shared.given = row.level == image_pkg::LevelGiven || row.level == image_pkg::LevelBias;
      shared.by_quad = row.level == image_pkg::LevelQuad || row.level == image_pkg::LevelBias;
      shared.by_slopes = row.level == image_pkg::LevelDerivatives;
      shared.axes = mimg_pkg::axes(tsharp.kind);
      shared.mip_filter = ssharp.mip_filter;
      if ((shared.gathers || shared.is_integer) && shared.mip_filter != image_pkg::MipNone) begin
        shared.mip_filter = image_pkg::MipPoint;
      end
      shared.count = tsharp.last_level - tsharp.base_level;
      shared.sizes = {image_pkg::level_extent({1'b0, tsharp.depth}, tsharp.base_level),
                      image_pkg::level_extent(tsharp.height, tsharp.base_level),
                      image_pkg::level_extent(tsharp.width, tsharp.base_level)};
      if (image_i.dec.unorm || ssharp.force_unnormalized) shared.sizes = {3{15'd1}};
      low = signed'({1'b0, ssharp.min_lod > tsharp.min_lod ? ssharp.min_lod : tsharp.min_lod});
      high = signed'({1'b0, ssharp.max_lod});
    end
  end

  // A slope of a lane: one given, or the difference in its quad (D-IMG-32). down: of lane 2 of the quad, not lane 1.
  function automatic logic [31:0] slope(logic [3:0] lane, logic [1:0] axis, logic down);
    logic [2:0] number;
    number = {1'b0, axis} + (down ? 3'd3 : 3'd0);
    slope = address_i.slopes[{number, lane, 5'd0} +: 32];
    if (shared.by_quad) begin
      slope = image_level_pkg::difference(address_i.body[{axis, lane[3:2], down, !down, 5'd0} +: 32],
                                          address_i.body[{axis, lane[3:2], 2'd0, 5'd0} +: 32]);
    end
  endfunction

  // rho of a lane (image.md 11.2).
  function automatic logic [31:0] rho(logic [3:0] lane);
    logic [31:0] component;
    rho = '0;
    for (int unsigned i = 0; i < 6; i++) begin
      if (2'(i / 2) < shared.axes) begin
        component = image_level_pkg::scaled(slope(lane, 2'(i / 2), i[0]), shared.sizes[15 * (i / 2) +: 15]);
        if (component > rho) rho = component;
      end
    end
  endfunction

  // {raw, lambda} of a lane (image.md 11.1, 11.3). slope_log: the logarithm of rho.
  function automatic logic [25:0] lambda(logic signed [12:0] slope_log, logic [31:0] lod, logic [31:0] clamp);
    logic signed [12:0] raw, bound, result;
    logic signed [24:0] sum;
    sum = 25'(signed'(ssharp.lod_bias));
    if (shared.given) sum = sum + 25'(image_level_pkg::saturated(image_pkg::fixed(lod, 15'd1, 1'b0, 1'b0)));
    if (shared.by_quad || shared.by_slopes) sum = sum + 25'(slope_log);
    raw = image_level_pkg::saturated(sum);
    result = raw > low ? raw : low;
    bound = low;
    if (shared.clamps) bound = image_level_pkg::saturated(image_pkg::fixed(clamp, 15'd1, 1'b0, 1'b0));
    if (bound > result) result = bound;
    lambda = {raw, result > high ? high : result};
  endfunction

  // {within the view, level, weight, xy_linear, z_linear} of lambda.
  function automatic logic [26:0] levels(logic signed [12:0] lambda_of);
    logic signed [12:0] shown;
    // verilator lint_off UNUSEDSIGNAL
    logic [12:0]        nearest;  // its upper bits
    // verilator lint_on UNUSEDSIGNAL
    logic [3:0]         level;
    logic [7:0]         weight;
    logic               linear, z_linear;
    shown = lambda_of < 13'sd0 ? 13'sd0 : lambda_of;
    if (shown > signed'({1'b0, shared.count, 8'd0})) shown = signed'({1'b0, shared.count, 8'd0});
    nearest = lambda_of < 13'sd0 ? 13'd128 : lambda_of + 13'd128;
    level = tsharp.base_level;
    weight = '0;
    if (shared.mip_filter == image_pkg::MipLinear) begin
      level = tsharp.base_level + shown[11:8];
      weight = shown[7:0];
    end else if (shared.mip_filter != image_pkg::MipNone) begin
      level = tsharp.base_level + (nearest[12:8] > {1'b0, shared.count} ? shared.count : nearest[11:8]);
    end
    linear = lambda_of > 13'sd0 ? ssharp.xy_min_filter[0] : ssharp.xy_mag_filter[0];
    z_linear = shared.is_3d && !shared.is_integer &&
               (ssharp.z_filter == image_pkg::ZAsXy ? linear : ssharp.z_filter == image_pkg::ZLinear);
    levels = {shown, level, weight, shared.gathers || (linear && !shared.is_integer), z_linear};
  endfunction

  // {raw, what levels() gives} of a lane.
  function automatic logic [39:0] of_lane(logic [3:0] lane);
    logic signed [12:0] slope_log;
    logic [31:0]        last;
    logic [25:0]        found;
    slope_log = '0;
    if (shared.by_quad || shared.by_slopes) slope_log = image_level_pkg::logarithm(rho(lane));
    last = address_i.last[{lane, 5'd0} +: 32];
    found = lambda(slope_log, row.bias ? address_i.bias[{lane, 5'd0} +: 32] : last, last);
    of_lane = {found[25:13], levels(signed'(found[12:0]))};
  endfunction

  always_ff @(posedge clk_i) begin
    if (go_i) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        {levels_q.raw[13 * l +: 13], levels_q.shown[13 * l +: 13], levels_q.level[4 * l +: 4],
         levels_q.weight[8 * l +: 8], levels_q.xy_linear[l], levels_q.z_linear[l]} <= of_lane(l[3:0]);
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{image_i, tsharp, ssharp, row, address_i};
endmodule
