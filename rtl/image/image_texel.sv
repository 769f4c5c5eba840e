// SPDX-License-Identifier: Apache-2.0
// The four components of a texel of 16 lanes before DST_SEL (image.md 7.2, 9.2, 10.6): f32 numbers, or integers of 32
// bits. A component that the format lacks is 0. Combinational; with go_i = 0 the output is 0.
//
// With raw_i (*_pck) they are the dwords of the element. One of 1 or 2 bytes is extended.
module image_texel (
  input  logic          go_i,
  input  logic [255:0]  tsharp_i,
  input  logic [127:0]  ssharp_i,     // of opcodes with a sampler: border colour and comparison
  input  logic          raw_i,
  input  logic          sext_i,       // *_pck_sgn
  input  logic          compare_i,    // *_c
  input  logic [511:0]  reference_i,  // f32: z-compare
  input  logic [15:0]   border_i,     // lanes whose texel is border
  input  logic [15:0]   out_i,        // lanes out of range: all components are 0
  input  logic [2047:0] element_i,    // elements: a dword of 16 lanes, from the lowest on
  output logic [2047:0] texel_o       // a component of 16 lanes, X lowest
);
  image_pkg::tsharp_t tsharp;
  image_pkg::ssharp_t ssharp;
  assign tsharp = tsharp_i;
  assign ssharp = ssharp_i;

  logic [4:0]   dfmt;
  logic [3:0]   nfmt;
  logic [1:0]   last;    // dword of an element
  logic [2:0]   bytes;   // of a dword
  logic [12:0]  at;      // {dword, first bit, bits}
  logic [31:0]  mask, value;
  logic [511:0] words;
  logic         unit;    // the reference is clamped
  logic [127:0] border;  // W, Z, Y, X
  always_comb begin
    texel_o = '0;
    dfmt = tsharp.data_format[4:0];
    nfmt = '0;
    last = '0;
    bytes = '0;
    at = '0;
    mask = '0;
    value = '0;
    words = '0;
    border = '0;
    unit = 1'b0;
    if (go_i && raw_i) begin
      last = vmem_format_pkg::last_dword(dfmt);
      bytes = vmem_format_pkg::dword_bytes(dfmt);
      for (int unsigned c = 0; c < 4; c++) begin
        if (c[1:0] <= last) begin
          for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
            value = out_i[l] ? 32'd0 : element_i[512 * c + 32 * l +: 32];
            if (bytes == 3'd1) value = {{24{sext_i && value[7]}}, value[7:0]};
            if (bytes == 3'd2) value = {{16{sext_i && value[15]}}, value[15:0]};
            texel_o[512 * c + 32 * l +: 32] = value;
          end
        end
      end
    end else if (go_i) begin
      for (int unsigned c = 0; c < 4; c++) begin
        at = vmem_format_pkg::place(dfmt, c[1:0]);
        nfmt = tsharp.num_format == vmem_format_pkg::Srgb && c == 3 ? vmem_format_pkg::Unorm : tsharp.num_format;
        words = element_i[{at[12:11], 9'd0} +: 512];
        mask = 32'hFFFFFFFF >> (6'd32 - at[5:0]);
        if (at[5:0] != '0) begin
          for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
            value = (words[32 * l +: 32] >> at[10:6]) & mask;
            if (!out_i[l]) texel_o[512 * c + 32 * l +: 32] = vmem_format_pkg::loaded(value, at[5:0], nfmt, 1'b0);
          end
        end
      end
      if (border_i != '0) begin
        border = image_lerp_pkg::border(ssharp.border_color_type, tsharp.bc_swizzle,
                                        vmem_format_pkg::one(tsharp.num_format, 1'b0));
        for (int unsigned c = 0; c < 4; c++) begin
          for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
            if (border_i[l]) texel_o[512 * c + 32 * l +: 32] = border[32 * c +: 32];
          end
        end
      end
      if (compare_i) begin
        unit = tsharp.num_format == vmem_format_pkg::Unorm || tsharp.num_format == vmem_format_pkg::Srgb;
        texel_o[2047:512] = '0;
        for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
          texel_o[32 * l +: 32] = image_lerp_pkg::compare(ssharp.depth_compare_func, reference_i[32 * l +: 32],
                                                          texel_o[32 * l +: 32], unit) ? fp_pkg::One : 32'd0;
        end
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{tsharp, ssharp};
endmodule
