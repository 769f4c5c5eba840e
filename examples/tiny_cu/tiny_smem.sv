// SPDX-License-Identifier: Apache-2.0
// Scalar loads of 1 to 16 dwords, one at a time (buffer-memory.md 13). The dwords lie in one or two lines.
module tiny_smem import tiny_pkg::*; (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              start_i,  // only while idle_o
  // verilator lint_off UNUSEDSIGNAL
  input  logic [63:0]       address_i,  // bits 1:0 are ignored
  // verilator lint_on UNUSEDSIGNAL
  input  logic [4:0]        dwords_i,
  input  logic [6:0]        first_i,  // SGPR of the first dword
  output logic              idle_o,
  output logic              req_valid_o,
  input  logic              req_ready_i,
  output mem_req_t          req_o,
  input  logic              rsp_valid_i,
  input  mem_rsp_t          rsp_i,
  output logic              done_o,  // the SGPRs are written in this cycle
  output logic [6:0]        first_o,
  output logic [4:0]        dwords_o,
  output logic [15:0][31:0] data_o
);
  typedef enum logic [1:0] {Idle, Request, Wait, Write} state_e;
  state_e            state_q;
  // verilator lint_off UNUSEDSIGNAL
  logic [63:0]       address_q;
  // verilator lint_on UNUSEDSIGNAL
  logic [57:0]       line_q, last_line;
  logic [4:0]        dwords_q;
  logic [6:0]        first_q;
  logic [15:0][31:0] data_q;

  // Where dword k lies, as the number of a dword in memory.
  function automatic logic [61:0] place(input int k);
    return address_q[63:2] + 62'(k);
  endfunction
  assign last_line = 58'((address_q[63:2] + 62'(dwords_q) - 62'd1) >> 4);

  always_comb begin
    req_o      = '0;
    req_o.line = line_q;
    for (int k = 0; k < 16; k++) begin
      logic [61:0] at;
      at = place(k);
      if (k < int'(dwords_q) && at[61:4] == line_q) req_o.be[{at[3:0], 2'b00}+:4] = '1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
    end else begin
      unique case (state_q)
        Idle: if (start_i) begin
          state_q   <= Request;
          address_q <= {address_i[63:2], 2'b00};
          line_q    <= address_i[63:6];
          dwords_q  <= dwords_i;
          first_q   <= first_i;
        end
        Request: if (req_ready_i) state_q <= Wait;
        Wait: if (rsp_valid_i) begin
          for (int k = 0; k < 16; k++) begin
            logic [61:0] at;
            at = place(k);
            if (at[61:4] == line_q) data_q[k] <= rsp_i.error ? '0 : rsp_i.data[{at[3:0], 5'b0}+:32];
          end
          line_q  <= last_line;
          state_q <= line_q == last_line ? Write : Request;
        end
        default: state_q <= Idle;
      endcase
    end
  end

  assign idle_o      = state_q == Idle;
  assign req_valid_o = state_q == Request;
  assign done_o      = state_q == Write;
  assign first_o     = first_q;
  assign dwords_o    = dwords_q;
  assign data_o      = data_q;
endmodule
