// SPDX-License-Identifier: Apache-2.0
// Proof about image_axis_pkg::wrapped, the clamp modes (image.md 10.5), for every index that an axis can have and every
// size:
//   - A texel is below the size. There is border in the modes of border alone.
//   - An index of a texel is that texel, in all modes.
//   - An index outside is never border in WRAP, MIRROR and the modes that end at a texel.
//   - The mirror of an index, -1 - i, is the same texel in the modes that mirror once.
//   - Behind the last texel and before the first one lie the neighbours that the mode names.
module image_axis_proof (
  input logic [16:0] index_i,
  input logic [14:0] size_i,
  input logic [2:0]  mode_i
);
  logic [14:0] here, mirrored, before, after;
  logic        inside, borders, mirrors;
  assign here = image_axis_pkg::wrapped(index_i, size_i, mode_i);
  assign mirrored = image_axis_pkg::wrapped(~index_i, size_i, mode_i);
  assign before = image_axis_pkg::wrapped(17'h1FFFF, size_i, mode_i);
  assign after = image_axis_pkg::wrapped({2'd0, size_i}, size_i, mode_i);
  assign inside = index_i < {2'd0, size_i};
  assign borders = mode_i >= image_pkg::ClampHalfBorder;
  assign mirrors = mode_i == image_pkg::Mirror || mode_i == image_pkg::MirrorOnceLastTexel ||
                   mode_i == image_pkg::MirrorOnceHalfBorder || mode_i == image_pkg::MirrorOnceBorder;

  always_comb begin
    assume (size_i != 15'd0 && size_i <= 15'd16384);
    assume (index_i[16:15] != 2'b01 || index_i[14:5] == 10'd0);    // up to 32799
    assume (index_i[16:15] != 2'b10 || index_i[14:6] == 9'h1FF);   // from -32832 on
    assert (here[14] || {1'b0, here[13:0]} < size_i);
    assert (!here[14] || (borders && !inside));
    assert (!inside || here == index_i[14:0]);
    if (mirrors && mode_i != image_pkg::Mirror) assert (mirrored == here);
    if (mode_i == image_pkg::Wrap) begin
      assert ({1'b0, before[13:0]} == size_i - 15'd1);
      assert (after == 15'd0);
    end
    if (mode_i == image_pkg::ClampLastTexel) assert (before == 15'd0);
    if (mirrors) assert (before == 15'd0);
    if (mode_i == image_pkg::Mirror || mode_i == image_pkg::ClampLastTexel ||
        mode_i == image_pkg::MirrorOnceLastTexel) begin
      assert ({1'b0, after[13:0]} == size_i - 15'd1);
    end
    if (borders) assert (after[14]);
    if (mode_i == image_pkg::ClampHalfBorder || mode_i == image_pkg::ClampBorder) assert (before[14]);
  end
endmodule
