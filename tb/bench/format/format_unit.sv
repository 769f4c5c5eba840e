// SPDX-License-Identifier: Apache-2.0
// The modules that convert between elements of a buffer and registers, with the pair of a format as the issue stage
// gives it. Driven by main.cc.
//
// plant_i: an error on the way to them or back.
module format_unit (
  input  logic          store_i,
  input  logic [3:0]    dfmt_i,
  input  logic [2:0]    nfmt_i,
  input  logic [11:0]   dst_sel_i,
  input  logic          half_i,
  input  logic          hi_i,
  input  logic [1:0]    last_i,
  input  logic [1:0]    number_i,  // of the register of a load, of the dword of a store
  input  logic [15:0]   out_i,
  input  logic [2047:0] words_i,   // elements of a load, registers of a store
  input  logic [3:0]    plant_i,
  output logic          bound_o,
  output logic [4:0]    size_o,    // of an element, in bytes; 0 without a format
  output logic [511:0]  word_o
);
  typedef enum logic [3:0] {
    None, NoLegality, SwappedNumber, NoSelect, NoHalf, NoHigh, AllGiven, OneLess, FirstDword, NotOut, LastBit,
    NoLane, Size
  } plant_e;

  logic         bound;
  logic [3:0]   dfmt;
  logic [2:0]   nfmt;
  logic [11:0]  dst_sel;
  logic         half, hi;
  logic [1:0]   last, number;
  logic [15:0]  out;
  logic [511:0] loaded, stored;
  assign bound = plant_i == NoLegality ? dfmt_i != '0 :
                 vmem_format_pkg::is_bound({1'b0, dfmt_i}, {1'b0, nfmt_i}, store_i);
  assign dfmt = bound ? dfmt_i : '0;
  assign nfmt = plant_i == SwappedNumber ? nfmt_i ^ 3'd1 : nfmt_i;
  assign dst_sel = plant_i == NoSelect ? vmem_format_pkg::Identity : dst_sel_i;
  assign half = plant_i == NoHalf ? 1'b0 : half_i;
  assign hi = plant_i == NoHigh ? 1'b0 : hi_i;
  assign last = plant_i == AllGiven ? 2'd3 : plant_i == OneLess && last_i != '0 ? last_i - 2'd1 : last_i;
  assign number = plant_i == FirstDword ? 2'd0 : number_i;
  assign out = plant_i == NotOut ? '0 : out_i;

  assign loaded = vmem_format_load_pkg::register(dfmt, nfmt, dst_sel, half, hi, last, out, number, words_i);
  vmem_format_store u_store (
    .go_i(store_i), .dfmt_i({1'b0, dfmt}), .nfmt_i(nfmt), .dst_sel_i(dst_sel), .half_i(half), .hi_i(hi), .last_i(last),
    .dword_i(number), .registers_i(words_i), .word_o(stored)
  );

  assign bound_o = bound;
  always_comb begin
    size_o = {1'b0, vmem_format_pkg::last_dword({1'b0, dfmt}), 2'd0} +
             {2'd0, vmem_format_pkg::dword_bytes({1'b0, dfmt})};
    if (!bound || plant_i == Size) size_o = '0;
    word_o = store_i ? stored : loaded;
    if (plant_i == LastBit) word_o[0] = 1'b0;
    if (plant_i == NoLane) word_o[511:480] = word_o[31:0];
  end
endmodule
