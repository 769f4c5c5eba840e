// SPDX-License-Identifier: Apache-2.0
// Vector memory unit: GLOBAL loads and stores (buffer-memory.md section 10).
//
// Instructions of all waves wait in one queue and pass four steps in issue order: capture (operands
// are read from the VGPR pool, by pass), send (transactions leave), answer (responses, in any
// order, are collected), land (a load writes its registers by pass and component; then done).
// So instructions of one wave complete in issue order, and memory accepts the transactions of one
// instruction after all of the one before. Transactions: passes ascending, in a pass components
// ascending, in a component as vmem_coalesce says. EXEC = 0 passes all steps with no transaction.
// A transaction to an unmapped line reads 0 and is reported with done.
// A store's data is read later while hold_stores_i says so (front/store_hazard.sv).
module vmem (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                issue_valid_i,
  output logic                issue_ready_o,
  input  cu_pkg::mem_issue_t  issue_i,
  output logic                captured_valid_o,
  output cu_pkg::slot_t       captured_slot_o,
  // exposed hazards: waves whose stores of more than 64 bits are captured when their addresses
  // are, and give their data later; when they have
  input  logic [15:0]         hold_stores_i,
  output logic                store_taken_o,
  output logic                mrd_valid_o,
  input  logic                mrd_ready_i,
  output cu_pkg::vgpr_read_t  mrd_o,
  input  cu_pkg::pass_t    mrd_data_i,
  output logic                mwr_valid_o,
  input  logic                mwr_ready_i,
  output cu_pkg::vgpr_write_t mwr_o,
  output logic                done_valid_o,
  output cu_pkg::mem_done_t   done_o,
  output logic                vmem_req_valid_o,
  input  logic                vmem_req_ready_i,
  output cu_pkg::mem_req_t    vmem_req_o,
  input  logic                vmem_rsp_valid_i,
  input  cu_pkg::mem_rsp_t    vmem_rsp_i
);
  localparam int unsigned Depth = 8;    // instructions
  localparam int unsigned NumIds = 64;  // transactions under way

  // Set of passes in which the mask has a lane.
  function automatic logic [3:0] passes(input logic [63:0] exec);
    passes = {|exec[63:48], |exec[47:32], |exec[31:16], |exec[15:0]};
  endfunction
  function automatic logic [1:0] lowest(input logic [3:0] set);
    lowest = set[0] ? 2'd0 : set[1] ? 2'd1 : {1'b1, !set[2] && set[3]};
  endfunction

  cu_pkg::mem_issue_t cap, snd, head;
  vmem_pkg::ctl_t     cap_ctl, snd_ctl, head_ctl;
  logic       cap_valid, snd_valid, head_valid;
  logic       cap_finish, snd_finish, head_finish;
  logic [2:0] cap_index, snd_index, head_index;

  mem_queue #(.Depth(Depth)) u_queue (
    .clk_i, .rst_ni, .issue_valid_i, .issue_ready_o, .issue_i,
    .cap_valid_o(cap_valid), .cap_index_o(cap_index), .cap_o(cap), .cap_finish_i(cap_finish),
    .svc_valid_o(snd_valid), .svc_index_o(snd_index), .svc_o(snd), .svc_finish_i(snd_finish),
    .head_valid_o(head_valid), .head_index_o(head_index), .head_o(head),
    .head_finish_i(head_finish)
  );
  assign cap_ctl = cap.ctl;
  assign snd_ctl = snd.ctl;
  assign head_ctl = head.ctl;
  // Each step needs some fields of its instruction only.
  logic unused_fields;
  assign unused_fields = ^{cap, snd, head, cap_ctl, snd_ctl, head_ctl};

  // ---- capture. Operand rows in order: address (one or two), then store data or, d16, the old
  // destination.
  logic [59:0] cap_rows;
  logic [2:0]  cap_count, cap_data_count;
  logic [9:0]  cap_data_row;
  logic        op_write, op_is_data;
  logic [2:0]  op_write_op;
  logic [1:0]  op_write_pass, op_data;  // op_data: data register of the list

  always_comb begin
    cap_data_row = cap_ctl.store ? cap.data0 : cap.vdst;
    cap_data_count = cap_ctl.store ? {1'b0, cap_ctl.last} + 3'd1 : {2'd0, cap_ctl.d16};
    cap_count = cap_data_count + (cap_ctl.addr64 ? 3'd2 : 3'd1);
    cap_rows = '0;
    cap_rows[9:0] = cap.addr;
    if (cap_ctl.addr64) cap_rows[19:10] = cap.addr + 10'd1;
    for (int unsigned c = 0; c < 4; c++) begin
      if (cap_ctl.addr64) cap_rows[10 * c + 20 +: 10] = cap_data_row + c[9:0];
      else cap_rows[10 * c + 10 +: 10] = cap_data_row + c[9:0];
    end
  end

  logic       cap_read, cap_wait;  // cap_wait: the row that is next is data, and held back
  logic [2:0] cap_op;
  mem_capture u_capture (
    .clk_i, .rst_ni,
    .valid_i(cap_valid), .passes_i(passes(cap.exec)),
    .count_i(cap_count), .rows_i(cap_rows),
    .mrd_valid_o(cap_read), .mrd_ready_i(mrd_ready_i && !cap_wait), .mrd_o,
    .write_o(op_write), .write_op_o(op_write_op), .write_pass_o(op_write_pass),
    .op_o(cap_op), .finish_o(cap_finish)
  );
  assign mrd_valid_o = cap_read && !cap_wait;
  assign captured_slot_o = cap.slot;

  if (cu_pkg::ExposedHazards) begin : g_exposed_hazards
    logic wide, released_q;
    assign wide = cap_ctl.store && cap_ctl.last[1];
    assign cap_wait = cap_read && wide && hold_stores_i[cap.slot] &&
                      cap_op == (cap_ctl.addr64 ? 3'd2 : 3'd1);
    assign captured_valid_o = (cap_wait || cap_finish) && !released_q;
    assign store_taken_o = cap_finish && wide;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) released_q <= 1'b0;
      else released_q <= (released_q || cap_wait) && !cap_finish;
    end
  end else begin : g_interlocked
    logic unused_exposed_hazards;
    assign unused_exposed_hazards = ^{hold_stores_i, cap_op};
    assign cap_wait = 1'b0;
    assign captured_valid_o = cap_finish;
    assign store_taken_o = 1'b0;
  end
  assign op_data = op_write_op[1:0] - (cap_ctl.addr64 ? 2'd2 : 2'd1);
  assign op_is_data = op_write_op >= (cap_ctl.addr64 ? 3'd2 : 3'd1);

  // Address registers: index entry, high dword, pass. Data registers (store data, or what a load
  // has got back): index entry, component, pass.
  logic [511:0] address_q [Depth * 2 * 4];
  logic [511:0] data_q [Depth * 4 * 4];
  logic         ans_load;
  logic [2:0]   ans_entry;
  logic [1:0]   ans_component, ans_pass;
  logic [511:0] ans_word;

  always_ff @(posedge clk_i) begin
    if (op_write && !op_is_data) begin
      address_q[{cap_index, op_write_op[0], op_write_pass}] <= mrd_data_i;
    end
    if (op_write && op_is_data) begin
      data_q[{cap_index, op_data, op_write_pass}] <= mrd_data_i;
    end
    if (ans_load) data_q[{ans_entry, ans_component, ans_pass}] <= ans_word;
  end

  // ---- send
  typedef enum logic [1:0] { Idle, Pass, Send } state_e;
  state_e        state_q;
  logic [3:0]    passes_q;     // still to be sent
  logic [1:0]    component_q;
  logic [1023:0] addr_q;         // 64 bits a lane: first byte of the component
  logic [63:0]   left_q;         // 4 bits a lane: bytes of the component still to be sent
  logic [63:0]   addr_base;      // what all lanes add to their registers
  logic [1:0]    pass;
  logic [5:0]    id_q;           // next to be used
  logic [NumIds-1:0] id_busy_q;
  logic          send;
  logic [511:0]  send_data;
  logic [57:0]   send_line;
  logic [63:0]   send_bytes, send_be, left_after, left_start;
  logic [511:0]  send_wdata;
  logic [95:0]   send_place;
  logic [15:0]   send_lanes;
  logic [3:0]    component_bytes;

  logic             req_valid_q;
  cu_pkg::mem_req_t req_q;

  always_comb begin
    pass = lowest(passes_q);
    send = state_q == Send && (!req_valid_q || vmem_req_ready_i) && !id_busy_q[id_q];
    send_data = '0;
    if (send && snd_ctl.store) send_data = data_q[{snd_index, component_q, pass}];
  end

  vmem_coalesce u_coalesce (
    .go_i(send), .store_i(snd_ctl.store), .hi_i(snd_ctl.hi), .addr_i(addr_q), .left_i(left_q),
    .data_i(send_data), .line_o(send_line), .bytes_o(send_bytes), .be_o(send_be),
    .data_o(send_wdata)
  );

  always_comb begin
    left_start = '0;
    send_place = '0;
    send_lanes = '0;
    component_bytes = snd_ctl.size == 3'd4 ? 4'b1111 : snd_ctl.size == 3'd2 ? 4'b0011 : 4'b0001;
    left_after = left_q & ~send_bytes;
    if (state_q != Idle) begin
      for (int unsigned l = 0; l < 16; l++) begin
        if (snd.exec[{pass, l[3:0]}]) left_start[4 * l +: 4] = component_bytes;
      end
    end
    if (send) begin
      for (int unsigned l = 0; l < 16; l++) begin
        send_place[6 * l +: 6] = addr_q[64 * l +: 6];
        send_lanes[l] = send_bytes[4 * l +: 4] != '0;
      end
    end
  end

  assign addr_base = snd.saddr + {{48{snd.offset[15]}}, snd.offset};
  assign snd_finish = state_q == Pass && passes_q == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      passes_q <= '0;
      component_q <= '0;
      addr_q <= '0;
      left_q <= '0;
      id_q <= '0;
    end else begin
      unique case (state_q)
        Idle: begin
          if (snd_valid) begin
            passes_q <= passes(snd.exec);
            state_q <= Pass;
          end
        end
        Pass: begin
          component_q <= '0;
          if (passes_q == '0) begin
            state_q <= Idle;
          end else begin
            for (int unsigned l = 0; l < 16; l++) begin
              addr_q[64 * l +: 64] <= addr_base + {
                  snd_ctl.addr64 ? address_q[{snd_index, 1'b1, pass}][32 * l +: 32] : 32'd0,
                  address_q[{snd_index, 1'b0, pass}][32 * l +: 32]};
            end
            left_q <= left_start;
            state_q <= Send;
          end
        end
        default: begin
          if (send) begin
            id_q <= id_q + 6'd1;
            left_q <= left_after;
            if (left_after == '0) begin
              component_q <= component_q + 2'd1;
              left_q <= left_start;
              for (int unsigned l = 0; l < 16; l++) begin
                addr_q[64 * l +: 64] <= addr_q[64 * l +: 64] + 64'd4;
              end
              if (component_q == snd_ctl.last) begin
                passes_q[pass] <= 1'b0;
                state_q <= Pass;
              end
            end
          end
        end
      endcase
    end
  end

  // The request on the port, and whose it is.
  logic [1:0]    req_component_q, req_pass_q;
  logic [15:0]   req_lanes_q;
  cu_pkg::slot_t req_slot_q;
  logic [5:0]    req_tag_q;
  assign vmem_req_valid_o = req_valid_q;
  assign vmem_req_o = req_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_valid_q <= 1'b0;
      req_q <= '0;
      req_component_q <= '0;
      req_pass_q <= '0;
      req_lanes_q <= '0;
      req_slot_q <= '0;
      req_tag_q <= '0;
    end else if (send) begin
      req_valid_q <= 1'b1;
      req_q.id <= {2'd0, id_q};
      req_q.write <= snd_ctl.store;
      req_q.line <= send_line;
      req_q.be <= send_be;
      req_q.data <= send_wdata;
      req_component_q <= component_q;
      req_pass_q <= pass;
      req_lanes_q <= send_lanes;
      req_slot_q <= snd.slot;
      req_tag_q <= snd.tag;
    end else if (vmem_req_ready_i) begin
      req_valid_q <= 1'b0;
    end
  end

  // ---- answer. A transaction's record is kept under its id.
  // Load into the high half, store; entry, component, pass; place and bytes of each lane.
  logic [168:0] record_q [NumIds];
  logic         ans_hi, ans_store;
  logic [95:0]  ans_place;
  logic [63:0]  ans_bytes;
  logic [511:0] ans_before;
  logic [9:0]   sent_q [Depth];      // transactions of the instruction
  logic [9:0]   answered_q [Depth];
  logic [Depth-1:0] viol_q;
  logic         unused_id;           // ids of 64 and more are not used
  assign unused_id = ^vmem_rsp_i.id[7:6];

  always_comb begin
    ans_hi = 1'b0;
    ans_store = 1'b0;
    ans_entry = '0;
    ans_component = '0;
    ans_pass = '0;
    ans_place = '0;
    ans_bytes = '0;
    ans_before = '0;
    if (vmem_rsp_valid_i) begin
      {ans_hi, ans_store, ans_entry, ans_component, ans_pass, ans_place, ans_bytes} =
          record_q[vmem_rsp_i.id[5:0]];
      ans_before = data_q[{ans_entry, ans_component, ans_pass}];
    end
  end
  assign ans_load = vmem_rsp_valid_i && !ans_store;

  vmem_merge u_merge (
    .go_i(ans_load), .hi_i(ans_hi), .error_i(vmem_rsp_i.error), .line_i(vmem_rsp_i.data),
    .bytes_i(ans_bytes), .place_i(ans_place), .word_i(ans_before), .word_o(ans_word)
  );

  always_ff @(posedge clk_i) begin
    if (send) begin
      record_q[id_q] <= {snd_ctl.hi, snd_ctl.store, snd_index, component_q, pass, send_place,
                         send_bytes};
      sent_q[snd_index] <= sent_q[snd_index] + 10'd1;
    end
    if (vmem_rsp_valid_i) answered_q[ans_entry] <= answered_q[ans_entry] + 10'd1;
    if (state_q == Idle && snd_valid) begin
      sent_q[snd_index] <= '0;
      answered_q[snd_index] <= '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      id_busy_q <= '0;
      viol_q <= '0;
    end else begin
      if (send) id_busy_q[id_q] <= 1'b1;
      if (vmem_rsp_valid_i) begin
        id_busy_q[vmem_rsp_i.id[5:0]] <= 1'b0;
        if (vmem_rsp_i.error) viol_q[ans_entry] <= 1'b1;
      end
      if (head_finish) viol_q[head_index] <= 1'b0;
    end
  end

  // ---- land
  logic [3:0]   landed_q;         // passes of the head instruction
  logic [1:0]   land_component_q;
  logic [3:0]   land_left;
  logic [1:0]   land_pass;
  logic         head_answered, land_pass_done;
  logic [511:0] land_word, land_data;

  always_comb begin
    head_answered = 1'b0;
    land_left = '0;
    if (head_valid) begin
      head_answered = sent_q[head_index] == answered_q[head_index];
      if (!head_ctl.store) land_left = passes(head.exec) & ~landed_q;
    end
    land_pass = lowest(land_left);
    mwr_valid_o = head_answered && land_left != '0;
    land_word = '0;
    if (mwr_valid_o) land_word = data_q[{head_index, land_component_q, land_pass}];
  end
  assign land_pass_done = mwr_valid_o && mwr_ready_i && land_component_q == head_ctl.last;
  assign head_finish = head_answered && land_left == '0;

  always_comb begin
    mwr_o = '0;
    if (mwr_valid_o) begin
      mwr_o.row = head.vdst + {8'd0, land_component_q};
      mwr_o.pass = land_pass;
      mwr_o.lanes = head.exec[16 * land_pass +: 16];
      mwr_o.data = land_data;
    end
  end

  vmem_extend u_extend (
    .go_i(mwr_valid_o), .ctl_i(head_ctl), .word_i(land_word), .word_o(land_data)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      landed_q <= '0;
      land_component_q <= '0;
    end else begin
      if (mwr_valid_o && mwr_ready_i) begin
        land_component_q <= land_pass_done ? '0 : land_component_q + 2'd1;
      end
      if (land_pass_done) landed_q[land_pass] <= 1'b1;
      if (head_finish) landed_q <= '0;
    end
  end

  assign done_valid_o = head_finish;
  assign done_o.slot = head.slot;
  assign done_o.tag = head.tag;
  assign done_o.viol = viol_q[head_index];

  // ---- what rtl/probe reads: whose the request and the VGPR write of this cycle are
  // verilator lint_off UNUSEDSIGNAL
  logic [1:0]    probe_req_component;
  logic [63:0]   probe_req_lanes;
  cu_pkg::slot_t probe_req_slot, probe_mwr_slot;
  logic [5:0]    probe_req_tag, probe_mwr_tag;
  // verilator lint_on UNUSEDSIGNAL
  assign probe_req_component = req_component_q;
  assign probe_req_lanes = {48'd0, req_lanes_q} << {req_pass_q, 4'd0};
  assign probe_req_slot = req_slot_q;
  assign probe_req_tag = req_tag_q;
  assign probe_mwr_slot = head.slot;
  assign probe_mwr_tag = head.tag;
endmodule
