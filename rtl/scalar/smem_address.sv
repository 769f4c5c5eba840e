// SPDX-License-Identifier: Apache-2.0
// Address and range of a scalar memory instruction (buffer-memory.md 13). Combinational. Without go_i all is zero.
// The first dword of the access lies at addr_o, the others follow. A dword out of the range of its buffer is not
// accessed: its bit of dwords_o is 0. In range are the first dwords, or none; of an atomic all or none. An atomic of 64
// bits is aligned.
//
// coverage off toggle scaled[63:38]: An offset register of 32 bits, moved left by six at most.
module smem_address (
  input  logic                 go_i,
  input  smem_pkg::smem_form_e form_i,
  input  logic [4:0]           count_i,     // dwords of the access, 0 to 16
  input  logic                 is_atomic_i,
  input  logic [127:0]         base_i,      // the V#; or the base address in [63:0]
  input  logic [31:0]          register_i,  // offset register, 0 if there is none
  input  logic                 imm_i,
  input  logic [20:0]          offset_i,    // counts with imm_i
  output logic [63:2]          addr_o,
  output logic [15:0]          dwords_o
);
  isa_pkg::rsrc_t rsrc;
  assign rsrc = base_i;

  logic [63:0] immediate, scaled, address;
  logic [31:0] offset;  // into the buffer
  logic [45:0] bytes, left;  // of the buffer; from the offset on
  logic [15:0] in_range;
  always_comb begin
    immediate = '0;
    scaled = '0;
    address = '0;
    offset = '0;
    bytes = '0;
    left = '0;
    in_range = '0;
    dwords_o = '0;
    if (go_i) begin
      if (imm_i) immediate = {{43{offset_i[20]}}, offset_i};
      in_range = '1;
      if (form_i == smem_pkg::FormBuffer) begin
        offset = immediate[31:0] + register_i;
        address[47:0] = {rsrc.base[47:2], 2'b00} + {16'd0, offset};
        bytes = {14'd0, rsrc.num_records};
        if (rsrc.stride != '0) bytes = {14'd0, rsrc.num_records} * {32'd0, rsrc.stride};
        // The dwords that begin before the end: the bytes that are left, a part of a dword too.
        left = bytes - {14'd0, offset};
        if (bytes <= {14'd0, offset}) in_range = '0;
        else if (left[45:6] == '0) in_range = ~(16'hFFFF << ({1'b0, left[5:2]} + {4'd0, left[1:0] != '0}));
      end else begin
        scaled = form_i == smem_pkg::FormScratch ? {26'd0, register_i, 6'd0} : {32'd0, register_i};
        address = base_i[63:0] + immediate + scaled;
      end
      dwords_o = ~(16'hFFFF << count_i) & in_range;
      if (is_atomic_i && count_i == 5'd2) begin
        address[2] = 1'b0;
        if (!dwords_o[1]) dwords_o = '0;
      end
    end
  end
  assign addr_o = address[63:2];

  logic unused_bits;
  assign unused_bits = ^{rsrc, address[1:0], immediate};
endmodule
