// SPDX-License-Identifier: Apache-2.0
// wide_core as the bench sees it (docs/your-unit.md). +lane_bug and +entry_bug plant a bug each.
module cu_top (
  input logic clk_i,
  input logic rst_ni
);
  import "DPI-C" function chandle wl_tb_bench();
  import "DPI-C" function void wl_tb_config(input chandle bench, input int waves, input int phys_vgprs,
                                            input int lds_entries, input int gds_entries, input int isa,
                                            input int rdna, input int vcc_alias, input int control,
                                            input int valu_delay);
  import "DPI-C" function void wl_tb_request(input chandle bench, input int port, input int id, input int op,
                                             input longint addr, input longint be, input bit [511:0] data);
  import "DPI-C" function int wl_tb_cycle(input chandle bench, input int status);
  import "DPI-C" function void wl_tb_response(input chandle bench, input int port, output int id_error,
                                              output bit [511:0] data);
  import "DPI-C" function void wl_tb_init_sgpr(input chandle bench, output int slot_index, output int data);
  import "DPI-C" function void wl_tb_launch(input chandle bench, output int slot, output longint pc,
                                            output longint exec, output int mode, output int group,
                                            output int sgpr_size, output int vgprs, output int lds_base,
                                            output int lds_size, output longint tba, output longint tma,
                                            output int more);

  chandle bench;
  logic lane_bug, entry_bug;
  initial begin
    bench = wl_tb_bench();
    wl_tb_config(bench, 1, 4, 4, 0, 0, 0, 0, 0, 0);
    lane_bug  = $test$plusargs("lane_bug") != 0;
    entry_bug = $test$plusargs("entry_bug") != 0;
  end

  // The calls carry fields in ints that are wider than the fields.
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] answer;
  int place, value, id_error, slot, mode, group, sgpr_size, vgprs, lds_base, lds_size, more;
  longint pc, exec, tba, tma;
  bit [511:0] line;
  logic [2:0] ready_q, rsp_q;  // a bit a port: 0 instructions, 2 vector memory
  // verilator lint_on UNUSEDSIGNAL
  logic [2:0] init_index_q;
  logic [31:0] init_data_q;
  logic [63:0] launch_pc_q;
  logic [7:0] launch_exec_q;
  logic [511:0] code_q;
  logic code_error_q;
  logic end_valid, fault, active, imem_valid, vmem_valid;
  logic [63:0] imem_addr, vmem_addr, vmem_be;
  logic [511:0] vmem_data;
  logic init_q, launch_q;

  wide_core u_core (
    .clk_i, .rst_ni,
    .init_valid_i(init_q), .init_index_i(init_index_q), .init_data_i(init_data_q), .launch_i(launch_q),
    .launch_pc_i(launch_pc_q), .launch_exec_i(launch_exec_q), .end_o(end_valid), .fault_o(fault), .active_o(active),
    .imem_valid_o(imem_valid), .imem_ready_i(ready_q[0]), .imem_addr_o(imem_addr), .imem_rsp_i(rsp_q[0]),
    .imem_error_i(code_error_q), .imem_data_i(code_q), .vmem_valid_o(vmem_valid), .vmem_ready_i(ready_q[2]),
    .vmem_addr_o(vmem_addr), .vmem_be_o(vmem_be), .vmem_data_o(vmem_data), .vmem_rsp_i(rsp_q[2]),
    .lane_bug_i(lane_bug), .entry_bug_i(entry_bug)
  );

  // One block, because the calls must come in this order.
  // verilator lint_off BLKSEQ
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q  <= '0;
      rsp_q    <= '0;
      init_q   <= 1'b0;
      launch_q <= 1'b0;
    end else begin
      if (imem_valid && ready_q[0]) wl_tb_request(bench, 0, 0, 0, imem_addr, '0, '0);
      if (vmem_valid && ready_q[2]) wl_tb_request(bench, 2, 0, 1, vmem_addr, vmem_be, vmem_data);
      answer = wl_tb_cycle(bench, {23'b0, active, 1'b0, end_valid, fault ? 2'd2 : 2'd1, 4'd0});
      ready_q  <= answer[2:0];
      rsp_q    <= answer[5:3];
      init_q   <= answer[6];
      launch_q <= answer[8];
      if (answer[3]) begin
        wl_tb_response(bench, 0, id_error, line);
        code_error_q <= id_error[8];
        code_q       <= line;
      end
      if (answer[5]) wl_tb_response(bench, 2, id_error, line);
      if (answer[6]) begin
        wl_tb_init_sgpr(bench, place, value);
        init_index_q <= place[2:0];
        init_data_q  <= value;
      end
      if (answer[8]) begin
        wl_tb_launch(bench, slot, pc, exec, mode, group, sgpr_size, vgprs, lds_base, lds_size, tba, tma, more);
        launch_pc_q   <= pc;
        launch_exec_q <= exec[7:0];
      end
    end
  end
  // verilator lint_on BLKSEQ
endmodule
