// SPDX-License-Identifier: Apache-2.0
// Value of the hardware register that s_getreg or s_setreg names, and the bits of it that s_setreg writes
// (control-flow.md 1). Combinational. A register that the unit does not have reads as zero. MODE has no writable bits
// here: salu.sv writes it, for other instructions too.
//
// coverage off toggle writable_o[31:15], writable_o[10:9]: Nothing writes these bits of TRAPSTS: they are outside
//   TrapstsWritable of front_pkg.sv.
// coverage off toggle hw_id.cu_id[3:0], hw_id.me_id[1:0], hw_id.pipe_id[1:0], hw_id.queue_id[2:0], hw_id.se_id[1:0],
//   hw_id.sh_id, hw_id.simd_id[1:0], hw_id.state_id[2:0], hw_id.tg_id[3:0], hw_id.vm_id[3:0], hw_id.zero15,
//   gpr_alloc.sgpr_base[2:0], gpr_alloc.zero15[1:0], gpr_alloc.zero23[1:0], gpr_alloc.zero31[3:0],
//   gpr_alloc.zero7[1:0], lds_alloc.zero11[3:0], lds_alloc.zero31[10:0], ib_sts.first_replay, ib_sts.rcnt[4:0],
//   ib_sts.valu_cnt[2:0], ib_sts.zero21, ib_sts.zero31[7:0], ib_sts.zero7: The register has no such field in this unit,
//   or only as 0: nothing else is assigned to these bits.
// coverage off toggle sh_mem_bases.private_base[15:2], sh_mem_bases.private_base[0], sh_mem_bases.shared_base[15:1]:
//   The apertures are parameters of cu_pkg.sv: these bits of them are 0.
// coverage off toggle lds_alloc.lds_size[0]: The size of an LDS allocation is a multiple of 512 bytes.
// coverage off toggle counts_i.vm[5:4], counts_i.vs[5:4], ib_sts.vm_cnt_hi[1:0]: In the two units that are measured
//   VmemQueueDepth is 8: no more instructions of vector memory are in flight. The unit of rtl/configs/deep.f has 64. On
//   it waits/vm_deep counts to 63.
// coverage off toggle tba_i[7:0], tma_i[7:0]: TBA and TMA are multiples of 256.
// coverage off toggle gpr_alloc.sgpr_size[3]: 102 SGPRs are seven blocks of 16: the field has 6.
module hwreg (
  input  logic [5:0]              id_i,  // isa_pkg::hwreg_e
  input  cu_pkg::slot_t           slot_i,
  input  front_pkg::wave_t        wave_i,  // as the instruction reads it
  input  front_pkg::wait_counts_t counts_i,
  input  logic [47:0]             tba_i,
  input  logic [47:0]             tma_i,
  output logic [31:0]             value_o,
  output logic [31:0]             writable_o
);
  isa_pkg::hw_id_t        hw_id;
  isa_pkg::gpr_alloc_t    gpr_alloc;
  isa_pkg::lds_alloc_t    lds_alloc;
  isa_pkg::ib_sts_t       ib_sts;
  isa_pkg::sh_mem_bases_t sh_mem_bases;

  // Allocations in blocks: 4 VGPRs, 16 SGPRs, 64 dwords of LDS. GPR sizes are one less than the number of blocks.
  logic [8:0] vgpr_blocks;
  logic [6:0] sgpr_blocks;
  assign vgpr_blocks = {2'b00, wave_i.vgpr_size[8:2]} - 9'd1;
  assign sgpr_blocks = ((wave_i.sgpr_size + 7'd15) >> 4) - 7'd1;

  always_comb begin
    hw_id = '0;
    gpr_alloc = '0;
    lds_alloc = '0;
    ib_sts = '0;
    sh_mem_bases = '0;
    writable_o = '0;
    unique case (id_i)
      isa_pkg::HwregMode:    value_o = wave_i.mode;
      isa_pkg::HwregStatus:  begin
        value_o = wave_i.status;
        writable_o = wave_i.status.priv ? front_pkg::StatusWritable : '0;
      end
      isa_pkg::HwregTrapsts: begin
        value_o = wave_i.trapsts;
        writable_o = wave_i.status.priv ? front_pkg::TrapstsWritable : '0;
      end
      isa_pkg::HwregHwId: begin
        hw_id.wave_id = 4'(slot_i);
        value_o = hw_id;
      end
      isa_pkg::HwregGprAlloc: begin
        gpr_alloc.sgpr_size = sgpr_blocks[3:0];
        gpr_alloc.sgpr_base = {3'(slot_i), 3'd0};
        gpr_alloc.vgpr_size = vgpr_blocks[5:0];
        gpr_alloc.vgpr_base = wave_i.vgpr_base[7:2];
        value_o = gpr_alloc;
      end
      isa_pkg::HwregLdsAlloc: begin
        lds_alloc.lds_size = wave_i.lds_size[16:8];
        lds_alloc.lds_base = wave_i.lds_base[15:8];
        value_o = lds_alloc;
      end
      isa_pkg::HwregIbSts: begin
        ib_sts.vm_cnt_hi = counts_i.vm[5:4];
        ib_sts.vm_cnt_lo = counts_i.vm[3:0];
        ib_sts.lgkm_cnt = counts_i.lgkm;
        ib_sts.exp_cnt = counts_i.exp;
        value_o = ib_sts;
      end
      isa_pkg::HwregShMemBases: begin
        sh_mem_bases.shared_base = cu_pkg::SharedAperture;
        sh_mem_bases.private_base = cu_pkg::PrivateAperture;
        value_o = sh_mem_bases;
      end
      isa_pkg::HwregTbaLo: value_o = tba_i[39:8];
      isa_pkg::HwregTbaHi: value_o = {24'd0, tba_i[47:40]};
      isa_pkg::HwregTmaLo: value_o = tma_i[39:8];
      isa_pkg::HwregTmaHi: value_o = {24'd0, tma_i[47:40]};
      isa_pkg::HwregSharedVgprs: value_o = {17'd0, wave_i.shared_temps, wave_i.shared_global};
      default:             value_o = '0;
    endcase
  end

  logic unused_bits;
  assign unused_bits = ^{vgpr_blocks[8:6], sgpr_blocks[6:4], tba_i[7:0], tma_i[7:0], counts_i.vs};  // VS_CNT: D-MEM-59

  logic unused_wave;
  assign unused_wave = ^wave_i;  // the wave's other registers
endmodule
