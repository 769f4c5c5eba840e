// SPDX-License-Identifier: Apache-2.0
// Scalar loads (s_load_dword to s_load_dwordx16): up to eight at a time, each of one or two
// 64-byte lines. Requests go out in any order and may be answered in any order; a load lands when
// all of its lines are there, a row of four SGPRs a cycle, and completes with its last row. An
// unmapped line reads as zero. The tag of a load is its entry, and with the line's number the
// memory id.
module smem (
  input  logic                   clk_i,
  input  logic                   rst_ni,
  input  logic                   issue_valid_i,
  output logic                   issue_ready_o,
  output logic [5:0]             issue_tag_o,  // that the next load gets
  input  cu_pkg::slot_t          issue_slot_i,
  input  logic [6:0]             issue_sdst_i,
  input  logic [2:0]             issue_size_i,   // log2 of the number of dwords, 0..4
  input  logic [63:2]            issue_addr_i,
  output logic                   smem_req_valid_o,
  input  logic                   smem_req_ready_i,
  output cu_pkg::mem_req_t       smem_req_o,
  input  logic                   smem_rsp_valid_i,
  input  cu_pkg::mem_rsp_t       smem_rsp_i,
  // landing; the dispatcher's writes come first on the same port
  input  logic                   write_blocked_i,
  output logic                   write_valid_o,
  output front_pkg::sgpr_write_t write_o,
  output logic                   done_valid_o,
  output cu_pkg::slot_t          done_slot_o,
  output logic [1:0]             done_count_o,   // LGKM_CNT falls by it: 1, or 2 for more dwords
  output logic [5:0]             done_tag_o
);
  localparam int unsigned Entries = 8;

  cu_pkg::slot_t      slot_q [Entries];
  logic [6:0]         sdst_q [Entries];
  logic [2:0]         size_q [Entries];
  logic [63:2]        addr_q [Entries];
  logic [511:0]       data_q [Entries];  // dwords in the order of the destination
  logic [Entries-1:0] used_q;
  logic [Entries-1:0] unsent0_q, unsent1_q;    // first, second line to be requested
  logic [Entries-1:0] missing0_q, missing1_q;  // and to be answered

  // Number of the lowest bit set; 0 for none.
  function automatic logic [2:0] lowest8(logic [7:0] v);
    logic [7:0] one;
    one = v & (~v + 8'd1);
    lowest8 = {|(one & 8'hF0), |(one & 8'hCC), |(one & 8'hAA)};
  endfunction

  logic [2:0] free;
  logic       issue, issue_crosses;
  assign free = lowest8(~used_q);
  assign issue_ready_o = used_q != '1;
  assign issue_tag_o = {3'd0, free};
  assign issue = issue_valid_i && issue_ready_o;
  assign issue_crosses = {2'b0, issue_addr_i[5:2]} + (6'd1 << issue_size_i) > 6'd16;

  // Request: one at a time stands at the port until it is taken.
  logic        cur_valid_q, cur_second_q;
  logic [2:0]  cur_q, next;
  logic [7:0]  unsent;
  logic        sent;
  logic [63:2] cur_addr;
  logic [15:0] cur_dwords;
  assign unsent = unsent0_q | unsent1_q;
  assign next = lowest8(unsent);
  assign sent = smem_req_valid_o && smem_req_ready_i;
  assign cur_addr = addr_q[cur_q];
  assign smem_req_valid_o = cur_valid_q;

  logic [31:0] window;  // dwords of the load in its two lines
  always_comb begin
    window = ((32'd1 << (6'd1 << size_q[cur_q])) - 32'd1) << cur_addr[5:2];
    cur_dwords = cur_second_q ? window[31:16] : window[15:0];
    smem_req_o = '0;
    if (cur_valid_q) begin
      smem_req_o.id = {4'd0, cur_q, cur_second_q};
      smem_req_o.line = cur_addr[63:6] + {57'd0, cur_second_q};
      for (int i = 0; i < 16; i++) smem_req_o.be[4*i +: 4] = {4{cur_dwords[i]}};
    end
  end

  // Landing
  logic        land_q;      // entry land_entry_q is being written
  logic [2:0]  entry_q;
  logic [1:0]  row_q;
  logic [7:0]  whole;
  logic [2:0]  size;
  logic [6:0]  sdst;
  logic        last;
  assign whole = used_q & ~missing0_q & ~missing1_q;
  assign size = size_q[entry_q];
  assign sdst = sdst_q[entry_q];
  assign last = size <= 3'd2 || (size == 3'd3 && row_q == 2'd1) || row_q == 2'd3;
  assign write_valid_o = land_q && !write_blocked_i;
  assign done_valid_o = write_valid_o && last;
  assign done_slot_o = slot_q[entry_q];
  assign done_count_o = size == '0 ? 2'd1 : 2'd2;
  assign done_tag_o = {3'd0, entry_q};

  always_comb begin
    write_o = '0;
    if (land_q) begin
      write_o.slot = slot_q[entry_q];
      write_o.row = sdst[6:2] + {3'd0, row_q};
      unique case (size)
        3'd0: begin
          write_o.we = 4'd1 << sdst[1:0];
          write_o.data = {4{data_q[entry_q][31:0]}};
        end
        3'd1: begin
          write_o.we = sdst[1] ? 4'b1100 : 4'b0011;
          write_o.data = {2{data_q[entry_q][63:0]}};
        end
        default: begin
          write_o.we = 4'b1111;
          write_o.data = data_q[entry_q][{row_q, 7'd0} +: 128];
        end
      endcase
    end
  end

  // Answer: dwords move to their place in the destination.
  logic [2:0]   rsp;
  logic         rsp_second;
  logic [3:0]   rsp_offset;
  logic [511:0] rsp_data;
  assign rsp = smem_rsp_i.id[3:1];
  assign rsp_second = smem_rsp_i.id[0];
  assign rsp_offset = addr_q[rsp][5:2];
  always_comb begin
    rsp_data = '0;
    if (smem_rsp_valid_i && !smem_rsp_i.error) begin
      if (rsp_second) rsp_data = smem_rsp_i.data << {5'd16 - {1'b0, rsp_offset}, 5'd0};
      else            rsp_data = smem_rsp_i.data >> {rsp_offset, 5'd0};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      unsent0_q <= '0;
      unsent1_q <= '0;
      missing0_q <= '0;
      missing1_q <= '0;
      cur_valid_q <= 1'b0;
      cur_second_q <= 1'b0;
      cur_q <= '0;
      land_q <= 1'b0;
      entry_q <= '0;
      row_q <= '0;
    end else begin
      if (issue) begin
        used_q[free] <= 1'b1;
        unsent0_q[free] <= 1'b1;
        unsent1_q[free] <= issue_crosses;
        missing0_q[free] <= 1'b1;
        missing1_q[free] <= issue_crosses;
      end
      if (sent) cur_valid_q <= 1'b0;
      if ((sent || !cur_valid_q) && unsent != '0) begin
        cur_valid_q <= 1'b1;
        cur_q <= next;
        cur_second_q <= !unsent0_q[next];
        if (unsent0_q[next]) unsent0_q[next] <= 1'b0;
        else unsent1_q[next] <= 1'b0;
      end
      if (smem_rsp_valid_i) begin
        if (rsp_second) missing1_q[rsp] <= 1'b0;
        else missing0_q[rsp] <= 1'b0;
      end
      if (write_valid_o) row_q <= row_q + 2'd1;
      if (done_valid_o) begin
        used_q[entry_q] <= 1'b0;
        land_q <= 1'b0;
      end
      if (!land_q && whole != '0) begin
        land_q <= 1'b1;
        entry_q <= lowest8(whole);
        row_q <= '0;
      end
      a_response_known: assert (!smem_rsp_valid_i ||
                                (rsp_second ? missing1_q[rsp] : missing0_q[rsp]));
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue) begin
      slot_q[free] <= issue_slot_i;
      sdst_q[free] <= issue_sdst_i;
      size_q[free] <= issue_size_i;
      addr_q[free] <= issue_addr_i;
      data_q[free] <= '0;
    end
    if (smem_rsp_valid_i) data_q[rsp] <= data_q[rsp] | rsp_data;
  end

  logic unused_id;
  assign unused_id = ^smem_rsp_i.id[7:4];
endmodule
