// SPDX-License-Identifier: Apache-2.0
// The older values of VGPRs, in a unit with exposed hazards (exposed_hazards.sv). It stands between read port 0
// of the VGPR file and the vector ALU. A DPP instruction with dpp_old takes as source 0 the VGPR's value from before
// the last vector ALU instruction that wrote it.
//
// It keeps its own copy of the file. When an instruction is accepted, it saves the values of the VGPRs that the
// instruction will write. Reads of port 0 belong to the instruction accepted last. A read in the cycle of an acceptance
// belongs to the instruction before.
module vgpr_before (
  input  logic                  clk_i,
  input  logic                  accept_i,
  input  valu_pkg::valu_req_t   req_i,
  // writes of the file
  input  logic [1:0]            wr_valid_i,
  input  vgpr_pkg::vgpr_write_t wr0_i,
  input  vgpr_pkg::vgpr_write_t wr1_i,
  // read port 0
  input  logic                  rd_valid_i,
  input  vgpr_pkg::vgpr_read_t  rd_i,
  input  cu_pkg::pass_t         now_i,  // the file's data, one cycle later
  output cu_pkg::pass_t         data_o  // what the instruction takes instead
);
  localparam int unsigned Entries = 4 * cu_pkg::PhysVgprs;  // {physical VGPR, pass}
  localparam int unsigned IndexBits = $clog2(Entries);

  logic [511:0] now_q [Entries];
  logic [511:0] before_q [Entries];

`ifndef SYNTHESIS
  initial begin
    for (int unsigned i = 0; i < Entries; i++) begin
      now_q[i] = '0;
      before_q[i] = '0;
    end
  end
`endif

  logic [IndexBits-1:0] wr0, wr1, rd;
  assign wr0 = {wr0_i.vgpr, wr0_i.pass};
  assign wr1 = {wr1_i.vgpr, wr1_i.pass};
  assign rd = rd_i;
  always_ff @(posedge clk_i) begin
    if (wr_valid_i[0]) now_q[wr0] <= vgpr_pkg::merged(now_q[wr0], wr0_i.data, wr0_i.lanes, wr0_i.halves);
    if (wr_valid_i[1]) now_q[wr1] <= vgpr_pkg::merged(now_q[wr1], wr1_i.data, wr1_i.lanes, wr1_i.halves);
  end

  // The VGPRs that the accepted instruction will write: `count` from vdst on, and the source of v_swap_b32.
  valu_pkg::valu_control_t ctl;
  logic [2:0]              count;
  assign ctl = req_i.ctl;
  assign count = ctl.is128 ? 3'd4 : {1'b0, ctl.vdst_count};
  for (genvar v = 0; v < 5; v++) begin : g_saved
    cu_pkg::phys_vgpr_t vgpr;
    logic               saves;
    assign vgpr = v == 4 ? req_i.vgpr[0] : req_i.vdst + v;
    assign saves = accept_i && (v == 4 ? ctl.swap : v[2:0] < count);
    for (genvar p = 0; p < 4; p++) begin : g_pass
      logic [IndexBits-1:0] index;
      assign index = {vgpr, p[1:0]};
      always_ff @(posedge clk_i) begin
        if (saves) before_q[index] <= now_q[index];
      end
    end
  end

  logic         old_q, read_old_q;
  logic [511:0] before_data_q;
  always_ff @(posedge clk_i) begin
    if (accept_i) old_q <= req_i.dpp_old;
    if (rd_valid_i) begin
      read_old_q <= old_q;
      before_data_q <= before_q[rd];
    end
  end
  assign data_o = read_old_q ? before_data_q : now_i;

  logic unused_fields;
  assign unused_fields = ^{req_i, ctl};
endmodule
