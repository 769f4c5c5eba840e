// SPDX-License-Identifier: Apache-2.0
// The entries of the LDS to which or from which the dwords of a pass go (buffer-memory.md 9). Lane l has the dword at
// the place of lane 0 plus l, so a pass lies in five entries at most. Combinational; with go_i = 0 all outputs are 0.
module vmem_transfer (
  input  logic         go_i,
  input  logic [15:2]  first_i,  // LDS address of lane 0 of the pass
  input  logic [2:0]   step_i,   // entry of the pass, from 0 on
  input  logic [15:0]  lanes_i,  // that are transferred
  input  logic [15:0]  zero_i,   // lanes out of range: they give 0, with DST_SEL 1 too (D-MEM-12)
  input  logic [511:0] words_i,  // of the lanes
  output logic [15:4]  entry_o,  // place of the entry
  output logic [4:0]   lane_o,   // of its first dword; the next dwords are of the next lanes, those of 0 to 15
  output logic [15:0]  be_o,
  output logic [127:0] data_o,   // bytes not enabled are 0
  output logic         last_o    // no lane is in a later entry
);
  logic [4:0] lane;
  always_comb begin
    entry_o = '0;
    lane_o = '0;
    be_o = '0;
    data_o = '0;
    last_o = 1'b0;
    lane = '0;
    if (go_i) begin
      entry_o = first_i[15:4] + {9'd0, step_i};
      lane_o = {step_i, 2'd0} - {3'd0, first_i[3:2]};
      for (int unsigned k = 0; k < 4; k++) begin
        lane = lane_o + k[4:0];
        if (!lane[4] && lanes_i[lane[3:0]]) begin
          be_o[4 * k +: 4] = 4'b1111;
          if (!zero_i[lane[3:0]]) data_o[32 * k +: 32] = words_i[{lane[3:0], 5'd0} +: 32];
        end
      end
      last_o = lane[4] || (lanes_i & ~((16'd2 << lane[3:0]) - 16'd1)) == '0;
    end
  end
endmodule
