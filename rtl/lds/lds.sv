// Local data share: four banks of 16-byte entries and the DS instructions on them (lds.md 3 and 4).
// Byte address A of the pool: row A[15:6], bank A[5:4], byte A[3:0].
//
// Instructions wait in a queue and pass three steps in issue order, each step on its own instruction:
// capture (operands are read from the VGPR pool, by quarter), service (a quad after the other, by
// lds_quad), write (destination rows by quarter, then done). EXEC = 0 passes all three. The order of
// service is that of docs/decisions.md. lds_base is a multiple of 16, and base + size within the pool.
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
  output logic                mrd_valid_o,
  input  logic                mrd_ready_i,
  output cu_pkg::vgpr_read_t  mrd_o,
  input  cu_pkg::quarter_t    mrd_data_i,
  output logic                mwr_valid_o,
  input  logic                mwr_ready_i,
  output cu_pkg::vgpr_write_t mwr_o,
  output logic                done_valid_o,
  output cu_pkg::mem_done_t   done_o,
  input  cu_pkg::fault_t      fault_i
);
  localparam int unsigned Depth = 4;
  localparam int unsigned RowBits = $clog2(LdsEntries + GdsEntries);

  // Set of quarters in which the mask has a lane.
  function automatic logic [3:0] quarters(input logic [63:0] exec);
    quarters = {|exec[63:48], |exec[47:32], |exec[31:16], |exec[15:0]};
  endfunction

  // ---- queue: [head, service) wait for their writes, [service, capture) for service, rest for capture
  cu_pkg::mem_issue_t cap, svc, head;
  lds_pkg::ctl_t      cap_ctl, svc_ctl, head_ctl;
  logic [$bits(head)-1:0] queue_q [Depth];
  logic [2:0] tail_q, cap_q, svc_q, head_q;  // one bit more than the index
  logic       cap_finish, svc_finish, head_finish;

  assign cap = queue_q[cap_q[1:0]];
  assign svc = queue_q[svc_q[1:0]];
  assign head = queue_q[head_q[1:0]];
  assign cap_ctl = cap.ctl;
  assign svc_ctl = svc.ctl;
  assign head_ctl = head.ctl;
  // Each step needs some fields of its instruction only; a fault names rows of other modules too.
  logic unused_fields;
  assign unused_fields = ^{cap, svc, head, cap_ctl, head_ctl, fault_i};
  assign issue_ready_o = (tail_q - head_q) != 3'd4;

  always_ff @(posedge clk_i) begin
    if (issue_valid_i && issue_ready_o) queue_q[tail_q[1:0]] <= issue_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tail_q <= '0;
      cap_q <= '0;
      svc_q <= '0;
      head_q <= '0;
    end else begin
      if (issue_valid_i && issue_ready_o) tail_q <= tail_q + 3'd1;
      if (cap_finish) cap_q <= cap_q + 3'd1;
      if (svc_finish) svc_q <= svc_q + 3'd1;
      if (head_finish) head_q <= head_q + 3'd1;
    end
  end

  // ---- capture. Operand rows in order: address, data of access 0, data of access 1; d16: address,
  // old destination.
  logic [59:0] cap_rows;
  logic [2:0]  cap_count;
  logic        op_write;
  logic [2:0]  op_write_op;
  logic [1:0]  op_write_quarter;
  logic [1:0]  cap_last_row;  // of one access

  always_comb begin
    cap_last_row = cap_ctl.wide ? cap_ctl.size[3:2] - 2'd1 : 2'd0;  // 16 gives 3 by wrapping
    cap_rows = '0;
    cap_rows[9:0] = cap.addr;
    cap_count = 3'd1;
    if (cap_ctl.write && cap_ctl.two) begin
      cap_rows[19:10] = cap.data0;
      cap_rows[29:20] = cap_ctl.wide ? cap.data0 + 10'd1 : cap.data1;
      cap_rows[39:30] = cap.data1;
      cap_rows[49:40] = cap.data1 + 10'd1;
      cap_count = cap_ctl.wide ? 3'd5 : 3'd3;
    end else if (cap_ctl.write) begin
      for (int unsigned c = 0; c < 4; c++) cap_rows[10 * c + 10 +: 10] = cap.data0 + c[9:0];
      cap_count = {1'b0, cap_last_row} + 3'd2;
    end else if (cap_ctl.d16) begin
      cap_rows[19:10] = cap.vdst;
      cap_count = 3'd2;
    end
  end

  mem_capture u_capture (
    .clk_i, .rst_ni,
    .valid_i(cap_q != tail_q), .quarters_i(quarters(cap.exec)),
    .count_i(cap_count), .rows_i(cap_rows),
    .mrd_valid_o, .mrd_ready_i, .mrd_o,
    .write_o(op_write), .write_op_o(op_write_op), .write_quarter_o(op_write_quarter),
    .finish_o(cap_finish)
  );
  assign captured_valid_o = cap_finish;
  assign captured_slot_o = cap.slot;

  // Operands as quads: index entry, operand row, quad.
  logic [127:0] operand_q [Depth * 8 * 16];
  always_ff @(posedge clk_i) begin
    if (op_write) begin
      for (int unsigned i = 0; i < 4; i++) begin
        operand_q[{cap_q[1:0], op_write_op, op_write_quarter, i[1:0]}] <= mrd_data_i[128 * i +: 128];
      end
    end
  end

  // ---- service
  logic         svc_busy_q;     // the instruction at svc_q is being served
  logic [15:0]  svc_quads_q;    // its quads with lanes, still to be finished
  logic         svc_second_q;   // access 1
  logic [3:0]   svc_served_q;   // lanes of the quad served in this access
  logic [511:0] svc_collect_q;  // read data of the quad so far
  logic [3:0]   svc_quad;
  logic         svc_equal;      // both offsets are equal: one access
  logic         svc_go, svc_last_access, svc_quad_done;
  logic [31:0]  svc_offset;
  logic [127:0] svc_addr, svc_old;
  logic [511:0] svc_data;
  logic         out_of_range, access_last;
  logic [3:0]   lanes, bank_valid;
  logic [15:0]  place;
  logic [7:0]   lane_bank;
  logic [39:0]  bank_row;
  logic [63:0]  bank_be;
  logic [511:0] bank_wdata, entries, collected;
  logic [127:0] first;
  logic [3:0]   full_q;         // result quarters that wait to be written to the VGPRs
  logic [15:0]  svc_quads_after;

  always_comb begin
    svc_quad = '0;
    svc_offset = '0;
    svc_addr = '0;
    svc_old = '0;
    svc_data = '0;
    svc_equal = 1'b0;
    svc_go = 1'b0;
    if (svc_busy_q) begin
      for (int unsigned i = 16; i > 0; i--) begin
        if (svc_quads_q[i - 1]) svc_quad = i[3:0] - 4'd1;
      end
      svc_go = svc_quads_q != '0 && !full_q[svc_quad[3:2]];
      svc_equal = svc.offset[7:0] == svc.offset[15:8];
      if (svc_ctl.two) begin
        svc_offset[7:0] = svc_second_q ? svc.offset[15:8] : svc.offset[7:0];
        svc_offset = svc_offset << (svc_ctl.wide ? 3 : 2);
        if (svc_ctl.st64) svc_offset = svc_offset << 6;
      end else begin
        svc_offset[15:0] = svc.offset;
      end
      svc_addr = operand_q[{svc_q[1:0], 3'd0, svc_quad}];
      svc_old = operand_q[{svc_q[1:0], 3'd1, svc_quad}];
      if (svc_ctl.write) begin
        if (svc_second_q && svc_ctl.wide) begin
          svc_data[127:0] = operand_q[{svc_q[1:0], 3'd3, svc_quad}];
          svc_data[255:128] = operand_q[{svc_q[1:0], 3'd4, svc_quad}];
        end else if (svc_second_q) begin
          svc_data[127:0] = operand_q[{svc_q[1:0], 3'd2, svc_quad}];
        end else begin
          for (int unsigned c = 0; c < 4; c++) begin
            svc_data[128 * c +: 128] = operand_q[{svc_q[1:0], c[2:0] + 3'd1, svc_quad}];
          end
        end
      end
    end
  end

  lds_quad u_quad (
    .go_i(svc_go), .ctl_i(svc_ctl), .offset_i(svc_offset),
    .lds_base_i(svc.lds_base), .lds_size_i(svc.lds_size),
    .exec_i(svc.exec[4 * svc_quad +: 4]), .served_i(svc_served_q),
    .addr_i(svc_addr), .data_i(svc_data),
    .out_of_range_o(out_of_range), .lanes_o(lanes), .last_o(access_last), .place_o(place),
    .lane_bank_o(lane_bank), .bank_valid_o(bank_valid), .bank_row_o(bank_row),
    .bank_be_o(bank_be), .bank_data_o(bank_wdata)
  );

  lds_result u_result (
    .go_i(svc_go && !svc_ctl.write), .ctl_i(svc_ctl), .second_i(svc_second_q), .both_i(svc_equal),
    .lanes_i(lanes), .place_i(place), .lane_bank_i(lane_bank), .entries_i(entries),
    .collected_i(svc_collect_q), .old_i(svc_old), .collected_o(collected), .first_o(first)
  );

  assign svc_last_access = !svc_ctl.two || svc_equal || svc_second_q;
  assign svc_quad_done = svc_go && access_last && svc_last_access;
  assign svc_quads_after = svc_quads_q & ~(16'd1 << svc_quad);
  assign svc_finish = svc_busy_q &&
      (svc_quads_q == '0 || (svc_quad_done && svc_quads_after == '0));

  logic [15:0] svc_exec_quads;
  always_comb begin
    for (int unsigned i = 0; i < 16; i++) svc_exec_quads[i] = svc.exec[4 * i +: 4] != '0;
  end

  logic [Depth-1:0] viol_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      svc_busy_q <= 1'b0;
      svc_quads_q <= '0;
      svc_second_q <= 1'b0;
      svc_served_q <= '0;
      svc_collect_q <= '0;
      viol_q <= '0;
    end else if (!svc_busy_q) begin
      if (svc_q != cap_q) begin
        svc_busy_q <= 1'b1;
        svc_quads_q <= svc_exec_quads;
        svc_second_q <= 1'b0;
        svc_served_q <= '0;
        svc_collect_q <= '0;
        viol_q[svc_q[1:0]] <= 1'b0;
      end
    end else begin
      if (svc_finish) svc_busy_q <= 1'b0;
      if (svc_go) begin
        if (out_of_range) viol_q[svc_q[1:0]] <= 1'b1;
        svc_served_q <= access_last ? '0 : svc_served_q | lanes;
        if (access_last) svc_second_q <= !svc_last_access;
        svc_collect_q <= svc_quad_done ? '0 : collected;
        if (svc_quad_done) svc_quads_q <= svc_quads_after;
      end
    end
  end

  // ---- banks
  logic         fault_hit;
  logic [127:0] fault_flip;
  assign fault_hit = fault_i.valid && fault_i.row == cu_pkg::RowLds;
  assign fault_flip = fault_hit ? 128'd1 << {fault_i.index[1:0], fault_i.bit_pos[4:0]} : '0;

  for (genvar b = 0; b < 4; b++) begin : g_bank
    logic [127:0]       mem_q [LdsEntries + GdsEntries];
    logic [127:0]       mask, merged;
    logic [RowBits-1:0] row, fault_row;
    logic               write, fault_bank;

    initial for (int unsigned i = 0; i < LdsEntries + GdsEntries; i++) mem_q[i] = '0;

    assign row = RowBits'(bank_row[10 * b +: 10]);
    assign write = bank_valid[b] && svc_ctl.write;
    assign fault_row = fault_i.index[4 +: RowBits];
    assign fault_bank = fault_hit && fault_i.index[3:2] == b[1:0];

    always_comb begin
      entries[128 * b +: 128] = '0;
      mask = '0;
      merged = '0;
      if (bank_valid[b]) begin
        entries[128 * b +: 128] = mem_q[row];
        for (int unsigned k = 0; k < 16; k++) mask[8 * k +: 8] = {8{bank_be[16 * b + k]}};
        merged = (mem_q[row] & ~mask) | bank_wdata[128 * b +: 128];
      end
    end

    // The flip acts on what the entry holds after this clock's write.
    always_ff @(posedge clk_i) begin
      if (write) mem_q[row] <= merged ^ (fault_bank && fault_row == row ? fault_flip : '0);
      if (fault_bank && !(write && fault_row == row)) begin
        mem_q[fault_row] <= mem_q[fault_row] ^ fault_flip;
      end
    end
  end

  // ---- write: results of one instruction by quarter, each in a buffer that holds all four
  logic [127:0] result_q [4 * 16];  // index destination row, quad
  logic [3:0]   written_q;          // quarters of the head instruction that have been written
  logic [1:0]   mwr_row_q;          // destination row
  logic [3:0]   head_left;
  logic [1:0]   mwr_quarter, head_last_row;
  logic         mwr_quarter_done;

  always_ff @(posedge clk_i) begin
    if (svc_quad_done && !svc_ctl.write) begin
      result_q[{2'd0, svc_quad}] <= first;
      for (int unsigned r = 1; r < 4; r++) result_q[{r[1:0], svc_quad}] <= collected[128 * r +: 128];
    end
  end

  always_comb begin
    head_left = quarters(head.exec) & ~written_q;
    unique casez (head_left)
      4'b???1: mwr_quarter = 2'd0;
      4'b??10: mwr_quarter = 2'd1;
      4'b?100: mwr_quarter = 2'd2;
      default: mwr_quarter = 2'd3;
    endcase
    head_last_row = head_ctl.wide ? head_ctl.size[3:2] - 2'd1 : 2'd0;
    if (head_ctl.two) head_last_row = head_ctl.wide ? 2'd3 : 2'd1;
    // A full quarter can only be the head's: service passes an instruction before it is written whole,
    // and fills no quarter that is still full.
    mwr_valid_o = head_q != tail_q && !head_ctl.write && head_left != '0 && full_q[mwr_quarter];
    mwr_o = '0;
    if (mwr_valid_o) begin
      mwr_o.row = head.vdst + {8'd0, mwr_row_q};
      mwr_o.quarter = mwr_quarter;
      mwr_o.lanes = head.exec[16 * mwr_quarter +: 16];
      for (int unsigned i = 0; i < 4; i++) begin
        mwr_o.data[128 * i +: 128] = result_q[{mwr_row_q, mwr_quarter, i[1:0]}];
      end
    end
  end
  assign mwr_quarter_done = mwr_valid_o && mwr_ready_i && mwr_row_q == head_last_row;
  assign head_finish = head_q != svc_q && (head_ctl.write || head_left == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q <= '0;
      written_q <= '0;
      mwr_row_q <= '0;
    end else begin
      if (svc_quad_done && !svc_ctl.write &&
          (svc_quads_after[4 * svc_quad[3:2] +: 4] == '0)) begin
        full_q[svc_quad[3:2]] <= 1'b1;
      end
      if (mwr_valid_o && mwr_ready_i) mwr_row_q <= mwr_quarter_done ? '0 : mwr_row_q + 2'd1;
      if (mwr_quarter_done) begin
        full_q[mwr_quarter] <= 1'b0;
        written_q[mwr_quarter] <= 1'b1;
      end
      if (head_finish) written_q <= '0;
    end
  end

  assign done_valid_o = head_finish;
  assign done_o.slot = head.slot;
  assign done_o.token = head.token;
  assign done_o.viol = viol_q[head_q[1:0]];

  // ---- what rtl/probe reads: the service of this clock, and whose the VGPR write of this clock is
  // verilator lint_off UNUSEDSIGNAL
  logic [3:0]    probe_lds_valid;   // bit a bank
  logic [39:0]   probe_lds_row;     // 10 bits a bank
  logic [63:0]   probe_lds_be;      // 16 bits a bank
  logic [511:0]  probe_lds_data;    // 128 bits a bank
  logic          probe_lds_write;
  logic [3:0]    probe_lds_quad;
  logic          probe_lds_access;
  cu_pkg::slot_t probe_lds_slot, probe_mwr_slot;
  logic [5:0]    probe_lds_token, probe_mwr_token;
  // verilator lint_on UNUSEDSIGNAL
  assign probe_lds_valid = bank_valid;
  assign probe_lds_row = bank_row;
  assign probe_lds_be = bank_be;
  assign probe_lds_data = svc_ctl.write ? bank_wdata : entries;
  assign probe_lds_write = svc_ctl.write;
  assign probe_lds_quad = svc_quad;
  assign probe_lds_access = svc_second_q;
  assign probe_lds_slot = svc.slot;
  assign probe_lds_token = svc.token;
  assign probe_mwr_slot = head.slot;
  assign probe_mwr_token = head.token;
endmodule
