// SPDX-License-Identifier: Apache-2.0
// The mini GPU: two cores behind one memory. Slot n of the bench is core n. The cores take turns at the instruction
// port and at the memory port, and in ending a wave: the bench hears of one end a cycle.
module mini_gpu import mini_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        init_sgpr_valid_i,
  input  init_sgpr_t  init_sgpr_i,
  input  logic        launch_valid_i,
  // verilator lint_off UNUSEDSIGNAL
  input  launch_t     launch_i,    // what the unit does not keep, the probe reports
  // verilator lint_on UNUSEDSIGNAL
  output logic        end_valid_o,
  output logic        end_slot_o,
  output logic        end_fault_o,
  output logic        active_o,
  // A request transfers when valid and ready. Responses come with the core that asked.
  output logic        imem_req_valid_o,
  input  logic        imem_req_ready_i,
  output logic        imem_req_core_o,
  output logic [57:0] imem_req_line_o,
  input  logic        imem_rsp_valid_i,
  input  logic        imem_rsp_core_i,
  input  fetch_rsp_t  imem_rsp_i,
  output logic        vmem_req_valid_o,
  input  logic        vmem_req_ready_i,
  output logic        vmem_req_core_o,
  output mem_req_t    vmem_req_o,
  input  logic        vmem_rsp_valid_i,
  input  logic        vmem_rsp_core_i,
  input  mem_rsp_t    vmem_rsp_i,
  input  logic        frees_all_i  // the planted bug (mini_core.sv)
);
  logic [Cores-1:0] active, end_wanted, end_fault, fetch_valid, mem_valid;
  logic [57:0]      fetch_line [Cores];
  mem_req_t         mem_req [Cores];

  for (genvar i = 0; i < Cores; i++) begin : gen_core
    mini_core u_core (
      .clk_i, .rst_ni,
      .init_sgpr_valid_i(init_sgpr_valid_i && init_sgpr_i.slot == 1'(i)), .init_sgpr_index_i(init_sgpr_i.index),
      .init_sgpr_data_i(init_sgpr_i.data),
      .launch_valid_i(launch_valid_i && launch_i.slot == i), .launch_pc_i(launch_i.pc),
      .launch_lanes_i(launch_i.exec[Lanes-1:0]),
      .end_wanted_o(end_wanted[i]), .end_may_i(end_slot_o == 1'(i)), .end_fault_o(end_fault[i]),
      .active_o(active[i]),
      .fetch_req_valid_o(fetch_valid[i]), .fetch_req_ready_i(imem_req_ready_i && imem_req_core_o == 1'(i)),
      .fetch_req_line_o(fetch_line[i]),
      .fetch_rsp_valid_i(imem_rsp_valid_i && imem_rsp_core_i == 1'(i)), .fetch_rsp_i(imem_rsp_i),
      .mem_req_valid_o(mem_valid[i]), .mem_req_ready_i(vmem_req_ready_i && vmem_req_core_o == 1'(i)),
      .mem_req_o(mem_req[i]),
      .mem_rsp_valid_i(vmem_rsp_valid_i && vmem_rsp_core_i == 1'(i)), .mem_rsp_i(vmem_rsp_i),
      .frees_all_i
    );
  end

  mini_arbiter #(.N(Cores)) u_end (
    .clk_i, .rst_ni, .request_i(end_wanted), .taken_i(1'b1), .valid_o(end_valid_o), .chosen_o(end_slot_o)
  );
  mini_arbiter #(.N(Cores)) u_imem (
    .clk_i, .rst_ni, .request_i(fetch_valid), .taken_i(imem_req_ready_i), .valid_o(imem_req_valid_o),
    .chosen_o(imem_req_core_o)
  );
  mini_arbiter #(.N(Cores)) u_vmem (
    .clk_i, .rst_ni, .request_i(mem_valid), .taken_i(vmem_req_ready_i), .valid_o(vmem_req_valid_o),
    .chosen_o(vmem_req_core_o)
  );

  assign end_fault_o     = end_fault[end_slot_o];
  assign active_o        = active != '0;
  assign imem_req_line_o = fetch_line[imem_req_core_o];
  assign vmem_req_o      = mem_req[vmem_req_core_o];
endmodule
