// SPDX-License-Identifier: Apache-2.0
// A tiny compute unit: one wave, the scalar ALU, integer vector instructions of 32 and some of 64 bits, scalar loads,
// GLOBAL loads and stores. No LDS, no traps, no messages. It shares nothing with the unit in rtl/.
//
// The wave goes through Fetch, Issue and, for a vector instruction, four passes. Memory instructions run beside it, one
// scalar and one vector at a time; s_waitcnt waits for them. An instruction that the unit lacks is illegal (D-ILL-6).
module tiny_cu import tiny_pkg::*, tiny_op_pkg::*, tiny_lane_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  // The wave that starts: its registers first, then the launch.
  input  logic        init_sgpr_valid_i,
  input  logic [6:0]  init_sgpr_index_i,
  input  logic [31:0] init_sgpr_data_i,
  input  logic        init_vgpr_valid_i,
  input  logic [6:0]  init_vgpr_number_i,  // physical
  input  logic [1:0]  init_vgpr_pass_i,
  input  pass_t       init_vgpr_data_i,
  input  logic        launch_valid_i,
  input  launch_t     launch_i,
  output logic        wave_end_valid_o,
  output logic        wave_faulted_o,      // with wave_end_valid_o: it halts on a fault
  output logic        active_o,            // the wave may issue, or a memory instruction is in flight
  // Memory: instructions, scalar, vector. A request transfers when valid and ready; one is open at a time.
  output logic        imem_req_valid_o,
  input  logic        imem_req_ready_i,
  output mem_req_t    imem_req_o,
  input  logic        imem_rsp_valid_i,
  input  mem_rsp_t    imem_rsp_i,
  output logic        smem_req_valid_o,
  input  logic        smem_req_ready_i,
  output mem_req_t    smem_req_o,
  input  logic        smem_rsp_valid_i,
  input  mem_rsp_t    smem_rsp_i,
  output logic        vmem_req_valid_o,
  input  logic        vmem_req_ready_i,
  output mem_req_t    vmem_req_o,
  input  logic        vmem_rsp_valid_i,
  input  mem_rsp_t    vmem_rsp_i,
  input  logic        wrong_carry_i        // the planted bug (tiny_lane_pkg.sv)
);
  typedef enum logic [2:0] {NoWave, Fetch, FetchWait, Issue, Passes, Halted} state_e;

  // ---- the wave's registers --------------------------------------------------------------------------
  state_e                 state_q;
  // verilator lint_off UNUSEDSIGNAL
  launch_t                wave_q;  // as launched; the probe and the decoder look at all of it
  // verilator lint_on UNUSEDSIGNAL
  logic [47:0]            pc_q;
  logic [63:0]            exec_q, vcc_q;
  logic                   scc_q;
  logic [1:0]             prio_q;
  logic [31:0]            m0_q;
  logic                   mem_viol_q, illegal_q;
  logic [5:0]             vm_cnt_q;
  logic [3:0]             lgkm_cnt_q;
  logic [Sgprs-1:0][31:0] sgpr_q;  // VCC, M0 and EXEC are above
  vgpr_t                  vgpr_q [PhysVgprs];
  logic [12:0]            idle_q;  // cycles left of s_nop or s_sleep

  // ---- fetch: two lines, by address bit 6 --------------------------------------------------------------
  logic [1:0][511:0] line_q;
  logic [1:0][41:0]  line_tag_q;
  logic [1:0]        line_valid_q, line_fault_q;
  logic [41:0]       fetch_line_q;
  logic [31:0]       word0_q, word1_q;
  logic              fetch_fault_q;

  logic [45:0] second_word;  // the dword behind that at PC
  logic [41:0] first_line, second_line, miss_line;
  logic        have_first, have_second, needs_second, fault_here;
  logic [31:0] word0, word1;
  // verilator lint_off UNUSEDSIGNAL
  decoded_t    first_decode;  // its two_words
  // verilator lint_on UNUSEDSIGNAL
  logic [8:0]  vgpr_size;
  logic        unaligned;
  assign second_word  = pc_q[47:2] + 46'd1;
  assign miss_line    = have_first ? second_line : first_line;
  assign first_line   = pc_q[47:6];
  assign second_line  = second_word[45:4];
  assign have_first   = line_valid_q[first_line[0]] && line_tag_q[first_line[0]] == first_line;
  assign have_second  = line_valid_q[second_line[0]] && line_tag_q[second_line[0]] == second_line;
  assign word0        = line_q[first_line[0]][{pc_q[5:2], 5'b0}+:32];
  assign word1        = line_q[second_line[0]][{second_word[3:0], 5'b0}+:32];
  assign needs_second = first_decode.two_words;
  assign fault_here   = line_fault_q[first_line[0]] || (needs_second && have_second && line_fault_q[second_line[0]]);
  assign vgpr_size    = wave_q.vgpr_size[8:0];
  assign unaligned    = wave_q.alignment_mode[1:0] == 2'd3;

  // How long the instruction is depends on the first word alone.
  tiny_decode u_first_decode (
    .word0_i(word0), .word1_i('0), .sgpr_size_i(wave_q.sgpr_size[6:0]), .vgpr_size_i(vgpr_size),
    .trap_en_i(wave_q.trap_en), .unaligned_i(unaligned), .decoded_o(first_decode)
  );

  // verilator lint_off UNUSEDSIGNAL
  decoded_t d;
  // verilator lint_on UNUSEDSIGNAL
  tiny_decode u_decode (
    .word0_i(word0_q), .word1_i(word1_q), .sgpr_size_i(wave_q.sgpr_size[6:0]), .vgpr_size_i(vgpr_size),
    .trap_en_i(wave_q.trap_en), .unaligned_i(unaligned), .decoded_o(d)
  );

  // ---- operands ------------------------------------------------------------------------------------------
  function automatic logic [31:0] scalar_register(input logic [6:0] code);
    unique case (code)
      VccLo[6:0]: return vcc_q[31:0];
      VccHi[6:0]: return vcc_q[63:32];
      M0[6:0]: return m0_q;
      ExecLo[6:0]: return exec_q[31:0];
      ExecHi[6:0]: return exec_q[63:32];
      default: return sgpr_q[code];
    endcase
  endfunction

  // A source that is the same for all lanes.
  function automatic logic [63:0] scalar_source(input logic [8:0] code, input logic wide, input logic signed64,
                                                input logic [31:0] literal);
    if (code < FirstConstant) return {wide ? scalar_register(code[6:0] | 7'd1) : 32'b0, scalar_register(code[6:0])};
    unique case (code)
      Vccz: return 64'(vcc_q == '0);
      Execz: return 64'(exec_q == '0);
      Scc: return 64'(scc_q);
      Literal: return {wide && signed64 ? {32{literal[31]}} : 32'b0, literal};
      default: return inline_constant(code[7:0], wide);
    endcase
  endfunction

  // Physical number of a VGPR of the wave.
  function automatic logic [6:0] physical(input logic [7:0] vgpr);
    return 7'(wave_q.vgpr_base[7:0] + vgpr);
  endfunction

  logic [2:0][63:0] scalar;
  always_comb begin
    for (int i = 0; i < 3; i++) begin
      scalar[i] = scalar_source(d.src[i], d.wide[i] || (d.carry_in && i == 2), d.signed64, d.literal);
    end
  end

  // ---- issue -----------------------------------------------------------------------------------------------
  logic        legal, waits, issue, refused, ends;
  // verilator lint_off UNUSEDSIGNAL
  logic        issuing;  // what the probe alone reads: an instruction is whole, and no s_nop or s_sleep holds it
  // verilator lint_on UNUSEDSIGNAL
  logic [47:0] next_pc;
  logic [15:0] imm;
  logic        smem_idle, vmem_idle;
  assign legal   = d.legal && !fetch_fault_q;
  assign imm     = word0_q[15:0];
  assign next_pc = pc_q + (d.two_words ? 48'd8 : 48'd4);
  always_comb begin
    waits = idle_q != '0;
    if (legal) begin
      unique case (d.unit)
        UnitSmem: waits = waits || !smem_idle;
        UnitVmem: waits = waits || !vmem_idle;
        UnitScalar: if (d.format == Sopp) begin
          if (d.op == SWaitcnt) waits = waits || !wait_met(imm, vm_cnt_q, lgkm_cnt_q);
          if (ends) waits = waits || vm_cnt_q != '0 || lgkm_cnt_q != '0;
        end
        default: ;
      endcase
    end
  end
  assign ends    = d.unit == UnitScalar && d.format == Sopp &&
                   d.op inside {SEndpgm, SEndpgmSaved, SEndpgmOrderedPsDone};
  assign issuing = state_q == Issue && idle_q == '0;
  assign issue   = state_q == Issue && !waits;
  assign refused = issue && !legal;

  // ---- scalar ALU ------------------------------------------------------------------------------------------
  logic [63:0] salu_result, salu_exec;
  logic        salu_write, salu_scc, salu_write_exec;
  logic [47:0] salu_pc;
  tiny_salu u_salu (
    .format_i(d.format), .op_i(d.op), .a_i(scalar[0]), .b_i(scalar[1]),
    .old_i({scalar_register(d.sdst | 7'd1), scalar_register(d.sdst)}), .imm_i(imm), .scc_i(scc_q), .exec_i(exec_q),
    .vccz_i(vcc_q == '0), .cond_dbg_i(wave_q.cond_dbg), .next_pc_i(next_pc), .result_o(salu_result),
    .write_o(salu_write), .scc_o(salu_scc), .exec_o(salu_exec), .write_exec_o(salu_write_exec), .pc_o(salu_pc)
  );
  logic scalar_issue;
  assign scalar_issue = issue && legal && d.unit == UnitScalar;

  // ---- vector ALU: a pass of 16 lanes a cycle -----------------------------------------------------------------
  logic [1:0]  pass_q;
  logic [63:0] mask_q, mask;  // of a compare or carry: the passes so far, and with this one
  vgpr_t       read0, read0_hi, read1, read1_hi, read2, read2_hi;
  pass_t       result_lo, result_hi;
  logic [15:0] pass_mask, pass_exec;
  logic        passing, last_pass, valu_write;
  logic [6:0]  vdst_lo, vdst_hi;  // physical
  logic [5:0]  selected_lane;
  logic [5:0]  first_active;
  logic [31:0] moved;  // what v_readlane and v_readfirstlane read
  assign passing   = state_q == Passes;
  assign vdst_lo   = physical(d.vdst);
  assign vdst_hi   = physical(d.vdst + 8'd1);
  assign last_pass = passing && pass_q == 2'd3;
  assign read0     = vgpr_q[physical(d.src[0][7:0])];
  assign read0_hi  = vgpr_q[physical(d.src[0][7:0] + 8'd1)];
  assign read1     = vgpr_q[physical(d.src[1][7:0])];
  assign read1_hi  = vgpr_q[physical(d.src[1][7:0] + 8'd1)];
  assign read2     = vgpr_q[physical(d.src[2][7:0])];
  assign read2_hi  = vgpr_q[physical(d.src[2][7:0] + 8'd1)];

  // The value of a source in one lane.
  function automatic logic [63:0] lane_source(input logic [8:0] code, input logic wide, input logic [31:0] low,
                                              input logic [31:0] high, input logic [63:0] same);
    return code >= FirstVgpr ? {wide ? high : 32'b0, low} : same;
  endfunction

  // ABS, then NEG.
  function automatic logic [63:0] modified(input logic [63:0] value, input logic abs, input logic neg);
    return {value[63:32], (value[31] && !abs) ^ neg, value[30:0]};
  endfunction

  always_comb begin
    logic [5:0]  lane;
    logic [63:0] lane_data;
    logic        lane_mask;
    result_lo = '0;
    result_hi = '0;
    pass_mask = '0;
    lane      = '0;
    lane_data = '0;
    lane_mask = 1'b0;
    if (passing) begin
      for (int i = 0; i < PassLanes; i++) begin
        lane = {pass_q, 4'(i)};
        lane_result(d.op,
                    modified(lane_source(d.src[0], d.wide[0], read0[lane], read0_hi[lane], scalar[0]),
                             d.abs[0], d.neg[0]),
                    modified(lane_source(d.src[1], d.wide[1], read1[lane], read1_hi[lane], scalar[1]),
                             d.abs[1], d.neg[1]),
                    lane_source(d.src[2], d.wide[2], read2[lane], read2_hi[lane], scalar[2]),
                    d.carry_in && scalar[2][lane], wrong_carry_i, lane_data, lane_mask);
        pass_mask[i] = lane_mask;
        result_lo[i] = lane_data[31:0];
        result_hi[i] = lane_data[63:32];
      end
    end
  end

  always_comb begin
    first_active = '0;
    for (int i = Lanes - 1; i >= 0; i--) if (exec_q[i]) first_active = 6'(i);
  end
  assign selected_lane = d.op == VReadfirstlaneB32 ? first_active : scalar[1][5:0];
  assign moved         = read0[selected_lane];
  // v_writelane ignores EXEC and writes one lane.
  assign pass_exec     = d.op == VWritelaneB32 ? (pass_q == selected_lane[5:4] ? 16'd1 << selected_lane[3:0] : '0) :
                         exec_q[{pass_q, 4'b0}+:16];
  assign valu_write    = passing && d.has_vdst && pass_exec != '0;
  always_comb begin
    mask = mask_q;
    mask[{pass_q, 4'b0}+:16] = pass_mask & exec_q[{pass_q, 4'b0}+:16];
  end

  // A result for a scalar register: of the scalar ALU at issue, of the vector ALU with its last pass.
  logic        sdst_write, sdst_wide;
  logic [63:0] sdst_data;
  always_comb begin
    sdst_write = scalar_issue && d.has_sdst && salu_write;
    sdst_wide  = d.wide_sdst;
    sdst_data  = salu_result;
    if (passing) begin
      sdst_write = last_pass && (d.carry_out || d.has_sdst);
      sdst_wide  = d.carry_out;
      sdst_data  = d.carry_out ? mask : 64'(moved);
    end
  end

  // ---- memory ------------------------------------------------------------------------------------------------
  logic              smem_start, smem_done;
  logic [6:0]        smem_first;
  logic [4:0]        smem_dwords;
  logic [15:0][31:0] smem_data;
  logic [63:0]       smem_offset;
  assign smem_start  = issue && legal && d.unit == UnitSmem;
  assign smem_offset = (word0_q[17] ? 64'($signed(word1_q[20:0])) : 64'b0) +
                       (d.used[1] ? 64'(scalar[1][31:0]) : 64'b0);
  tiny_smem u_smem (
    .clk_i, .rst_ni, .start_i(smem_start), .address_i(scalar[0] + smem_offset), .dwords_i(5'd1 << d.op[2:0]),
    .first_i(d.sdst), .idle_o(smem_idle), .req_valid_o(smem_req_valid_o), .req_ready_i(smem_req_ready_i),
    .req_o(smem_req_o), .rsp_valid_i(smem_rsp_valid_i), .rsp_i(smem_rsp_i), .done_o(smem_done),
    .first_o(smem_first), .dwords_o(smem_dwords), .data_o(smem_data)
  );

  logic                        vmem_start, vmem_done, vmem_viol, vmem_write;
  // verilator lint_off UNUSEDSIGNAL
  logic [1:0]                  vmem_component;  // what the probe alone reads
  logic [Lanes-1:0]            vmem_lanes;
  // verilator lint_on UNUSEDSIGNAL
  logic [Lanes-1:0]            vmem_exec;
  logic [6:0]                  vmem_vgpr;
  vgpr_t                       vmem_data;
  logic [Lanes-1:0][63:0]      vmem_address;
  logic [3:0][Lanes-1:0][31:0] store_data;
  assign vmem_start = issue && legal && d.unit == UnitVmem;
  always_comb begin
    vmem_address = '0;
    for (int lane = 0; lane < Lanes; lane++) begin
      vmem_address[lane] = (d.used[1] ? scalar[1] + 64'(read0[lane]) : {read0_hi[lane], read0[lane]}) +
                           64'($signed(word0_q[12:0]));
    end
    for (int i = 0; i < 4; i++) store_data[i] = vgpr_q[physical(d.src[2][7:0] + 8'(i))];
  end
  tiny_vmem u_vmem (
    .clk_i, .rst_ni, .start_i(vmem_start), .op_i(d.op[6:0]), .address_i(vmem_address), .exec_i(exec_q),
    .data_i(store_data), .vgpr_i(vdst_lo), .idle_o(vmem_idle),
    .req_valid_o(vmem_req_valid_o), .req_ready_i(vmem_req_ready_i), .req_o(vmem_req_o),
    .component_o(vmem_component), .lanes_o(vmem_lanes), .rsp_valid_i(vmem_rsp_valid_i), .rsp_i(vmem_rsp_i),
    .write_o(vmem_write), .vgpr_o(vmem_vgpr), .exec_o(vmem_exec), .data_o(vmem_data), .done_o(vmem_done),
    .viol_o(vmem_viol)
  );

  logic [1:0] smem_count;  // a load of one dword counts 1, of more 2 (D-WAIT-2)
  assign smem_count = smem_dwords == 5'd1 ? 2'd1 : 2'd2;

  // A VGPR in which some lanes are new.
  function automatic vgpr_t merged(input vgpr_t old, input vgpr_t data, input logic [Lanes-1:0] lanes);
    merged = old;
    for (int lane = 0; lane < Lanes; lane++) if (lanes[lane]) merged[lane] = data[lane];
  endfunction

  // What a vector instruction adds its lanes to: a load of other lanes of the VGPR may return at the same edge.
  vgpr_t old_lo, old_hi;
  assign old_lo = vmem_write && vmem_vgpr == vdst_lo ? merged(vgpr_q[vdst_lo], vmem_data, vmem_exec) : vgpr_q[vdst_lo];
  assign old_hi = vmem_write && vmem_vgpr == vdst_hi ? merged(vgpr_q[vdst_hi], vmem_data, vmem_exec) : vgpr_q[vdst_hi];

  initial for (int i = 0; i < PhysVgprs; i++) vgpr_q[i] = '0;

  // ---- state -------------------------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q       <= NoWave;
      pc_q          <= '0;
      exec_q        <= '0;
      vcc_q         <= '0;
      scc_q         <= 1'b0;
      prio_q        <= '0;
      m0_q          <= '0;
      mem_viol_q    <= 1'b0;
      illegal_q     <= 1'b0;
      vm_cnt_q      <= '0;
      lgkm_cnt_q    <= '0;
      sgpr_q        <= '0;
      wave_q        <= '0;
      idle_q        <= '0;
      pass_q        <= '0;
      mask_q        <= '0;
      line_valid_q  <= '0;
      fetch_fault_q <= 1'b0;
    end else begin
      if (idle_q != '0) idle_q <= idle_q - 13'd1;

      if (init_sgpr_valid_i) sgpr_q[init_sgpr_index_i] <= init_sgpr_data_i;
      if (init_vgpr_valid_i) begin
        vgpr_q[init_vgpr_number_i] <= merged(vgpr_q[init_vgpr_number_i], {4{init_vgpr_data_i}},
                                             64'hffff << {init_vgpr_pass_i, 4'b0});
      end
      if (launch_valid_i) begin
        wave_q       <= launch_i;
        pc_q         <= launch_i.pc[47:0];
        exec_q       <= launch_i.exec;
        scc_q        <= 1'b0;
        prio_q       <= '0;
        mem_viol_q   <= 1'b0;
        illegal_q    <= 1'b0;
        line_valid_q <= '0;  // other code may lie there now
        state_q      <= Fetch;
      end

      // Results of memory.
      if (smem_done) begin
        for (int k = 0; k < 16; k++) begin
          if (k < int'(smem_dwords)) begin
            unique case (smem_first + 7'(k))
              VccLo[6:0]: vcc_q[31:0] <= smem_data[k];
              VccHi[6:0]: vcc_q[63:32] <= smem_data[k];
              default: sgpr_q[smem_first + 7'(k)] <= smem_data[k];
            endcase
          end
        end
      end
      if (vmem_write) begin
        vgpr_q[vmem_vgpr] <= merged(vgpr_q[vmem_vgpr], vmem_data, vmem_exec);
      end
      if (vmem_done && vmem_viol) mem_viol_q <= 1'b1;
      vm_cnt_q   <= vm_cnt_q + 6'(vmem_start) - 6'(vmem_done);
      lgkm_cnt_q <= lgkm_cnt_q + (smem_start ? (d.op == SLoadDword ? 4'd1 : 4'd2) : 4'd0) -
                    (smem_done ? 4'(smem_count) : 4'd0);

      unique case (state_q)
        Fetch: begin
          word0_q       <= word0;
          word1_q       <= needs_second ? word1 : '0;
          fetch_fault_q <= 1'b0;
          if (!have_first || (!fault_here && needs_second && !have_second)) begin
            fetch_line_q <= have_first ? second_line : first_line;
            if (imem_req_ready_i) state_q <= FetchWait;
          end else begin
            if (fault_here) begin
              word0_q <= '0;
              word1_q <= '0;
            end
            fetch_fault_q <= fault_here;
            state_q       <= Issue;
          end
        end
        FetchWait: if (imem_rsp_valid_i) begin
          line_q[fetch_line_q[0]]       <= imem_rsp_i.data;
          line_tag_q[fetch_line_q[0]]   <= fetch_line_q;
          line_fault_q[fetch_line_q[0]] <= imem_rsp_i.error;
          line_valid_q[fetch_line_q[0]] <= 1'b1;
          state_q                       <= Fetch;
        end
        Issue: if (issue) begin
          if (refused) begin
            state_q <= Halted;
            if (fetch_fault_q) mem_viol_q <= 1'b1;
            else illegal_q <= 1'b1;
          end else begin
            pc_q    <= next_pc;
            state_q <= Fetch;
            pass_q  <= '0;
            mask_q  <= '0;
            if (d.unit == UnitVector) state_q <= Passes;
            if (scalar_issue) begin
              pc_q  <= salu_pc;
              scc_q <= salu_scc;
              if (salu_write_exec) exec_q <= salu_exec;
              if (ends) state_q <= NoWave;
              if (d.format == Sopp) begin
                unique case (d.op)
                  SNop: idle_q <= 13'(imm[2:0]);
                  SSleep: idle_q <= {imm[6:0], 6'b0};
                  SSetprio: prio_q <= imm[1:0];
                  SIcacheInv: line_valid_q <= '0;
                  default: ;
                endcase
              end
            end
          end
        end
        Passes: begin
          pass_q <= pass_q + 2'd1;
          mask_q <= mask;
          if (last_pass) begin
            state_q <= Fetch;
            if (d.cmpx) exec_q <= mask;
          end
        end
        default: ;
      endcase

      if (valu_write) begin
        vgpr_q[vdst_lo] <= merged(old_lo, {4{result_lo}}, 64'(pass_exec) << {pass_q, 4'b0});
        if (d.wide_vdst) begin
          vgpr_q[vdst_hi] <= merged(old_hi, {4{result_hi}}, 64'(pass_exec) << {pass_q, 4'b0});
        end
      end
      if (sdst_write) begin
        unique case (d.sdst)
          VccLo[6:0]: begin
            vcc_q[31:0] <= sdst_data[31:0];
            if (sdst_wide) vcc_q[63:32] <= sdst_data[63:32];
          end
          VccHi[6:0]: vcc_q[63:32] <= sdst_data[31:0];
          M0[6:0]: m0_q <= sdst_data[31:0];
          ExecLo[6:0]: if (!salu_write_exec || passing) begin
            exec_q[31:0] <= sdst_data[31:0];
            if (sdst_wide) exec_q[63:32] <= sdst_data[63:32];
          end
          ExecHi[6:0]: exec_q[63:32] <= sdst_data[31:0];
          default: begin
            sgpr_q[d.sdst] <= sdst_data[31:0];
            if (sdst_wide) sgpr_q[d.sdst + 7'd1] <= sdst_data[63:32];
          end
        endcase
      end
    end
  end

  always_comb begin
    imem_req_o       = '0;
    imem_req_o.line  = {{16{miss_line[41]}}, miss_line};
    imem_req_o.be    = '1;
    imem_req_valid_o = state_q == Fetch && (!have_first || (!fault_here && needs_second && !have_second));
  end

  assign wave_end_valid_o = issue && (refused || ends);
  assign wave_faulted_o   = refused;
  assign active_o         = !(state_q inside {NoWave, Halted}) || !smem_idle || !vmem_idle;

  // ---- what the probe reports of the wave state registers: words of wl_state_regs ------------------------------
  logic         live;
  logic [31:0]  status;
  // verilator lint_off UNUSEDSIGNAL
  state_words_t state_words;
  // verilator lint_on UNUSEDSIGNAL
  assign live   = state_q != NoWave;
  assign status = {10'b0, wave_q.cond_dbg[1], wave_q.cond_dbg[0], 3'b0, 1'b1, 2'b0, state_q == Halted, 1'b0,
                   wave_q.waves_in_group > 32'd1, vcc_q == '0, exec_q == '0, 2'b0, wave_q.trap_en, 1'b0, prio_q,
                   2'b0, scc_q};
  assign state_words = !live ? '0 : {
    {12'b0, lgkm_cnt_q, 10'b0, vm_cnt_q},                // wait counters
    {20'b0, illegal_q, 2'b0, mem_viol_q, 8'b0},          // TRAPSTS
    status, wave_q.mode, m0_q, vcc_q, exec_q, 16'b0, pc_q
  };
endmodule
