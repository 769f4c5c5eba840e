// SPDX-License-Identifier: Apache-2.0
// The operand LDS_DIRECT (lds.md 3.5; D-LDS-31 to D-LDS-34): the address of its dword in the LDS, and its
// value from that dword. Combinational; with valid_i = 0 all outputs are 0.
//
// coverage off toggle lds_base_i[8:0]: The LDS is allocated by 512 bytes.
module lds_direct (
  input  logic        valid_i,
  input  logic [18:0] m0_i,  // [15:0] byte offset, [18:16] type
  input  logic [15:0] lds_base_i,
  input  logic [16:0] lds_size_i,
  output logic [15:2] addr_o,
  input  logic [31:0] dword_i,
  output logic [31:0] value_o
);
  localparam logic [2:0] TypeUbyte  = 3'd0;
  localparam logic [2:0] TypeUshort = 3'd1;
  localparam logic [2:0] TypeDword  = 3'd2;
  localparam logic [2:0] TypeSbyte  = 3'd4;
  localparam logic [2:0] TypeSshort = 3'd5;

  logic        known;  // the type exists
  logic        sext;
  logic [2:0]  size;   // bytes
  logic [15:0] offset;
  logic [15:0] addr;
  logic [31:0] value;

  always_comb begin
    known = 1'b0;
    sext = m0_i[18];
    size = 3'd1;
    offset = '0;
    addr = '0;
    if (valid_i) begin
      known = 1'b1;
      unique case (m0_i[18:16])
        TypeUbyte, TypeSbyte: size = 3'd1;
        TypeUshort, TypeSshort: size = 3'd2;
        TypeDword: size = 3'd4;
        default: known = 1'b0;
      endcase
      offset = m0_i[15:0] & ~({13'd0, size} - 16'd1);
      addr = lds_base_i + offset;
    end
    addr_o = addr[15:2];
  end

  always_comb begin
    value_o = '0;
    value = '0;
    if (known && {1'b0, offset} + {14'd0, size} <= lds_size_i) begin
      value = dword_i >> {addr[1:0], 3'd0};
      unique case (size)
        3'd1: value_o = {{24{sext && value[7]}}, value[7:0]};
        3'd2: value_o = {{16{sext && value[15]}}, value[15:0]};
        default: value_o = value;
      endcase
    end
  end
endmodule
