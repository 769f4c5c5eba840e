// SPDX-License-Identifier: Apache-2.0
// VM_CNT, EXP_CNT and LGKM_CNT of the 16 waves (control-flow.md 5), and VS_CNT (buffer-memory.md 14.2). An issue counts
// up, a completion counts down. Both may name the same wave in one cycle. EXP_CNT counts GDS instructions whose VGPRs
// have not been read, and exports that have not been sent. VS_CNT is 0 without RdnaMemory.
//
// coverage off toggle vm_q[*][5], vm_q[*][4], vs_q[*][5], vs_q[*][4], vm_cnt_o[5:4], vs_cnt_o[5:4]: In the two units
//   that are measured VmemQueueDepth is 8: no more instructions of vector memory are in flight. The unit of
//   rtl/configs/deep.f has 64. On it waits/vm_deep counts to 63.
module wait_counters (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  logic          launch_valid_i,
  input  cu_pkg::slot_t launch_slot_i,
  // issue of a memory instruction or message
  input  cu_pkg::slot_t issue_slot_i,
  input  logic          issue_vmem_i,  // VM_CNT rises
  input  logic          issue_vs_i,
  input  logic [1:0]    issue_lgkm_i,  // 0, or by how much LGKM_CNT rises
  input  logic          issue_exp_i,
  // completions
  input  logic          vmem_done_i,
  input  logic          vs_done_i,     // not with vmem_done_i
  input  cu_pkg::slot_t vmem_slot_i,   // of either
  input  logic          lds_done_i,
  input  cu_pkg::slot_t lds_slot_i,
  input  logic          gds_read_i,
  input  cu_pkg::slot_t gds_slot_i,
  input  logic          exported_i,
  input  cu_pkg::slot_t export_slot_i,
  input  logic [1:0]    smem_done_i,   // 0, or by how much LGKM_CNT falls
  input  cu_pkg::slot_t smem_slot_i,
  input  logic          msg_done_i,
  input  cu_pkg::slot_t msg_slot_i,
  input  cu_pkg::slot_t slot_i,
  output logic [5:0]    vm_cnt_o,
  output logic [5:0]    vs_cnt_o,
  output logic [2:0]    exp_cnt_o,
  output logic [3:0]    lgkm_cnt_o,
  output logic          pending_o      // a counter of some wave is not 0
);
  logic [5:0] vm_q [cu_pkg::NumWaves];
  logic [5:0] vs_q [cu_pkg::NumWaves];
  logic [2:0] exp_q [cu_pkg::NumWaves];
  logic [3:0] lgkm_q [cu_pkg::NumWaves];

  // Next values of one wave's counters, from all events of this cycle.
  function automatic logic [5:0] vm_next(cu_pkg::slot_t slot);
    vm_next = (vm_q[slot] + {5'd0, issue_vmem_i && issue_slot_i == slot} -
               {5'd0, vmem_done_i && vmem_slot_i == slot});
  endfunction

  function automatic logic [5:0] vs_next(cu_pkg::slot_t slot);
    vs_next = (vs_q[slot] + {5'd0, issue_vs_i && issue_slot_i == slot} -
               {5'd0, vs_done_i && vmem_slot_i == slot});
  endfunction

  function automatic logic [3:0] lgkm_next(cu_pkg::slot_t slot);
    lgkm_next = (lgkm_q[slot] + (issue_slot_i == slot ? {2'd0, issue_lgkm_i} : 4'd0) -
                 {3'd0, lds_done_i && lds_slot_i == slot} -
                 (smem_slot_i == slot ? {2'd0, smem_done_i} : 4'd0) -
                 {3'd0, msg_done_i && msg_slot_i == slot});
  endfunction

  function automatic logic [2:0] exp_next(cu_pkg::slot_t slot);
    exp_next = (exp_q[slot] + {2'd0, issue_exp_i && issue_slot_i == slot} -
                {2'd0, gds_read_i && gds_slot_i == slot} - {2'd0, exported_i && export_slot_i == slot});
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) begin
        vm_q[i] <= '0;
        vs_q[i] <= '0;
        exp_q[i] <= '0;
        lgkm_q[i] <= '0;
      end
    end else begin
      if (issue_vmem_i) vm_q[issue_slot_i] <= vm_next(issue_slot_i);
      if (vmem_done_i) vm_q[vmem_slot_i] <= vm_next(vmem_slot_i);
      if (issue_vs_i) vs_q[issue_slot_i] <= vs_next(issue_slot_i);
      if (vs_done_i) vs_q[vmem_slot_i] <= vs_next(vmem_slot_i);
      if (issue_exp_i) exp_q[issue_slot_i] <= exp_next(issue_slot_i);
      if (gds_read_i) exp_q[gds_slot_i] <= exp_next(gds_slot_i);
      if (exported_i) exp_q[export_slot_i] <= exp_next(export_slot_i);
      if (issue_lgkm_i != '0) lgkm_q[issue_slot_i] <= lgkm_next(issue_slot_i);
      if (lds_done_i) lgkm_q[lds_slot_i] <= lgkm_next(lds_slot_i);
      if (smem_done_i != '0) lgkm_q[smem_slot_i] <= lgkm_next(smem_slot_i);
      if (msg_done_i) lgkm_q[msg_slot_i] <= lgkm_next(msg_slot_i);
      if (launch_valid_i) begin
        vm_q[launch_slot_i] <= '0;
        vs_q[launch_slot_i] <= '0;
        exp_q[launch_slot_i] <= '0;
        lgkm_q[launch_slot_i] <= '0;
      end
      if (issue_vmem_i) a_vm_max: assert (vm_q[issue_slot_i] != 6'd63);
      if (vmem_done_i) a_vm_min: assert (vm_q[vmem_slot_i] != '0);
      if (issue_vs_i) a_vs_max: assert (vs_q[issue_slot_i] != 6'd63);
      if (vs_done_i) a_vs_min: assert (vs_q[vmem_slot_i] != '0);
      if (lds_done_i) a_lds_min: assert (lgkm_q[lds_slot_i] != '0);
      if (gds_read_i) a_gds_min: assert (exp_q[gds_slot_i] != '0);
      if (exported_i) a_export_min: assert (exp_q[export_slot_i] != '0);
      if (smem_done_i != '0) a_smem_min: assert (lgkm_q[smem_slot_i] >= {2'd0, smem_done_i});
      if (msg_done_i) a_msg_min: assert (lgkm_q[msg_slot_i] != '0);
    end
  end

  assign vm_cnt_o = vm_q[slot_i];
  assign vs_cnt_o = cu_pkg::RdnaMemory ? vs_q[slot_i] : '0;
  assign exp_cnt_o = exp_q[slot_i];
  assign lgkm_cnt_o = lgkm_q[slot_i];

  always_comb begin
    pending_o = 1'b0;
    for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) begin
      pending_o = pending_o || {vm_q[i], exp_q[i], lgkm_q[i]} != '0;
      if (cu_pkg::RdnaMemory) pending_o = pending_o || vs_q[i] != '0;
    end
  end
endmodule
