// SPDX-License-Identifier: Apache-2.0
// Reads the VGPR operands of one memory instruction through the read port of the VGPR file: VGPR by VGPR of the
// parent's list, and pass by pass. A pass in which the instruction has no lane is not read.
//
// valid_i and the list stay until finish_o. finish_o is 1 in the cycle in which the last data arrives, or for
// one cycle if there is nothing to read. From the next cycle on the inputs describe the next instruction.
// The data does not go through this module. In a cycle with data_valid_o the file's read data belongs to
// VGPR number data_index_o of the list, pass data_pass_o.
//
// coverage off toggle remaining_after[0]: remaining_q without its lowest bit.
module mem_operand_read (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 valid_i,
  input  logic [3:0]           passes_i,  // those with a lane
  input  logic [4:0]           count_i,   // VGPRs in the list, 1..16
  output logic [3:0]           index_o,   // a number in the list,
  input  cu_pkg::phys_vgpr_t   vgpr_i,    // and the VGPR of this number
  output logic                 mrd_valid_o,
  input  logic                 mrd_ready_i,
  output vgpr_pkg::vgpr_read_t mrd_o,
  output logic                 data_valid_o,
  output logic [3:0]           data_index_o,
  output logic [1:0]           data_pass_o,
  output logic                 finish_o
);
  typedef enum logic [1:0] { Idle, Read, Last } read_state_e;
  read_state_e state_q;
  logic [3:0]  index_q;      // number of the VGPR being read
  logic [3:0]  remaining_q;  // its passes not read yet
  logic [3:0]  remaining_after;
  logic [1:0]  pass;
  logic        data_valid_q;
  logic [3:0]  data_index_q;
  logic [1:0]  data_pass_q;
  assign mrd_valid_o = state_q == Read;
  assign index_o = index_q;
  assign finish_o = state_q == Last;
  assign data_valid_o = data_valid_q;
  assign data_index_o = data_index_q;
  assign data_pass_o = data_pass_q;

  always_comb begin
    pass = bits_pkg::lowest4(remaining_q);
    remaining_after = remaining_q & (remaining_q - 4'd1);
    mrd_o.vgpr = vgpr_i;
    mrd_o.pass = pass;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      index_q <= '0;
      remaining_q <= '0;
      data_valid_q <= 1'b0;
      data_index_q <= '0;
      data_pass_q <= '0;
    end else begin
      data_valid_q <= mrd_valid_o && mrd_ready_i;
      unique case (state_q)
        Idle: begin
          if (valid_i) begin
            index_q <= '0;
            remaining_q <= passes_i;
            state_q <= passes_i == '0 ? Last : Read;
          end
        end
        Read: begin
          if (mrd_ready_i) begin
            data_index_q <= index_q;
            data_pass_q <= pass;
            remaining_q <= remaining_after;
            if (remaining_after == '0) begin
              index_q <= index_q + 4'd1;
              remaining_q <= passes_i;
              if ({1'b0, index_q} + 5'd1 == count_i) state_q <= Last;
            end
          end
        end
        default: state_q <= Idle;
      endcase
    end
  end
endmodule
