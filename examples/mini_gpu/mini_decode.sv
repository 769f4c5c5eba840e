// SPDX-License-Identifier: Apache-2.0
// What an instruction word means. Whether the stack has room for it is mini_mask.sv's affair.
module mini_decode import mini_pkg::*; (
  input  logic [15:0] word_i,
  output decoded_t    decoded_o
);
  logic [3:0]       d, a, b;
  logic [Vgprs-1:0] at_d, at_a, at_b;
  assign {d, a, b} = word_i[11:0];
  assign at_d      = Vgprs'(1) << d;
  assign at_a      = Vgprs'(1) << a;
  assign at_b      = Vgprs'(1) << b;

  always_comb begin
    decoded_o       = '0;
    decoded_o.legal = 1'b1;
    decoded_o.unit  = UnitAlu;
    unique case (op_e'(word_i[15:12]))
      OpSpecial: begin
        decoded_o.legal     = a == '0 && b inside {SpecialLane, SpecialWave, SpecialGroup};
        decoded_o.registers = at_d;
      end
      OpLi, OpLih: decoded_o.registers = at_d;
      OpCompare: begin
        decoded_o.unit      = UnitCompare;
        decoded_o.mask_op   = MaskCompare;
        decoded_o.predicate = d[1:0];
        decoded_o.registers = at_a | at_b;
      end
      OpLoad, OpStore: begin
        decoded_o.legal     = b[3:2] == '0;
        decoded_o.unit      = op_e'(word_i[15:12]) == OpLoad ? UnitLoad : UnitStore;
        decoded_o.registers = at_d | at_a;
      end
      OpControl: begin
        decoded_o.unit      = UnitControl;
        decoded_o.predicate = b[1:0];
        unique case (d)
          Bra, Brz, Brn: ;
          If: begin
            decoded_o.legal   = word_i[7:2] == '0;
            decoded_o.mask_op = MaskIf;
          end
          Else: begin
            decoded_o.legal   = word_i[7:0] == '0;
            decoded_o.mask_op = MaskElse;
          end
          Pop: begin
            decoded_o.legal   = word_i[7:0] == '0;
            decoded_o.mask_op = MaskPop;
          end
          Keep: begin
            decoded_o.legal   = word_i[7:2] == '0;
            decoded_o.mask_op = MaskKeep;
          end
          Fence, Nop, End: begin
            decoded_o.legal  = word_i[7:0] == '0;
            decoded_o.drains = d != Nop;
            decoded_o.ends   = d == End;
          end
          default: decoded_o.legal = 1'b0;
        endcase
      end
      default: decoded_o.registers = at_d | at_a | at_b;
    endcase
  end
endmodule
