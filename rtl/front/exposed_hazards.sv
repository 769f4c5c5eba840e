// SPDX-License-Identifier: Apache-2.0
// The exposed hazards of control-flow.md 7 in a unit that leaves wait states to the program
// (control-flow.md 10): what the instruction at the issue stage
// sees of registers that an instruction of its wave has just written. Row 8 is store_hazard.sv's.
//
// For each wave and each of the last Depth wait states: the registers that the first instruction
// of a row wrote there. A register is seen as it was while it lies among those of fewer wait states
// than its row asks for. Any write of a register takes it out of all of them, so what is kept of
// it is what stood before its last write. VGPRs keep that themselves (simd/vgpr_file.sv).
module exposed_hazards (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  cu_pkg::exposed_hazards_t       exposed_hazards_i,
  // the instruction at the issue stage
  input  cu_pkg::slot_t          slot_i,
  input  front_pkg::wave_t       wave_i,
  input  front_pkg::class_e      kind_i,
  input  front_pkg::sdec_t       sdec_i,
  input  cu_pkg::valu_dec_t      vdec_i,
  input  cu_pkg::mem_dec_t       mdec_i,
  input  logic [31:0]            word0_i,
  input  cu_pkg::phys_vgpr_t           row0_i,    // of a VGPR as source 0
  input  logic [63:0]            value0_i,  // of its scalar sources
  input  logic [31:0]            value1_i,
  output front_pkg::seen_t       seen_o,
  output logic [63:0]            saddr_o,   // value0_i as a base address
  output logic [31:0]            select_o,  // value1_i, where it selects a lane
  // it issues (or the wave steps into its trap handler, which is no wait state), and what it writes
  input  logic                   advance_i,
  input  logic [3:0]             states_i,
  input  logic                   valu_i,
  input  cu_pkg::phys_vgpr_t           valu_vdst_i,
  input  logic                   load_i,    // data share and vector memory, stores included
  input  logic                   smem_i,
  input  logic [4:0]             smem_count_i,
  input  logic                   scalar_i,
  input  front_pkg::wave_write_t write_i,
  input  logic                   trapsts_we_i,
  input  logic                   sgpr_valid_i,
  input  front_pkg::sgpr_write_t sgpr_i,
  // SGPR pair that a vector ALU instruction writes
  output logic [9:0]             raddr_o,
  input  logic [63:0]            rdata_i
);
  localparam int unsigned Depth = 7;  // what three bits of exposed_hazards_i can ask for

  localparam logic [6:0] Vcc  = 7'd106;  // operand codes
  localparam logic [6:0] M0   = 7'd124;
  localparam logic [6:0] Exec = 7'd126;
  localparam logic [5:0] Mode    = 6'd1;  // hardware registers
  localparam logic [5:0] Trapsts = 6'd3;

  // Places of a set of registers. The vector ALU's: SGPRs, VCC and EXEC by operand code, VGPRs by
  // the wave's numbers. The others by what wrote them.
  localparam int unsigned Width = 389;
  localparam logic [8:0] Vgpr0        = 9'd128;
  localparam logic [8:0] SaluM0       = 9'd384;
  localparam logic [8:0] SetTrapsts   = 9'd385;  // s_setreg
  localparam logic [8:0] SetMode      = 9'd386;  // s_setreg
  localparam logic [8:0] SetvskipMode = 9'd387;  // s_setvskip
  localparam logic [8:0] SetVskip     = 9'd388;  // either, if it writes that bit

  logic [Depth*Width-1:0] past_q [16];  // the latest lowest
  logic [Depth*Width-1:0] past;
  assign past = past_q[slot_i];

  // What they held before.
  logic [31:0] sgpr_q    [2048];  // {slot, operand code}
  logic [31:0] m0_q      [16];
  logic [31:0] mode_q    [16];
  logic [31:0] trapsts_q [16];
  logic [15:0] vskip_q;
  logic [15:0] vccz_q;   // when all of VCC was last written,
  logic [15:0] half_q;   // if only one of its halves has been since

  // A register of a set was written fewer wait states ago than row `row` asks for.
  function automatic logic recent(logic [4:0] row, logic [8:0] register);
    recent = 1'b0;
    for (int unsigned i = 0; i < Depth; i++) begin
      if (i[2:0] < exposed_hazards_i[3*row +: 3] && past[Width*i + {23'd0, register}]) recent = 1'b1;
    end
  endfunction

  // Two registers that now hold `now`, as an instruction sees them for which the rule is row `row`.
  function automatic logic [63:0] pair(logic [4:0] row, logic [5:0] number, logic [63:0] now);
    pair = now;
    if (recent(row, {2'd0, number, 1'b0})) pair[31:0] = sgpr_q[{slot_i, number, 1'b0}];
    if (recent(row, {2'd0, number, 1'b1})) pair[63:32] = sgpr_q[{slot_i, number, 1'b1}];
  endfunction

  // ---- the second instruction of each row ------------------------------------------------------
  logic       is_valu, is_vop3, is_dpp, is_lane, is_fmas, is_direct, is_gds, is_addtid;
  logic       is_sopp, is_sopk, is_getreg, is_setreg, is_setvskip, is_message, is_movrel, is_return;
  logic [5:0] hwreg;
  assign is_valu = kind_i == front_pkg::ClassValu;
  assign is_vop3 = is_valu && word0_i[31];
  assign is_dpp = is_valu && !word0_i[31] && word0_i[8:0] == 9'd250;
  assign is_lane = is_vop3 && (word0_i[25:16] == 10'd649 || word0_i[25:16] == 10'd650);
  assign is_fmas = is_vop3 && word0_i[25:16] == 10'd482;
  assign is_direct = is_valu && vdec_i.src0.used && vdec_i.src0.code == 9'd254;
  assign is_gds = kind_i == front_pkg::ClassLds && word0_i[16];
  assign is_addtid = kind_i == front_pkg::ClassLds && !word0_i[16] &&
                     (word0_i[24:17] == 8'd29 || word0_i[24:17] == 8'd182);
  assign is_sopp = kind_i == front_pkg::ClassScalar && sdec_i.fmt == front_pkg::FmtSopp;
  assign is_sopk = kind_i == front_pkg::ClassScalar && sdec_i.fmt == front_pkg::FmtSopk;
  assign is_message = is_sopp && (sdec_i.op[6:1] == 6'd8 || sdec_i.op == 7'd22);
  assign is_getreg = is_sopk && sdec_i.op == 7'd17;
  assign is_setreg = is_sopk && (sdec_i.op == 7'd18 || sdec_i.op == 7'd20);
  assign is_setvskip = kind_i == front_pkg::ClassScalar && sdec_i.fmt == front_pkg::FmtSopc &&
                       sdec_i.op == 7'd16;
  assign is_movrel = kind_i == front_pkg::ClassScalar && sdec_i.fmt == front_pkg::FmtSop1 &&
                     sdec_i.op >= 7'd42 && sdec_i.op <= 7'd45;
  assign is_return = kind_i == front_pkg::ClassScalar && sdec_i.priv;
  assign hwreg = sdec_i.simm[5:0];

  logic       old_m0, valu_vcc;
  logic       private0;  // row0_i is no row that waves share: those lie below the wave's,
  logic [9:0] number0;   // but its VGPR of this number
  assign private0 = row0_i >= wave_i.vgpr_base;
  assign number0 = row0_i - wave_i.vgpr_base;
  always_comb begin
    old_m0 = ((is_message || is_gds) && recent(5'd10, SaluM0)) ||
             ((is_addtid || is_direct) && recent(5'd15, SaluM0)) ||
             (is_movrel && recent(5'd16, SaluM0));
    valu_vcc = recent(5'd5, {2'd0, Vcc}) || recent(5'd5, {2'd0, Vcc | 7'd1});

    seen_o.vskip = recent(5'd4, SetVskip) ? vskip_q[slot_i] : wave_i.mode[28];
    seen_o.mode = wave_i.mode;
    if ((is_getreg && (recent(5'd1, SetMode) || recent(5'd3, SetvskipMode))) ||
        (is_setreg && recent(5'd2, SetMode))) begin
      seen_o.mode = mode_q[slot_i];
    end
    seen_o.restore = (is_setreg && hwreg == Trapsts && wave_i.status[5] &&
                      recent(5'd2, SetTrapsts)) ||
                     (is_return && recent(5'd14, SetTrapsts));
    seen_o.trapsts = wave_i.trapsts;
    if (seen_o.restore || (is_getreg && recent(5'd1, SetTrapsts))) begin
      seen_o.trapsts = trapsts_q[slot_i];
    end
    seen_o.m0 = old_m0 ? m0_q[slot_i] : wave_i.m0;
    seen_o.vcc = is_fmas ? pair(5'd7, Vcc[6:1], wave_i.vcc) : wave_i.vcc;
    seen_o.exec = is_dpp ? pair(5'd12, Exec[6:1], wave_i.exec) : wave_i.exec;
    seen_o.vccz = wave_i.vcc == '0;
    if (is_valu && valu_vcc) seen_o.vccz = pair(5'd5, Vcc[6:1], wave_i.vcc) == '0;
    else if (exposed_hazards_i[2:0] != '0 && half_q[slot_i]) seen_o.vccz = vccz_q[slot_i];
    seen_o.execz = (is_valu ? pair(5'd5, Exec[6:1], wave_i.exec) : wave_i.exec) == '0;
    seen_o.dpp_old = is_dpp && private0 &&
                     recent(5'd11, Vgpr0 + {1'b0, number0[7:0]});
    saddr_o = pair(5'd9, mdec_i.saddr[6:1], value0_i);
    select_o = value1_i;
    if (is_lane && vdec_i.src1.code < {2'd0, M0} && recent(5'd6, vdec_i.src1.code)) begin
      select_o = sgpr_q[{slot_i, vdec_i.src1.code[6:0]}];
    end
  end

  // ---- the first instruction of each row, and every other that writes its register -------------
  localparam logic [127:0] One = 128'd1;
  logic [63:0]  pair_now;  // what sdst of a vector ALU instruction holds
  logic [127:0] scalar_sgprs, valu_sgprs, smem_sgprs;
  logic [255:0] valu_vgprs, load_vgprs;
  logic [2:0]   valu_rows;
  logic [9:0]   number_d;
  logic [31:0]  field;     // of s_setreg
  logic [Width-1:0] first, written;
  logic [Depth*Width-1:0] past_d;
  assign raddr_o = {slot_i, vdec_i.sdst[6:1]};
  assign number_d = valu_vdst_i - wave_i.vgpr_base;
  assign valu_rows = vdec_i.quad ? 3'd4 : vdec_i.swap ? 3'd1 : {1'b0, vdec_i.vdst_rows};
  assign field = ((32'd2 << sdec_i.simm[15:11]) - 32'd1) << sdec_i.simm[10:6];

  always_comb begin
    unique case (vdec_i.sdst[6:1])
      Vcc[6:1]:  pair_now = wave_i.vcc;
      Exec[6:1]: pair_now = wave_i.exec;
      M0[6:1]:   pair_now = {32'd0, wave_i.m0};
      default:   pair_now = rdata_i;
    endcase

    valu_sgprs = '0;
    valu_vgprs = '0;
    if (valu_i) begin
      if (vdec_i.sdst_kind == cu_pkg::SdstMask) valu_sgprs = 128'd3 << vdec_i.sdst;
      if (vdec_i.sdst_kind == cu_pkg::SdstValue) valu_sgprs = One << vdec_i.sdst;
      if (vdec_i.cmpx) valu_sgprs[Exec +: 2] = 2'b11;
      if (valu_vdst_i >= wave_i.vgpr_base) begin
        valu_vgprs = ((256'd1 << valu_rows) - 256'd1) << number_d[7:0];
      end
      if (vdec_i.swap && private0) valu_vgprs[number0[7:0]] = 1'b1;
    end
    load_vgprs = load_i ? ((256'd1 << mdec_i.vdst_rows) - 256'd1) << mdec_i.vdst : '0;
    smem_sgprs = smem_i ? ((One << smem_count_i) - One) << sdec_i.sdst : '0;
    scalar_sgprs = sgpr_valid_i ? {124'd0, sgpr_i.we} << {sgpr_i.row, 2'b00} : '0;
    scalar_sgprs[Vcc +: 2] = write_i.vcc_we;
    scalar_sgprs[Exec +: 2] = {2{write_i.exec_we}};

    first = '0;
    first[127:0] = valu_sgprs;
    first[Vgpr0 +: 256] = valu_vgprs;
    first[SaluM0] = scalar_i && write_i.m0_we;
    first[SetTrapsts] = scalar_i && is_setreg && trapsts_we_i;
    first[SetMode] = scalar_i && is_setreg && hwreg == Mode;
    first[SetvskipMode] = scalar_i && is_setvskip;
    first[SetVskip] = scalar_i && (is_setvskip || (is_setreg && hwreg == Mode && field[28]));
    written = first;
    written[127:0] = valu_sgprs | smem_sgprs | scalar_sgprs;
    written[Vgpr0 +: 256] = valu_vgprs | load_vgprs;
    written[SaluM0] = write_i.m0_we || valu_sgprs[M0];
    written[SetTrapsts] = trapsts_we_i;
    written[SetMode] = write_i.mode_we;
    written[SetvskipMode] = write_i.mode_we;

    past_d = past << (Width * {28'd0, states_i});
    for (int unsigned i = 0; i < Depth; i++) begin
      past_d[Width*i +: Width] = past_d[Width*i +: Width] & ~written;
    end
    past_d[Width-1:0] = past_d[Width-1:0] | first;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int i = 0; i < 16; i++) past_q[i] <= '0;
      half_q <= '0;
    end else if (advance_i) begin
      past_q[slot_i] <= write_i.endpgm ? '0 : past_d;
      if (write_i.endpgm || written[{2'd0, Vcc} +: 2] == 2'b11) half_q[slot_i] <= 1'b0;
      else if (written[{2'd0, Vcc} +: 2] != '0) half_q[slot_i] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (advance_i) begin
      if (valu_i && vdec_i.cmpx) begin
        sgpr_q[{slot_i, Exec}] <= wave_i.exec[31:0];
        sgpr_q[{slot_i, Exec | 7'd1}] <= wave_i.exec[63:32];
      end
      if (valu_sgprs[{vdec_i.sdst[6:1], 1'b0}]) begin
        sgpr_q[{slot_i, vdec_i.sdst[6:1], 1'b0}] <= pair_now[31:0];
      end
      if (valu_sgprs[{vdec_i.sdst[6:1], 1'b1}]) begin
        sgpr_q[{slot_i, vdec_i.sdst[6:1], 1'b1}] <= pair_now[63:32];
      end
      if (first[SaluM0]) m0_q[slot_i] <= wave_i.m0;
      if (first[SetTrapsts]) trapsts_q[slot_i] <= wave_i.trapsts;
      if (first[SetMode] || first[SetvskipMode]) mode_q[slot_i] <= wave_i.mode;
      if (first[SetVskip]) vskip_q[slot_i] <= wave_i.mode[28];
      if (written[{2'd0, Vcc} +: 2] != '0 && !half_q[slot_i]) vccz_q[slot_i] <= wave_i.vcc == '0;
    end
  end

  // Their other fields; numbers of VGPRs have eight bits.
  logic unused_bits;
  assign unused_bits = ^{wave_i, sdec_i, vdec_i, mdec_i, word0_i, write_i, sgpr_i, field,
                         number0[9:8], number_d[9:8]};
endmodule
