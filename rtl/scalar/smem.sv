// SPDX-License-Identifier: Apache-2.0
// Scalar memory (buffer-memory.md 13): up to eight instructions in flight, each of none, one or two 64-byte lines.
// Lines are requested and answered in any order. A load writes back when all of its lines have arrived, one row of four
// SGPRs per cycle, and completes with its last row. Dwords that are not accessed and lines that are not mapped read as
// zero. An atomic has one line. If it returns, it writes back the words as they were before. s_memtime samples the
// clock when its turn to write back begins. The tag of an instruction is the number of its entry. The memory id is
// the tag with the number of the line, 0 or 1.
//
// coverage off toggle issue_i.dec.mem.counters.exp, issue_i.dec.mem.counters.vm, issue_i.dec.mem.destination[0],
//   issue_i.dec.mem.size[1:0], issue_i.dec.mem.space[1:0], request_dec.mem.counters.exp, request_dec.mem.counters.vm,
//   request_dec.mem.destination[0], request_dec.mem.size[1:0], request_dec.mem.space[1:0], dec.mem.counters.exp,
//   dec.mem.counters.vm, dec.mem.destination[0], dec.mem.size[1:0], dec.mem.space[1:0], begin_dec.mem.counters.exp,
//   begin_dec.mem.counters.vm, begin_dec.mem.destination[0], begin_dec.mem.size[1:0], begin_dec.mem.space[1:0],
//   answer_dec.mem.counters.exp, answer_dec.mem.counters.vm, answer_dec.mem.destination[0], answer_dec.mem.size[1:0],
//   answer_dec.mem.space[1:0]: An SMEM instruction counts in LGKM_CNT alone, accesses global memory by dwords, and
//   writes SGPRs or nothing.
// coverage off toggle done_tag_o[5:3], issue_tag_o[5:3]: The tag of scalar memory is the number of one of eight
//   entries.
// coverage off toggle clock_q[63:32]: It counts cycles from reset on: bit 32 changes after 4 * 10^9 of them, which
//   takes the unit that counts hours of processor time. No job of a night is longer than an hour.
// coverage off toggle issue_sgpr_size_i[3], issue_sgpr_size_i[0], size_of_wave[3], size_of_wave[0]: SGPRs are allocated
//   by 16, or all 102: 7'b1100110.
// coverage off toggle size[1:0]: scalar_decode.sv: an SMEM instruction counts in LGKM_CNT, always and alone. It
//   accesses global memory by dwords, and writes SGPRs or nothing.
// coverage off toggle issue_dwords[31], both[31]: 16 dwords from dword 15 of a line on end with dword 30 of two lines.
// coverage off toggle unused_id: A response returns the id of its request, whose upper bits are 0.
module smem (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic                       issue_valid_i,
  output logic                       issue_ready_o,
  output logic [5:0]                 issue_tag_o,   // of the next instruction
  input  cu_pkg::slot_t              issue_slot_i,
  input  front_pkg::smem_req_t       issue_i,
  input  logic [6:0]                 issue_sgpr_size_i,  // SGPRs of its wave, for second names
  output logic                       smem_req_valid_o,
  input  logic                       smem_req_ready_i,
  output cu_pkg::mem_req_t           smem_req_o,
  input  logic                       smem_rsp_valid_i,
  input  cu_pkg::mem_rsp_t           smem_rsp_i,
  // write back; the dispatcher's writes come first on the same port
  input  logic                       write_blocked_i,
  output logic                       write_valid_o,
  output front_pkg::sgpr_row_write_t write_o,
  output logic                       done_valid_o,
  output cu_pkg::slot_t              done_slot_o,
  output logic [1:0]                 done_count_o,  // LGKM_CNT falls by it: 1, or 2 for more than one dword
  output logic [5:0]                 done_tag_o
);
  localparam int unsigned Entries = 8;

  cu_pkg::slot_t          slot_q [Entries];
  front_pkg::smem_dec_t   dec_q [Entries];
  logic [15:0]            dwords_q [Entries];
  logic [63:2]            addr_q [Entries];
  logic [511:0]           data_q [Entries];  // what is stored or loaded, from the first register on
  logic [Entries-1:0] used_q;
  logic [Entries-1:0] unsent0_q, unsent1_q;    // first, second line: not yet requested
  logic [Entries-1:0] missing0_q, missing1_q;  // not yet answered

  // The accessed dwords of two lines. `place`: position of the first dword in the first line.
  function automatic logic [31:0] dwords_of(logic [15:0] dwords, logic [3:0] place);
    dwords_of = {16'd0, dwords} << place;
  endfunction

  logic [2:0]  free_entry;
  logic        issue;
  logic [31:0] issue_dwords;
  assign free_entry = bits_pkg::lowest8(~used_q);
  assign issue_ready_o = used_q != '1;
  assign issue_tag_o = {3'd0, free_entry};
  assign issue = issue_valid_i && issue_ready_o;
  assign issue_dwords = dwords_of(issue_i.dwords, issue_i.addr[5:2]);

  // ---- request: one at a time, at the port until it is taken ---------------------------------------
  // Functions do what is wide: they cost simulation time only where they are called.

  // The dwords `here` of a line, whose first line begins `place` dwords before the first register.
  function automatic logic [511:0] placed(logic second, logic [15:0] here, logic [3:0] place, logic [511:0] data);
    logic [511:0] moved;
    moved = second ? data >> {5'd16 - {1'b0, place}, 5'd0} : data << {place, 5'd0};
    for (int i = 0; i < 16; i++) placed[32*i +: 32] = here[i] ? moved[32*i +: 32] : '0;
  endfunction

  logic                 request_valid_q, request_second_q;
  logic [2:0]           request_q, next_entry;  // the entry at the port; the next one
  logic [7:0]           unsent;
  logic                 sent;
  front_pkg::smem_dec_t request_dec;
  logic [63:2]          request_addr;
  logic [31:0]          both;  // dwords that the instruction accesses in the two lines,
  logic [15:0]          here;    // and in this line
  assign unsent = unsent0_q | unsent1_q;
  assign next_entry = bits_pkg::lowest8(unsent);
  assign sent = smem_req_valid_o && smem_req_ready_i;
  assign request_dec = dec_q[request_q];
  assign request_addr = addr_q[request_q];
  assign both = dwords_of(dwords_q[request_q], request_addr[5:2]);
  assign here = request_second_q ? both[31:16] : both[15:0];
  assign smem_req_valid_o = request_valid_q;

  always_comb begin
    smem_req_o = '0;
    if (request_valid_q) begin
      smem_req_o.id = {4'd0, request_q, request_second_q};
      smem_req_o.op = request_dec.mem.op;
      smem_req_o.line = request_addr[63:6] + {57'd0, request_second_q};
      // A line of 48 bits stands on the port as a canonical address (D-MEM-44, D-MEM-61).
      if (request_dec.form == front_pkg::FormBuffer) smem_req_o.line[63:48] = {16{smem_req_o.line[47]}};
      for (int i = 0; i < 16; i++) smem_req_o.be[4*i +: 4] = {4{here[i]}};
      if (request_dec.mem.op != cu_pkg::MemLoad) begin
        smem_req_o.data = placed(request_second_q, here, request_addr[5:2], data_q[request_q]);
      end
      if (request_dec.mem.op == cu_pkg::MemAtomic) begin
        smem_req_o.atomic = request_dec.atomic;
        smem_req_o.wide = request_dec.mem.size == 7'd8;
        if (request_dec.atomic == cu_pkg::AtomicCmpswap) begin
          smem_req_o.compare = placed(1'b0, here, request_addr[5:2],
                                      data_q[request_q] >> {request_dec.mem.size, 3'd0});
        end
      end
    end
  end

  // ---- write back ----------------------------------------------------------------------------------
  logic        begins;            // an entry's turn to be written back
  logic [2:0]  begin_entry;
  logic        write_back_q;      // entry_q is being written back
  logic [2:0]  entry_q;
  logic [1:0]  row_q;
  logic [7:0]  answered;
  front_pkg::smem_dec_t dec;
  logic [6:0]  size;  // bytes
  logic [6:0]  sdata;
  logic        writes, last_row;
  assign answered = used_q & ~missing0_q & ~missing1_q;
  assign begins = !write_back_q && answered != '0;
  assign begin_entry = bits_pkg::lowest8(answered);
  assign dec = dec_q[entry_q];
  assign size = dec.mem.size;
  assign sdata = dec.sdata;
  assign writes = dec.mem.destination == cu_pkg::ToSgpr;
  assign last_row = {1'b0, row_q} + 3'd1 >= size[6:4];
  assign write_valid_o = write_back_q && writes && !write_blocked_i;
  assign done_valid_o = write_back_q && (!writes || (write_valid_o && last_row));
  assign done_slot_o = slot_q[entry_q];
  assign done_count_o = size == 7'd4 ? 2'd1 : 2'd2;
  assign done_tag_o = {3'd0, entry_q};

  always_comb begin
    write_o = '0;
    if (write_back_q && writes) begin
      write_o.slot = slot_q[entry_q];
      write_o.row = front_pkg::first_rows(sdata[6:2] + {3'd0, row_q}, size_of_wave);
      unique case (size)
        7'd4: begin
          write_o.we = front_pkg::sgpr_row_we(sdata[1:0], 1'b0);
          write_o.data = {4{data_q[entry_q][31:0]}};
        end
        7'd8: begin
          write_o.we = front_pkg::sgpr_row_we(sdata[1:0], 1'b1);
          write_o.data = {2{data_q[entry_q][63:0]}};
        end
        default: begin
          write_o.we = 4'b1111;
          write_o.data = data_q[entry_q][{row_q, 7'd0} +: 128];
        end
      endcase
    end
  end

  // First names are formed where a row is written: the tuple of a load is a range of codes as written.
  logic [6:0] size_of_wave;
  if (cu_pkg::VccAlias) begin : g_sgpr_size
    logic [6:0] sgpr_size_q [Entries];
    always_ff @(posedge clk_i) begin
      if (issue) sgpr_size_q[free_entry] <= issue_sgpr_size_i;
    end
    assign size_of_wave = sgpr_size_q[entry_q];
  end else begin : g_one_name
    assign size_of_wave = '0;
  end

  // ---- clock (D-MEM-62) ----------------------------------------------------------------------------
  logic [63:0] clock_q;
  front_pkg::smem_dec_t begin_dec;
  logic        samples_clock;
  assign begin_dec = dec_q[begin_entry];
  assign samples_clock = begins &&
                         (begin_dec.kind == front_pkg::SmemTime || begin_dec.kind == front_pkg::SmemRealtime);

  // ---- answer --------------------------------------------------------------------------------------
  // The dwords of a line move to their destination registers' place.
  function automatic logic [511:0] loaded(logic second, logic [15:0] dwords, logic [3:0] place, logic [511:0] line);
    logic [511:0] moved;
    moved = second ? line << {5'd16 - {1'b0, place}, 5'd0} : line >> {place, 5'd0};
    for (int i = 0; i < 16; i++) loaded[32*i +: 32] = dwords[i] ? moved[32*i +: 32] : '0;
  endfunction

  logic [2:0]           answer;
  logic                 answer_second;
  front_pkg::smem_dec_t answer_dec;
  assign answer = smem_rsp_i.id[3:1];
  assign answer_second = smem_rsp_i.id[0];
  assign answer_dec = dec_q[answer];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      used_q <= '0;
      unsent0_q <= '0;
      unsent1_q <= '0;
      missing0_q <= '0;
      missing1_q <= '0;
      request_valid_q <= 1'b0;
      request_second_q <= 1'b0;
      request_q <= '0;
      write_back_q <= 1'b0;
      entry_q <= '0;
      row_q <= '0;
      clock_q <= '0;
    end else begin
      clock_q <= clock_q + 64'd1;
      if (issue) begin
        used_q[free_entry] <= 1'b1;
        unsent0_q[free_entry] <= issue_dwords[15:0] != '0;
        unsent1_q[free_entry] <= issue_dwords[31:16] != '0;
        missing0_q[free_entry] <= issue_dwords[15:0] != '0;
        missing1_q[free_entry] <= issue_dwords[31:16] != '0;
      end
      if (sent) request_valid_q <= 1'b0;
      if ((sent || !request_valid_q) && unsent != '0) begin
        request_valid_q <= 1'b1;
        request_q <= next_entry;
        request_second_q <= !unsent0_q[next_entry];
        if (unsent0_q[next_entry]) unsent0_q[next_entry] <= 1'b0;
        else unsent1_q[next_entry] <= 1'b0;
      end
      if (smem_rsp_valid_i) begin
        if (answer_second) missing1_q[answer] <= 1'b0;
        else missing0_q[answer] <= 1'b0;
      end
      if (write_valid_o) row_q <= row_q + 2'd1;
      if (done_valid_o) begin
        used_q[entry_q] <= 1'b0;
        write_back_q <= 1'b0;
      end
      if (begins) begin
        write_back_q <= 1'b1;
        entry_q <= begin_entry;
        row_q <= '0;
      end
      if (smem_rsp_valid_i) a_response_known: assert (answer_second ? missing1_q[answer] : missing0_q[answer]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue) begin
      slot_q[free_entry] <= issue_slot_i;
      dec_q[free_entry] <= issue_i.dec;
      dwords_q[free_entry] <= issue_i.dwords;
      addr_q[free_entry] <= issue_i.addr;
      data_q[free_entry] <= {384'd0, issue_i.data};
    end
    // The other line of a load with two lines may have arrived already. The returned old value overwrites an atomic's
    // data.
    if (smem_rsp_valid_i && answer_dec.mem.op == cu_pkg::MemAtomic) data_q[answer] <= '0;
    if (smem_rsp_valid_i && !smem_rsp_i.error && answer_dec.mem.op != cu_pkg::MemStore) begin
      data_q[answer] <= (answer_dec.mem.op == cu_pkg::MemLoad ? data_q[answer] : '0) |
                        loaded(answer_second, dwords_q[answer], addr_q[answer][5:2], smem_rsp_i.data);
    end
    if (samples_clock) begin
      data_q[begin_entry][63:0] <= begin_dec.kind == front_pkg::SmemTime ? clock_q : {4'd0, clock_q[63:4]};
    end
  end

  logic unused_id, unused_fields, unused_size;
  assign unused_size = ^issue_sgpr_size_i;
  assign unused_id = ^smem_rsp_i.id[7:4];
  assign unused_fields = ^{request_dec, dec, begin_dec, answer_dec};
endmodule
