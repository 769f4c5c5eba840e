// SPDX-License-Identifier: Apache-2.0
// Addresses of one dword of the lanes of a pass (buffer-memory.md 10): of its first byte, and which of its bytes the
// instruction accesses. Combinational; with go_i = 0 all outputs are 0.
module vmem_address (
  input  logic                    go_i,
  input  vmem_pkg::vmem_control_t ctl_i,
  input  logic [127:0]            scalar_i,
  input  logic [15:0]             offset_i,
  input  logic [15:0]             lanes_i,     // active lanes
  input  logic [511:0]            address0_i,  // the first address VGPR
  input  logic [511:0]            address1_i,  // and the second, if there is one
  input  logic [1:0]              dword_i,     // of the lane's element in memory
  output logic [1023:0]           addr_o,      // 64 bits per lane
  output logic [63:0]             bytes_o      // 4 bits per lane
);
  logic [3:0]  bytes;
  logic [63:0] base, first;

  always_comb begin
    addr_o = '0;
    bytes_o = '0;
    bytes = '0;
    base = '0;
    first = '0;
    if (go_i) begin
      bytes = ctl_i.size == 3'd4 ? 4'b1111 : ctl_i.size == 3'd2 ? 4'b0011 : 4'b0001;
      base = scalar_i[63:0] + {{48{offset_i[15]}}, offset_i};
      for (int unsigned l = 0; l < 16; l++) begin
        first = base + {ctl_i.address_vgprs[1] ? address1_i[32 * l +: 32] : 32'd0, address0_i[32 * l +: 32]};
        addr_o[64 * l +: 64] = first + {60'd0, dword_i, 2'd0};
        if (lanes_i[l]) bytes_o[4 * l +: 4] = bytes;
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{ctl_i, scalar_i};
endmodule
