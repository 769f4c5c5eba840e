// SPDX-License-Identifier: Apache-2.0
// The data share alone: its decoder in front, as the issue stage has it, and what it tells the probe as
// ports. Driven by main.cc, which plays issue stage and VGPR pool.
module lds_unit (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [31:0]  w0_i,
  input  logic [31:0]  w1_i,
  output logic         legal_o,
  input  logic         issue_valid_i,
  output logic         issue_ready_o,
  input  logic [3:0]   slot_i,
  input  logic [5:0]   tag_i,
  input  logic [63:0]  exec_i,
  input  logic [9:0]   vgpr_base_i,
  input  logic [15:0]  lds_base_i,
  input  logic [16:0]  lds_size_i,
  input  logic [3:0]   wave_in_group_i,
  input  logic [31:0]  m0_i,
  input  logic [31:0]  mode_i,
  input  logic [1:0]   alignment_mode_i,
  input  logic         direct_valid_i,  // LDS_DIRECT with the M0 and window above
  output logic         direct_busy_o,
  output logic [31:0]  direct_data_o,
  output logic         read_valid_o,    // VGPR reads: data a cycle later
  input  logic         read_ready_i,
  output logic [9:0]   read_row_o,
  output logic [1:0]   read_pass_o,
  input  logic [511:0] read_data_i,
  output logic         write_valid_o,   // VGPR writes
  input  logic         write_ready_i,
  output logic [3:0]   write_slot_o,
  output logic [6:0]   write_tag_o,
  output logic [9:0]   write_row_o,
  output logic [1:0]   write_pass_o,
  output logic [15:0]  write_lanes_o,
  output logic [1:0]   write_halves_o,
  output logic [511:0] write_data_o,
  output logic         operands_read_o,
  output logic         operands_read_gds_o,
  output logic [3:0]   operands_read_slot_o,
  output logic [6:0]   operands_read_tag_o,
  output logic         done_o,
  output logic [3:0]   done_slot_o,
  output logic [6:0]   done_tag_o,
  output logic         done_viol_o,
  output logic [3:0]   lds_valid_o,     // a bit a bank
  output logic [43:0]  lds_row_o,
  output logic [63:0]  lds_be_o,
  output logic [511:0] lds_data_o,
  output logic [1:0]   lds_kind_o,
  output logic [3:0]   lds_quad_o,
  output logic         lds_access_o,
  output logic [3:0]   lds_slot_o,
  output logic [6:0]   lds_tag_o,
  output logic         cycles_valid_o,
  output logic [7:0]   cycles_o,
  output logic [7:0]   conflicts_o
);
  // verilator lint_off UNUSEDSIGNAL
  mem_issue_pkg::mem_dec_t dec;  // operand checks are the issue stage's
  // verilator lint_on UNUSEDSIGNAL
  lds_decode u_decode (.go_i(w0_i[31:26] == isa_pkg::EncDs), .w0_i, .w1_i, .dec_o(dec));
  assign legal_o = dec.legal;

  mem_issue_pkg::mem_issue_t issue;
  always_comb begin
    issue = '0;
    issue.slot = slot_i;
    issue.tag = tag_i;
    issue.exec = exec_i;
    issue.addr = vgpr_base_i + {2'd0, dec.addr};
    issue.data0 = vgpr_base_i + {2'd0, dec.data0};
    issue.data1 = vgpr_base_i + {2'd0, dec.data1};
    issue.vdst = vgpr_base_i + {2'd0, dec.vdst};
    issue.offset = dec.offset;
    issue.lds_base = lds_base_i;
    issue.lds_size = lds_size_i;
    issue.wave_in_group = wave_in_group_i;
    issue.m0 = m0_i;
    issue.mode = mode_i;
    issue.alignment_mode = alignment_mode_i;
    issue.mem = dec.mem;
    issue.ctl = dec.ctl;
  end

  vgpr_pkg::vgpr_read_t      mrd;
  vgpr_pkg::vgpr_write_t     mwr;
  // verilator lint_off UNUSEDSIGNAL
  mem_issue_pkg::mem_done_t  done;
  policy_pkg::control_sets_t read_sets;  // of control words, which these instructions do not have
  logic                      flat_read, flat_done;
  logic                      transfer_ready;  // vector memory accesses nothing here
  logic [127:0]              transfer_data;
  // verilator lint_on UNUSEDSIGNAL
  lds u_lds (
    .clk_i, .rst_ni,
    .issue_valid_i, .issue_ready_o, .issue_i(issue),
    .operands_read_o, .operands_read_slot_o, .operands_read_gds_o, .operands_read_sets_o(read_sets),
    .flat_read_o(flat_read), .flat_done_o(flat_done), .half_unread_i('0),
    .direct_valid_i, .direct_m0_i(m0_i[18:0]), .direct_base_i(lds_base_i),
    .direct_size_i(lds_size_i), .direct_busy_o, .direct_data_o,
    .mrd_valid_o(read_valid_o), .mrd_ready_i(read_ready_i), .mrd_o(mrd), .mrd_data_i(read_data_i),
    .mwr_valid_o(write_valid_o), .mwr_ready_i(write_ready_i), .mwr_o(mwr),
    .done_valid_o(done_o), .done_o(done),
    .transfer_valid_i(1'b0), .transfer_ready_o(transfer_ready), .transfer_i('0), .transfer_data_o(transfer_data)
  );
  assign read_row_o = mrd.vgpr;
  assign read_pass_o = mrd.pass;
  assign write_row_o = mwr.vgpr;
  assign write_pass_o = mwr.pass;
  assign write_lanes_o = mwr.lanes;
  assign write_halves_o = mwr.halves;
  assign write_data_o = mwr.data;
  assign write_slot_o = u_lds.u_report.write_slot;
  assign write_tag_o = u_lds.u_report.write_tag;
  assign operands_read_tag_o = u_lds.u_report.read_tag;
  assign done_slot_o = done.slot;
  assign done_tag_o = done.tag;
  assign done_viol_o = done.viol;
  assign lds_valid_o = u_lds.u_report.valid;
  assign lds_row_o = u_lds.u_report.row;
  assign lds_be_o = u_lds.u_report.be;
  always_comb begin
    for (int b = 0; b < 4; b++) lds_data_o[128*b +: 128] = u_lds.u_report.data(b);
  end
  assign lds_kind_o = u_lds.u_report.kind;
  assign lds_quad_o = u_lds.u_report.quad;
  assign lds_access_o = u_lds.u_report.access;
  assign lds_slot_o = u_lds.u_report.slot;
  assign lds_tag_o = u_lds.u_report.tag;
  assign cycles_valid_o = u_lds.u_report.cycles_valid;
  assign cycles_o = u_lds.u_report.cycles;
  assign conflicts_o = u_lds.u_report.conflicts;
endmodule

bind lds lds_report u_report (.clk_i(clk_i), .rst_ni(rst_ni));
