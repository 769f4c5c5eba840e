// SPDX-License-Identifier: Apache-2.0
// Data share: four banks of 16-byte entries and the DS instructions on them (lds.md 3 and 4), LDS and
// GDS alike. Byte address A of the pool: row A[16:6], bank A[5:4], byte A[3:0].
//
// Instructions wait in a queue and pass three steps in issue order, each step on its own instruction:
// capture (operands are read from the VGPR pool, by pass), service (a quad after the other: where
// its lanes go by lds_address, which of them go now by lds_quad, what they leave by lds_atomic_pkg, what
// they get by lds_result or lds_cross), write (destination rows by pass, then done). EXEC = 0
// passes all three. The order of service is that of D-LDS-20 and D-LDS-21. lds_base is a multiple of 16,
// and base + size within the pool. LDS_DIRECT is read past the queue, in no cycle in which
// direct_busy_o.
module lds #(
  parameter int unsigned LdsEntries = cu_pkg::LdsEntries, // a bank; a power of two, 2..1024
  parameter int unsigned GdsEntries = cu_pkg::GdsEntries  // rows after them
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                issue_valid_i,
  output logic                issue_ready_o,
  input  cu_pkg::mem_issue_t  issue_i,
  output logic                captured_valid_o,
  output cu_pkg::slot_t       captured_slot_o,
  output logic                captured_gds_o,
  input  logic                direct_valid_i,
  input  logic [18:0]         direct_m0_i,
  input  logic [15:0]         direct_base_i,
  input  logic [16:0]         direct_size_i,
  output logic                direct_busy_o,
  output logic [31:0]         direct_data_o,
  output logic                mrd_valid_o,
  input  logic                mrd_ready_i,
  output cu_pkg::vgpr_read_t  mrd_o,
  input  cu_pkg::pass_t    mrd_data_i,
  output logic                mwr_valid_o,
  input  logic                mwr_ready_i,
  output cu_pkg::vgpr_write_t mwr_o,
  output logic                done_valid_o,
  output cu_pkg::mem_done_t   done_o,
  input  cu_pkg::fault_t      fault_i
);
  localparam int unsigned Depth = 16;    // instructions in the queue
  localparam int unsigned Operands = 4;  // of them with captured operands

  function automatic logic [5:0] lowest(input logic [63:0] exec);
    lowest = '0;
    for (int unsigned i = 64; i > 0; i--) begin
      if (exec[i - 1]) lowest = i[5:0] - 6'd1;
    end
  endfunction

  function automatic logic [6:0] number(input logic [63:0] exec);
    number = '0;
    for (int unsigned i = 0; i < 64; i++) number = number + {6'd0, exec[i]};
  endfunction

  // Set of passes in which the mask has a lane.
  function automatic logic [3:0] passes(input logic [63:0] exec);
    passes = {|exec[63:48], |exec[47:32], |exec[31:16], |exec[15:0]};
  endfunction

  cu_pkg::mem_issue_t cap, svc, head;
  lds_pkg::ctl_t      cap_ctl, svc_ctl, head_ctl;
  logic       cap_valid, svc_valid, head_valid;
  logic       cap_finish, svc_finish, head_finish;
  logic [3:0] cap_index, svc_index, head_index;

  mem_queue #(.Depth(Depth), .Captured(Operands)) u_queue (
    .clk_i, .rst_ni, .issue_valid_i, .issue_ready_o, .issue_i,
    .cap_valid_o(cap_valid), .cap_index_o(cap_index), .cap_o(cap), .cap_finish_i(cap_finish),
    .svc_valid_o(svc_valid), .svc_index_o(svc_index), .svc_o(svc), .svc_finish_i(svc_finish),
    .head_valid_o(head_valid), .head_index_o(head_index), .head_o(head),
    .head_finish_i(head_finish)
  );
  assign cap_ctl = cap.ctl;
  assign svc_ctl = svc.ctl;
  assign head_ctl = head.ctl;
  // Each step needs some fields of its instruction only; a fault names rows of other modules too.
  logic unused_fields;
  assign unused_fields = ^{cap, cap_index, svc, head, cap_ctl, head_ctl, fault_i};

  // ---- capture. Operand rows by number: 0 address, from 1 on the data of access 0, then the data of
  // access 1 or DATA1; d16: 1 the old destination. An instruction without address begins at 1.
  logic [59:0] cap_rows;
  logic [2:0]  cap_count, cap_first;
  logic        op_write;
  logic [2:0]  op_write_op;
  logic [1:0]  op_write_pass;
  logic [1:0]  cap_last_row;  // of one access

  always_comb begin
    cap_last_row = cap_ctl.wide ? cap_ctl.size[3:2] - 2'd1 : 2'd0;  // 16 gives 3 by wrapping
    cap_rows = '0;
    cap_rows[9:0] = cap.addr;
    cap_count = 3'd1;
    cap_first = 3'd0;
    if (cap_ctl.kind == lds_pkg::Write || cap_ctl.kind == lds_pkg::Atomic) begin
      if (cap_ctl.two || cap_ctl.pair) begin
        cap_rows[19:10] = cap.data0;
        cap_rows[29:20] = cap_ctl.wide ? cap.data0 + 10'd1 : cap.data1;
        cap_rows[39:30] = cap.data1;
        cap_rows[49:40] = cap.data1 + 10'd1;
        cap_count = cap_ctl.wide ? 3'd5 : 3'd3;
      end else begin
        for (int unsigned c = 0; c < 4; c++) cap_rows[10 * c + 10 +: 10] = cap.data0 + c[9:0];
        cap_count = {1'b0, cap_last_row} + 3'd2;
      end
    end else if (cap_ctl.d16 || (cap_ctl.kind == lds_pkg::Cross &&
                                 cap_ctl.op != lds_pkg::OpSwizzle)) begin
      cap_rows[19:10] = cap_ctl.d16 ? cap.vdst : cap.data0;
      cap_count = 3'd2;
    end
    if (cap_ctl.kind == lds_pkg::Count || cap_ctl.kind == lds_pkg::Nothing ||
        cap_ctl.from == lds_pkg::FromLane || cap_ctl.from == lds_pkg::FromOwner) begin
      cap_rows = cap_rows >> 10;
      cap_count = cap_count - 3'd1;
      cap_first = 3'd1;
    end
  end

  logic [2:0] unused_op;
  mem_capture u_capture (
    .clk_i, .rst_ni,
    .valid_i(cap_valid),
    .passes_i(cap_count == 3'd0 ? 4'd0 : passes(cap.exec)),
    .count_i(cap_count), .rows_i(cap_rows),
    .mrd_valid_o, .mrd_ready_i, .mrd_o,
    .write_o(op_write), .write_op_o(op_write_op), .write_pass_o(op_write_pass),
    .op_o(unused_op), .finish_o(cap_finish)
  );
  assign captured_valid_o = cap_finish;
  assign captured_slot_o = cap.slot;
  assign captured_gds_o = cap_finish && cap_ctl.gds;

  // Operands as quads: index entry, operand row, quad.
  logic [127:0] operand_q [Operands * 8 * 16];
  always_ff @(posedge clk_i) begin
    if (op_write) begin
      for (int unsigned i = 0; i < 4; i++) begin
        operand_q[{cap_index[1:0], op_write_op + cap_first, op_write_pass, i[1:0]}] <=
            mrd_data_i[128 * i +: 128];
      end
    end
  end

  // ---- service
  logic         svc_busy_q;     // svc is being served
  logic [15:0]  svc_quads_q;    // its quads with lanes, still to be finished
  logic         svc_second_q;   // access 1; src2 forms: the value's turn, the operand was read
  logic [3:0]   svc_served_q;   // lanes of the quad served in this access: their first parts
  logic [3:0]   svc_split_q;    // their second parts
  logic [511:0] svc_collect_q;  // read data of the quad so far
  logic         svc_passed_q;   // permute: all lanes have pushed; append, consume: access done
  logic [63:0]  svc_value_q;    // src2 forms: the operand; append, consume: the old value
  logic [6:0]   svc_number_q;   // append, consume: active lanes
  logic [7:0]   svc_cycles_q;   // cycles of service so far
  logic [5:0]   svc_base_q;     // cycles that they would have been without conflicts

  logic         svc_start;
  logic [31:0]  svc_first_addr_q;  // the VGPR of the lowest active lane (owner read)
  logic [3:0]   svc_quad;
  logic         svc_equal;      // both offsets are equal: one access
  logic         svc_src2, svc_count;
  logic         svc_go;         // a quad is worked on
  logic         svc_fill;       // permute: its lanes push
  logic         svc_bank;       // its lanes go to the banks
  logic         svc_write;
  logic         svc_last_access, svc_quad_done;
  logic [3:0]   svc_exec;
  logic [127:0] svc_addr, svc_old;
  logic [511:0] svc_data;

  always_comb begin
    svc_quad = '0;
    svc_addr = '0;
    svc_old = '0;
    svc_data = '0;
    svc_exec = '0;
    svc_equal = 1'b0;
    svc_src2 = 1'b0;
    svc_count = 1'b0;
    svc_go = 1'b0;
    svc_fill = 1'b0;
    svc_bank = 1'b0;
    svc_write = 1'b0;
    if (svc_busy_q) begin
      for (int unsigned i = 16; i > 0; i--) begin
        if (svc_quads_q[i - 1]) svc_quad = i[3:0] - 4'd1;
      end
      svc_src2 = svc_ctl.kind == lds_pkg::Src2;
      svc_count = svc_ctl.kind == lds_pkg::Count;
      svc_go = svc_quads_q != '0 && !(svc_ctl.ret && full_q[svc_quad[3:2]]);
      svc_fill = svc_go && svc_ctl.kind == lds_pkg::Cross && svc_ctl.op == lds_pkg::OpPermute &&
                 !svc_passed_q;
      svc_bank = svc_go && svc_ctl.kind != lds_pkg::Cross && !(svc_count && svc_passed_q);
      svc_write = svc_bank && svc_ctl.kind != lds_pkg::Read && !(svc_src2 && !svc_second_q);
      svc_equal = svc_ctl.two && svc.offset[7:0] == svc.offset[15:8];
      svc_exec = svc.exec[4 * svc_quad +: 4];
      if (svc_count) svc_exec = svc_exec & (~svc_exec + 4'd1);
      svc_addr = operand_q[{svc_index[1:0], 3'd0, svc_quad}];
      svc_old = operand_q[{svc_index[1:0], 3'd1, svc_quad}];
      if (svc_ctl.kind == lds_pkg::Write || svc_ctl.kind == lds_pkg::Atomic) begin
        if (svc_second_q && svc_ctl.wide) begin
          svc_data[127:0] = operand_q[{svc_index[1:0], 3'd3, svc_quad}];
          svc_data[255:128] = operand_q[{svc_index[1:0], 3'd4, svc_quad}];
        end else if (svc_second_q) begin
          svc_data[127:0] = operand_q[{svc_index[1:0], 3'd2, svc_quad}];
        end else begin
          for (int unsigned c = 0; c < 4; c++) begin
            svc_data[128 * c +: 128] = operand_q[{svc_index[1:0], c[2:0] + 3'd1, svc_quad}];
          end
        end
      end
    end
  end

  logic [3:0]   to_go, lanes_left, lanes, bank_valid;
  logic [3:0]   to_split, split_left, split;  // of lanes whose bytes lie in two entries
  logic         out_of_range, access_last;
  logic [15:0]  place;
  logic [7:0]   lane_bank, bank_lane;
  logic [43:0]  lane_row, bank_row;
  logic [63:0]  bank_be;
  logic [511:0] bank_wdata, quad_wdata, entries, collected;
  logic [127:0] first, result;
  logic [31:0]  counted;
  logic [3:0]   full_q;         // result passes that wait to be written to the VGPRs
  logic [15:0]  svc_quads_after;

  lds_address #(.LdsEntries(LdsEntries), .GdsEntries(GdsEntries)) u_address (
    .go_i(svc_bank), .ins_i(svc), .ctl_i(svc_ctl),
    .second_i(svc_second_q), .operand_i(svc_src2 && !svc_second_q),
    .quad_i(svc_quad), .exec_i(svc_exec), .addr_i(svc_addr), .first_addr_i(svc_first_addr_q),
    .lanes_o(to_go), .out_of_range_o(out_of_range),
    .lane_row_o(lane_row), .lane_bank_o(lane_bank), .place_o(place), .split_o(to_split)
  );

  // The lanes of a src2 form go one by one.
  logic [3:0] lanes_offered;
  assign lanes_left = to_go & ~svc_served_q;
  assign split_left = to_split & ~svc_split_q;
  assign lanes_offered = svc_src2 ? lanes_left & (~lanes_left + 4'd1) : lanes_left;

  lds_quad u_quad (
    .go_i(svc_bank), .ctl_i(svc_ctl), .write_i(svc_write),
    .single_i(svc_write && svc_ctl.kind != lds_pkg::Write),
    .lanes_i(lanes_offered), .split_i(split_left),
    .lane_row_i(lane_row), .lane_bank_i(lane_bank), .place_i(place), .data_i(svc_data),
    .lanes_o(lanes), .split_o(split), .bank_valid_o(bank_valid), .bank_lane_o(bank_lane),
    .bank_row_o(bank_row), .bank_be_o(bank_be), .bank_data_o(quad_wdata)
  );
  assign access_last = svc_bank && (lanes_left & ~lanes) == '0 && (split_left & ~split) == '0;

  // Atomics: what the lane of each bank leaves.
  logic        atomic;
  logic [1:0]  lane;
  logic [63:0] d0, d1, left;
  assign atomic = svc_write && svc_ctl.kind != lds_pkg::Write;
  always_comb begin
    bank_wdata = quad_wdata;
    lane = '0;
    d0 = '0;
    d1 = '0;
    left = '0;
    if (atomic) begin
      for (int unsigned b = 0; b < 4; b++) begin
        lane = bank_lane[2 * b +: 2];
        d0 = {svc_ctl.wide ? svc_data[128 + 32 * lane +: 32] : 32'd0, svc_data[32 * lane +: 32]};
        d1 = svc_ctl.wide ? {svc_data[384 + 32 * lane +: 32], svc_data[256 + 32 * lane +: 32]} :
                            {32'd0, svc_data[128 + 32 * lane +: 32]};
        if (svc_src2) d0 = svc_value_q;
        if (svc_count) d0 = {57'd0, svc_number_q};
        if (bank_valid[b]) begin
          left = lds_atomic_pkg::left(svc_ctl.op, svc_ctl.wide, svc.mode,
              place[4 * lane +: 4], entries[128 * b +: 128], d0, d1);
          bank_wdata[128 * b +: 128] = {64'd0, left} << {place[4 * lane +: 4], 3'd0};
        end
      end
    end
  end

  lds_result u_result (
    .go_i(svc_bank && (svc_ctl.ret || svc_src2)), .ctl_i(svc_ctl),
    .second_i(svc_second_q), .both_i(svc_equal),
    .lanes_i(lanes), .split_i(split), .place_i(place), .lane_bank_i(lane_bank), .entries_i(entries),
    .collected_i(svc_collect_q), .old_i(svc_old), .collected_o(collected), .first_o(first)
  );

  // One lane's value; the others are 0.
  logic [63:0] alone;
  always_comb begin
    alone = '0;
    if (svc_src2 || svc_count) begin
      for (int unsigned l = 0; l < 4; l++) begin
        alone = alone | {collected[128 + 32 * l +: 32], collected[32 * l +: 32]};
      end
    end
    counted = svc_passed_q ? svc_value_q[31:0] : alone[31:0];
  end

  logic [23:0]  cross_source;
  logic [127:0] cross_data, cross_result;
  logic         cross_go;
  assign cross_go = svc_go && svc_ctl.kind == lds_pkg::Cross;
  lds_cross u_cross (
    .clk_i, .go_i(cross_go), .clear_i(svc_start), .fill_i(svc_fill),
    .op_i(svc_ctl.op), .offset_i(svc.offset), .exec_i(svc.exec),
    .quad_i(svc_quad), .addr_i(svc_addr),
    .source_o(cross_source), .data_i(cross_data), .result_o(cross_result)
  );
  always_comb begin
    cross_data = '0;
    if (cross_go && !svc_fill) begin
      for (int unsigned l = 0; l < 4; l++) begin
        cross_data[32 * l +: 32] =
            operand_q[{svc_index[1:0], svc_ctl.op == lds_pkg::OpSwizzle ? 3'd0 : 3'd1,
                       cross_source[6 * l + 2 +: 4]}][32 * cross_source[6 * l +: 2] +: 32];
      end
    end
  end

  always_comb begin
    result = first;
    if (svc_count) result = {4{counted}};
    else if (cross_go) result = cross_result;
  end

  assign svc_last_access = svc_src2 ? svc_second_q || lanes == '0 :
                           !svc_ctl.two || svc_equal || svc_second_q;
  assign svc_quad_done = svc_go && (!svc_bank || (access_last && svc_last_access));
  assign svc_quads_after = svc_quads_q & ~(16'd1 << svc_quad);
  assign svc_finish = svc_busy_q && !svc_fill &&
      (svc_quads_q == '0 || (svc_quad_done && svc_quads_after == '0));

  logic [15:0] svc_exec_quads;
  always_comb begin
    svc_exec_quads = '0;
    if (svc_start || svc_fill) begin
      for (int unsigned i = 0; i < 16; i++) svc_exec_quads[i] = svc.exec[4 * i +: 4] != '0;
    end
  end

  // Cycles of service, this one included, and how many without conflicts (lds.md 4.1).
  logic [7:0] svc_cycles;
  logic [5:0] svc_base;
  always_comb begin
    svc_cycles = svc_cycles_q + {7'd0, svc_bank};
    svc_base = svc_base_q;
    if (svc_src2) svc_base = svc_base_q + {4'd0, svc_quad_done, 1'b0};
    else svc_base = svc_base_q + {5'd0, access_last};
  end

  logic [Depth-1:0] viol_q;
  logic [5:0]       svc_lowest;
  assign svc_start = !svc_busy_q && svc_valid;
  always_comb begin
    svc_lowest = '0;
    if (svc_start && svc_ctl.from == lds_pkg::FromLinear) svc_lowest = lowest(svc.exec);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      svc_busy_q <= 1'b0;
      svc_quads_q <= '0;
      svc_second_q <= 1'b0;
      svc_served_q <= '0;
      svc_split_q <= '0;
      svc_collect_q <= '0;
      svc_passed_q <= 1'b0;
      svc_value_q <= '0;
      svc_number_q <= '0;
      svc_first_addr_q <= '0;
      svc_cycles_q <= '0;
      svc_base_q <= '0;
      viol_q <= '0;
    end else if (!svc_busy_q) begin
      if (svc_start) begin
        svc_busy_q <= 1'b1;
        svc_quads_q <= svc_ctl.kind == lds_pkg::Nothing ? '0 : svc_exec_quads;
        svc_second_q <= 1'b0;
        svc_served_q <= '0;
        svc_split_q <= '0;
        svc_collect_q <= '0;
        svc_passed_q <= 1'b0;
        svc_first_addr_q <=
            operand_q[{svc_index[1:0], 3'd0, svc_lowest[5:2]}][32 * svc_lowest[1:0] +: 32];
        if (svc_ctl.kind == lds_pkg::Count) svc_number_q <= number(svc.exec);
        svc_cycles_q <= '0;
        svc_base_q <= '0;
        viol_q[svc_index] <= 1'b0;
      end
    end else begin
      if (svc_finish) svc_busy_q <= 1'b0;
      if (svc_go) begin
        if (out_of_range) viol_q[svc_index] <= 1'b1;
        svc_cycles_q <= svc_cycles;
        svc_base_q <= svc_base;
        if (svc_quad_done) begin
          svc_quads_q <= svc_fill && svc_quads_after == '0 ? svc_exec_quads : svc_quads_after;
          svc_served_q <= '0;
          svc_split_q <= '0;
          svc_collect_q <= '0;
          svc_second_q <= 1'b0;
          if (svc_count) svc_value_q[31:0] <= counted;
          if (svc_count || (svc_fill && svc_quads_after == '0)) svc_passed_q <= 1'b1;
        end else if (svc_src2) begin
          svc_second_q <= !svc_second_q;
          if (svc_second_q) svc_served_q <= svc_served_q | lanes;
          else svc_value_q <= alone;
        end else begin
          svc_second_q <= svc_second_q || access_last;
          svc_served_q <= access_last ? '0 : svc_served_q | lanes;
          svc_split_q <= access_last ? '0 : svc_split_q | split;
          svc_collect_q <= collected;
        end
      end
    end
  end

  // ---- storage
  logic [15:2] direct_addr;
  logic [31:0] direct_dword;
  assign direct_busy_o = svc_write;

  lds_banks #(.Entries(LdsEntries + GdsEntries)) u_banks (
    .clk_i,
    .valid_i(bank_valid), .write_i(svc_write), .row_i(bank_row), .be_i(bank_be),
    .data_i(bank_wdata), .entries_o(entries),
    .direct_valid_i, .direct_addr_i(direct_addr), .direct_data_o(direct_dword),
    .fault_i
  );

  lds_direct u_direct (
    .valid_i(direct_valid_i), .m0_i(direct_m0_i),
    .lds_base_i(direct_base_i), .lds_size_i(direct_size_i),
    .addr_o(direct_addr), .dword_i(direct_dword), .value_o(direct_data_o)
  );

  // ---- write: results of one instruction by pass, each in a buffer that holds all four
  logic [127:0] result_q [4 * 16];  // index destination row, quad
  logic [3:0]   written_q;          // passes of the head instruction that have been written
  logic [1:0]   mwr_row_q;          // destination row
  logic [3:0]   head_left;
  logic [1:0]   mwr_pass, head_last_row;
  logic         mwr_pass_done;

  always_ff @(posedge clk_i) begin
    if (svc_quad_done && svc_ctl.ret && !svc_fill) begin
      result_q[{2'd0, svc_quad}] <= result;
      for (int unsigned r = 1; r < 4; r++) result_q[{r[1:0], svc_quad}] <= collected[128 * r +: 128];
    end
  end

  always_comb begin
    head_left = passes(head.exec) & ~written_q;
    unique casez (head_left)
      4'b???1: mwr_pass = 2'd0;
      4'b??10: mwr_pass = 2'd1;
      4'b?100: mwr_pass = 2'd2;
      default: mwr_pass = 2'd3;
    endcase
    head_last_row = head_ctl.wide ? head_ctl.size[3:2] - 2'd1 : 2'd0;
    if (head_ctl.two) head_last_row = head_ctl.wide ? 2'd3 : 2'd1;
    // A full pass can only be the head's: service passes an instruction before it is written whole,
    // and fills no pass that is still full.
    mwr_valid_o = head_ctl.ret && head_left != '0 && full_q[mwr_pass];
    mwr_o = '0;
    if (mwr_valid_o) begin
      mwr_o.row = head.vdst + {8'd0, mwr_row_q};
      mwr_o.pass = mwr_pass;
      mwr_o.lanes = head.exec[16 * mwr_pass +: 16];
      for (int unsigned i = 0; i < 4; i++) begin
        mwr_o.data[128 * i +: 128] = result_q[{mwr_row_q, mwr_pass, i[1:0]}];
      end
    end
  end
  assign mwr_pass_done = mwr_valid_o && mwr_ready_i && mwr_row_q == head_last_row;
  assign head_finish = head_valid && (!head_ctl.ret || head_left == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= '0;
      written_q <= '0;
      mwr_row_q <= '0;
    end else begin
      if (svc_quad_done && svc_ctl.ret && !svc_fill &&
          (svc_quads_after[4 * svc_quad[3:2] +: 4] == '0)) begin
        full_q[svc_quad[3:2]] <= 1'b1;
      end
      if (mwr_valid_o && mwr_ready_i) mwr_row_q <= mwr_pass_done ? '0 : mwr_row_q + 2'd1;
      if (mwr_pass_done) begin
        full_q[mwr_pass] <= 1'b0;
        written_q[mwr_pass] <= 1'b1;
      end
      if (head_finish) written_q <= '0;
    end
  end

  assign done_valid_o = head_finish;
  assign done_o.slot = head.slot;
  assign done_o.tag = head.tag;
  assign done_o.viol = viol_q[head_index];

  // ---- what rtl/probe reads: the service of this cycle, the cycles of an instruction whose service
  // ends, and whose the captured operands and the VGPR write of this cycle are
  // verilator lint_off UNUSEDSIGNAL
  logic [3:0]    probe_lds_valid;   // bit a bank
  logic [43:0]   probe_lds_row;     // 11 bits a bank
  logic [63:0]   probe_lds_be;      // 16 bits a bank
  logic [511:0]  probe_lds_data;    // 128 bits a bank
  logic [1:0]    probe_lds_kind;    // as in probe.h
  logic [3:0]    probe_lds_quad;
  logic          probe_lds_access;
  logic          probe_cycles_valid;
  logic [7:0]    probe_cycles, probe_conflicts;
  cu_pkg::slot_t probe_lds_slot, probe_mwr_slot;
  logic [5:0]    probe_lds_tag, probe_mwr_tag, probe_cap_tag;
  // verilator lint_on UNUSEDSIGNAL
  assign probe_lds_valid = bank_valid;
  assign probe_lds_row = bank_row;
  assign probe_lds_be = bank_be;
  assign probe_lds_data = svc_write ? bank_wdata : entries;
  assign probe_lds_kind = !svc_write ? 2'd0 : atomic ? 2'd2 : 2'd1;
  assign probe_lds_quad = svc_quad;
  assign probe_lds_access = svc_src2 ? !svc_second_q : svc_second_q;
  assign probe_cycles_valid = svc_finish;
  assign probe_cycles = svc_cycles;
  assign probe_conflicts = svc_count || {2'd0, svc_base} > svc_cycles ? 8'd0 :
                           svc_cycles - {2'd0, svc_base};
  assign probe_lds_slot = svc.slot;
  assign probe_lds_tag = svc.tag;
  assign probe_mwr_slot = head.slot;
  assign probe_mwr_tag = head.tag;
  assign probe_cap_tag = cap.tag;
endmodule
