// SPDX-License-Identifier: Apache-2.0
// Destination values of one quad of a DS read (lds.md 3.4). It adds the data of this cycle's service to the data
// collected in earlier cycles, and forms the final values of byte, short and d16 reads. The half that d16 does not
// write is 0. The two parts of a lane can come in any order. collected_i must be 0 before the first access: lanes
// without an access keep 0. Combinational; with go_i = 0 all outputs are 0.
module lds_result (
  input  logic                  go_i,
  input  lds_pkg::lds_control_t ctl_i,
  input  logic [4:0]            size_i,         // bytes of an access
  input  logic                  second_i,       // the data is of the second access
  input  logic                  both_i,         // the data is of both accesses (equal offsets)
  input  logic [3:0]            lanes_i,        // first parts served now, as from lds_quad
  input  logic [3:0]            split_i,        // second parts
  input  logic [15:0]           byte_offset_i,  // as from lds_quad
  input  logic [7:0]            lane_bank_i,
  input  logic [511:0]          entries_i,      // as read, 128 bits per bank
  input  logic [511:0]          collected_i,    // 128 bits per destination VGPR: 32 bits per lane
  output logic [511:0]          collected_o,
  output logic [127:0]          first_o         // final values of the first destination VGPR
);
  logic [1:0]   second_vgpr;  // first destination VGPR of the second access
  logic [127:0] value;
  logic [31:0]  raw, half;
  logic [3:0]   byte_offset;
  logic [1:0]   bank;

  logic unused_ctl;  // the other fields
  assign unused_ctl = ^ctl_i;

  always_comb begin
    collected_o = '0;
    first_o = '0;
    second_vgpr = '0;
    value = '0;
    raw = '0;
    half = '0;
    byte_offset = '0;
    bank = '0;
    if (go_i) begin
      second_vgpr = ctl_i.wide ? 2'd2 : 2'd1;
      collected_o = collected_i;
      for (int unsigned l = 0; l < 4; l++) begin
        if (lanes_i[l] || split_i[l]) begin
          byte_offset = byte_offset_i[4 * l +: 4];
          bank = lane_bank_i[2 * l +: 2];
          value = '0;
          if (lanes_i[l]) value = entries_i[128 * bank +: 128] >> {byte_offset, 3'd0};
          if (split_i[l]) begin
            bank = bank + 2'd1;
            value = value | entries_i[128 * bank +: 128] << {5'd16 - {1'b0, byte_offset}, 3'd0};
          end
          if (ctl_i.two_addresses) begin
            if (!second_i) begin
              collected_o[32 * l +: 32] |= value[31:0];
              if (ctl_i.wide) collected_o[128 + 32 * l +: 32] |= value[63:32];
            end
            if (second_i || both_i) begin
              collected_o[128 * second_vgpr + 32 * l +: 32] |= value[31:0];
              if (ctl_i.wide) collected_o[384 + 32 * l +: 32] |= value[63:32];
            end
          end else begin
            for (int unsigned c = 0; c < 4; c++) begin
              collected_o[128 * c + 32 * l +: 32] |= value[32 * c +: 32];
            end
          end
        end
        raw = collected_o[32 * l +: 32];
        half = raw;
        if (size_i == 5'd1) half = {{24{ctl_i.part.sext && raw[7]}}, raw[7:0]};
        if (size_i == 5'd2) half = {{16{ctl_i.part.sext && raw[15]}}, raw[15:0]};
        if (ctl_i.part.d16) half = ctl_i.part.hi ? {half[15:0], 16'd0} : {16'd0, half[15:0]};
        first_o[32 * l +: 32] = half;
      end
    end
  end
endmodule
