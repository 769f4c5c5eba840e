// SPDX-License-Identifier: Apache-2.0
// Bank conflicts: one cycle of service of one quad (four lanes) of a DS instruction (lds.md 4; the order:
// D-LDS-20, D-LDS-21). Each bank serves the row of the lowest lane that waits for the bank, and with it
// all lanes that wait for that row. With single_i it serves that lane only.
// A lane's bytes have two parts: the first is in its entry, the second in the next entry, which is the next
// bank's. Combinational; with go_i = 0 all outputs are 0.
module lds_quad (
  input  logic                  go_i,
  input  lds_pkg::lds_control_t ctl_i,
  input  logic [4:0]            size_i,       // bytes of an access
  input  logic                  write_i,
  input  logic                  single_i,     // a bank serves only one lane
  input  logic [3:0]            lanes_i,      // first parts not served yet
  input  logic [3:0]            split_i,      // second parts not served yet
  input  logic [43:0]           lane_row_i,   // addresses, from lds_address
  input  logic [7:0]            lane_bank_i,
  input  logic [15:0]           byte_offset_i,
  input  logic [511:0]          data_i,       // write data, 128 bits per dword component: 32 bits per lane
  output logic [3:0]            lanes_o,      // first parts served now
  output logic [3:0]            split_o,      // second parts served now
  output logic [3:0]            bank_valid_o,
  output logic [7:0]            bank_lane_o,  // the lowest lane served, 2 bits per bank
  output logic [43:0]           bank_row_o,   // 11 bits per bank
  output logic [63:0]           bank_be_o,    // 16 bits per bank; all ones for a read
  output logic [511:0]          bank_data_o   // write data, 128 bits per bank; bytes not enabled are 0
);
  logic [127:0] value;
  logic [15:0]  be;
  logic [10:0]  row;
  logic [3:0]   byte_offset;
  logic         second, served;

  function automatic logic [1:0] next_bank(input logic [1:0] bank);
    next_bank = bank + 2'd1;
  endfunction

  logic unused_ctl;  // the other fields
  assign unused_ctl = ^ctl_i;

  always_comb begin
    lanes_o = '0;
    split_o = '0;
    bank_valid_o = '0;
    bank_lane_o = '0;
    bank_row_o = '0;
    bank_be_o = '0;
    bank_data_o = '0;
    value = '0;
    be = '0;
    row = '0;
    byte_offset = '0;
    second = 1'b0;
    served = 1'b0;
    if (go_i) begin
      for (int unsigned b = 0; b < 4; b++) begin
        for (int unsigned l = 0; l < 4; l++) begin
          // A lane has at most one part in a bank.
          second = split_i[l] && next_bank(lane_bank_i[2 * l +: 2]) == b[1:0];
          if (second || (lanes_i[l] && lane_bank_i[2 * l +: 2] == b[1:0])) begin
            row = lane_row_i[11 * l +: 11];
            if (second && b == 0) row = row + 11'd1;
            served = !bank_valid_o[b] || (!single_i && row == bank_row_o[11 * b +: 11]);
            if (!bank_valid_o[b]) begin
              bank_lane_o[2 * b +: 2] = l[1:0];
              bank_row_o[11 * b +: 11] = row;
            end
            bank_valid_o[b] = 1'b1;
            if (served && second) split_o[l] = 1'b1;
            if (served && !second) lanes_o[l] = 1'b1;
            if (served && write_i) begin
              byte_offset = byte_offset_i[4 * l +: 4];
              be = 16'((17'd1 << size_i) - 17'd1);
              be = second ? be >> (5'd16 - {1'b0, byte_offset}) : be << byte_offset;
              bank_be_o[16 * b +: 16] = bank_be_o[16 * b +: 16] | be;
              if (ctl_i.kind == lds_pkg::Write) begin
                for (int unsigned c = 0; c < 4; c++) begin
                  value[32 * c +: 32] = data_i[128 * c + 32 * l +: 32];
                end
                if (ctl_i.part.hi) value[15:0] = value[31:16];
                value = second ? value >> {5'd16 - {1'b0, byte_offset}, 3'd0} : value << {byte_offset, 3'd0};
                for (int unsigned k = 0; k < 16; k++) begin
                  if (be[k]) bank_data_o[128 * b + 8 * k +: 8] = value[8 * k +: 8];
                end
              end
            end
          end
        end
        if (bank_valid_o[b] && !write_i) bank_be_o[16 * b +: 16] = '1;
      end
    end
  end
endmodule
