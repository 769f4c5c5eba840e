// SPDX-License-Identifier: Apache-2.0
// Addresses of the lanes of a pass of a FLAT instruction, and their apertures (buffer-memory.md 10, D-MEM-37).
// Combinational; with go_i = 0 all outputs are 0.
module flat_aperture (
  input  logic          go_i,
  input  logic [511:0]  low_i,      // address VGPRs, 32 bits per lane
  input  logic [511:0]  high_i,
  input  logic [11:0]   offset_i,
  output logic [511:0]  low_o,      // of the sum: in an aperture the offset
  output logic [511:0]  high_o,
  output logic [15:0]   shared_o,   // lanes of the shared aperture,
  output logic [15:0]   private_o   // of the private aperture
);
  logic [63:0] sum;
  always_comb begin
    low_o = '0;
    high_o = '0;
    shared_o = '0;
    private_o = '0;
    sum = '0;
    if (go_i) begin
      for (int unsigned l = 0; l < 16; l++) begin
        sum = {high_i[32 * l +: 32], low_i[32 * l +: 32]} + {52'd0, offset_i};
        low_o[32 * l +: 32] = sum[31:0];
        high_o[32 * l +: 32] = sum[63:32];
        shared_o[l] = sum[63:32] == {cu_pkg::SharedAperture, 16'd0};
        private_o[l] = sum[63:32] == {cu_pkg::PrivateAperture, 16'd0};
      end
    end
  end
endmodule
