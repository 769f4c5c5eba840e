// SPDX-License-Identifier: Apache-2.0
// The physical VGPRs that an instruction names, and whether they lie in the wave's allocation. Combinational.
//
// GPR-index mode (gfx9-encoding.md 6) applies to vector ALU operands: the index in M0 is added to the number.
// A register or tuple that then passes the allocation becomes v0. While MODE.SHARED is set, an operand whose enable
// in M0 is set names a physical VGPR that waves share (lds.md 2, D-R700-12, D-R700-13).
//
// coverage off toggle mem_i.mem.size[6:5]: The rows of lds_table.sv and vmem_table.sv have the bytes of a lane in five
//   bits. Only scalar memory has larger sizes.
// coverage off toggle global_end[9:8], temps_shift[9:7]: Widened with zeros: the number of global registers has eight
//   bits, that of temporaries seven.
// coverage off toggle valu_i.rel[0][1:0]: VSRC1 is a VGPR. Source 0 is in field SRC0, which is 0.
// coverage off toggle mem_i.data1_vgprs[2]: The second data of a DS instruction has at most 64 bits: two VGPRs.
// coverage off toggle count0[2], count1[2]: Sources 0 and 1 have one or two VGPRs.
// coverage off toggle temps_end[9:8], shared_end[9:8]: There are at most 128 shared VGPRs: dispatch.c refuses more.
module vgpr_operands (
  input  wave_pkg::wave_t         wave_i,
  input  logic                    odd_i,           // the number of the wave's slot is odd
  input  valu_pkg::valu_dec_t     valu_i,
  input  mem_issue_pkg::mem_dec_t mem_i,
  input  export_pkg::export_dec_t export_i,
  output logic                    valu_ok_o,
  output issue_pkg::valu_vgprs_t  valu_o,
  output logic [127:0]            shared_touch_o,  // shared VGPRs that the vector ALU instruction uses
  output logic [127:0]            shared_write_o,  // those of them that it writes
  output logic                    mem_ok_o,
  output issue_pkg::mem_vgprs_t   mem_o,
  output logic                    export_ok_o
);
  localparam int unsigned VgprBits = cu_pkg::VgprBits;
  isa_pkg::m0_index_t m0;
  logic [3:0]         indexed, shared;        // by operand field
  logic [9:0]         global_end, temps_end;  // ends of the shared register numbers
  logic [9:0]         shared_end;             // end of the shared physical VGPRs
  logic [9:0]         temps_shift;            // from the number of a temporary to its physical VGPR
  assign m0 = wave_i.m0;
  assign indexed = wave_i.mode.gpr_idx_en ? m0.index_en : 4'd0;
  assign shared = wave_i.mode.shared ? m0.shared_en : 4'd0;
  assign global_end = {2'd0, wave_i.shared_global};
  assign temps_end = global_end + {3'd0, wave_i.shared_temps};
  assign shared_end = temps_end + {3'd0, wave_i.shared_temps};
  assign temps_shift = odd_i ? {3'd0, wave_i.shared_temps} : 10'd0;

  // A VGPR operand after indexing. It is a register of the wave's own allocation, or with `absolute` a shared
  // one: a global register or a clause temporary.
  function automatic issue_pkg::formed_vgpr_t formed(logic [7:0] number, logic [2:0] count, logic add_index,
                                                     logic absolute);
    logic [9:0] sum, last;
    sum = {2'd0, number} + (add_index ? {2'd0, m0.index} : 10'd0);
    last = sum + {7'd0, count};
    if (!absolute) begin
      formed = {1'b0, 10'(wave_i.vgpr_base) + {2'd0, sum[7:0]}};
      if (last > {1'b0, wave_i.vgpr_size}) formed = {!add_index, 10'(wave_i.vgpr_base)};
    end else if (last <= global_end) begin
      formed = {1'b0, sum};
    end else begin
      formed = {!(sum >= global_end && last <= temps_end), sum + temps_shift};
    end
  endfunction

  // The shared VGPRs among `count` physical VGPRs from `first` on. The waves' allocations lie behind the shared ones.
  function automatic logic [127:0] shared_vgprs(logic [9:0] first, logic [2:0] count);
    shared_vgprs = '0;
    if (first < shared_end) shared_vgprs = ((128'd1 << count) - 128'd1) << first[6:0];
  endfunction

  issue_pkg::formed_vgpr_t f0, f1, f2, fd;
  logic [2:0]              is_vgpr, count0, count1, count2, countd;

  // Only a vector ALU instruction names VGPRs here.
  always_comb begin
    is_vgpr = '0;
    count0 = '0;
    count1 = '0;
    count2 = '0;
    countd = '0;
    f0 = '0;
    f1 = '0;
    f2 = '0;
    fd = '0;
    valu_ok_o = 1'b0;
    shared_write_o = '0;
    shared_touch_o = '0;
    if (valu_i.legal) begin
      is_vgpr[0] = valu_i.src0.used && valu_i.src0.code[8];
      is_vgpr[1] = valu_i.src1.used && valu_i.src1.code[8];
      is_vgpr[2] = valu_i.src2.used && valu_i.src2.code[8];
      count0 = valu_i.src0.is64 ? 3'd2 : 3'd1;
      count1 = valu_i.src1.is64 ? 3'd2 : 3'd1;
      count2 = valu_i.is128 ? 3'd4 : valu_i.src2.is64 ? 3'd2 : 3'd1;
      // v_swap_b32 writes one VGPR here, and that of its source.
      countd = valu_i.is128 ? 3'd4 : valu_i.vdst_vgprs == 2'd2 && !valu_i.swap ? 3'd2 : 3'd1;
      f0 = formed(valu_i.src0.code[7:0], count0, indexed[valu_i.rel[0]], shared[valu_i.rel[0]]);
      f1 = formed(valu_i.src1.code[7:0], count1, indexed[valu_i.rel[1]], shared[valu_i.rel[1]]);
      f2 = formed(valu_i.src2.code[7:0], count2, indexed[valu_i.rel[2]], shared[valu_i.rel[2]]);
      fd = formed(valu_i.vdst, countd, indexed[3], shared[3]);
      valu_ok_o = !(is_vgpr[0] && f0.illegal) && !(is_vgpr[1] && f1.illegal) &&
                  !(is_vgpr[2] && f2.illegal) && !(valu_i.vdst_en && fd.illegal);
      if (wave_i.mode.shared) begin
        if (valu_i.vdst_en) shared_write_o = shared_vgprs(fd.vgpr, countd);
        if (valu_i.swap) begin
          shared_write_o = shared_write_o | shared_vgprs(f0.vgpr, 3'd1);
        end
        shared_touch_o = shared_write_o;
        if (is_vgpr[0]) shared_touch_o |= shared_vgprs(f0.vgpr, count0);
        if (is_vgpr[1]) shared_touch_o |= shared_vgprs(f1.vgpr, count1);
        if (is_vgpr[2]) shared_touch_o |= shared_vgprs(f2.vgpr, count2);
      end
    end
    valu_o.is_vgpr = is_vgpr;
    valu_o.src0 = f0.vgpr[VgprBits-1:0];
    valu_o.src1 = f1.vgpr[VgprBits-1:0];
    valu_o.src2 = f2.vgpr[VgprBits-1:0];
    valu_o.vdst = fd.vgpr[VgprBits-1:0];
  end

  // The registers lie in an allocation of `size` VGPRs.
  function automatic logic fits(logic [7:0] number, logic [3:0] count, logic [8:0] size);
    fits = {1'b0, number} + {5'd0, count} <= size;
  endfunction

  logic [3:0] address_vgprs;
  always_comb begin
    mem_o = '0;
    mem_ok_o = 1'b0;
    address_vgprs = '0;
    if (mem_i.legal) begin
      address_vgprs = mem_i.image.en ? mem_i.image.addresses : mem_i.addr64 ? 4'd2 : 4'd1;
      mem_o.addr = wave_i.vgpr_base + VgprBits'(mem_i.addr);
      mem_o.data0 = wave_i.vgpr_base + VgprBits'(mem_i.data0);
      mem_o.data1 = wave_i.vgpr_base + VgprBits'(mem_i.data1);
      mem_o.vdst = wave_i.vgpr_base + VgprBits'(mem_i.vdst);
      mem_ok_o = (!mem_i.addr_en ||
                  fits(mem_i.addr, address_vgprs, wave_i.vgpr_size)) &&
                 (!mem_i.data0_en || fits(mem_i.data0, {1'b0, mem_i.data0_vgprs}, wave_i.vgpr_size)) &&
                 (!mem_i.data1_en || fits(mem_i.data1, {1'b0, mem_i.data1_vgprs}, wave_i.vgpr_size)) &&
                 (!mem_i.vdst_en || fits(mem_i.vdst, {1'b0, mem_i.vdst_vgprs}, wave_i.vgpr_size)) &&
                 (mem_i.tfe_vgpr == '0 || fits(mem_i.vdst, {1'b0, mem_i.tfe_vgpr} + 4'd1, wave_i.vgpr_size));
    end
  end

  // Only the registers that an export sends are judged (D-EXP-1).
  always_comb begin
    export_ok_o = 1'b1;
    if (export_i.sent != '0) begin
      for (int unsigned i = 0; i < 4; i++) begin
        if (export_i.sent[i] && !fits(export_i.vsrc[8 * i +: 8], 4'd1, wave_i.vgpr_size)) export_ok_o = 1'b0;
      end
    end
  end

  logic unused_bits;
  assign unused_bits = ^{wave_i, valu_i, mem_i, export_i, m0};  // what is not a register number
endmodule
