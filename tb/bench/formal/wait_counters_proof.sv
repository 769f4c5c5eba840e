// SPDX-License-Identifier: Apache-2.0
// Proof about wait_counters (control-flow.md 5): each counter of each wave equals the number of instructions
// that the wave has outstanding. So no counter under- or overflows, whatever issues and completes in one cycle.
//
// The environment keeps the promises of the issue stage and the units. Nothing issues that would take a counter past
// its maximum (63, 63, 7, 15). Nothing completes that is not outstanding. A wave is launched with nothing outstanding.
// Beside the module stands the account of one wave, which may be any.
//
// This text stands before the endmodule of rtl/issue/wait_counters.sv (scripts/wl/checks/formal.py).
  logic p_started_q;
  initial p_started_q = 1'b0;
  always_ff @(posedge clk_i) p_started_q <= 1'b1;
  always_comb begin
    assume (rst_ni == p_started_q);
  end

  logic [3:0] p_wave_q;  // any wave, chosen while in reset
  always_ff @(posedge clk_i) begin
    if (!p_started_q) p_wave_q <= launch_slot_i;
  end
  logic [5:0] p_vm_q, p_vs_q;
  logic [2:0] p_gds_q, p_export_q;
  logic [3:0] p_lds_q, p_smem_q, p_msg_q;
  logic       p_here, p_issue_vm, p_issue_vs, p_issue_exp;
  logic       p_done_vm, p_done_vs, p_done_lds, p_done_gds, p_done_export, p_done_msg;
  logic [1:0] p_issue_lgkm, p_done_smem;
  logic [1:0] p_kind;  // whose LGKM_CNT the issue raises: 0 LDS, 1 scalar memory, 2 message
  logic       p_is_export;  // whose EXP_CNT the issue raises: an export's, or that of a GDS instruction
  logic [5:0] p_lgkm;
  logic [3:0] p_exp;

  assign p_kind = slot_i[1:0];  // free: the port only chooses what is read
  assign p_is_export = slot_i[2];
  assign p_here = issue_slot_i == p_wave_q;
  assign p_issue_vm = p_here && issue_vmem_i;
  assign p_issue_vs = p_here && issue_vs_i;
  assign p_issue_exp = p_here && issue_exp_i;
  assign p_issue_lgkm = p_here ? issue_lgkm_i : 2'd0;
  assign p_done_vm = vmem_done_i && vmem_slot_i == p_wave_q;
  assign p_done_vs = vs_done_i && vmem_slot_i == p_wave_q;
  assign p_done_lds = lds_done_i && lds_slot_i == p_wave_q;
  assign p_done_gds = gds_read_i && gds_slot_i == p_wave_q;
  assign p_done_export = exported_i && export_slot_i == p_wave_q;
  assign p_done_msg = msg_done_i && msg_slot_i == p_wave_q;
  assign p_done_smem = smem_slot_i == p_wave_q ? smem_done_i : 2'd0;
  assign p_exp = {1'b0, p_gds_q} + {1'b0, p_export_q};
  assign p_lgkm = {2'd0, p_lds_q} + {2'd0, p_smem_q} + {2'd0, p_msg_q};

  always_comb begin
    if (rst_ni) begin
      // The promises for every other wave, as the module's assertions have them.
      assume (!issue_vmem_i || vm_q[issue_slot_i] != 6'd63);
      assume (!vmem_done_i || vm_q[vmem_slot_i] != 6'd0);
      assume (!issue_vs_i || vs_q[issue_slot_i] != 6'd63);
      assume (!vs_done_i || vs_q[vmem_slot_i] != 6'd0);
      assume (!gds_read_i || exp_q[gds_slot_i] != 3'd0);
      assume (!exported_i || exp_q[export_slot_i] != 3'd0);
      assume (!lds_done_i || lgkm_q[lds_slot_i] != 4'd0);
      assume (!msg_done_i || lgkm_q[msg_slot_i] != 4'd0);
      assume (smem_done_i == 2'd0 || lgkm_q[smem_slot_i] >= {2'd0, smem_done_i});
      assume (!p_issue_vm || p_vm_q != 6'd63);
      assume (!p_issue_vs || p_vs_q != 6'd63);
      assume (!p_issue_exp || p_exp != 4'd7);
      assume (p_lgkm + {4'd0, p_issue_lgkm} <= 6'd15);
      assume (p_issue_lgkm <= 2'd1 || (p_issue_lgkm == 2'd2 && p_kind == 2'd1));
      assume (!p_done_vm || p_vm_q != 6'd0);
      assume (!p_done_vs || p_vs_q != 6'd0);
      assume (!p_done_gds || p_gds_q != 3'd0);
      assume (!p_done_export || p_export_q != 3'd0);
      assume (!p_done_lds || p_lds_q != 4'd0);
      assume (!p_done_msg || p_msg_q != 4'd0);
      assume ({2'd0, p_done_smem} <= p_smem_q);
      if (launch_valid_i && launch_slot_i == p_wave_q) begin
        assume (p_vm_q == 6'd0 && p_vs_q == 6'd0 && p_exp == 4'd0 && p_lgkm == 6'd0);
        assume (!p_issue_vm && !p_issue_vs && !p_issue_exp && p_issue_lgkm == 2'd0);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      p_vm_q <= 6'd0;
      p_vs_q <= 6'd0;
      p_gds_q <= 3'd0;
      p_export_q <= 3'd0;
      p_lds_q <= 4'd0;
      p_smem_q <= 4'd0;
      p_msg_q <= 4'd0;
    end else begin
      p_vm_q <= p_vm_q + {5'd0, p_issue_vm} - {5'd0, p_done_vm};
      p_vs_q <= p_vs_q + {5'd0, p_issue_vs} - {5'd0, p_done_vs};
      p_gds_q <= p_gds_q + {2'd0, p_issue_exp && !p_is_export} - {2'd0, p_done_gds};
      p_export_q <= p_export_q + {2'd0, p_issue_exp && p_is_export} - {2'd0, p_done_export};
      p_lds_q <= p_lds_q + (p_kind == 2'd0 ? {2'd0, p_issue_lgkm} : 4'd0) - {3'd0, p_done_lds};
      p_smem_q <= p_smem_q + (p_kind == 2'd1 ? {2'd0, p_issue_lgkm} : 4'd0) - {2'd0, p_done_smem};
      p_msg_q <= p_msg_q + (p_kind >= 2'd2 ? {2'd0, p_issue_lgkm} : 4'd0) - {3'd0, p_done_msg};
    end
  end

  always_comb begin
    if (rst_ni) begin
      assert (vm_q[p_wave_q] == p_vm_q);
      assert (vs_q[p_wave_q] == p_vs_q);
      assert ({1'b0, exp_q[p_wave_q]} == p_exp);
      assert ({2'd0, lgkm_q[p_wave_q]} == p_lgkm);
      assert (p_lgkm <= 6'd15);
    end
  end
