// SPDX-License-Identifier: Apache-2.0
// State of the waves with control words (maxwell-control.md 8.3), and what of it takes part in the choice of a wave
// (8.4, 8.5). It knows neither registers nor units: issues come in by their fields and counts, completions as signals.
// Without cu_pkg::ControlWords nothing changes here.
//
// An issue in cycle t shows in INC from t + 1 on and in BAR from t + 2 on.
//
// coverage off toggle signals_i.valu.store: A vector ALU instruction is no store: control_query.sv sets `store` for
//   memory instructions alone.
// coverage off toggle smem_n_q[*][5], smem_n_q[*][4], smem_n_d[*][5], smem_n_d[*][4]: smem.sv has eight entries: no
//   more instructions of scalar memory are in flight.
// coverage off toggle signals_i.exported.store: An export is no store: control_query.sv sets `store` for memory
//   instructions alone.
module control_state (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  launch_valid_i,
  input  cu_pkg::slot_t         launch_slot_i,
  input  control_pkg::issue_t   issue_i,
  input  control_pkg::signals_t signals_i,
  input  control_pkg::waits_t   waits_i,   // of each wave: the barriers its next instruction waits for
  output cu_pkg::wave_mask_t    hold_o,    // waves that STALL or a barrier keeps
  output cu_pkg::wave_mask_t    prefer_o,  // the wave that issued last, if the arbiter prefers it: rule 3 of 8.5
  input  cu_pkg::slot_t         slot_i,
  output control_pkg::counts_t  counts_o  // of this wave
);
  localparam int unsigned NumWaves = cu_pkg::NumWaves;
  localparam int unsigned SlotBits = $bits(slot_i);
  localparam logic [2:0] MaxStay = 3'd7;

  // Registers by wave. The probe reads them.
  logic [3:0]  stall_q  [NumWaves];
  logic [3:0]  stay_q   [NumWaves];  // {YLD, STAY}
  logic [5:0]  st_q     [NumWaves];
  logic [3:0]  valu_n_q [NumWaves];
  logic [5:0]  mem_n_q  [NumWaves];
  logic [5:0]  smem_n_q [NumWaves];
  logic [35:0] bar_q    [NumWaves];  // BAR[b] in [6*b +: 6]
  logic [17:0] inc_q    [NumWaves];  // INC[b] in [3*b +: 3]
  cu_pkg::slot_t last_q;             // the wave that issued last,
  logic          last_control_q;     // if it did with control words and its slot has not been launched anew

  // ---- next values -------------------------------------------------------------------------------
  logic [3:0]  stall_d  [NumWaves];
  logic [3:0]  stay_d   [NumWaves];
  logic [5:0]  st_d     [NumWaves];
  logic [3:0]  valu_n_d [NumWaves];
  logic [5:0]  mem_n_d  [NumWaves];
  logic [5:0]  smem_n_d [NumWaves];
  logic [35:0] bar_d    [NumWaves];
  logic [17:0] inc_d    [NumWaves];

  // BAR with the additions of INC.
  function automatic logic [35:0] more(logic [35:0] bar, logic [17:0] inc);
    for (int unsigned b = 0; b < 6; b++) more[6 * b +: 6] = bar[6 * b +: 6] + {3'd0, inc[3 * b +: 3]};
  endfunction

  // BAR less the signal of one barrier, if there is one.
  function automatic logic [35:0] less(logic [35:0] bar, logic [2:0] barrier);
    less = bar;
    for (int unsigned b = 0; b < 6; b++) begin
      if (barrier == 3'(b)) less[6 * b +: 6] = bar[6 * b +: 6] - 6'd1;
    end
  endfunction

  // The wave in turn.
  logic        issues;  // it issues with control words
  logic        lds_read, vmem_read, lds_return, vmem_return, smem_return, exported, valu;
  logic [35:0] bar;
  always_comb begin
    issues = 1'b0;
    lds_read = 1'b0;
    vmem_read = 1'b0;
    lds_return = 1'b0;
    vmem_return = 1'b0;
    smem_return = 1'b0;
    exported = 1'b0;
    valu = 1'b0;
    bar = '0;
    for (int unsigned w = 0; w < NumWaves; w++) begin
      issues = issue_i.valid && issue_i.control && issue_i.slot == SlotBits'(w);
      lds_read = signals_i.lds_read.valid && signals_i.lds_read.slot == SlotBits'(w);
      vmem_read = signals_i.vmem_read.valid && signals_i.vmem_read.slot == SlotBits'(w);
      lds_return = signals_i.lds_return.valid && signals_i.lds_return.slot == SlotBits'(w);
      vmem_return = signals_i.vmem_return.valid && signals_i.vmem_return.slot == SlotBits'(w);
      smem_return = signals_i.smem_return.valid && signals_i.smem_return.slot == SlotBits'(w);
      exported = signals_i.exported.valid && signals_i.exported.slot == SlotBits'(w);
      valu = signals_i.valu.valid && signals_i.valu.slot == SlotBits'(w);

      stall_d[w] = issues ? issue_i.stall : stall_q[w] == '0 ? '0 : stall_q[w] - 4'd1;
      // An issue of another wave or its entry into its trap handler ends the run of issues, and so does 'Y'.
      stay_d[w] = stay_q[w];
      if (issues) begin
        stay_d[w] = {issue_i.yields, issue_i.yields ? 3'd0 : stay_q[w][2:0] + {2'd0, issue_i.preferred}};
      end else if ((issue_i.valid || issue_i.leaves) && issue_i.slot != SlotBits'(w)) begin
        stay_d[w] = {stay_q[w][3], 3'd0};
      end
      inc_d[w] = issues ? issue_i.adds : '0;
      st_d[w] = st_q[w] + (issues ? {4'd0, issue_i.stores} : 6'd0) -
                {5'd0, lds_return && signals_i.lds_return.store} -
                {5'd0, vmem_return && signals_i.vmem_return.store} -
                {5'd0, smem_return && signals_i.smem_return.store};
      valu_n_d[w] = valu_n_q[w] + {3'd0, issues && issue_i.valu} - {3'd0, valu};
      mem_n_d[w] = mem_n_q[w] + (issues ? {4'd0, issue_i.mem} : 6'd0) - {5'd0, lds_read} - {5'd0, vmem_read};
      smem_n_d[w] = smem_n_q[w] + {5'd0, issues && issue_i.smem} - {5'd0, smem_return};
      bar = more(bar_q[w], inc_q[w]);
      if (lds_read) bar = less(bar, signals_i.lds_read.barrier);
      if (vmem_read) bar = less(bar, signals_i.vmem_read.barrier);
      if (lds_return) bar = less(bar, signals_i.lds_return.barrier);
      if (vmem_return) bar = less(bar, signals_i.vmem_return.barrier);
      if (smem_return) bar = less(bar, signals_i.smem_return.barrier);
      if (exported) bar = less(bar, signals_i.exported.barrier);
      if (valu) bar = less(bar, signals_i.valu.barrier);
      bar_d[w] = bar;

      // A wave enters its trap handler when all counts are 0: the handler's state is 0 too.
      if (issue_i.leaves && issue_i.slot == SlotBits'(w)) begin
        stall_d[w] = '0;
        stay_d[w] = '0;
      end
      if (launch_valid_i && launch_slot_i == SlotBits'(w)) begin
        stall_d[w] = '0;
        stay_d[w] = '0;
        st_d[w] = '0;
        valu_n_d[w] = '0;
        mem_n_d[w] = '0;
        smem_n_d[w] = '0;
        bar_d[w] = '0;
        inc_d[w] = '0;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned w = 0; w < NumWaves; w++) begin
        stall_q[w] <= '0;
        stay_q[w] <= '0;
        st_q[w] <= '0;
        valu_n_q[w] <= '0;
        mem_n_q[w] <= '0;
        smem_n_q[w] <= '0;
        bar_q[w] <= '0;
        inc_q[w] <= '0;
      end
      last_q <= '0;
      last_control_q <= 1'b0;
    end else if (cu_pkg::ControlWords) begin
      for (int unsigned w = 0; w < NumWaves; w++) begin
        stall_q[w] <= stall_d[w];
        stay_q[w] <= stay_d[w];
        st_q[w] <= st_d[w];
        valu_n_q[w] <= valu_n_d[w];
        mem_n_q[w] <= mem_n_d[w];
        smem_n_q[w] <= smem_n_d[w];
        bar_q[w] <= bar_d[w];
        inc_q[w] <= inc_d[w];
      end
      if (issue_i.valid) begin
        last_q <= issue_i.slot;
        last_control_q <= issue_i.control;
      end else if (launch_valid_i && launch_slot_i == last_q) begin
        last_control_q <= 1'b0;
      end
      if (issue_i.leaves) last_control_q <= 1'b0;
    end
  end

  // ---- what the arbiter looks at -------------------------------------------------------------------
  always_comb begin
    hold_o = '0;
    if (cu_pkg::ControlWords) begin
      for (int unsigned w = 0; w < NumWaves; w++) begin
        hold_o[w] = stall_q[w] != '0;
        for (int unsigned b = 0; b < 6; b++) begin
          if (waits_i[6 * w + b] && bar_q[w][6 * b +: 6] != '0) hold_o[w] = 1'b1;
        end
      end
    end
    prefer_o = '0;
    if (cu_pkg::ControlWords) prefer_o[last_q] = last_control_q && !stay_q[last_q][3] && stay_q[last_q][2:0] != MaxStay;
  end

  assign counts_o.bar = bar_q[slot_i];
  assign counts_o.inc = inc_q[slot_i];
  assign counts_o.stores = st_q[slot_i];
  assign counts_o.idle = {bar_q[slot_i], inc_q[slot_i], valu_n_q[slot_i], mem_n_q[slot_i], smem_n_q[slot_i]} == '0;
endmodule
