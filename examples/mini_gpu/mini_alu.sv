// SPDX-License-Identifier: Apache-2.0
// The vector ALU: all lanes of an instruction in one cycle.
module mini_alu import mini_pkg::*; (
  input  op_e         op_i,
  input  condition_e  condition_i,
  input  logic [7:0]  immediate_i,  // word[7:0]
  input  vgpr_t       a_i,
  input  vgpr_t       b_i,
  input  vgpr_t       old_i,        // what the destination holds
  input  logic [15:0] wave_i,       // number of the wave in its group
  input  logic [15:0] group_i,      // number of the group
  output vgpr_t       result_o,
  output mask_t       holds_o       // of a compare: the condition holds
);
  function automatic logic [15:0] special(input logic [3:0] which, input logic [3:0] lane);
    unique case (which)
      SpecialLane: return 16'(lane);
      SpecialWave: return wave_i;
      default: return group_i;
    endcase
  endfunction

  always_comb begin
    result_o = '0;
    holds_o  = '0;
    for (int lane = 0; lane < Lanes; lane++) begin
      unique case (op_i)
        OpSpecial: result_o[lane] = special(immediate_i[3:0], 4'(lane));
        OpAdd: result_o[lane] = a_i[lane] + b_i[lane];
        OpSub: result_o[lane] = a_i[lane] - b_i[lane];
        OpMul: result_o[lane] = a_i[lane] * b_i[lane];
        OpAnd: result_o[lane] = a_i[lane] & b_i[lane];
        OpOr: result_o[lane] = a_i[lane] | b_i[lane];
        OpXor: result_o[lane] = a_i[lane] ^ b_i[lane];
        OpShl: result_o[lane] = a_i[lane] << b_i[lane][3:0];
        OpShr: result_o[lane] = a_i[lane] >> b_i[lane][3:0];
        OpSar: result_o[lane] = $signed(a_i[lane]) >>> b_i[lane][3:0];
        OpLi: result_o[lane] = {8'b0, immediate_i};
        OpLih: result_o[lane] = {immediate_i, old_i[lane][7:0]};
        default: ;
      endcase
      unique case (condition_i)
        Equal: holds_o[lane] = a_i[lane] == b_i[lane];
        NotEqual: holds_o[lane] = a_i[lane] != b_i[lane];
        LessUnsigned: holds_o[lane] = a_i[lane] < b_i[lane];
        default: holds_o[lane] = $signed(a_i[lane]) < $signed(b_i[lane]);
      endcase
    end
  end
endmodule
