// SPDX-License-Identifier: Apache-2.0
// The hazards of control-flow.md 7, in a unit that leaves wait states to the program (control-flow.md 10). This wrapper
// stands beside the operand read. It gives the instruction at the issue stage its operand view, and other values of its
// scalar operands. Rows 2, 7, 11 and 14 change what it writes to TRAPSTS or asks of the vector ALU. A producer writes a
// register, and a consumer that follows too soon reads the older value. late_store.sv has row 8, vgpr_before.sv the
// older values of VGPRs.
//
// For each wave, and for each of its last Depth wait states, a set holds the registers that a producer wrote there. A
// consumer reads the older value of a register that lies in a set of fewer wait states than its row asks for. Any
// write of a register removes it from all sets. So the older value is the one before the last write.
module exposed_hazards (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  // the instruction at the issue stage
  input  cu_pkg::slot_t                     slot_i,
  input  wave_pkg::wave_t                   wave_i,
  input  fetch_pkg::class_e                 class_i,
  input  scalar_pkg::scalar_dec_t           sdec_i,
  input  smem_pkg::smem_dec_t               smem_dec_i,
  input  scalar_pkg::scalar_effect_e        effect_i,
  input  valu_pkg::valu_dec_t               vdec_i,
  input  mem_issue_pkg::mem_dec_t           mdec_i,
  input  logic                              is_gds_i,
  input  logic                              is_direct_i,
  input  logic [31:0]                       word0_i,
  input  issue_pkg::valu_vgprs_t            valu_vgprs_i,
  input  operand_pkg::vsrc_t                src0_i,         // its scalar operands, and their values as read
  input  operand_pkg::vsrc_t                src1_i,
  input  operand_pkg::vsrc_t                src2_i,
  input  logic [63:0]                       value0_i,
  input  logic [63:0]                       value1_i,
  input  logic [63:0]                       value2_i,
  input  logic [127:0]                      sdata_i,        // of scalar memory; of MIMG words 4 to 7 of T#
  input  logic [127:0]                      ssharp_i,       // of MIMG
  output wave_pkg::wave_t                   wave_o,
  output logic [63:0]                       value0_o,       // and as it has them
  output logic [63:0]                       value1_o,
  output logic [63:0]                       value2_o,
  output logic [127:0]                      sdata_o,
  output logic [127:0]                      ssharp_o,
  // it issues, or the wave enters its trap handler before it, which is no wait state; and what it writes
  input  logic                              advance_i,
  input  logic [3:0]                        states_i,
  input  logic                              valu_i,
  input  logic                              load_i,         // of the data share or vector memory, loads and stores
  input  logic                              smem_i,
  input  logic                              scalar_i,
  input  wave_pkg::wave_write_t             write_i,
  input  hwreg_pkg::setreg_t                setreg_i,
  output hwreg_pkg::setreg_t                setreg_o,
  input  valu_pkg::valu_req_t               req_i,
  output valu_pkg::valu_req_t               req_o,
  input  logic                              sgpr_valid_i,
  input  sgpr_pkg::sgpr_row_write_t         sgpr_i,
  // the SGPR pair that a vector ALU instruction writes
  output logic [sgpr_pkg::SgprAddrBits-1:0] raddr_o,
  input  logic [63:0]                       rdata_i,
  // for late_store
  output logic [2:0]                        vdst_count_o,   // VGPRs that a vector ALU instruction writes from vdst on
  output logic [2:0]                        store_states_o  // row 8
);
  // Wait states of each row. The testbench may set others at time zero (tb/top/cu_top.sv).
  cu_pkg::exposed_hazards_t wait_states = cu_pkg::HazardStates;
  assign store_states_o = wait_states[3*8 +: 3];

  localparam int unsigned Depth = 7;  // the most that three bits of wait_states can ask for

  // Places in a set of registers. Writes of the vector ALU: SGPRs, VCC, M0 and EXEC at their operand codes, VGPRs at
  // the wave's register numbers. Each other producer has its own place.
  localparam int unsigned Width             = 389;
  localparam logic [6:0]  PlaceVcc          = 7'(isa_pkg::SrcVccLo);
  localparam logic [6:0]  PlaceM0           = 7'(isa_pkg::SrcM0);
  localparam logic [6:0]  PlaceExec         = 7'(isa_pkg::SrcExecLo);
  localparam logic [8:0]  PlaceVgpr0        = 9'd128;
  localparam logic [8:0]  PlaceM0Salu       = 9'd384;
  localparam logic [8:0]  PlaceTrapsts      = 9'd385;  // s_setreg
  localparam logic [8:0]  PlaceModeSetreg   = 9'd386;  // s_setreg
  localparam logic [8:0]  PlaceModeSetvskip = 9'd387;  // s_setvskip
  localparam logic [8:0]  PlaceVskip        = 9'd388;  // both, if they write that bit

  logic [Depth*Width-1:0] recent_q [cu_pkg::NumWaves];  // the set of the latest wait state is lowest
  logic [Depth*Width-1:0] recent_writes;
  assign recent_writes = recent_q[slot_i];

  // The older values.
  logic [31:0]        sgpr_q [2 << sgpr_pkg::SgprAddrBits];  // {slot, operand code}
  logic [31:0]        m0_q [cu_pkg::NumWaves];
  logic [31:0]        mode_q [cu_pkg::NumWaves];
  logic [31:0]        trapsts_q [cu_pkg::NumWaves];
  cu_pkg::wave_mask_t vskip_q;
  cu_pkg::wave_mask_t vccz_q;                                // from the last write of all of VCC,
  cu_pkg::wave_mask_t vcc_half_q;                            // if only one of its halves was written after it

  // A producer wrote the register at `place` fewer wait states ago than row `row` asks for.
  function automatic logic is_recent(logic [4:0] row, logic [8:0] place);
    is_recent = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (i[2:0] < wait_states[3*row +: 3] && recent_writes[Width*i + {23'd0, place}]) is_recent = 1'b1;
    end
  endfunction

  // With second names (cu_pkg::VccAlias) registers are followed by their first names (gfx9-encoding.md D-REG-23).
  logic [6:0] sdst, soffset, lane;
  logic [5:0] saddr, resource;  // pairs; resource: the second half of a V#
  assign sdst = sgpr_pkg::first_name(vdec_i.sdst, wave_i.sgpr_size);
  assign saddr = 6'(sgpr_pkg::first_name(mdec_i.saddr, wave_i.sgpr_size) >> 1);
  assign resource = 6'(sgpr_pkg::first_name(mdec_i.saddr | 7'd2, wave_i.sgpr_size) >> 1);
  assign soffset = sgpr_pkg::first_name(mdec_i.soffset[6:0], wave_i.sgpr_size);
  assign lane = sgpr_pkg::first_name(vdec_i.src1.code[6:0], wave_i.sgpr_size);

  // Row 13 (control-flow.md D-WAIT-30): the words of VCC whose last write by the vector ALU was by the second name.
  logic [1:0] second_q [cu_pkg::NumWaves];

  // The view of a source of a vector ALU instruction. Its present value is `now`.
  function automatic logic [63:0] constant(logic used, logic [8:0] code, logic two, logic [63:0] now);
    logic [6:0] name;
    logic [1:0] old;  // words of VCC that this source sees as they were
    name = sgpr_pkg::first_name(code[6:0], wave_i.sgpr_size);
    old = second_q[slot_i] ^ {2{name != code[6:0]}};
    if (!is_recent(5'd13, {2'd0, PlaceVcc})) old[0] = 1'b0;
    if (!is_recent(5'd13, {2'd0, PlaceVcc | 7'd1})) old[1] = 1'b0;
    constant = now;
    if (used && code[8:7] == 2'b00 && name[6:1] == PlaceVcc[6:1]) begin
      if (old[name[0]]) constant[31:0] = sgpr_q[{slot_i, name}];
      if (two && old[1]) constant[63:32] = sgpr_q[{slot_i, PlaceVcc | 7'd1}];
    end
  endfunction

  // The view of two registers by a consumer of row `row`. Their present value is `now`.
  function automatic logic [63:0] pair(logic [4:0] row, logic [5:0] number, logic [63:0] now);
    pair = now;
    if (is_recent(row, {2'd0, number, 1'b0})) pair[31:0] = sgpr_q[{slot_i, number, 1'b0}];
    if (is_recent(row, {2'd0, number, 1'b1})) pair[63:32] = sgpr_q[{slot_i, number, 1'b1}];
  endfunction

  // ---- the consumer of each row ----------------------------------------------------------------
  logic                  is_valu, is_dpp, is_lane, is_fmas, is_addtid, is_transfer;
  logic                  is_getreg, is_setreg, is_setvskip, is_message, is_movrel;
  logic [5:0]            hwreg;
  isa_pkg::hwreg_field_t hw_field;
  assign hw_field = sdec_i.simm;
  assign hwreg = hw_field.id;

  assign is_valu = class_i == fetch_pkg::ClassValu;
  assign is_dpp = is_valu && vdec_i.dpp;
  assign is_lane = is_valu && vdec_i.lane;
  assign is_fmas = is_valu && vdec_i.fmas;
  assign is_addtid = class_i == fetch_pkg::ClassLds && !is_gds_i && mdec_i.addr_m0;
  assign is_transfer = class_i == fetch_pkg::ClassVmem && mdec_i.ctl.vmem.lds;
  assign is_message = effect_i == scalar_pkg::EffectSendmsg || effect_i == scalar_pkg::EffectSendmsghalt ||
                      effect_i == scalar_pkg::EffectTtracedata;
  assign is_getreg = effect_i == scalar_pkg::EffectGetreg;
  assign is_setreg = effect_i == scalar_pkg::EffectSetreg;
  assign is_setvskip = effect_i == scalar_pkg::EffectSetvskip;
  assign is_movrel = effect_i == scalar_pkg::EffectMovrels || effect_i == scalar_pkg::EffectMovreld;

  // An operand that is M0 has its present value. Beside it the instruction may read M0 for itself (rows 9, 15, 16).
  function automatic logic [63:0] operand(logic used, logic [8:0] code, logic [63:0] value);
    operand = used && code == {2'd0, PlaceM0} ? {32'd0, wave_i.m0} : value;
  endfunction

  logic               restore;  // the instruction writes all of TRAPSTS, from its view
  logic               old_m0, valu_vcc;
  logic [6:0]         image_word;  // a register of T# or S#
  cu_pkg::phys_vgpr_t vgpr0;
  logic               private0;  // source 0 is a VGPR of the wave. Those that waves share lie below.
  cu_pkg::phys_vgpr_t number0;  // its number in the wave
  assign vgpr0 = valu_vgprs_i.src0;
  assign private0 = vgpr0 >= wave_i.vgpr_base;
  assign number0 = vgpr0 - wave_i.vgpr_base;
  always_comb begin
    image_word = '0;
    restore = (is_setreg && hwreg == isa_pkg::HwregTrapsts && wave_i.status.priv && is_recent(5'd2, PlaceTrapsts)) ||
              (effect_i == scalar_pkg::EffectReturn && is_recent(5'd14, PlaceTrapsts));
    old_m0 = ((is_message || is_gds_i) && is_recent(5'd10, PlaceM0Salu)) ||
             ((is_addtid || is_direct_i || is_transfer) && is_recent(5'd15, PlaceM0Salu)) ||
             (is_movrel && is_recent(5'd16, PlaceM0Salu));
    valu_vcc = is_recent(5'd5, {2'd0, PlaceVcc}) || is_recent(5'd5, {2'd0, PlaceVcc | 7'd1});

    wave_o = wave_i;
    if (class_i != fetch_pkg::ClassScalar && is_recent(5'd4, PlaceVskip)) wave_o.mode.vskip = vskip_q[slot_i];
    if ((is_getreg && (is_recent(5'd1, PlaceModeSetreg) || is_recent(5'd3, PlaceModeSetvskip))) ||
        (is_setreg && is_recent(5'd2, PlaceModeSetreg))) begin
      wave_o.mode = mode_q[slot_i];
    end
    if (restore || (is_getreg && is_recent(5'd1, PlaceTrapsts))) wave_o.trapsts = trapsts_q[slot_i];
    if (old_m0) wave_o.m0 = m0_q[slot_i];
    if (is_transfer && is_recent(5'd9, {2'd0, PlaceM0})) wave_o.m0 = sgpr_q[{slot_i, PlaceM0}];
    if (is_dpp) wave_o.exec = pair(5'd12, PlaceExec[6:1], wave_i.exec);
    if (is_valu && valu_vcc) wave_o.status.vccz = pair(5'd5, PlaceVcc[6:1], wave_i.vcc) == '0;
    else if (!is_getreg && wait_states[2:0] != '0 && vcc_half_q[slot_i]) wave_o.status.vccz = vccz_q[slot_i];
    if (is_valu) wave_o.status.execz = pair(5'd5, PlaceExec[6:1], wave_i.exec) == '0;
    value0_o = effect_i == scalar_pkg::EffectMovrels ? value0_i : operand(src0_i.used, src0_i.code, value0_i);
    value1_o = operand(src1_i.used, src1_i.code, value1_i);
    value2_o = operand(src2_i.used, src2_i.code, value2_i);
    if (class_i == fetch_pkg::ClassVmem && mdec_i.saddr_en) value0_o = pair(5'd9, saddr, value0_i);
    if (class_i == fetch_pkg::ClassVmem && mdec_i.rsrc_en) begin
      value1_o = pair(5'd9, resource, value1_i);
    end
    sdata_o = sdata_i;
    ssharp_o = ssharp_i;
    if (mdec_i.image.en) begin
      for (int unsigned i = 0; i < 4; i++) begin
        image_word = sgpr_pkg::first_name(mdec_i.saddr + 7'd4 + i[6:0], wave_i.sgpr_size);
        if (is_recent(5'd9, {2'd0, image_word})) sdata_o[32 * i +: 32] = sgpr_q[{slot_i, image_word}];
        image_word = sgpr_pkg::first_name({mdec_i.image.ssamp, i[1:0]}, wave_i.sgpr_size);
        if (is_recent(5'd9, {2'd0, image_word})) ssharp_o[32 * i +: 32] = sgpr_q[{slot_i, image_word}];
      end
    end
    if (class_i == fetch_pkg::ClassVmem && mdec_i.soffset_en) begin
      if (!mdec_i.soffset[7] && is_recent(5'd9, {2'd0, soffset})) begin
        value2_o[31:0] = sgpr_q[{slot_i, soffset}];
      end
    end
    if (cu_pkg::VccAlias && is_valu) begin
      value0_o = constant(vdec_i.src0.used, vdec_i.src0.code, vdec_i.src0.is64, value0_o);
      value1_o = constant(vdec_i.src1.used, vdec_i.src1.code, vdec_i.src1.is64, value1_o);
      // A lane mask is no data: the control word says of data whether it has 64 bits.
      if (vdec_i.src2.is64 == vdec_i.ctl.is64[2]) begin
        value2_o = constant(vdec_i.src2.used, vdec_i.src2.code, vdec_i.src2.is64, value2_o);
      end
    end
    if (is_lane && vdec_i.src1.code < {2'd0, PlaceM0} && is_recent(5'd6, {2'd0, lane})) begin
      value1_o[31:0] = sgpr_q[{slot_i, lane}];
    end
  end

  // ---- what the instruction writes or asks for ---------------------------------------------------
  logic trapsts_we;
  assign trapsts_we = setreg_o.id == isa_pkg::HwregTrapsts && setreg_o.mask != '0;
  always_comb begin
    setreg_o = setreg_i;
    if (scalar_i && restore) begin
      setreg_o.id = isa_pkg::HwregTrapsts;
      setreg_o.mask = hwreg_pkg::TrapstsWritable;
      setreg_o.data = (wave_o.trapsts & ~setreg_i.mask) | (setreg_i.data & setreg_i.mask);
    end
    req_o = req_i;
    if (valu_i) begin
      if (is_fmas) req_o.mask_in = pair(5'd7, PlaceVcc[6:1], wave_i.vcc);
      req_o.dpp_old = is_dpp && private0 && is_recent(5'd11, PlaceVgpr0 + {1'b0, number0[7:0]});
    end
  end

  // ---- the producer of each row, and every other instruction that writes its register -----------
  localparam logic [127:0] OneRegister = 128'd1;
  logic [63:0]            pair_now;  // present value of the scalar destination of a vector ALU instruction
  logic [127:0]           scalar_sgprs, valu_sgprs, smem_sgprs;
  logic [255:0]           valu_vgprs, load_vgprs;
  cu_pkg::phys_vgpr_t     number_d;
  logic [4:0]             smem_count;
  isa_pkg::mode_t         setreg_mask;  // the bits that s_setreg writes, if its register is MODE
  logic [Width-1:0]       produced, written;
  logic [Depth*Width-1:0] recent_d;
  assign raddr_o = {slot_i, sdst[6:1]};
  assign smem_count = smem_dec_i.mem.destination == mem_pkg::ToSgpr ? smem_dec_i.mem.size[6:2] : 5'd0;
  assign number_d = valu_vgprs_i.vdst - wave_i.vgpr_base;
  assign vdst_count_o = vdec_i.is128 ? 3'd4 : vdec_i.swap ? 3'd1 : {1'b0, vdec_i.vdst_vgprs};
  assign setreg_mask = hwreg_pkg::hwreg_mask(hw_field.size_less_1, hw_field.offset);

  always_comb begin
    unique case (sdst[6:1])
      PlaceVcc[6:1]:  pair_now = wave_i.vcc;
      PlaceExec[6:1]: pair_now = wave_i.exec;
      PlaceM0[6:1]:   pair_now = {32'd0, wave_i.m0};
      default:   pair_now = rdata_i;
    endcase

    valu_sgprs = '0;
    valu_vgprs = '0;
    if (valu_i) begin
      if (vdec_i.sdst_kind == valu_pkg::SdstMask) valu_sgprs = 128'd3 << sdst;
      if (vdec_i.sdst_kind == valu_pkg::SdstValue) valu_sgprs = OneRegister << sdst;
      if (vdec_i.cmpx) valu_sgprs[PlaceExec +: 2] = 2'b11;
      if (valu_vgprs_i.vdst >= wave_i.vgpr_base) begin
        valu_vgprs = ((256'd1 << vdst_count_o) - 256'd1) << number_d[7:0];
      end
      if (vdec_i.swap && private0) valu_vgprs[number0[7:0]] = 1'b1;
    end
    load_vgprs = load_i ? ((256'd1 << mdec_i.vdst_vgprs) - 256'd1) << mdec_i.vdst : '0;
    if (load_i && mdec_i.tfe_vgpr != '0) load_vgprs[mdec_i.vdst + {5'd0, mdec_i.tfe_vgpr}] = 1'b1;
    smem_sgprs = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      if (smem_i && i[4:0] < smem_count) begin
        smem_sgprs[sgpr_pkg::first_name(smem_dec_i.sdata + i[6:0], wave_i.sgpr_size)] = 1'b1;
      end
    end
    scalar_sgprs = '0;
    if (sgpr_valid_i) begin
      scalar_sgprs[{sgpr_i.row[4:0], 2'd0} +: 2] = sgpr_i.we[1:0];
      scalar_sgprs[{sgpr_i.row[sgpr_pkg::HighRow +: 5], 2'd2} +: 2] = sgpr_i.we[3:2];
    end
    scalar_sgprs[PlaceVcc +: 2] = write_i.vcc_we;
    scalar_sgprs[PlaceExec +: 2] = {2{write_i.exec_we != '0}};
    scalar_sgprs[PlaceM0] = write_i.m0_we;

    produced = '0;
    produced[127:0] = valu_sgprs;
    produced[PlaceVgpr0 +: 256] = valu_vgprs;
    produced[PlaceM0Salu] = scalar_i && write_i.m0_we;
    produced[PlaceTrapsts] = scalar_i && is_setreg && trapsts_we;
    produced[PlaceModeSetreg] = scalar_i && is_setreg && hwreg == isa_pkg::HwregMode;
    produced[PlaceModeSetvskip] = scalar_i && is_setvskip;
    produced[PlaceVskip] = scalar_i && (is_setvskip || (is_setreg && hwreg == isa_pkg::HwregMode && setreg_mask.vskip));
    written = produced;
    written[127:0] = valu_sgprs | smem_sgprs | scalar_sgprs;
    written[PlaceVgpr0 +: 256] = valu_vgprs | load_vgprs;
    written[PlaceM0Salu] = write_i.m0_we || valu_sgprs[PlaceM0];
    written[PlaceTrapsts] = trapsts_we;
    written[PlaceModeSetreg] = write_i.mode_we;
    written[PlaceModeSetvskip] = write_i.mode_we;

    recent_d = recent_writes << (Width * {28'd0, states_i});
    for (int unsigned i = 0; i < Depth; i++) begin
      recent_d[Width*i +: Width] = recent_d[Width*i +: Width] & ~written;
    end
    recent_d[Width-1:0] = recent_d[Width-1:0] | produced;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) recent_q[i] <= '0;
      vcc_half_q <= '0;
    end else if (advance_i) begin
      recent_q[slot_i] <= write_i.endpgm ? '0 : recent_d;
      if (write_i.endpgm || written[{2'd0, PlaceVcc} +: 2] == 2'b11) vcc_half_q[slot_i] <= 1'b0;
      else if (written[{2'd0, PlaceVcc} +: 2] != '0) vcc_half_q[slot_i] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (advance_i) begin
      if (valu_i && vdec_i.cmpx) begin
        sgpr_q[{slot_i, PlaceExec}] <= wave_i.exec[31:0];
        sgpr_q[{slot_i, PlaceExec | 7'd1}] <= wave_i.exec[63:32];
      end
      if (valu_sgprs[{sdst[6:1], 1'b0}]) begin
        sgpr_q[{slot_i, sdst[6:1], 1'b0}] <= pair_now[31:0];
      end
      if (valu_sgprs[{sdst[6:1], 1'b1}]) begin
        sgpr_q[{slot_i, sdst[6:1], 1'b1}] <= pair_now[63:32];
      end
      for (int w = 0; w < 2; w++) begin
        if (cu_pkg::VccAlias && valu_sgprs[PlaceVcc + 7'(w)]) second_q[slot_i][w] <= sdst != vdec_i.sdst;
      end
      if (produced[PlaceM0Salu]) m0_q[slot_i] <= wave_i.m0;
      if (produced[PlaceTrapsts]) trapsts_q[slot_i] <= wave_i.trapsts;
      if (produced[PlaceModeSetreg] || produced[PlaceModeSetvskip]) mode_q[slot_i] <= wave_i.mode;
      if (produced[PlaceVskip]) vskip_q[slot_i] <= wave_i.mode.vskip;
      if (written[{2'd0, PlaceVcc} +: 2] != '0 && !vcc_half_q[slot_i]) vccz_q[slot_i] <= wave_i.vcc == '0;
    end
  end

  // Other fields; and VGPR numbers have eight bits.
  logic unused_bits;
  assign unused_bits = ^{sdec_i, smem_dec_i, vdec_i, mdec_i, word0_i, write_i, sgpr_i, setreg_mask,
                         hw_field, valu_vgprs_i, src0_i, src1_i, src2_i,
                         number0, number_d};
endmodule
