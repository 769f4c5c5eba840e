// SPDX-License-Identifier: Apache-2.0
// The texels of one level that 16 lanes take: where they lie, and the weights of the second ones of each axis (image.md
// 9.1, 10.3 to 10.5). The outputs come in the cycle after go_i, and stay.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane.
module image_texels (
  input  logic               clk_i,
  input  logic               go_i,
  input  mimg_pkg::issue_t   image_i,
  input  mimg_pkg::address_t address_i,
  input  mimg_pkg::levels_t  levels_i,  // of a sample
  input  logic               second_i,  // its second level
  input  logic [15:0]        lanes_i,   // that have the level
  output mimg_pkg::texels_t  texels_o,
  output logic [15:0]        out_o      // without a sampler: lanes that have no element
);
  image_pkg::tsharp_t tsharp;
  image_pkg::ssharp_t ssharp;
  assign tsharp = image_i.tsharp;
  assign ssharp = image_i.ssharp;

  // What all lanes share; 0 without go_i.
  typedef struct packed {
    logic        samples, norm, has_y, has_z, has_slices;
    logic [3:0]  levels;      // of the view, less one
    logic [12:0] last_slice;  // of the view
  } shared_t;
  shared_t shared;
  always_comb begin
    shared = '0;
    if (go_i) begin
      shared.samples = mimg_pkg::samples(image_i.dec.row.op);
      shared.norm = !image_i.dec.unorm && !ssharp.force_unnormalized;
      shared.has_y = !image_pkg::is_1d(tsharp.kind);
      shared.has_z = tsharp.kind == image_pkg::Kind3D;
      shared.has_slices = image_pkg::has_slices(tsharp.kind);
      shared.levels = tsharp.last_level - tsharp.base_level;
      shared.last_slice = image_pkg::last_slice(tsharp.depth, tsharp.base_array);
    end
  end

  // The level of a lane, of the whole image.
  function automatic logic [3:0] level_of(logic [3:0] lane);
    level_of = shared.samples ? levels_i.level[{lane, 2'd0} +: 4] + {3'd0, second_i}
                       : tsharp.base_level + address_i.last[{lane, 5'd0} +: 4];
  endfunction

  // The size of an axis in a level.
  function automatic logic [14:0] size_of(logic [3:0] level, logic [1:0] axis);
    case (axis)
      2'd0: size_of = image_pkg::level_extent(tsharp.width, level);
      2'd1: size_of = shared.has_y ? image_pkg::level_extent(tsharp.height, level) : 15'd1;
      default: size_of = shared.has_z ? image_pkg::level_extent({1'b0, tsharp.depth}, level) : 15'd1;
    endcase
  endfunction

  // A sample: image_axis_pkg::texels of an axis.
  function automatic logic [37:0] sampled(logic [3:0] lane, logic [1:0] axis);
    logic [2:0]  mode;
    logic        linear;
    logic [31:0] coordinate;
    logic [5:0]  offset;
    case (axis)
      2'd0: {mode, coordinate} = {ssharp.clamp_x, address_i.body[{2'd0, lane, 5'd0} +: 32]};
      2'd1: {mode, coordinate} = {ssharp.clamp_y, address_i.body[{2'd1, lane, 5'd0} +: 32]};
      default: {mode, coordinate} = {ssharp.clamp_z, address_i.body[{2'd2, lane, 5'd0} +: 32]};
    endcase
    linear = axis == 2'd2 ? levels_i.z_linear[lane] : levels_i.xy_linear[lane];
    offset = address_i.offset[{lane, axis, 3'd0} +: 6];
    sampled = image_axis_pkg::texels(coordinate, size_of(level_of(lane), axis), mode, shared.norm, linear,
                                     ssharp.trunc_coord, offset);
  endfunction

  // {the second one counts, what sampled() gives} of a lane.
  function automatic logic [38:0] weighted(logic [3:0] lane, logic [37:0] texels);
    weighted = {lanes_i[lane] && texels[7:0] != '0, texels};
  endfunction

  // What weighted() gives, of z, whose indices have 13 bits: the planes, or the slice twice.
  function automatic logic [36:0] depths(logic [3:0] lane);
    // verilator lint_off UNUSEDSIGNAL
    logic [38:0] planes;  // indices of 14 bits
    // verilator lint_on UNUSEDSIGNAL
    logic [12:0] slice;
    depths = '0;
    if (shared.has_z) begin
      planes = weighted(lane, sampled(lane, 2'd2));
      depths = {planes[38:36], planes[34:22], planes[20:8], planes[7:0]};
    end else if (shared.has_slices) begin
      slice = tsharp.base_array + image_axis_pkg::slice(address_i.body[{2'd2, lane, 5'd0} +: 32], shared.last_slice);
      depths = {3'd0, slice, slice, 8'd0};
    end
  endfunction

  // A lane without a sampler is out of range (image.md 9.1).
  function automatic logic is_out(logic [3:0] lane);
    logic [31:0] x, y, z, mip;
    logic [3:0]  level;
    x = address_i.body[{2'd0, lane, 5'd0} +: 32];
    y = address_i.body[{2'd1, lane, 5'd0} +: 32];
    z = address_i.body[{2'd2, lane, 5'd0} +: 32];
    mip = address_i.last[{lane, 5'd0} +: 32];
    level = level_of(lane);
    is_out = mip > {28'd0, shared.levels} || x >= {17'd0, size_of(level, 2'd0)} ||
             y >= {17'd0, size_of(level, 2'd1)} ||
             (shared.has_slices ? z > {19'd0, shared.last_slice} : z >= {17'd0, size_of(level, 2'd2)});
  endfunction

  mimg_pkg::texels_t texels_q;
  logic [15:0]       out_q;
  assign texels_o = texels_q;
  assign out_o = out_q;
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        texels_q.level[4 * l +: 4] <= level_of(l[3:0]);
        if (shared.samples) begin
          {texels_q.weighted_x[l], texels_q.border_x[16 + l], texels_q.border_x[l], texels_q.x[224 + 14 * l +: 14],
           texels_q.x[14 * l +: 14], texels_q.weight_x[8 * l +: 8]} <= weighted(l[3:0], sampled(l[3:0], 2'd0));
          {texels_q.weighted_y[l], texels_q.border_y[16 + l], texels_q.border_y[l], texels_q.y[224 + 14 * l +: 14],
           texels_q.y[14 * l +: 14], texels_q.weight_y[8 * l +: 8]} <=
              weighted(l[3:0], shared.has_y ? sampled(l[3:0], 2'd1) : 38'd0);
          {texels_q.weighted_z[l], texels_q.border_z[16 + l], texels_q.border_z[l], texels_q.z[208 + 13 * l +: 13],
           texels_q.z[13 * l +: 13], texels_q.weight_z[8 * l +: 8]} <= depths(l[3:0]);
        end else begin
          texels_q.x[14 * l +: 14] <= address_i.body[32 * l +: 14];
          texels_q.y[14 * l +: 14] <= address_i.body[512 + 32 * l +: 14];
          texels_q.z[13 * l +: 13] <=
              address_i.body[1024 + 32 * l +: 13] + (shared.has_slices ? tsharp.base_array : 13'd0);
          out_q[l] <= is_out(l[3:0]);
        end
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{image_i, tsharp, ssharp, address_i, levels_i};
endmodule
