// Proof about lds_quad, the arbiter of the LDS banks (lds.md section 4.1): of the lanes of a quad that
// still wait it grants no bank two rows in a clock (nor two lanes, for atomics), loses no request, and
// each clock takes one turn off every bank: so a quad is served in exactly as many clocks as the
// formula of section 4.1 counts, which are at most four. The lanes that were served leave and the
// others ask again with the same addresses; so the step of one clock, from any set of lanes, is all.
module lds_quad_proof (
  input lds_pkg::ctl_t ctl_i,
  input logic          write_i,
  input logic          single_i,
  input logic [3:0]    lanes_i,
  input logic [43:0]   lane_row_i,
  input logic [7:0]    lane_bank_i,
  input logic [15:0]   place_i,
  input logic [511:0]  data_i
);
  logic [3:0]   served;
  logic [3:0]   bank_valid;
  logic [7:0]   bank_lane;
  logic [43:0]  bank_row;
  logic [63:0]  bank_be;
  logic [511:0] bank_data;

  lds_quad u_lds_quad (
    .go_i(1'b1), .ctl_i, .write_i, .single_i, .lanes_i, .lane_row_i, .lane_bank_i, .place_i, .data_i,
    .lanes_o(served), .bank_valid_o(bank_valid), .bank_lane_o(bank_lane), .bank_row_o(bank_row),
    .bank_be_o(bank_be), .bank_data_o(bank_data)
  );

  // Turns that a set of lanes needs of a bank: its distinct rows, or its lanes for atomics (lds.md 4.1).
  function automatic logic [2:0] turns(logic [3:0] asking, logic [1:0] bank);
    logic first;
    turns = 3'd0;
    for (int l = 0; l < 4; l++) begin
      first = asking[l] && lane_bank_i[2*l +: 2] == bank;
      for (int k = 0; k < 4; k++) begin
        if (k < l && !single_i && asking[k] && lane_bank_i[2*k +: 2] == bank &&
            lane_row_i[11*k +: 11] == lane_row_i[11*l +: 11]) first = 1'b0;
      end
      if (first) turns = turns + 3'd1;
    end
  endfunction

  logic [2:0] before [4];
  logic [2:0] after [4];
  always_comb begin
    for (int b = 0; b < 4; b++) begin
      before[b] = turns(lanes_i, b[1:0]);
      after[b] = turns(lanes_i & ~served, b[1:0]);
    end
  end

  always_comb begin
    assert ((served & ~lanes_i) == 4'd0);
    for (int b = 0; b < 4; b++) begin
      assert (before[b] <= 3'd4);
      assert (bank_valid[b] == (before[b] != 3'd0));
      assert (after[b] == (before[b] == 3'd0 ? 3'd0 : before[b] - 3'd1));
    end
    for (int l = 0; l < 4; l++) begin
      for (int b = 0; b < 4; b++) begin
        // A served lane gets the row it asked for: its bank serves no other.
        if (served[l] && lane_bank_i[2*l +: 2] == b[1:0]) begin
          assert (bank_row[11*b +: 11] == lane_row_i[11*l +: 11]);
        end
        // The lane named for a bank is its lowest.
        if (bank_valid[b] && bank_lane[2*b +: 2] == l[1:0]) begin
          assert (served[l] && lane_bank_i[2*l +: 2] == b[1:0]);
        end
        if (bank_valid[b] && lanes_i[l] && lane_bank_i[2*l +: 2] == b[1:0]) begin
          assert (bank_lane[2*b +: 2] <= l[1:0]);
        end
      end
      // Atomics: one lane a bank.
      for (int k = 0; k < 4; k++) begin
        if (k < l && single_i && served[k] && served[l]) begin
          assert (lane_bank_i[2*k +: 2] != lane_bank_i[2*l +: 2]);
        end
      end
    end
  end

  logic unused_data;
  assign unused_data = ^{bank_be, bank_data};
endmodule
