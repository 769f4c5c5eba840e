// SPDX-License-Identifier: Apache-2.0
// The values that a load writes back in one pass. Dwords stay as they are; bytes and shorts are extended to
// the register, or for d16 to the half that is written; the other half is 0. A lane out of range gets 0. Combinational;
// with go_i = 0 the output is 0.
module vmem_extend (
  input  logic                    go_i,
  input  vmem_pkg::vmem_control_t ctl_i,
  input  logic [15:0]             out_i,  // lanes out of range
  input  logic [511:0]            word_i,
  output logic [511:0]            word_o
);
  logic [31:0] value, wide;
  logic [15:0] part;
  logic        unused_ctl;  // the other fields
  assign unused_ctl = ^ctl_i;

  always_comb begin
    word_o = '0;
    value = '0;
    wide = '0;
    part = '0;
    if (go_i && ctl_i.size == 3'd4) begin
      word_o = word_i;
      if (out_i != '0) begin
        for (int unsigned l = 0; l < 16; l++) begin
          if (out_i[l]) word_o[32 * l +: 32] = '0;
        end
      end
    end else if (go_i) begin
      for (int unsigned l = 0; l < 16; l++) begin
        value = word_i[32 * l +: 32];
        part = ctl_i.part.hi ? value[31:16] : value[15:0];
        if (out_i[l]) part = '0;
        wide = ctl_i.size == 3'd1 ? {{24{ctl_i.part.sext && part[7]}}, part[7:0]}
                                  : {{16{ctl_i.part.sext && part[15]}}, part};
        if (ctl_i.part.d16) wide = ctl_i.part.hi ? {wide[15:0], 16'd0} : {16'd0, wide[15:0]};
        word_o[32 * l +: 32] = wide;
      end
    end
  end
endmodule
