// SPDX-License-Identifier: Apache-2.0
// Data share: the DS instructions, the lanes of FLAT in the shared aperture, and four banks of 16-byte entries
// (lds.md 3 and 4). The banks hold the LDS and, above it, the global data share. Byte address A is in bank A[5:4],
// entry A[16:6], byte A[3:0].
//
// Instructions of all waves wait in two queues, one of the LDS and one of the GDS, each in issue order (D-LDS-30).
// They take three steps:
//   operand read  the VGPR operands are read, pass by pass.
//   service       one quad at a time. lds_address computes the addresses, lds_quad resolves bank conflicts.
//                 lds_atomic_pkg computes the value written, lds_result or lds_lane_exchange the value returned.
//   write back    the destination VGPRs are written, pass by pass; then done.
// With EXEC = 0 an instruction takes all steps without an access.
// The steps work on different instructions of the LDS. Only the first instruction of the GDS queue takes steps. Before
// its service it waits GdsLatency cycles. Then it goes before all LDS instructions whose service has not begun, when
// those that have been served are written back.
//
// The order of service follows D-LDS-20 and D-LDS-21.
//
// lds_base is a multiple of 16, and lds_base + lds_size is at most the size of the LDS.
// LDS_DIRECT does not use the queue: direct_data_o comes in the cycle of direct_valid_i. direct_valid_i
// is allowed only in cycles without direct_busy_o.
// Vector memory accesses an entry (transfer_*) in a cycle without service. There is one between any two instructions.
//
// coverage off toggle no_store, no_index[3:0]: The queue of the LDS is not split: mem_queue.sv ties its second head to
//   0.
// coverage off toggle direct_base_i[8:0]: The LDS is allocated by 512 bytes.
// coverage off toggle gds_wait_q[7:5]: GdsLatency is 16 in both units.
// coverage off toggle rd_first[2:1]: The first operand is the VGPR 0 or 1 of the list.
// coverage off toggle svc_quads_after[0]: svc_quad is the lowest quad that is left: if it is not 0, quad 0 is done.
// coverage off toggle svc_mode.vskip: With VSKIP no vector instruction gets to a unit.
module lds #(
  parameter int unsigned LdsEntries = cu_pkg::LdsEntries, // per bank; a power of two, 2..1024
  parameter int unsigned GdsEntries = cu_pkg::GdsEntries, // per bank, above them
  parameter int unsigned GdsLatency = cu_pkg::GdsLatency  // cycles from operand read to service, 0..255
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      issue_valid_i,
  output logic                      issue_ready_o,
  input  mem_issue_pkg::mem_issue_t issue_i,
  output logic                      operands_read_o,
  output cu_pkg::slot_t             operands_read_slot_o,
  output logic                      operands_read_gds_o,
  output policy_pkg::control_sets_t operands_read_sets_o,
  output logic                      flat_read_o,     // the operands belong to a FLAT instruction that returns a value
  output logic                      flat_done_o,     // the instruction of done_o is one
  input  cu_pkg::wave_mask_t        half_unread_i,   // waves whose oldest FLAT instruction vmem has not read
  input  logic                      direct_valid_i,
  input  logic [18:0]               direct_m0_i,
  input  logic [15:0]               direct_base_i,
  input  logic [16:0]               direct_size_i,
  output logic                      direct_busy_o,
  output logic [31:0]               direct_data_o,
  output logic                      mrd_valid_o,
  input  logic                      mrd_ready_i,
  output vgpr_pkg::vgpr_read_t      mrd_o,
  input  cu_pkg::pass_t             mrd_data_i,
  output logic                      mwr_valid_o,
  input  logic                      mwr_ready_i,
  output vgpr_pkg::vgpr_write_t     mwr_o,
  output logic                      done_valid_o,
  output mem_issue_pkg::mem_done_t  done_o,
  input  logic                      transfer_valid_i,
  output logic                      transfer_ready_o,
  input  lds_pkg::lds_transfer_t    transfer_i,
  output logic [127:0]              transfer_data_o  // of a read, in the same cycle
);
  localparam int unsigned VgprBits = cu_pkg::VgprBits;
  localparam int unsigned Depth = cu_pkg::LdsQueueDepth;
  localparam int unsigned IndexBits = $clog2(Depth);
  // Instructions with operands read: four, or as many as the queue holds.
  localparam int unsigned OperandBits = IndexBits < 2 ? IndexBits : 2;
  localparam int unsigned Operands = 1 << OperandBits;

  mem_issue_pkg::mem_issue_t rd, svc, head;
  lds_pkg::lds_control_t     rd_ctl, svc_ctl, head_ctl;
  logic                      rd_valid, svc_valid, head_valid;
  logic                      rd_finish, svc_finish, head_finish;
  logic                      rd_gds, svc_gds, head_gds;  // it is of the GDS queue
  logic [IndexBits:0]        rd_entry, svc_entry, head_entry;

  // Instructions, index {queue, its entry}.
  logic [$bits(issue_i)-1:0] queue_q [2 * Depth];
  logic                      issue_gds, push, lds_room, gds_room;
  logic                      lds_rd_valid, lds_svc_valid, lds_head_valid, gds_valid;
  logic [IndexBits-1:0]      lds_index, lds_rd_index, lds_svc_index, lds_head_index, gds_index, gds_first_index;
  logic [IndexBits:0]        gds_push_pointer, gds_first_pointer;
  assign issue_gds = issue_i.mem.space == mem_pkg::SpaceGds;
  assign issue_ready_o = lds_room && gds_room;
  assign push = issue_valid_i && issue_ready_o;

  // The instructions are in queue_q, and it is not split.
  // verilator lint_off UNUSEDSIGNAL
  logic                      no_store;
  logic [IndexBits-1:0]      no_index;
  mem_issue_pkg::mem_issue_t no_read, no_svc, no_head, no_issue;
  // verilator lint_on UNUSEDSIGNAL
  mem_queue #(.Depth(Depth), .MaxRead(Operands), .Stored(1'b0)) u_queue (
    .clk_i, .rst_ni, .issue_valid_i(push && !issue_gds), .issue_ready_o(lds_room), .issue_i, .issue_store_i(1'b0),
    .issue_index_o(lds_index),
    .read_valid_o(lds_rd_valid), .read_index_o(lds_rd_index), .read_o(no_read), .read_finish_i(rd_finish && !rd_gds),
    .svc_valid_o(lds_svc_valid), .svc_index_o(lds_svc_index), .svc_o(no_svc), .svc_finish_i(svc_finish && !svc_gds),
    .head_valid_o(lds_head_valid), .head_index_o(lds_head_index), .head_o(no_head),
    .head_finish_i(head_finish && !head_gds),
    .store_valid_o(no_store), .store_index_o(no_index), .store_o(no_issue), .store_finish_i(1'b0)
  );
  fifo_pointer #(.Depth(Depth)) u_gds_push (
    .clk_i, .rst_ni, .limit_i(gds_first_pointer + (IndexBits + 1)'(Depth)), .valid_o(gds_room), .index_o(gds_index),
    .advance_i(push && issue_gds), .pointer_o(gds_push_pointer)
  );
  fifo_pointer #(.Depth(Depth)) u_gds_first (
    .clk_i, .rst_ni, .limit_i(gds_push_pointer), .valid_o(gds_valid), .index_o(gds_first_index),
    .advance_i(head_finish && head_gds), .pointer_o(gds_first_pointer)
  );
  always_ff @(posedge clk_i) begin
    if (push) queue_q[{issue_gds, issue_gds ? gds_index : lds_index}] <= issue_i;
  end

  // The first GDS instruction. A step that has begun stays with its queue. The head is of the LDS until the service of
  // the GDS begins. That waits until the LDS has no head.
  typedef enum logic [2:0] { Unread, Reading, Waits, InService, Served } gds_step_e;
  gds_step_e  gds_step_q;
  logic [7:0] gds_wait_q;  // cycles before its service
  logic       gds_ready;
  assign gds_ready = gds_step_q == Waits && gds_wait_q == '0;
  assign rd_gds = gds_step_q == Reading || (gds_step_q == Unread && gds_valid && !mrd_valid_o && !rd_finish);
  assign rd_valid = rd_gds || lds_rd_valid;
  assign svc_gds = gds_step_q == InService || (gds_ready && !svc_busy_q);
  assign svc_valid = gds_ready ? !lds_head_valid : lds_svc_valid;
  assign head_gds = gds_step_q == InService || gds_step_q == Served;
  assign head_valid = gds_step_q == Served || lds_head_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gds_step_q <= Unread;
      gds_wait_q <= '0;
    end else if (gds_valid) begin
      unique case (gds_step_q)
        Unread: begin
          gds_wait_q <= 8'(GdsLatency);
          if (rd_gds) gds_step_q <= Reading;
        end
        Reading: if (rd_finish) gds_step_q <= Waits;
        Waits: begin
          if (!gds_ready) gds_wait_q <= gds_wait_q - 1'b1;
          else if (svc_start) gds_step_q <= InService;
        end
        InService: if (svc_finish) gds_step_q <= Served;
        default: if (head_finish) gds_step_q <= Unread;
      endcase
    end
  end

  assign rd_entry = {rd_gds, rd_gds ? gds_first_index : lds_rd_index};
  assign svc_entry = {svc_gds, svc_gds ? gds_first_index : lds_svc_index};
  assign head_entry = {head_gds, head_gds ? gds_first_index : lds_head_index};
  always_comb begin
    rd = '0;
    svc = '0;
    head = '0;
    if (rd_valid) rd = queue_q[rd_entry];
    if (svc_busy_q || svc_valid) svc = queue_q[svc_entry];
    if (svc_busy_q || head_valid) head = queue_q[head_entry];
  end
  assign rd_ctl = rd.ctl.lds;
  assign svc_ctl = svc.ctl.lds;
  assign head_ctl = head.ctl.lds;
  // FLAT: the lanes of the shared aperture, in the passes that have lanes.
  logic [63:0] flat_lanes_q [Depth];
  logic [63:0] svc_lanes, head_lanes;
  assign svc_lanes = svc_ctl.flat ? svc.exec & flat_lanes_q[lds_svc_index] : svc.exec;
  assign head_lanes = head_ctl.flat ? head.exec & flat_lanes_q[lds_head_index] : head.exec;

  logic svc_returns, head_returns;
  assign svc_returns = svc.mem.destination == mem_pkg::ToVgpr;
  assign head_returns = head.mem.destination == mem_pkg::ToVgpr;
  // Each step uses some fields of its instruction only.
  logic unused_fields;
  assign unused_fields = ^{rd, svc, head, rd_ctl, head_ctl};

  // ---- operand read. Operand 0 is the address. From 1 on it is the data of access 0, then the data of access 1
  // or DATA1. An instruction without an address begins at 1. FLAT reads the high half of the address after the low
  // one. Then operand 0 is the low half of their sum with the offset.
  logic [6*VgprBits-1:0] rd_vgprs;
  logic [2:0]            rd_count, rd_first;
  logic                  operand_valid;
  logic [3:0]            operand_index, rd_number;
  logic [2:0]            operand_place;
  logic [1:0]            operand_pass;
  cu_pkg::phys_vgpr_t    rd_data0, rd_data1;
  logic [1:0]            rd_last_vgpr;  // of one access
  logic [3:0]            rd_passes;

  always_comb begin
    rd_last_vgpr = '0;
    rd_vgprs = '0;
    rd_data0 = '0;
    rd_data1 = '0;
    rd_count = '0;
    rd_first = '0;
    rd_passes = '0;
    operand_place = '0;
    if (rd_valid) begin
      rd_last_vgpr = rd_ctl.wide ? rd.mem.size[3:2] - 2'd1 : 2'd0;  // size 16 wraps to 3
      rd_vgprs[VgprBits-1:0] = rd.addr;
      // cmpswap of FLAT: DATA0 of DS_CMPST, the compare value, follows the new one (buffer-memory.md 8).
      rd_data0 = rd_ctl.flat && rd_ctl.uses_data1 ? rd.data0 + VgprBits'(rd_ctl.wide ? 2 : 1) : rd.data0;
      rd_data1 = rd_ctl.flat ? rd.data0 : rd.data1;
      rd_count = 3'd1;
      if (rd_ctl.kind == lds_pkg::Write || rd_ctl.kind == lds_pkg::Atomic) begin
        if (rd_ctl.two_addresses || rd_ctl.uses_data1) begin
          rd_vgprs[VgprBits +: VgprBits] = rd_data0;
          rd_vgprs[2*VgprBits +: VgprBits] = rd_ctl.wide ? rd_data0 + 1'b1 : rd_data1;
          rd_vgprs[3*VgprBits +: VgprBits] = rd_data1;
          rd_vgprs[4*VgprBits +: VgprBits] = rd_data1 + 1'b1;
          rd_count = rd_ctl.wide ? 3'd5 : 3'd3;
        end else begin
          for (int unsigned c = 0; c < 4; c++) rd_vgprs[VgprBits * (c + 1) +: VgprBits] = rd.data0 + VgprBits'(c);
          rd_count = {1'b0, rd_last_vgpr} + 3'd2;
        end
      end else if (rd_ctl.kind == lds_pkg::LaneExchange && rd_ctl.op != lds_pkg::OpSwizzle) begin
        rd_vgprs[VgprBits +: VgprBits] = rd.data0;
        rd_count = 3'd2;
      end
      if (rd_ctl.kind == lds_pkg::AppendConsume || rd_ctl.kind == lds_pkg::DsNop ||
          rd_ctl.addr_source == lds_pkg::AddrFromLane || rd_ctl.addr_source == lds_pkg::AddrOwnerWrite) begin
        rd_vgprs = rd_vgprs >> VgprBits;
        rd_count = rd_count - 3'd1;
        rd_first = 3'd1;
      end
      if (rd_ctl.flat) begin
        rd_vgprs = {rd_vgprs[VgprBits +: 4 * VgprBits], rd.addr + 1'b1, rd.addr};
        rd_count = rd_count + 3'd1;
      end
      operand_place = rd_ctl.flat && operand_index != 4'd0 ? operand_index[2:0] - 3'd1 : operand_index[2:0] + rd_first;
      if (rd_count != '0) rd_passes = bits_pkg::active_passes(rd.exec);
    end
  end

  mem_operand_read u_operand_read (
    .clk_i, .rst_ni,
    .valid_i(rd_valid),
    .passes_i(rd_passes),
    .count_i({2'd0, rd_count}), .index_o(rd_number), .vgpr_i(rd_vgprs[VgprBits * 32'(rd_number) +: VgprBits]),
    .mrd_valid_o, .mrd_ready_i, .mrd_o,
    .data_valid_o(operand_valid), .data_index_o(operand_index), .data_pass_o(operand_pass),
    .finish_o(rd_finish)
  );
  assign operands_read_o = rd_finish;
  assign operands_read_slot_o = rd.slot;
  assign operands_read_gds_o = rd_finish && rd_gds;
  assign operands_read_sets_o = rd.sets;
  assign flat_read_o = rd_finish && rd_ctl.flat && rd.mem.destination == mem_pkg::ToVgpr;
  assign flat_done_o = head_finish && head_ctl.flat && head_returns;

  // Operands as quads, index {set, operand, quad}. The last set belongs to the GDS.
  logic [127:0] operand_q [(Operands + 1) * 8 * 16];
  logic [OperandBits:0] rd_set, svc_set;
  assign rd_set = rd_gds ? (OperandBits + 1)'(Operands) : {1'b0, rd_entry[OperandBits-1:0]};
  assign svc_set = svc_gds ? (OperandBits + 1)'(Operands) : {1'b0, svc_entry[OperandBits-1:0]};
  logic flat_valid;  // high halves of addresses of FLAT
  assign flat_valid = operand_valid && rd_ctl.flat && operand_index == 4'd1;

  // FLAT, a quad: {lanes of the shared aperture, low halves of the addresses with their offset}.
  function automatic logic [131:0] flat_quad(logic [127:0] low, logic [127:0] high);
    logic [63:0] address;
    for (int unsigned l = 0; l < 4; l++) begin
      address = {high[32 * l +: 32], low[32 * l +: 32]} + {48'd0, rd.offset};
      flat_quad[32 * l +: 32] = address[31:0];
      flat_quad[128 + l] = mem_pkg::in_aperture(address[63:32], cu_pkg::SharedAperture);
    end
  endfunction

  logic [131:0] quad;
  always_ff @(posedge clk_i) begin
    if (operand_valid) begin
      for (int unsigned i = 0; i < 4; i++) begin
        // verilator lint_off BLKSEQ
        quad = {4'd0, mrd_data_i[128 * i +: 128]};
        if (flat_valid) begin
          quad = flat_quad(operand_q[{rd_set, 3'd0, operand_pass, i[1:0]}], quad[127:0]);
          flat_lanes_q[lds_rd_index][{operand_pass, i[1:0], 2'd0} +: 4] <= quad[131:128];
        end
        // verilator lint_on BLKSEQ
        operand_q[{rd_set, operand_place, operand_pass, i[1:0]}] <= quad[127:0];
      end
    end
  end

  // ---- service
  logic         svc_busy_q;          // svc is being served
  logic [15:0]  svc_quads_q;         // its quads with lanes that are not finished
  logic         svc_second_q;        // access 1; AtomicSrc2: the operand has been read
  logic [3:0]   svc_served_q;        // lanes of the quad served in this access: their first parts
  logic [3:0]   svc_split_served_q;  // their second parts, which lie in the next bank's entry
  logic [511:0] svc_collect_q;       // data of the quad read so far
  logic         svc_prepared_q;      // ds_permute: all lanes have pushed; AppendConsume: the access is done
  logic [63:0]  svc_operand_q;       // AtomicSrc2: the operand; AppendConsume: the old value
  logic [6:0]   svc_lane_count_q;    // AppendConsume: number of active lanes

  logic           svc_start;
  logic [31:0]    svc_first_addr_q;  // AddrOwnerRead: the VGPR of the lowest active lane
  logic [3:0]     svc_quad;
  logic           svc_equal;         // both offsets are equal: one access
  logic           svc_src2, svc_append_consume;
  logic           svc_quad_valid;    // a quad is served in this cycle
  logic           svc_push;          // ds_permute: its lanes push
  logic           svc_access;        // its lanes access the banks
  logic           svc_write;
  logic           svc_last_access, svc_quad_done;
  logic [3:0]     svc_exec;
  logic [127:0]   svc_addr;
  logic [511:0]   svc_data;
  isa_pkg::mode_t svc_mode;
  logic [1:0]     svc_denorm;
  assign svc_mode = svc.mode;
  assign svc_denorm = svc_ctl.wide ? svc_mode.fp_denorm_wide : svc_mode.fp_denorm_f32;
  logic unused_mode;
  assign unused_mode = ^svc_mode;

  always_comb begin
    svc_quad = '0;
    svc_addr = '0;
    svc_data = '0;
    svc_exec = '0;
    svc_equal = 1'b0;
    svc_src2 = 1'b0;
    svc_append_consume = 1'b0;
    svc_quad_valid = 1'b0;
    svc_push = 1'b0;
    svc_access = 1'b0;
    svc_write = 1'b0;
    if (svc_busy_q) begin
      svc_quad = bits_pkg::lowest16(svc_quads_q);
      svc_src2 = svc_ctl.kind == lds_pkg::AtomicSrc2;
      svc_append_consume = svc_ctl.kind == lds_pkg::AppendConsume;
      svc_quad_valid = svc_quads_q != '0 && !(svc_returns && result_full_q[svc_quad[3:2]]);
      svc_push = svc_quad_valid && svc_ctl.kind == lds_pkg::LaneExchange && svc_ctl.op == lds_pkg::OpPermute &&
                 !svc_prepared_q;
      svc_access = svc_quad_valid && svc_ctl.kind != lds_pkg::LaneExchange &&
                   !(svc_append_consume && svc_prepared_q);
      svc_write = svc_access && svc_ctl.kind != lds_pkg::Read && !(svc_src2 && !svc_second_q);
      svc_equal = svc_ctl.two_addresses && svc.offset[7:0] == svc.offset[15:8];
      svc_exec = svc_lanes[4 * svc_quad +: 4];
      if (svc_append_consume) svc_exec = svc_exec & (~svc_exec + 4'd1);
      svc_addr = operand_q[{svc_set, 3'd0, svc_quad}];
      if (svc_ctl.kind == lds_pkg::Write || svc_ctl.kind == lds_pkg::Atomic) begin
        if (svc_second_q && svc_ctl.wide) begin
          svc_data[127:0] = operand_q[{svc_set, 3'd3, svc_quad}];
          svc_data[255:128] = operand_q[{svc_set, 3'd4, svc_quad}];
        end else if (svc_second_q) begin
          svc_data[127:0] = operand_q[{svc_set, 3'd2, svc_quad}];
        end else begin
          for (int unsigned c = 0; c < 4; c++) begin
            svc_data[128 * c +: 128] = operand_q[{svc_set, c[2:0] + 3'd1, svc_quad}];
          end
        end
      end
    end
  end

  logic [3:0]   lanes_wanted, lanes_unserved, lanes_served, bank_valid;
  logic [3:0]   split_wanted, split_unserved, split_served;  // second parts
  logic         out_of_range, access_last;
  logic [15:0]  byte_offset;
  logic [7:0]   lane_bank, bank_lane;
  logic [43:0]  lane_row, bank_row;
  logic [63:0]  bank_be;
  logic [511:0] bank_wdata, quad_wdata, entries, collected;
  logic [127:0] first_result, result;
  logic [31:0]  old_count;
  logic [3:0]   result_full_q;  // passes with results that are not written back yet
  logic [15:0]  svc_quads_after;

  lds_address #(.LdsEntries(LdsEntries), .GdsEntries(GdsEntries)) u_address (
    .go_i(svc_access), .ins_i(svc), .ctl_i(svc_ctl),
    .second_i(svc_second_q), .operand_i(svc_src2 && !svc_second_q),
    .quad_i(svc_quad), .exec_i(svc_exec), .addr_i(svc_addr), .first_addr_i(svc_first_addr_q),
    .lanes_o(lanes_wanted), .out_of_range_o(out_of_range),
    .lane_row_o(lane_row), .lane_bank_o(lane_bank), .byte_offset_o(byte_offset), .split_o(split_wanted)
  );

  // AtomicSrc2: the lanes are served one by one.
  logic [3:0] lanes_offered;
  assign lanes_unserved = lanes_wanted & ~svc_served_q;
  assign split_unserved = split_wanted & ~svc_split_served_q;
  assign lanes_offered = svc_src2 ? lanes_unserved & (~lanes_unserved + 4'd1) : lanes_unserved;

  lds_quad u_quad (
    .go_i(svc_access), .ctl_i(svc_ctl), .size_i(svc.mem.size[4:0]), .write_i(svc_write),
    .single_i(svc_write && svc_ctl.kind != lds_pkg::Write),
    .lanes_i(lanes_offered), .split_i(split_unserved),
    .lane_row_i(lane_row), .lane_bank_i(lane_bank), .byte_offset_i(byte_offset), .data_i(svc_data),
    .lanes_o(lanes_served), .split_o(split_served), .bank_valid_o(bank_valid), .bank_lane_o(bank_lane),
    .bank_row_o(bank_row), .bank_be_o(bank_be), .bank_data_o(quad_wdata)
  );
  assign access_last = svc_access && (lanes_unserved & ~lanes_served) == '0 &&
                       (split_unserved & ~split_served) == '0;

  // Atomics: the value that the lane of each bank writes.
  logic        atomic;
  logic [1:0]  lane;
  logic [63:0] d0, d1, atomic_value;
  assign atomic = svc_write && svc_ctl.kind != lds_pkg::Write;
  always_comb begin
    bank_wdata = quad_wdata;
    lane = '0;
    d0 = '0;
    d1 = '0;
    atomic_value = '0;
    if (atomic) begin
      for (int unsigned b = 0; b < 4; b++) begin
        lane = bank_lane[2 * b +: 2];
        d0 = {svc_ctl.wide ? svc_data[128 + 32 * lane +: 32] : 32'd0, svc_data[32 * lane +: 32]};
        d1 = svc_ctl.wide ? {svc_data[384 + 32 * lane +: 32], svc_data[256 + 32 * lane +: 32]} :
                            {32'd0, svc_data[128 + 32 * lane +: 32]};
        if (svc_src2) d0 = svc_operand_q;
        if (svc_append_consume) d0 = {57'd0, svc_lane_count_q};
        if (bank_valid[b]) begin
          atomic_value = lds_atomic_pkg::new_value(svc_ctl.op, svc_ctl.wide, svc_denorm,
              byte_offset[4 * lane +: 4], entries[128 * b +: 128], d0, d1);
          bank_wdata[128 * b +: 128] = {64'd0, atomic_value} << {byte_offset[4 * lane +: 4], 3'd0};
        end
      end
    end
  end

  lds_result u_result (
    .go_i(svc_access && (svc_returns || svc_src2)), .ctl_i(svc_ctl), .size_i(svc.mem.size[4:0]),
    .second_i(svc_second_q), .both_i(svc_equal),
    .lanes_i(lanes_served), .split_i(split_served), .byte_offset_i(byte_offset), .lane_bank_i(lane_bank),
    .entries_i(entries), .collected_i(svc_collect_q), .collected_o(collected), .first_o(first_result)
  );

  // AtomicSrc2, AppendConsume: the value read by the one lane served. The other lanes' values are 0.
  logic [63:0] one_lane_value;
  always_comb begin
    one_lane_value = '0;
    if (svc_src2 || svc_append_consume) begin
      for (int unsigned l = 0; l < 4; l++) begin
        one_lane_value = one_lane_value | {collected[128 + 32 * l +: 32], collected[32 * l +: 32]};
      end
    end
    old_count = svc_prepared_q ? svc_operand_q[31:0] : one_lane_value[31:0];
  end

  logic [23:0]  exchange_source;
  logic [127:0] exchange_data, exchange_result;
  logic         exchange_valid;
  assign exchange_valid = svc_quad_valid && svc_ctl.kind == lds_pkg::LaneExchange;
  lds_lane_exchange u_lane_exchange (
    .clk_i, .go_i(exchange_valid), .clear_i(svc_start), .push_i(svc_push),
    .op_i(svc_ctl.op), .offset_i(svc.offset), .exec_i(svc.exec),
    .quad_i(svc_quad), .addr_i(svc_addr),
    .source_o(exchange_source), .data_i(exchange_data), .result_o(exchange_result)
  );
  always_comb begin
    exchange_data = '0;
    if (exchange_valid && !svc_push) begin
      for (int unsigned l = 0; l < 4; l++) begin
        exchange_data[32 * l +: 32] =
            operand_q[{svc_set, svc_ctl.op == lds_pkg::OpSwizzle ? 3'd0 : 3'd1,
                       exchange_source[6 * l + 2 +: 4]}][32 * exchange_source[6 * l +: 2] +: 32];
      end
    end
  end

  always_comb begin
    result = first_result;
    if (svc_append_consume) result = {4{old_count}};
    else if (exchange_valid) result = exchange_result;
  end

  assign svc_last_access = svc_src2 ? svc_second_q || lanes_served == '0 :
                           !svc_ctl.two_addresses || svc_equal || svc_second_q;
  assign svc_quad_done = svc_quad_valid && (!svc_access || (access_last && svc_last_access));
  assign svc_quads_after = svc_quads_q & ~(16'd1 << svc_quad);
  assign svc_finish = svc_busy_q && !svc_push &&
      (svc_quads_q == '0 || (svc_quad_done && svc_quads_after == '0));

  logic [15:0] svc_exec_quads;
  always_comb begin
    svc_exec_quads = '0;
    if (svc_start || svc_push) begin
      for (int unsigned i = 0; i < 16; i++) svc_exec_quads[i] = svc_lanes[4 * i +: 4] != '0;
    end
  end

  logic [2*Depth-1:0] viol_q;  // index as queue_q
  logic [5:0]         svc_lowest;
  assign svc_start = !svc_busy_q && svc_valid;
  always_comb begin
    svc_lowest = '0;
    if (svc_start && svc_ctl.addr_source == lds_pkg::AddrOwnerRead) svc_lowest = bits_pkg::lowest64(svc.exec);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      svc_busy_q <= 1'b0;
      svc_quads_q <= '0;
      svc_second_q <= 1'b0;
      svc_served_q <= '0;
      svc_split_served_q <= '0;
      svc_collect_q <= '0;
      svc_prepared_q <= 1'b0;
      svc_operand_q <= '0;
      svc_lane_count_q <= '0;
      svc_first_addr_q <= '0;
      viol_q <= '0;
    end else if (!svc_busy_q) begin
      if (svc_start) begin
        svc_busy_q <= 1'b1;
        svc_quads_q <= svc_ctl.kind == lds_pkg::DsNop ? '0 : svc_exec_quads;
        svc_second_q <= 1'b0;
        svc_served_q <= '0;
        svc_split_served_q <= '0;
        svc_collect_q <= '0;
        svc_prepared_q <= 1'b0;
        svc_first_addr_q <=
            operand_q[{svc_set, 3'd0, svc_lowest[5:2]}][32 * svc_lowest[1:0] +: 32];
        if (svc_ctl.kind == lds_pkg::AppendConsume) svc_lane_count_q <= bits_pkg::popcount64(svc.exec);
        viol_q[svc_entry] <= 1'b0;
      end
    end else begin
      if (svc_finish) svc_busy_q <= 1'b0;
      if (svc_quad_valid) begin
        if (out_of_range) viol_q[svc_entry] <= 1'b1;
        if (svc_quad_done) begin
          svc_quads_q <= svc_push && svc_quads_after == '0 ? svc_exec_quads : svc_quads_after;
          svc_served_q <= '0;
          svc_split_served_q <= '0;
          svc_collect_q <= '0;
          svc_second_q <= 1'b0;
          if (svc_append_consume) svc_operand_q[31:0] <= old_count;
          if (svc_append_consume || (svc_push && svc_quads_after == '0)) svc_prepared_q <= 1'b1;
        end else if (svc_src2) begin
          svc_second_q <= !svc_second_q;
          if (svc_second_q) svc_served_q <= svc_served_q | lanes_served;
          else svc_operand_q <= one_lane_value;
        end else begin
          svc_second_q <= svc_second_q || access_last;
          svc_served_q <= access_last ? '0 : svc_served_q | lanes_served;
          svc_split_served_q <= access_last ? '0 : svc_split_served_q | split_served;
          svc_collect_q <= collected;
        end
      end
    end
  end

  // ---- storage
  logic [15:2] direct_addr;
  logic [31:0] direct_dword;
  logic        transfer;
  assign transfer_ready_o = !svc_access;
  assign transfer = transfer_valid_i && transfer_ready_o;
  assign direct_busy_o = svc_write || (transfer && transfer_i.write);

  lds_banks #(.Entries(LdsEntries + GdsEntries)) u_banks (
    .clk_i,
    .valid_i(bank_valid), .write_i(svc_write), .row_i(bank_row), .be_i(bank_be),
    .data_i(bank_wdata), .entries_o(entries),
    .transfer_valid_i(transfer), .transfer_i, .transfer_data_o,
    .direct_valid_i, .direct_addr_i(direct_addr), .direct_data_o(direct_dword)
  );

  lds_direct u_direct (
    .valid_i(direct_valid_i), .m0_i(direct_m0_i),
    .lds_base_i(direct_base_i), .lds_size_i(direct_size_i),
    .addr_o(direct_addr), .dword_i(direct_dword), .value_o(direct_data_o)
  );

  // ---- write back. The buffer has room for all four passes of one instruction.
  logic [127:0] result_q [4 * 16];  // index {destination VGPR, quad}
  logic [3:0]   written_q;          // passes of the head instruction that are written
  logic [1:0]   mwr_vgpr_q;         // destination VGPR
  logic [3:0]   head_unwritten;
  logic [1:0]   mwr_pass, head_last_vgpr;
  logic         mwr_pass_done;

  always_ff @(posedge clk_i) begin
    if (svc_quad_done && svc_returns && !svc_push) begin
      result_q[{2'd0, svc_quad}] <= result;
      for (int unsigned r = 1; r < 4; r++) result_q[{r[1:0], svc_quad}] <= collected[128 * r +: 128];
    end
  end

  always_comb begin
    head_unwritten = '0;
    mwr_pass = '0;
    head_last_vgpr = '0;
    mwr_valid_o = 1'b0;
    mwr_o = '0;
    if (svc_busy_q || head_valid) begin
      head_unwritten = bits_pkg::active_passes(head_lanes) & ~written_q;
      mwr_pass = bits_pkg::lowest4(head_unwritten);
      head_last_vgpr = head_ctl.wide ? head.mem.size[3:2] - 2'd1 : 2'd0;
      if (head_ctl.two_addresses) head_last_vgpr = head_ctl.wide ? 2'd3 : 2'd1;
      // A full pass is always the head's. Service can be at a later instruction, but it waits for a pass that
      // is still full.
      mwr_valid_o = head_returns && head_unwritten != '0 && result_full_q[mwr_pass] &&
                    !(head_ctl.flat && half_unread_i[head.slot]);
    end
    if (mwr_valid_o) begin
      mwr_o.vgpr = head.vdst + VgprBits'(mwr_vgpr_q);
      mwr_o.pass = mwr_pass;
      mwr_o.halves = !head_ctl.part.d16 || cu_pkg::Sramecc ? vgpr_pkg::WholeVgpr : head_ctl.part.hi ? 2'b10 : 2'b01;
      mwr_o.lanes = head_lanes[16 * mwr_pass +: 16];
      for (int unsigned i = 0; i < 4; i++) begin
        mwr_o.data[128 * i +: 128] = result_q[{mwr_vgpr_q, mwr_pass, i[1:0]}];
      end
    end
  end
  assign mwr_pass_done = mwr_valid_o && mwr_ready_i && mwr_vgpr_q == head_last_vgpr;
  assign head_finish = head_valid && (!head_returns || head_unwritten == '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      result_full_q <= '0;
      written_q <= '0;
      mwr_vgpr_q <= '0;
    end else begin
      if (svc_quad_done && svc_returns && !svc_push &&
          (svc_quads_after[4 * svc_quad[3:2] +: 4] == '0)) begin
        result_full_q[svc_quad[3:2]] <= 1'b1;
      end
      if (mwr_valid_o && mwr_ready_i) mwr_vgpr_q <= mwr_pass_done ? '0 : mwr_vgpr_q + 2'd1;
      if (mwr_pass_done) begin
        result_full_q[mwr_pass] <= 1'b0;
        written_q[mwr_pass] <= 1'b1;
      end
      if (head_finish) written_q <= '0;
    end
  end

  assign done_valid_o = head_finish;
  assign done_o.slot = head.slot;
  assign done_o.tag = {head_ctl.flat, head.tag};
  assign done_o.sets = head.sets;
  assign done_o.viol = viol_q[head_entry];
endmodule
