// SPDX-License-Identifier: Apache-2.0
// Reads the VGPR operands of one memory instruction, row after row and pass after pass, through
// the pool's read port. Passes in which the instruction has no lane are not read.
// valid_i and the description stay until finish_o, which is 1 for the cycle in which the last data
// arrives (or, with nothing to read, for one cycle); from the next cycle on they describe the next
// instruction. The data goes past this module: in a cycle with write_o, the read data of the pool
// belongs to row number write_op_o of the list and pass write_pass_o.
module mem_capture (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               valid_i,
  input  logic [3:0]         passes_i,       // those with at least one lane
  input  logic [2:0]         count_i,          // rows in the list, 1..6
  input  logic [59:0]        rows_i,           // the list, first row in [9:0]
  output logic               mrd_valid_o,
  input  logic               mrd_ready_i,
  output cu_pkg::vgpr_read_t mrd_o,
  output logic               write_o,
  output logic [2:0]         write_op_o,
  output logic [1:0]         write_pass_o,
  output logic [2:0]         op_o,             // row of the list that is read while mrd_valid_o
  output logic               finish_o
);
  typedef enum logic [1:0] { Idle, Read, Last } state_e;
  state_e     state_q;
  logic [2:0] op_q;    // row of the list being read
  logic [3:0] left_q;  // its passes still to be read
  logic [3:0] left_after;
  logic [1:0] pass;

  always_comb begin
    unique casez (left_q)
      4'b???1: pass = 2'd0;
      4'b??10: pass = 2'd1;
      4'b?100: pass = 2'd2;
      default: pass = 2'd3;
    endcase
    left_after = left_q & (left_q - 4'd1);
    mrd_valid_o = state_q == Read;
    mrd_o.row = rows_i[10 * op_q +: 10];
    mrd_o.pass = pass;
    op_o = op_q;
    finish_o = state_q == Last;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      op_q <= '0;
      left_q <= '0;
      write_o <= 1'b0;
      write_op_o <= '0;
      write_pass_o <= '0;
    end else begin
      write_o <= mrd_valid_o && mrd_ready_i;
      unique case (state_q)
        Idle: begin
          if (valid_i) begin
            op_q <= '0;
            left_q <= passes_i;
            state_q <= passes_i == '0 ? Last : Read;
          end
        end
        Read: begin
          if (mrd_ready_i) begin
            write_op_o <= op_q;
            write_pass_o <= pass;
            left_q <= left_after;
            if (left_after == '0) begin
              op_q <= op_q + 3'd1;
              left_q <= passes_i;
              if (op_q + 3'd1 == count_i) state_q <= Last;
            end
          end
        end
        default: state_q <= Idle;
      endcase
    end
  end
endmodule
