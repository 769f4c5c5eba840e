// SPDX-License-Identifier: Apache-2.0
// The unit of model.c. It works on one instruction at a time: fetch, issue, and cycles in which it writes or stores.
// Bugs: with lane_bug_i lane 5 of a product lacks its high word, with entry_bug_i PUT inverts the highest bit.
module wide_core (
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
  input  logic         lane_bug_i,
  input  logic         entry_bug_i
);
  localparam int Lanes = 8, PassLanes = 4;
  localparam logic [7:0] Halt = 8'd0, Lane = 8'd1, Scalar = 8'd2, Mul = 8'd3, Put = 8'd4, Take = 8'd5, Store = 8'd6;

  typedef enum logic [2:0] {
    StIdle, StFetch, StWait, StIssue, StWrite, StStore, StStored
  } state_e;
  state_e state_q;

  logic [63:0] pc_q;
  logic [Lanes-1:0] exec_q;
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] word_q;  // the probe alone reads all of it
  // verilator lint_on UNUSEDSIGNAL
  logic no_code_q, pass_q;
  logic [7:0][31:0] s_q;
  logic [3:0][Lanes-1:0][63:0] v_q;
  logic [15:0][PassLanes-1:0][63:0] lds_q;  // entry 4 * row + bank
  initial v_q = '0;
  initial s_q = '0;
  initial lds_q = '0;

  logic [7:0] op;
  logic issue, vector, illegal, last;
  assign op      = word_q[31:24];
  assign issue   = state_q == StIssue && !no_code_q && !illegal;
  assign illegal = op > Store;
  assign vector  = op == Lane || op == Scalar || op == Mul;
  assign last    = pass_q || op == Put;
  assign fault_o = state_q == StIssue && (no_code_q || illegal);
  assign end_o   = fault_o || (issue && op == Halt);

  // What a pass writes, and what PUT writes.
  logic [PassLanes-1:0][63:0] result, put, entry;
  logic [PassLanes-1:0] lanes;
  logic [2:0] next;  // the scalar above that of b
  assign next  = word_q[2:0] + 3'd1;
  assign lanes = pass_q ? exec_q[7:4] : exec_q[3:0];
  assign entry = lds_q[word_q[3:0]];
  always_comb begin
    for (int i = 0; i < PassLanes; i++) begin
      logic [2:0] l;
      l = {pass_q, i[1:0]};
      result[i] = op == Lane     ? 64'(l) + 64'(word_q[7:0])
                  : op == Scalar ? {s_q[next], s_q[word_q[2:0]]}
                  : op == Mul    ? v_q[word_q[9:8]][l] * v_q[word_q[1:0]][l]
                                 : entry[i];
      if (lane_bug_i && op == Mul && l == 3'd5) result[i][63:32] = '0;
      put[i] = exec_q[i] ? v_q[word_q[9:8]][i] : entry[i];
    end
    if (entry_bug_i) put[PassLanes-1][63] = !put[PassLanes-1][63];
  end

  assign active_o     = state_q != StIdle;
  assign imem_valid_o = state_q == StFetch;
  assign imem_addr_o  = {pc_q[63:6], 6'b0};
  assign vmem_valid_o = state_q == StStore;
  assign vmem_addr_o  = {s_q[3], s_q[2]} + {26'b0, s_q[0], 6'b0};
  assign vmem_data_o  = v_q[word_q[9:8]];
  always_comb for (int l = 0; l < Lanes; l++) vmem_be_o[8*l+:8] = {8{exec_q[l]}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= StIdle;
      pc_q      <= '0;
      exec_q    <= '0;
      word_q    <= '0;
      no_code_q <= 1'b0;
      pass_q    <= 1'b0;
    end else begin
      if (init_valid_i) s_q[init_index_i] <= init_data_i;
      if (launch_i) begin
        state_q <= StFetch;
        pc_q    <= launch_pc_i;
        exec_q  <= launch_exec_i;
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
      end
      if (fault_o) state_q <= StIdle;
      if (state_q == StWrite) begin
        pass_q  <= !last;
        if (last) state_q <= StFetch;
        if (op == Put) lds_q[word_q[3:0]] <= put;
        for (int i = 0; i < PassLanes; i++)
          if (op != Put && lanes[i]) v_q[word_q[17:16]][{pass_q, i[1:0]}] <= result[i];
      end
      if (vmem_valid_o && vmem_ready_i) state_q <= StStored;
      if (vmem_rsp_i) state_q <= StFetch;
    end
  end
endmodule
