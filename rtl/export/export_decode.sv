// SPDX-License-Identifier: Apache-2.0
// Decoder of exports (control-flow.md 11.1). Combinational, from the instruction words alone. A target without a name
// is illegal. Reserved bits are ignored, and so are the registers that are not sent. Without go_i dec_o is 0.
module export_decode (
  input  logic                    go_i,
  input  logic [31:0]             w0_i,
  input  logic [31:0]             w1_i,
  output export_pkg::export_dec_t dec_o
);
  isa_pkg::exp_t inst;
  logic          color, position, parameters;
  assign inst = {w1_i, w0_i};
  assign color = inst.target <= 6'd9;
  assign position = inst.target[5:2] == 4'd3;
  assign parameters = inst.target[5];

  always_comb begin
    dec_o = '0;
    if (go_i) begin
      dec_o.legal = color || position || parameters;
      dec_o.sent = inst.compr ? {2'b00, inst.en[3:2] != 2'b00, inst.en[1:0] != 2'b00} : inst.en;
      dec_o.target = inst.target;
      dec_o.en = inst.en;
      dec_o.compr = inst.compr;
      dec_o.done = inst.done;
      dec_o.vm = inst.vm;
      dec_o.vsrc = inst.vsrc;
    end
  end

  logic unused_bits;
  assign unused_bits = ^{inst.encoding, inst.ignored};
endmodule
