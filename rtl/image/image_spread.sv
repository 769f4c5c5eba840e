// SPDX-License-Identifier: Apache-2.0
// The registers of a store of 16 lanes, by components (image.md 9.3, 13): those that DMASK names lie in consecutive
// registers, or with D16 in consecutive halves. Others are 0. vmem_format_store takes the output with all four
// components given. Combinational; with go_i = 0 the output is 0.
module image_spread (
  input  logic          go_i,
  input  logic [3:0]    dmask_i,
  input  logic          half_i,       // D16
  input  logic [2047:0] registers_i,  // registers of VDATA: 16 lanes of each, the first lowest
  output logic [2047:0] registers_o   // component c in register c, or with D16 in half c
);
  logic [1:0]   place;
  logic [511:0] values;
  always_comb begin
    registers_o = '0;
    place = '0;
    values = '0;
    if (go_i) begin
      for (int unsigned c = 0; c < 4; c++) begin
        if (dmask_i[c]) begin
          if (half_i) begin
            values = registers_i[{1'b0, place[1], 9'd0} +: 512];
            for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
              registers_o[512 * (c / 2) + 32 * l + 16 * (c % 2) +: 16] = values[32 * l + 16 * place[0] +: 16];
            end
          end else begin
            registers_o[512 * c +: 512] = registers_i[{place, 9'd0} +: 512];
          end
          place = place + 2'd1;
        end
      end
    end
  end
endmodule
