// SPDX-License-Identifier: Apache-2.0
// Proof about lds_quad, the arbiter of the LDS banks (lds.md 4.1). Each lane of a quad may wait with two
// parts of its bytes: those in its entry, and those in the entry after it. The proof says of one cycle:
//   - No bank is granted two rows, and with atomics no bank is granted two lanes.
//   - No request is lost.
//   - Each bank has one turn less to go. So a quad takes exactly the cycles of the formula of lds.md 4.1, at most
//     four.
//   - A write enables the bytes of the parts that are served, and no others.
// Parts that were served leave. The others ask again with the same addresses. So one cycle from any set of parts is
// the whole proof.
module lds_quad_proof (
  input lds_pkg::lds_control_t ctl_i,
  input logic [4:0]            size_i,
  input logic                  write_i,
  input logic                  single_i,
  input logic [3:0]            lanes_i,
  input logic [3:0]            split_i,
  input logic [43:0]           lane_row_i,
  input logic [7:0]            lane_bank_i,
  input logic [15:0]           byte_offset_i,
  input logic [511:0]          data_i
);
  logic [7:0]   served;  // bit lane: its first part; bit 4 + lane: its second
  logic [3:0]   bank_valid;
  logic [7:0]   bank_lane;
  logic [43:0]  bank_row;
  logic [63:0]  bank_be;
  logic [511:0] bank_data;

  lds_quad u_lds_quad (
    .go_i(1'b1), .ctl_i, .size_i, .write_i, .single_i, .lanes_i, .split_i, .lane_row_i, .lane_bank_i, .byte_offset_i,
    .data_i, .lanes_o(served[3:0]), .split_o(served[7:4]), .bank_valid_o(bank_valid),
    .bank_lane_o(bank_lane), .bank_row_o(bank_row), .bank_be_o(bank_be), .bank_data_o(bank_data)
  );

  // Where the parts lie, by the number of the entry: rows of four banks. A lane has one part in a bank
  // at most: bit 4 * bank + lane, and its row.
  logic [12:0] entry [8];
  logic [15:0] asking, granted;
  logic [10:0] row [16];
  always_comb begin
    asking = '0;
    granted = '0;
    for (int l = 0; l < 4; l++) begin
      entry[l] = {lane_row_i[11*l +: 11], lane_bank_i[2*l +: 2]};
      entry[4 + l] = entry[l] + 13'd1;
    end
    for (int b = 0; b < 4; b++) begin
      for (int l = 0; l < 4; l++) begin
        row[4*b + l] = entry[4 + l][1:0] == b[1:0] ? entry[4 + l][12:2] : entry[l][12:2];
        if (entry[l][1:0] == b[1:0]) begin
          asking[4*b + l] = lanes_i[l];
          granted[4*b + l] = served[l];
        end
        if (entry[4 + l][1:0] == b[1:0]) begin
          asking[4*b + l] = split_i[l];
          granted[4*b + l] = served[4 + l];
        end
      end
    end
  end

  // Turns that a set of lanes needs of a bank: its distinct rows, or its lanes for atomics (lds.md 4.1).
  function automatic logic [2:0] turns(logic [3:0] lanes, logic [1:0] bank);
    logic first;
    turns = 3'd0;
    for (int l = 0; l < 4; l++) begin
      first = lanes[l];
      for (int k = 0; k < 4; k++) begin
        if (k < l && !single_i && lanes[k] && row[4*bank + k] == row[4*bank + l]) first = 1'b0;
      end
      if (first) turns = turns + 3'd1;
    end
  endfunction

  logic [2:0] before [4];
  logic [2:0] after [4];
  always_comb begin
    for (int b = 0; b < 4; b++) begin
      before[b] = turns(asking[4*b +: 4], b[1:0]);
      after[b] = turns(asking[4*b +: 4] & ~granted[4*b +: 4], b[1:0]);
    end
  end

  // Byte k of bank b is one of a part that is served.
  logic [5:0]  past;  // a lane's first byte after its access, counted from its entry
  logic [63:0] enabled;
  always_comb begin
    enabled = '0;
    past = '0;
    for (int l = 0; l < 4; l++) begin
      past = {2'd0, byte_offset_i[4*l +: 4]} + {1'b0, size_i};
      for (int b = 0; b < 4; b++) begin
        for (int k = 0; k < 16; k++) begin
          if (served[l] && entry[l][1:0] == b[1:0] && {2'd0, byte_offset_i[4*l +: 4]} <= k[5:0] &&
              k[5:0] < past) enabled[16*b + k] = 1'b1;
          if (served[4 + l] && entry[4 + l][1:0] == b[1:0] && k[5:0] + 6'd16 < past) begin
            enabled[16*b + k] = 1'b1;
          end
        end
      end
    end
  end

  always_comb begin
    assert ((served & ~{split_i, lanes_i}) == 8'd0);
    if (write_i && size_i <= 5'd16) assert (bank_be == enabled);
    for (int b = 0; b < 4; b++) begin
      assert (before[b] <= 3'd4);
      assert (bank_valid[b] == (before[b] != 3'd0));
      assert (after[b] == (before[b] == 3'd0 ? 3'd0 : before[b] - 3'd1));
      for (int l = 0; l < 4; l++) begin
        // A lane that is served gets the row it asked for: its bank serves no other.
        if (granted[4*b + l]) assert (bank_row[11*b +: 11] == row[4*b + l]);
        // The lane named for a bank is its lowest.
        if (bank_valid[b] && bank_lane[2*b +: 2] == l[1:0]) assert (granted[4*b + l]);
        if (asking[4*b + l]) assert (bank_lane[2*b +: 2] <= l[1:0]);
        // Atomics: one lane a bank.
        for (int k = 0; k < 4; k++) begin
          if (k < l && single_i) assert (!granted[4*b + k] || !granted[4*b + l]);
        end
      end
    end
  end

  logic unused_data;
  assign unused_data = ^bank_data;
endmodule
