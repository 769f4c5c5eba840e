// SPDX-License-Identifier: Apache-2.0
// The storage of the data share: four banks of 16-byte entries. The LDS is below, the global data share above.
//
// Each bank accesses one entry per cycle: entries_o is the entry before the write. In a cycle without such an access
// one bank serves an entry for vector memory. LDS_DIRECT reads one dword of
// the LDS in addition (lds.md 3.5). The storage is zero at power-on; reset does not change it.
module lds_banks #(
  parameter int unsigned Entries  // per bank
) (
  input  logic                   clk_i,
  input  logic [3:0]             valid_i,
  input  logic                   write_i,
  input  logic [43:0]            row_i,             // 11 bits per bank
  input  logic [63:0]            be_i,              // 16 bits per bank
  input  logic [511:0]           data_i,            // 128 bits per bank; bytes not enabled are 0
  output logic [511:0]           entries_o,         // before the write, 128 bits per bank; 0 for a bank without access
  input  logic                   transfer_valid_i,  // only in a cycle without valid_i
  input  lds_pkg::lds_transfer_t transfer_i,
  output logic [127:0]           transfer_data_o,   // the entry before the write
  input  logic                   direct_valid_i,
  input  logic [15:2]            direct_addr_i,
  output logic [31:0]            direct_data_o
);
  localparam int unsigned RowBits = $clog2(Entries);

  logic [127:0] direct_words;  // 32 bits per bank

  for (genvar b = 0; b < 4; b++) begin : g_bank
    logic [127:0]       mem_q [Entries];
    logic [127:0]       mask;
    logic [RowBits-1:0] row;
    logic               write, transfer;

    initial for (int unsigned i = 0; i < Entries; i++) mem_q[i] = '0;

    assign transfer = transfer_valid_i && transfer_i.entry[1:0] == b[1:0];
    assign row = transfer ? RowBits'(transfer_i.entry[11:2]) : RowBits'(row_i[11 * b +: 11]);
    assign write = valid_i[b] && write_i;

    always_comb begin
      entries_o[128 * b +: 128] = '0;
      if (valid_i[b] || transfer) entries_o[128 * b +: 128] = mem_q[row];
    end

    always_comb begin
      direct_words[32 * b +: 32] = '0;
      if (direct_valid_i && direct_addr_i[5:4] == b[1:0]) begin
        direct_words[32 * b +: 32] =
            mem_q[RowBits'(direct_addr_i[15:6])][32 * direct_addr_i[3:2] +: 32];
      end
    end

    always_comb begin
      mask = '0;
      if (write) begin
        for (int unsigned k = 0; k < 16; k++) mask[8 * k +: 8] = {8{be_i[16 * b + k]}};
      end
      if (transfer) begin
        for (int unsigned k = 0; k < 16; k++) mask[8 * k +: 8] = {8{transfer_i.be[k]}};
      end
    end

    always_ff @(posedge clk_i) begin
      if (write) mem_q[row] <= (mem_q[row] & ~mask) | data_i[128 * b +: 128];
      if (transfer && transfer_i.write) mem_q[row] <= (mem_q[row] & ~mask) | transfer_i.data;
    end
  end

  always_comb begin
    transfer_data_o = '0;
    if (transfer_valid_i) transfer_data_o = entries_o[{transfer_i.entry[1:0], 7'd0} +: 128];
  end

  always_comb begin
    direct_data_o = '0;
    if (direct_valid_i) direct_data_o = direct_words[32 * direct_addr_i[5:4] +: 32];
  end

  logic unused_bits;
  assign unused_bits = ^{row_i, direct_addr_i, transfer_i};  // a small LDS needs fewer row bits
endmodule
