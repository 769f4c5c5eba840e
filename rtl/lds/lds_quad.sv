// One clock of service of one quad (four lanes) of a DS instruction: the address of each lane, range
// check, and for each bank the row of its lowest unserved lane with all lanes that touch that row
// (lds.md sections 3.2, 3.3, 4; the order is in docs/decisions.md). Combinational; with go_i 0 all
// outputs are 0. Every access lies within one 16-byte entry: it is naturally aligned (12 bytes as 16)
// and lds_base_i is a multiple of 16.
module lds_quad (
  input  logic          go_i,
  input  lds_pkg::ctl_t ctl_i,
  input  logic [31:0]   offset_i,     // bytes, of this access
  input  logic [15:0]   lds_base_i,
  input  logic [16:0]   lds_size_i,
  input  logic [3:0]    exec_i,
  input  logic [3:0]    served_i,     // lanes served in an earlier clock of this access
  input  logic [127:0]  addr_i,       // 32 bits a lane
  input  logic [511:0]  data_i,       // write data, 128 bits a dword component, 32 bits a lane in it
  output logic          out_of_range_o,
  output logic [3:0]    lanes_o,      // served now
  output logic          last_o,       // no lane of this access is left after this clock
  output logic [15:0]   place_o,      // 4 bits a lane: its first byte within the entry
  output logic [7:0]    lane_bank_o,  // 2 bits a lane
  output logic [3:0]    bank_valid_o,
  output logic [39:0]   bank_row_o,   // 10 bits a bank
  output logic [63:0]   bank_be_o,    // 16 bits a bank; all ones for a read
  output logic [511:0]  bank_data_o   // 128 bits a bank; bytes not enabled are 0
);
  logic [31:0]  addr, align;
  logic [32:0]  past;
  logic [39:0]  lane_row;
  logic [3:0]   want;
  logic [127:0] value;
  logic [15:0]  be;

  logic unused_ctl;  // the fields that others need
  assign unused_ctl = ^ctl_i;

  always_comb begin
    out_of_range_o = 1'b0;
    lanes_o = '0;
    last_o = 1'b0;
    place_o = '0;
    lane_bank_o = '0;
    bank_valid_o = '0;
    bank_row_o = '0;
    bank_be_o = '0;
    bank_data_o = '0;
    addr = '0;
    align = '0;
    past = '0;
    lane_row = '0;
    want = '0;
    value = '0;
    be = '0;
    if (go_i) begin
      align = ctl_i.size > 5'd8 ? 32'd15 : {27'd0, ctl_i.size} - 32'd1;
      for (int unsigned l = 0; l < 4; l++) begin
        addr = (addr_i[32 * l +: 32] + offset_i) & ~align;
        past = {1'b0, addr} + {28'd0, ctl_i.size};
        if (exec_i[l]) begin
          if (past > {16'd0, lds_size_i}) out_of_range_o = 1'b1;
          else want[l] = !served_i[l];
        end
        addr[15:0] = addr[15:0] + lds_base_i;
        lane_row[10 * l +: 10] = addr[15:6];
        lane_bank_o[2 * l +: 2] = addr[5:4];
        place_o[4 * l +: 4] = addr[3:0];
      end
      for (int unsigned b = 0; b < 4; b++) begin
        for (int unsigned l = 0; l < 4; l++) begin
          if (want[l] && lane_bank_o[2 * l +: 2] == b[1:0]) begin
            if (!bank_valid_o[b]) bank_row_o[10 * b +: 10] = lane_row[10 * l +: 10];
            bank_valid_o[b] = 1'b1;
            lanes_o[l] = lane_row[10 * l +: 10] == bank_row_o[10 * b +: 10];
            if (lanes_o[l] && ctl_i.write) begin
              be = 16'((17'd1 << ctl_i.size) - 17'd1) << place_o[4 * l +: 4];
              for (int unsigned c = 0; c < 4; c++) begin
                value[32 * c +: 32] = data_i[128 * c + 32 * l +: 32];
              end
              if (ctl_i.hi) value[15:0] = value[31:16];
              value = value << {place_o[4 * l +: 4], 3'd0};
              for (int unsigned k = 0; k < 16; k++) begin
                if (be[k]) bank_data_o[128 * b + 8 * k +: 8] = value[8 * k +: 8];
              end
              bank_be_o[16 * b +: 16] = bank_be_o[16 * b +: 16] | be;
            end
          end
        end
        if (bank_valid_o[b] && !ctl_i.write) bank_be_o[16 * b +: 16] = '1;
      end
      last_o = (want & ~lanes_o) == '0;
    end
  end
endmodule
