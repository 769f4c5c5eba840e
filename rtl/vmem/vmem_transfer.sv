// SPDX-License-Identifier: Apache-2.0
// Moves the dwords of a pass between its lanes and the entries of the LDS (buffer-memory.md 9). Lane l has the dword at
// the place of lane 0 plus l, so a pass lies in five entries at most. Combinational; with go_i = 0 all outputs are 0.
module vmem_transfer (
  input  logic         go_i,
  input  logic [15:2]  first_i,    // LDS address of lane 0 of the pass
  input  logic [2:0]   step_i,     // entry of the pass, from 0 on
  input  logic [15:0]  lanes_i,    // that are transferred
  input  logic [511:0] words_i,    // to the LDS
  input  logic [127:0] entry_i,    // from the LDS
  output logic [15:4]  entry_o,    // place of the entry
  output logic [15:0]  be_o,
  output logic [127:0] data_o,     // bytes not enabled are 0
  output logic [15:0]  taken_o,    // lanes in this entry
  output logic [511:0] words_o,    // of these, from the LDS
  output logic         last_o      // no lane is in a later entry
);
  // The lane of a dword of the entry; one that is no lane is 16 and more.
  function automatic logic [4:0] lane_of(logic [1:0] dword);
    lane_of = {step_i, dword} - {3'd0, first_i[3:2]};
  endfunction

  logic [4:0] lane, lane_read;
  always_comb begin
    entry_o = '0;
    be_o = '0;
    data_o = '0;
    taken_o = '0;
    last_o = 1'b0;
    lane = '0;
    if (go_i) begin
      entry_o = first_i[15:4] + {9'd0, step_i};
      for (int unsigned k = 0; k < 4; k++) begin
        lane = lane_of(k[1:0]);
        if (!lane[4] && lanes_i[lane[3:0]]) begin
          be_o[4 * k +: 4] = 4'b1111;
          data_o[32 * k +: 32] = words_i[{lane[3:0], 5'd0} +: 32];
          taken_o[lane[3:0]] = 1'b1;
        end
      end
      last_o = lane[4] || (lanes_i & ~((16'd2 << lane[3:0]) - 16'd1)) == '0;
    end
  end

  // A block of its own: the entry is read at entry_o.
  always_comb begin
    words_o = '0;
    lane_read = '0;
    if (go_i) begin
      for (int unsigned k = 0; k < 4; k++) begin
        lane_read = lane_of(k[1:0]);
        if (!lane_read[4]) words_o[{lane_read[3:0], 5'd0} +: 32] = entry_i[32 * k +: 32];
      end
    end
  end
endmodule
