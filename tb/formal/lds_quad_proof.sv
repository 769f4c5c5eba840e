// Proof about lds_quad, the arbiter of the LDS banks (lds.md section 4.1): of the lanes of a quad it
// grants no bank two rows in a clock (nor two lanes, for atomics), loses no request, and has served
// every lane after at most four clocks, the clocks that the formula of section 4.1 counts.
//
// The quad is held as the LDS holds it: lanes that were served leave, the others ask again. Addresses
// stay as they were in the first clock.
module lds_quad_proof (
  input logic        clk_i,
  input lds_pkg::ctl_t ctl_i,
  input logic        write_i,
  input logic        single_i,
  input logic [43:0] lane_row_i,
  input logic [7:0]  lane_bank_i,
  input logic [15:0] place_i,
  input logic [511:0] data_i
);
  (* anyconst *) logic [3:0]  asked;  // the lanes of the quad that access the LDS
  (* anyconst *) logic [43:0] lane_row;
  (* anyconst *) logic [7:0]  lane_bank;
  (* anyconst *) logic        single;
  logic [3:0]   left_q, served;
  logic [2:0]   clocks_q;
  logic         started_q;
  logic [3:0]   bank_valid;
  logic [7:0]   bank_lane;
  logic [43:0]  bank_row;
  logic [63:0]  bank_be;
  logic [511:0] bank_data;
  initial started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb begin
    assume (lane_row_i == lane_row && lane_bank_i == lane_bank && single_i == single);
    if (!started_q) assume (left_q == asked && clocks_q == 3'd0);
  end

  lds_quad u_lds_quad (
    .go_i(1'b1), .ctl_i, .write_i, .single_i, .lanes_i(left_q), .lane_row_i, .lane_bank_i, .place_i, .data_i,
    .lanes_o(served), .bank_valid_o(bank_valid), .bank_lane_o(bank_lane), .bank_row_o(bank_row),
    .bank_be_o(bank_be), .bank_data_o(bank_data)
  );

  always_ff @(posedge clk_i) begin
    left_q <= left_q & ~served;
    clocks_q <= left_q == 4'd0 ? clocks_q : clocks_q + 3'd1;
  end

  // Requests that share a bank: distinct rows among them, or lanes for atomics (lds.md 4.1).
  logic [2:0] turns [4];
  logic [2:0] most;
  always_comb begin
    most = 3'd0;
    for (int b = 0; b < 4; b++) begin
      turns[b] = 3'd0;
      for (int l = 0; l < 4; l++) begin
        logic first;
        first = asked[l] && lane_bank[2*l +: 2] == b[1:0];
        for (int k = 0; k < 4; k++) begin
          if (k < l && !single && asked[k] && lane_bank[2*k +: 2] == b[1:0] &&
              lane_row[11*k +: 11] == lane_row[11*l +: 11]) first = 1'b0;
        end
        if (first) turns[b] = turns[b] + 3'd1;
      end
      if (turns[b] > most) most = turns[b];
    end
  end

  always_comb begin
    assert ((served & ~left_q) == 4'd0);
    for (int l = 0; l < 4; l++) begin
      // A bank is granted exactly when somebody asks for it, to the row of its first lane.
      if (left_q[l]) assert (bank_valid[lane_bank[2*l +: 2]]);
      if (bank_valid[l]) assert (left_q[bank_lane[2*l +: 2]] && served[bank_lane[2*l +: 2]] &&
                                 lane_bank[2*bank_lane[2*l +: 2] +: 2] == l[1:0]);
      // A served lane gets the row it asked for: its bank serves no other.
      if (served[l]) assert (bank_row[11*lane_bank[2*l +: 2] +: 11] == lane_row[11*l +: 11]);
      for (int k = 0; k < 4; k++) begin
        if (k != l && single && served[k] && served[l]) assert (lane_bank[2*k +: 2] != lane_bank[2*l +: 2]);
        // In order: a lane is not served before a lower one that asks for the same row of the same bank.
        if (k < l && left_q[k] && served[l] && lane_bank[2*k +: 2] == lane_bank[2*l +: 2] &&
            lane_row[11*k +: 11] == lane_row[11*l +: 11]) assert (served[k]);
      end
    end
    // Within its bound, and in as many clocks as the formula says.
    assert (clocks_q <= 3'd4);
    if (left_q == 4'd0) assert (clocks_q == most);
    else assert (clocks_q < most);
  end

  logic unused_data;
  assign unused_data = ^{bank_be, bank_data};
endmodule
