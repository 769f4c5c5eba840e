// SPDX-License-Identifier: Apache-2.0
// Value of the hardware register that s_getreg and s_setreg name (control-flow.md 1).
// Combinational. Registers that the unit has not read as zero.
module hwreg (
  input  logic [5:0]       id_i,
  input  cu_pkg::slot_t    slot_i,
  input  front_pkg::wave_t wave_i,
  input  logic [47:0]      tba_i,
  input  logic [47:0]      tma_i,
  output logic [31:0]      value_o
);
  logic [8:0]  vgpr_blocks;
  logic [6:0]  sgpr_blocks;
  logic [16:0] lds_blocks;
  logic [9:0]  vgpr_base;

  assign vgpr_base = {2'b00, wave_i.vgpr_base[9:2]};
  assign vgpr_blocks = {2'b00, wave_i.vgpr_size[8:2]} - 9'd1;
  assign sgpr_blocks = ((wave_i.sgpr_size + 7'd15) >> 4) - 7'd1;
  assign lds_blocks = (wave_i.lds_size + 17'd511) >> 9;

  always_comb begin
    unique case (id_i)
      6'd1: value_o = wave_i.mode;
      6'd2: value_o = wave_i.status;
      6'd3: value_o = wave_i.trapsts;
      6'd4: value_o = {28'd0, slot_i};
      6'd5: value_o = {4'd0, sgpr_blocks[3:0], 2'd0, {slot_i[2:0], 3'd0}, 2'd0, vgpr_blocks[5:0],
                       2'd0, vgpr_base[5:0]};
      6'd6: value_o = {11'd0, lds_blocks[8:0], 4'd0, 1'b0, wave_i.lds_base[15:9]};
      6'd7: value_o = {8'd0, wave_i.vm_cnt[5:4], 10'd0, wave_i.lgkm_cnt, 1'b0, wave_i.exp_cnt,
                       wave_i.vm_cnt[3:0]};
      6'd15: value_o = 32'h00010002;
      6'd16: value_o = tba_i[31:0];
      6'd17: value_o = {16'd0, tba_i[47:32]};
      6'd18: value_o = tma_i[31:0];
      6'd19: value_o = {16'd0, tma_i[47:32]};
      default: value_o = '0;
    endcase
  end

  logic unused_bits;
  assign unused_bits = ^{vgpr_blocks[8:6], sgpr_blocks[6:4], lds_blocks[16:9], vgpr_base[9:6],
                         slot_i[3]};

  logic unused_wave;
  assign unused_wave = ^wave_i;  // the wave's other registers
endmodule
