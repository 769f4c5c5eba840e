// SPDX-License-Identifier: Apache-2.0
// The addresses of texels in memory, of 16 lanes (image.md 8.1). The levels of a slice lie one below the other, all
// with the pitch of level 0. Combinational; with go_i = 0 the output is 0.
module image_address (
  input  logic          go_i,
  input  logic [255:0]  tsharp_i,
  input  logic [63:0]   level_i,  // of the whole image: 4 bits per lane
  input  logic [223:0]  x_i,      // 14 bits per lane
  input  logic [223:0]  y_i,      // 14 bits per lane
  input  logic [207:0]  slice_i,  // of the whole image, or z: 13 bits per lane
  input  logic [1:0]    dword_i,  // of the element
  output logic [1023:0] addr_o    // of this dword: 64 bits per lane, canonical (D-MEM-44)
);
  image_pkg::tsharp_t tsharp;
  assign tsharp = tsharp_i;

  logic        mipmapped;
  logic [2:0]  shift;                   // an element has 1 << shift bytes
  logic [14:0] height, padded;          // padded: height of a level, half of that before, rounded up
  logic [16:0] pitch, rows, alignment;  // alignment: texels of 256 bytes
  logic [16:0] first [16];              // row in which a level begins
  always_comb begin
    mipmapped = 1'b0;
    shift = '0;
    height = '0;
    padded = '0;
    pitch = '0;
    rows = '0;
    alignment = '0;
    for (int unsigned i = 0; i < 16; i++) first[i] = '0;
    if (go_i) begin
      mipmapped = tsharp.max_mip != '0;
      shift = image_pkg::log2_bytes(tsharp.data_format);
      height = image_pkg::is_1d(tsharp.kind) ? 15'd1 : {1'b0, tsharp.height} + 15'd1;
      alignment = 17'd256 >> shift;
      pitch = {1'b0, tsharp.pitch} + 17'd1;
      rows = {2'd0, height};
      if (mipmapped) begin
        rows = pitch;
        pitch = ({3'd0, tsharp.width} + alignment) & ~(alignment - 17'd1);
      end
      padded = height;
      for (int unsigned i = 1; i < 16; i++) begin
        first[i] = first[i - 1] + {2'd0, padded};
        padded = (padded + 15'd1) >> 1;
      end
    end
  end

  logic [47:0] row, offset;
  always_comb begin
    addr_o = '0;
    row = '0;
    offset = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        row = {35'd0, slice_i[13 * l +: 13]} * {31'd0, rows} + {31'd0, first[level_i[4 * l +: 4]]} +
              {34'd0, y_i[14 * l +: 14]};
        offset = (row * {31'd0, pitch} + {34'd0, x_i[14 * l +: 14]}) << shift;
        addr_o[64 * l +: 64] = mem_pkg::canonical({tsharp.base, 8'd0} + offset + {44'd0, dword_i, 2'd0});
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^tsharp;
endmodule
