// SPDX-License-Identifier: Apache-2.0
// A core: one wave, whose instructions issue in order, one a cycle at most. All but loads and stores are complete at
// the edge of their issue. A register that a load in flight writes is busy: whoever reads or writes it waits.
module mini_core import mini_pkg::*; (
  input  logic        clk_i,
  input  logic        rst_ni,
  // The wave that starts: its scalars first, then the launch.
  input  logic        init_sgpr_valid_i,
  input  logic [3:0]  init_sgpr_index_i,
  input  logic [31:0] init_sgpr_data_i,
  input  logic        launch_valid_i,
  input  logic [63:0] launch_pc_i,
  input  mask_t       launch_lanes_i,
  // The end of the wave. One that wants to end issues when it may.
  output logic        end_wanted_o,
  input  logic        end_may_i,
  output logic        end_fault_o,  // with end_wanted_o: it halts on a fault
  output logic        active_o,     // the wave may issue, or a load or store is in flight
  output logic        fetch_req_valid_o,
  input  logic        fetch_req_ready_i,
  output logic [57:0] fetch_req_line_o,
  input  logic        fetch_rsp_valid_i,
  input  fetch_rsp_t  fetch_rsp_i,
  output logic        mem_req_valid_o,
  input  logic        mem_req_ready_i,
  output mem_req_t    mem_req_o,
  input  logic        mem_rsp_valid_i,
  input  mem_rsp_t    mem_rsp_i,
  input  logic        frees_all_i   // the planted bug: a load that completes frees all registers
);
  // ---- the wave's registers ----------------------------------------------------------------------------------
  logic                   live_q, halted_q;
  logic [63:0]            pc_q;
  logic [Sgprs-1:0][31:0] sgpr_q;
  logic                   cleared_q;  // for the wave that will start
  vgpr_t                  vgpr_q [Vgprs];
  logic [Vgprs-1:0]       busy_q;
  mask_t                  active;
  predicates_t            predicates;
  logic [2:0]             depth;
  stack_t                 stack;

  // ---- fetch and decode --------------------------------------------------------------------------------------
  logic        fetched, fetch_fault;
  logic [15:0] word;
  logic [3:0]  d, a, b;
  decoded_t    decoded;
  assign {d, a, b} = word[11:0];
  mini_fetch u_fetch (
    .clk_i, .rst_ni, .flush_i(launch_valid_i), .wanted_i(live_q && !halted_q), .pc_i(pc_q[63:1]), .valid_o(fetched),
    .word_o(word), .fault_o(fetch_fault), .req_valid_o(fetch_req_valid_o), .req_ready_i(fetch_req_ready_i),
    .req_line_o(fetch_req_line_o), .rsp_valid_i(fetch_rsp_valid_i), .rsp_i(fetch_rsp_i)
  );
  mini_decode u_decode (.word_i(word), .decoded_o(decoded));

  // ---- issue -------------------------------------------------------------------------------------------------
  logic ready, waits, refused, stack_refused, issue, execute, memory, lsu_full, lsu_idle;
  assign refused      = fetch_fault || !decoded.legal || stack_refused;
  assign memory       = decoded.unit inside {UnitLoad, UnitStore};
  assign waits        = !refused && ((decoded.registers & busy_q) != '0 || (memory && lsu_full) ||
                        (decoded.drains && !lsu_idle));
  assign ready        = live_q && !halted_q && fetched && !waits;
  assign end_wanted_o = ready && (refused || decoded.ends);
  assign end_fault_o  = refused;
  assign issue        = ready && (!end_wanted_o || end_may_i);
  assign execute      = issue && !refused;

  // ---- what it does ------------------------------------------------------------------------------------------
  vgpr_t       result;
  mask_t       holds;
  logic        alu_write;
  logic [63:0] next_pc;
  assign alu_write = execute && decoded.unit == UnitAlu;
  mini_alu u_alu (
    .op_i(op_e'(word[15:12])), .condition_i(condition_e'(d[3:2])), .immediate_i(word[7:0]), .a_i(vgpr_q[a]),
    .b_i(vgpr_q[b]), .old_i(vgpr_q[d]), .wave_i(sgpr_q[1][15:0]), .group_i(sgpr_q[0][15:0]), .result_o(result),
    .holds_o(holds)
  );
  mini_mask u_mask (
    .clk_i, .rst_ni, .start_i(launch_valid_i), .lanes_i(launch_lanes_i), .execute_i(execute),
    .op_i(decoded.mask_op), .predicate_i(decoded.predicate), .holds_i(holds), .refused_o(stack_refused),
    .active_o(active), .predicates_o(predicates), .depth_o(depth), .stack_o(stack)
  );

  logic taken;
  always_comb begin
    taken = 1'b0;
    if (decoded.unit == UnitControl) begin
      unique case (d)
        Bra: taken = 1'b1;
        Brz: taken = active == '0;
        Brn: taken = active != '0;
        default: ;
      endcase
    end
    next_pc = pc_q + (taken ? {{55{word[7]}}, word[7:0], 1'b0} : 64'(InstructionBytes));
  end

  // ---- loads and stores --------------------------------------------------------------------------------------
  logic             lsu_start, load_done;
  logic [3:0][63:0] buffers;  // their addresses
  logic [3:0]       load_vgpr;
  mask_t            load_lanes;
  vgpr_t            load_data;
  // verilator lint_off UNUSEDSIGNAL
  logic             lsu_done;  // what the probe alone reads
  logic [2:0]       lsu_free, lsu_entry;
  // verilator lint_on UNUSEDSIGNAL
  assign lsu_start = execute && memory;
  assign buffers   = sgpr_q[Sgprs-1:2];
  mini_lsu u_lsu (
    .clk_i, .rst_ni, .start_i(lsu_start), .store_i(decoded.unit == UnitStore), .vgpr_i(d), .base_i(buffers[b[1:0]]),
    .index_i(vgpr_q[a]), .data_i(vgpr_q[d]), .lanes_i(active), .full_o(lsu_full), .idle_o(lsu_idle),
    .free_o(lsu_free), .req_valid_o(mem_req_valid_o), .req_ready_i(mem_req_ready_i), .req_o(mem_req_o),
    .rsp_valid_i(mem_rsp_valid_i), .rsp_i(mem_rsp_i), .done_o(lsu_done), .done_load_o(load_done),
    .done_entry_o(lsu_entry), .done_vgpr_o(load_vgpr), .done_lanes_o(load_lanes), .done_data_o(load_data)
  );
  assign active_o = (live_q && !halted_q) || !lsu_idle;

  // A register in which some lanes are new.
  function automatic vgpr_t merged(input vgpr_t old, input vgpr_t data, input mask_t lanes);
    merged = old;
    for (int lane = 0; lane < Lanes; lane++) if (lanes[lane]) merged[lane] = data[lane];
  endfunction

  logic [Vgprs-1:0] taken_by_load, freed;
  assign taken_by_load = lsu_start && decoded.unit == UnitLoad ? Vgprs'(1) << d : '0;
  assign freed         = !load_done ? '0 : frees_all_i ? '1 : Vgprs'(1) << load_vgpr;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      live_q    <= 1'b0;
      halted_q  <= 1'b0;
      pc_q      <= '0;
      sgpr_q    <= '0;
      cleared_q <= 1'b0;
      vgpr_q    <= '{default: '0};
      busy_q    <= '0;
    end else begin
      // The first scalar of a wave clears the registers of the one before.
      if (init_sgpr_valid_i && !cleared_q) begin
        sgpr_q <= '0;
        vgpr_q <= '{default: '0};
      end
      if (init_sgpr_valid_i) begin
        cleared_q                 <= 1'b1;
        sgpr_q[init_sgpr_index_i] <= init_sgpr_data_i;
      end
      if (launch_valid_i) begin
        live_q    <= 1'b1;
        halted_q  <= 1'b0;
        pc_q      <= launch_pc_i;
        cleared_q <= 1'b0;
      end

      busy_q <= (busy_q & ~freed) | taken_by_load;
      if (alu_write) vgpr_q[d] <= merged(vgpr_q[d], result, active);
      if (load_done) vgpr_q[load_vgpr] <= merged(vgpr_q[load_vgpr], load_data, load_lanes);
      if (execute) pc_q <= next_pc;
      if (issue && refused) halted_q <= 1'b1;
      if (execute && decoded.ends) live_q <= 1'b0;
    end
  end

  // ---- what the probe reports of the wave (README.md) --------------------------------------------------------
  // verilator lint_off UNUSEDSIGNAL
  state_words_t state_words;
  // verilator lint_on UNUSEDSIGNAL
  assign state_words = !live_q ? '0 : {stack, 29'b0, depth, predicates, 24'b0, active, pc_q};
endmodule
