// SPDX-License-Identifier: Apache-2.0
// Functions over sets of bits: counting, finding the first, choosing in turn. Combinational.
package bits_pkg;
  // Number of ones, as a tree of additions. Each stage sums neighbouring fields into fields of twice the width;
  // tb/bench/formal/popcount_proof.sv proves the stages one by one.
  function automatic logic [63:0] fields2(logic [63:0] v);
    fields2 = (v & 64'h5555555555555555) + ((v >> 1) & 64'h5555555555555555);
  endfunction
  function automatic logic [63:0] fields4(logic [63:0] v);
    fields4 = (v & 64'h3333333333333333) + ((v >> 2) & 64'h3333333333333333);
  endfunction
  function automatic logic [63:0] fields8(logic [63:0] v);
    fields8 = (v & 64'h0F0F0F0F0F0F0F0F) + ((v >> 4) & 64'h0F0F0F0F0F0F0F0F);
  endfunction
  function automatic logic [63:0] fields16(logic [63:0] v);
    fields16 = (v & 64'h00FF00FF00FF00FF) + ((v >> 8) & 64'h00FF00FF00FF00FF);
  endfunction
  function automatic logic [6:0] fields_sum(logic [63:0] v);
    fields_sum = 7'((v + (v >> 16) + (v >> 32) + (v >> 48)) & 64'h7F);
  endfunction
  function automatic logic [6:0] popcount64(logic [63:0] v);
    logic [63:0] n;
    n = bits_pkg::fields2(v);
    n = bits_pkg::fields4(n);
    n = bits_pkg::fields8(n);
    n = bits_pkg::fields16(n);
    popcount64 = bits_pkg::fields_sum(n);
  endfunction
  function automatic logic [31:0] popcount32(logic [31:0] v);
    logic [31:0] n;
    n = v - ((v >> 1) & 32'h55555555);
    n = (n & 32'h33333333) + ((n >> 2) & 32'h33333333);
    n = (n + (n >> 4)) & 32'h0F0F0F0F;
    popcount32 = (n * 32'h01010101) >> 24;
  endfunction

  // Number of the lowest bit set; 0 for none.
  function automatic logic [1:0] lowest4(logic [3:0] v);
    lowest4 = v[0] ? 2'd0 : v[1] ? 2'd1 : v[2] ? 2'd2 : {2{v[3]}};
  endfunction
  function automatic logic [2:0] lowest8(logic [7:0] v);
    logic [7:0] one;
    one = v & (~v + 8'd1);
    lowest8 = {|(one & 8'hF0), |(one & 8'hCC), |(one & 8'hAA)};
  endfunction
  function automatic logic [3:0] lowest16(logic [15:0] v);
    logic [15:0] one;
    one = v & (~v + 16'd1);
    lowest16 = {|(one & 16'hFF00), |(one & 16'hF0F0), |(one & 16'hCCCC), |(one & 16'hAAAA)};
  endfunction
  function automatic logic [5:0] lowest64(logic [63:0] v);
    lowest64 = '0;
    for (int unsigned i = 64; i > 0; i--) begin
      if (v[i - 1]) lowest64 = i[5:0] - 6'd1;
    end
  endfunction

  // The passes in which a set of lanes has a lane.
  function automatic logic [3:0] active_passes(logic [63:0] lanes);
    active_passes = {|lanes[63:48], |lanes[47:32], |lanes[31:16], |lanes[15:0]};
  endfunction

  // Round robin: the lowest request above `last`, else the lowest of all.
  function automatic logic [3:0] round_robin16(logic [15:0] requests, logic [3:0] last);
    logic [15:0] above;
    above = requests & ~((16'd2 << last) - 16'd1);
    round_robin16 = bits_pkg::lowest16(above != '0 ? above : requests);
  endfunction
endpackage
