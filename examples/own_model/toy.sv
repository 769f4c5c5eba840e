// SPDX-License-Identifier: Apache-2.0
// A unit for the instruction set of toy8.c: it issues in one cycle and writes in the next. +toy_bug: LESS compares the
// operands as if they were signed.
module toy (
    input  logic        clk_i,
    input  logic        rst_ni,
    output logic [15:0] pc_o,
    input  logic [31:0] word_i
);
  localparam int Lanes = 8;
  localparam logic [7:0] Halt = 8'd0, Lane = 8'd1, Add = 8'd2, Less = 8'd3, All = 8'd4;

  logic bug;
  initial bug = $test$plusargs("toy_bug") != 0;

  logic [15:0] pc_q;
  logic started_q, ended_q, write_q;
  logic [Lanes-1:0] pred_q;
  logic [31:0] word_q;
  logic [3:0][Lanes-1:0][7:0] v_q;

  logic issue, vector;
  assign pc_o   = pc_q;
  assign issue  = started_q && !ended_q && !write_q;
  assign vector = word_q[31:24] == Lane || word_q[31:24] == Add;

  // What the write of this cycle leaves.
  logic [Lanes-1:0] less;
  logic [Lanes-1:0][7:0] result;
  always_comb begin
    for (int l = 0; l < Lanes; l++) begin
      less[l] = bug ? $signed(v_q[word_q[9:8]][l]) < $signed(v_q[word_q[1:0]][l])
                    : v_q[word_q[9:8]][l] < v_q[word_q[1:0]][l];
      result[l] = word_q[31:24] == Lane ? 8'(l) + word_q[7:0] : v_q[word_q[9:8]][l] + v_q[word_q[1:0]][l];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pc_q      <= 16'h1000;
      started_q <= 1'b0;
      ended_q   <= 1'b0;
      write_q   <= 1'b0;
      pred_q    <= '1;
      word_q    <= '0;
      v_q       <= '0;
    end else begin
      started_q <= 1'b1;
      write_q   <= issue && word_i[31:24] != Halt;
      if (issue) begin
        pc_q    <= pc_q + 16'd4;
        word_q  <= word_i;
        ended_q <= word_i[31:24] == Halt;
      end
      if (write_q && word_q[31:24] == Less) pred_q <= pred_q & less;
      if (write_q && word_q[31:24] == All) pred_q <= '1;
      for (int l = 0; l < Lanes; l++) if (write_q && vector && pred_q[l]) v_q[word_q[17:16]][l] <= result[l];
    end
  end
endmodule
