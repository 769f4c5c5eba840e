// SPDX-License-Identifier: Apache-2.0
// The unit of model.c. It works on one instruction at a time: fetch, issue, and a cycle in which it writes or stores.
// less_signed_i: a bug, LESS compares as if the operands were signed.
module toy_core (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         init_valid_i,
  input  logic [2:0]   init_index_i,
  input  logic [31:0]  init_data_i,
  input  logic         launch_i,
  input  logic [63:0]  launch_pc_i,
  input  logic [7:0]   launch_exec_i,
  output logic         end_o,
  output logic         fault_o,
  output logic         active_o,
  output logic         imem_valid_o,
  input  logic         imem_ready_i,
  output logic [63:0]  imem_addr_o,
  input  logic         imem_rsp_i,
  input  logic         imem_error_i,
  input  logic [511:0] imem_data_i,
  output logic         vmem_valid_o,
  input  logic         vmem_ready_i,
  output logic [63:0]  vmem_addr_o,
  output logic [63:0]  vmem_be_o,
  output logic [511:0] vmem_data_o,
  input  logic         vmem_rsp_i,
  input  logic         less_signed_i
);
  localparam int Lanes = 8;
  localparam logic [7:0] Halt = 8'd0, Lane = 8'd1, Add = 8'd2, Less = 8'd3, All = 8'd4, Scalar = 8'd5, Store = 8'd6;

  typedef enum logic [2:0] {
    StIdle, StFetch, StWait, StIssue, StWrite, StStore, StStored
  } state_e;
  state_e state_q;

  logic [63:0] pc_q;
  logic [7:0] pred_q;
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] word_q;  // the probe alone reads all of it
  // verilator lint_on UNUSEDSIGNAL
  logic no_code_q;
  logic [7:0][31:0] s_q;
  logic [3:0][Lanes-1:0][7:0] v_q;
  initial v_q = '0;
  initial s_q = '0;

  logic [7:0] op;
  logic issue, vector, illegal;
  assign op      = word_q[31:24];
  assign issue   = state_q == StIssue && !no_code_q && !illegal;
  assign illegal = op > Store;
  assign vector  = op == Lane || op == Add || op == Scalar;
  assign fault_o = state_q == StIssue && (no_code_q || illegal);
  assign end_o   = fault_o || (issue && op == Halt);

  logic [Lanes-1:0] less;
  logic [Lanes-1:0][7:0] result;
  always_comb begin
    for (int l = 0; l < Lanes; l++) begin
      less[l] = less_signed_i ? $signed(v_q[word_q[9:8]][l]) < $signed(v_q[word_q[1:0]][l])
                              : v_q[word_q[9:8]][l] < v_q[word_q[1:0]][l];
      result[l] = op == Lane     ? 8'(l) + word_q[7:0]
                  : op == Scalar ? s_q[word_q[2:0]][7:0]
                                 : v_q[word_q[9:8]][l] + v_q[word_q[1:0]][l];
    end
  end

  assign active_o     = state_q != StIdle;
  assign imem_valid_o = state_q == StFetch;
  assign imem_addr_o  = {pc_q[63:6], 6'b0};
  logic [63:0] place;
  assign place        = {s_q[3], s_q[2]} + {29'b0, s_q[0], 3'b0};
  assign vmem_valid_o = state_q == StStore;
  assign vmem_addr_o  = {place[63:6], 6'b0};
  assign vmem_be_o    = {56'b0, pred_q} << place[5:0];
  assign vmem_data_o  = {448'b0, v_q[word_q[9:8]]} << {place[5:0], 3'b0};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StIdle;
      pc_q      <= '0;
      pred_q    <= '0;
      word_q    <= '0;
      no_code_q <= 1'b0;
    end else begin
      if (init_valid_i) s_q[init_index_i] <= init_data_i;
      if (launch_i) begin
        state_q <= StFetch;
        pc_q    <= launch_pc_i;
        pred_q  <= launch_exec_i;
      end
      if (imem_valid_o && imem_ready_i) state_q <= StWait;
      if (imem_rsp_i) begin
        word_q    <= imem_data_i[32*pc_q[5:2]+:32];
        no_code_q <= imem_error_i;
        state_q   <= StIssue;
      end
      if (issue) begin
        pc_q    <= pc_q + 64'd4;
        state_q <= op == Halt ? StIdle : op == Store ? StStore : StWrite;
        if (op == Halt) pred_q <= '0;
        if (op == Halt) pc_q <= '0;
        if (op == Less) pred_q <= pred_q & less;
        if (op == All) pred_q <= '1;
      end
      if (fault_o) state_q <= StIdle;
      if (state_q == StWrite) begin
        state_q <= StFetch;
        for (int l = 0; l < Lanes; l++) if (vector && pred_q[l]) v_q[word_q[17:16]][l] <= result[l];
      end
      if (vmem_valid_o && vmem_ready_i) state_q <= StStored;
      if (vmem_rsp_i) state_q <= StFetch;
    end
  end
endmodule
