// SPDX-License-Identifier: Apache-2.0
// Vector memory unit: GLOBAL, SCRATCH and FLAT (buffer-memory.md 10), MUBUF and MTBUF (buffer-memory.md 15), atomics
// (buffer-memory.md 8), formats of buffers (buffer-memory.md 7). It has the lanes of FLAT that are not in the shared
// aperture; the data share has the others.
//
// Instructions of all waves wait in one queue and take four steps in issue order:
//   operand read  the VGPR operands are read, pass by pass
//   send          the transactions are sent
//   response      the responses are collected, in any order
//   write back    a load, or an atomic that returns, writes its registers by pass and component, then the one that TFE
//                 adds (D-MEM-21); then done. A load to the LDS writes its entries instead (buffer-memory.md 9)
// So the instructions of a wave complete in issue order, and an instruction's transactions are sent after all
// transactions of the instruction before it. With RdnaMemory there are two kinds, which hold VS_CNT or VM_CNT: each
// completes in issue order, but not one kind with the other (buffer-memory.md 14.2). Both take the first three steps in
// issue order.
//
// Order of the transactions of an instruction: passes ascending, then components ascending, then the parts of a
// component (vmem_address.sv), then as vmem_coalesce forms them. An atomic has one component in memory, whose
// transactions vmem_atomic forms. With a format a component is a dword of the lane's element. Registers are converted
// when it is sent, elements when registers are written back.
//
// buffer_store_lds_dword reads the data of a pass from the LDS before the pass is sent.
//
// An instruction without a lane in range takes all steps without a transaction, as one with EXEC = 0 does. A
// transaction to an unmapped line reads 0. It is reported with done, and so are dropped lanes.
//
// coverage off toggle done_o.tag[6]: Vector memory has tags of six bits. Bit 6 tells the half of FLAT in the data share
//   apart.
// coverage off toggle unused_id: A response returns the id of its request, whose upper bits are 0.
module vmem (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      issue_valid_i,
  output logic                      issue_ready_o,
  input  mem_issue_pkg::mem_issue_t issue_i,
  input  mimg_pkg::issue_t          image_i,           // beside it, of MIMG
  output logic                      operands_read_o,
  output cu_pkg::slot_t             operands_read_slot_o,
  output policy_pkg::control_sets_t operands_read_sets_o,
  output logic                      flat_read_o,       // the operands belong to a FLAT instruction that returns a value
  output logic                      flat_done_o,       // the instruction of done_o is one
  input  cu_pkg::wave_mask_t        half_unread_i,     // waves whose oldest FLAT instruction lds has not read
  output logic                      mrd_valid_o,
  input  logic                      mrd_ready_i,
  output vgpr_pkg::vgpr_read_t      mrd_o,
  input  cu_pkg::pass_t             mrd_data_i,
  output logic                      mwr_valid_o,
  input  logic                      mwr_ready_i,
  output vgpr_pkg::vgpr_write_t     mwr_o,
  output logic                      done_valid_o,
  output logic                      done_vs_o,         // of an instruction that holds VS_CNT
  output mem_issue_pkg::mem_done_t  done_o,
  output logic                      vmem_req_valid_o,
  input  logic                      vmem_req_ready_i,
  output mem_pkg::mem_req_t         vmem_req_o,
  input  logic                      vmem_rsp_valid_i,
  input  mem_pkg::mem_rsp_t         vmem_rsp_i,
  output logic                      transfer_valid_o,  // an entry of the LDS
  input  logic                      transfer_ready_i,
  output lds_pkg::lds_transfer_t    transfer_o,
  input  logic [127:0]              transfer_data_i
);
  localparam int unsigned VgprBits = cu_pkg::VgprBits;
  localparam int unsigned Depth = cu_pkg::VmemQueueDepth;
  localparam int unsigned IndexBits = $clog2(Depth);
  localparam int unsigned NumIds = 64;  // transactions in flight

  mem_issue_pkg::mem_issue_t rd, snd, head;
  mem_issue_pkg::mem_issue_t store;  // head of those that hold VS_CNT
  logic                      store_valid, store_finish;
  logic [IndexBits-1:0]      store_index;
  vmem_pkg::vmem_control_t   rd_ctl, snd_ctl, head_ctl;
  logic                      rd_valid, snd_valid, head_valid;
  logic                      rd_finish, snd_finish, head_finish;
  logic [IndexBits-1:0]      rd_index, snd_index, head_index;

  logic [IndexBits-1:0] issue_index;
  mem_queue #(.Depth(Depth), .Split(cu_pkg::RdnaMemory)) u_queue (
    .clk_i, .rst_ni, .issue_valid_i, .issue_ready_o, .issue_i, .issue_store_i(!issue_i.mem.counters.vm),
    .issue_index_o(issue_index),
    .read_valid_o(rd_valid), .read_index_o(rd_index), .read_o(rd), .read_finish_i(rd_finish),
    .svc_valid_o(snd_valid), .svc_index_o(snd_index), .svc_o(snd), .svc_finish_i(snd_finish),
    .head_valid_o(head_valid), .head_index_o(head_index), .head_o(head),
    .head_finish_i(head_finish),
    .store_valid_o(store_valid), .store_index_o(store_index), .store_o(store), .store_finish_i(store_finish)
  );
  assign rd_ctl = rd.ctl.vmem;
  assign snd_ctl = snd.ctl.vmem;
  assign head_ctl = head.ctl.vmem;
  // FLAT: the lanes of this unit, in the passes that have lanes.
  logic [63:0] flat_lanes_q [Depth];
  logic [63:0] snd_exec, head_exec;
  isa_pkg::rsrc_t snd_rsrc, head_rsrc;
  assign snd_exec = snd_ctl.form == vmem_pkg::FormFlat ? snd.exec & flat_lanes_q[snd_index] : snd.exec;
  assign head_exec = head_ctl.form == vmem_pkg::FormFlat ? head.exec & flat_lanes_q[head_index] : head.exec;

  logic rd_image, snd_image, head_image;
  assign rd_image = rd_ctl.form == vmem_pkg::FormImage;
  assign snd_image = snd_ctl.form == vmem_pkg::FormImage;
  assign head_image = head_ctl.form == vmem_pkg::FormImage;

  logic snd_store, snd_atomic, snd_returns, head_atomic, head_returns;
  logic head_moves;  // to the LDS
  assign snd_store = snd.mem.op == mem_pkg::MemStore;
  assign snd_atomic = snd.mem.op == mem_pkg::MemAtomic;
  assign snd_returns = snd.mem.destination == mem_pkg::ToVgpr || snd.mem.destination == mem_pkg::ToLds;
  assign head_atomic = head.mem.op == mem_pkg::MemAtomic;
  assign head_returns = head.mem.destination == mem_pkg::ToVgpr || head_moves;
  assign head_moves = head.mem.destination == mem_pkg::ToLds;
  // Lanes may be out of range or dropped.
  logic snd_drops, head_drops;
  assign snd_drops = snd_ctl.form != vmem_pkg::FormGlobal || snd_atomic || snd.alignment_mode != mem_pkg::Unaligned;
  assign head_drops = head_ctl.form != vmem_pkg::FormGlobal || head_atomic || head.alignment_mode != mem_pkg::Unaligned;
  // Each step uses some fields of its instruction only.
  logic unused_fields;
  assign unused_fields = ^{image, rd, snd, head, store, rd_ctl, snd_ctl, head_ctl, snd_rsrc, head_rsrc};
  assign snd_rsrc = snd.scalar;
  assign head_rsrc = head.scalar;

  // ---- operand read. VGPRs in order: the address (none to two, of an image up to twelve), then the data of a store or
  // an atomic (a compare value last).
  cu_pkg::phys_vgpr_t rd_vgpr;
  logic [4:0]         rd_count;
  logic [3:0]         rd_number, rd_addresses, image_addresses;
  logic               operand_valid, operand_is_data;
  logic [3:0]         operand_index;
  logic [1:0]         operand_pass, operand_component;

  always_comb begin
    rd_addresses = '0;
    rd_count = '0;
    rd_vgpr = '0;
    if (rd_valid) begin
      rd_addresses = rd_image ? image_addresses : {2'd0, rd_ctl.address_vgprs};
      rd_count = {2'd0, rd_ctl.data_vgprs} + {1'b0, rd_addresses};
      rd_vgpr = rd_number < rd_addresses ? rd.addr + VgprBits'(rd_number)
                                         : rd.data0 + VgprBits'(rd_number) - VgprBits'(rd_addresses);
    end
  end

  mem_operand_read u_operand_read (
    .clk_i, .rst_ni,
    .valid_i(rd_valid), .passes_i(rd_count == '0 ? 4'd0 : bits_pkg::active_passes(rd.exec)),
    .count_i(rd_count), .index_o(rd_number), .vgpr_i(rd_vgpr),
    .mrd_valid_o, .mrd_ready_i, .mrd_o,
    .data_valid_o(operand_valid), .data_index_o(operand_index), .data_pass_o(operand_pass),
    .finish_o(rd_finish)
  );
  assign operands_read_o = rd_finish;
  assign operands_read_slot_o = rd.slot;
  assign operands_read_sets_o = rd.sets;
  assign flat_read_o = rd_finish && rd_ctl.form == vmem_pkg::FormFlat && rd.mem.destination == mem_pkg::ToVgpr;
  assign flat_done_o = head_finish && head_ctl.form == vmem_pkg::FormFlat && head_returns;
  assign operand_component = operand_index[1:0] - rd_addresses[1:0];
  assign operand_is_data = operand_index >= rd_addresses;

  // Behind the data registers lie the texels of a sample, index {number, dword, pass}.
  localparam int unsigned Texels = cu_pkg::Images != 0 ? 16 * 4 * 4 : 0;
  localparam int unsigned PlaceBits = $clog2(Depth * 4 * 4 + Texels);
  function automatic logic [PlaceBits-1:0] place(logic [IndexBits-1:0] entry, logic [1:0] component,
                                                 logic [1:0] pass_of);
    place = PlaceBits'({entry, component, pass_of});
  endfunction
  function automatic logic [PlaceBits-1:0] texel_place(logic [3:0] number, logic [1:0] dword, logic [1:0] pass_of);
    texel_place = PlaceBits'(Depth * 4 * 4) + PlaceBits'({number, dword, pass_of});
  endfunction

  // Address registers, index {entry, second VGPR, pass}. Data registers, index {entry, component, pass}: data of a
  // store or an atomic, or what was received for write back. A lane of an atomic receives after its data was sent.
  logic [511:0]         address_q [Depth * 2 * 4];
  logic [511:0]         data_q [Depth * 4 * 4 + Texels];
  logic                 rsp_load;
  logic [IndexBits-1:0] rsp_entry;
  logic [1:0]           rsp_component, rsp_pass;
  logic [511:0]         rsp_word;
  logic                 rsp_wide;  // the response of an atomic with words of 8 bytes: two components at once

  // FLAT: the lanes of a pass, when the high halves of their addresses come.
  logic flat_valid;
  assign flat_valid = operand_valid && rd_ctl.form == vmem_pkg::FormFlat && operand_index == 4'd1;

  function automatic logic [15:0] not_shared(logic [511:0] low, logic [511:0] high);
    // verilator lint_off UNUSEDSIGNAL
    logic [63:0] address;  // its high half counts
    // verilator lint_on UNUSEDSIGNAL
    for (int unsigned l = 0; l < 16; l++) begin
      address = {high[32 * l +: 32], low[32 * l +: 32]} + {48'd0, rd.offset};
      not_shared[l] = !mem_pkg::in_aperture(address[63:32], cu_pkg::SharedAperture);
    end
  endfunction

  always_ff @(posedge clk_i) begin
    if (flat_valid) begin
      flat_lanes_q[rd_index][{operand_pass, 4'd0} +: 16] <=
          not_shared(address_q[{rd_index, 1'b0, operand_pass}], mrd_data_i);
    end
    if (operand_valid) begin
      if (operand_is_data) data_q[place(rd_index, operand_component, operand_pass)] <= mrd_data_i;
      else if (!rd_image) address_q[{rd_index, operand_index[0], operand_pass}] <= mrd_data_i;
    end
    if (rsp_load) data_q[rsp_place] <= rsp_word;
    if (fetches) data_q[place(snd_index, 2'd0, pass)] <= fetched(data_q[place(snd_index, 2'd0, pass)]);
    if (rsp_load && rsp_wide) begin
      data_q[place(rsp_entry, 2'd1, rsp_pass)] <= returned_upper(data_q[place(rsp_entry, 2'd1, rsp_pass)]);
    end
  end

  // ---- send
  typedef enum logic [2:0] {
    Idle, Pass,
    Fetch,  // from the LDS
    Image,  // image_unit says which texel is next
    Send
  } send_state_e;
  send_state_e       state_q;
  logic [3:0]        passes_q;                 // passes not sent yet
  logic [1:0]        component_q;
  logic [1023:0]     addr_q;                   // of the component's first byte, 64 bits per lane
  logic [63:0]       unsent_q;                 // bytes of the component not sent yet, 4 bits per lane
  logic [1:0]        pass;
  logic              part_q;                   // part of the component,
  logic              cut_q;                    // which has two
  logic              request_done;             // nothing of the component, or of its part, is left to send
  logic              next_part, last_request;  // what follows in the pass
  logic              form;                     // it begins: its addresses are formed
  logic [1:0]        form_component;
  logic              form_cut, form_viol;
  logic [15:0]       form_wrap, wrap_q;
  logic [15:0]       form_out;
  logic [15:0]       out_q [Depth * 4 * 4];    // lanes that get 0, index as data_q
  logic [511:0]      address0, address1;
  logic [1023:0]     form_addr;
  logic [63:0]       form_bytes;
  logic [5:0]        id_q;                     // of the next transaction
  logic [NumIds-1:0] id_busy_q;
  logic              send;
  logic              send_atomic, send_converts;
  logic [511:0]      send_data, send_formatted;
  logic [2047:0]     registers_q;              // of the pass, to be converted
  logic              snd_fetches;              // the data is in the LDS
  logic              fetch_done;               // that of the pass has been read
  logic              snd_hi;                   // data, or what is loaded, is in the high halves
  logic [57:0]       send_line, plain_line, atomic_line;
  logic [63:0]       send_bytes, plain_bytes, atomic_bytes, send_be, plain_be, atomic_be, unsent_after;
  logic [511:0]      plain_wdata;
  logic              snd_wide;
  logic [95:0]       send_offset;
  logic [15:0]       send_lanes;
  logic              unused_lanes;             // only the probe reads them
  assign unused_lanes = ^send_lanes;

  logic              req_valid_q;
  mem_pkg::mem_req_t req_q;

  always_comb begin
    pass = '0;
    send = 1'b0;
    send_atomic = 1'b0;
    send_converts = 1'b0;
    snd_wide = 1'b0;
    snd_hi = 1'b0;
    if (snd_valid) begin
      pass = bits_pkg::lowest4(passes_q);
      send = state_q == Send && unsent_q != '0 && (!req_valid_q || vmem_req_ready_i) && !id_busy_q[id_q];
      send_atomic = send && snd_atomic;
      send_converts = send && snd_store && snd_ctl.converts;
      snd_wide = snd_atomic && snd_ctl.last != '0;
      snd_hi = snd_ctl.part.hi && !snd_ctl.converts;
    end
  end

  // The format of the elements.
  logic [4:0]  snd_dfmt;
  logic [2:0]  snd_nfmt;
  logic [11:0] snd_dst_sel;
  always_comb begin
    {snd_dfmt, snd_nfmt, snd_dst_sel} = '0;
    if (send_converts) begin
      {snd_dfmt, snd_nfmt, snd_dst_sel} = {1'b0, snd_rsrc.data_format, snd_rsrc.num_format, snd_rsrc.dst_sel};
      if (snd_image) begin
        snd_dfmt = image.tsharp.data_format[4:0];
        snd_nfmt = image.tsharp.num_format[2:0];
        snd_dst_sel = image.tsharp.dst_sel;
      end
    end
  end

  vmem_format_store u_format_store (
    .go_i(send_converts), .dfmt_i(snd_dfmt), .nfmt_i(snd_nfmt), .dst_sel_i(snd_dst_sel),
    .half_i(snd_ctl.part.d16), .hi_i(snd_ctl.part.hi), .last_i(snd_ctl.last_component), .dword_i(component_q),
    .registers_i(registers_q), .word_o(send_formatted)
  );

  // An image's DMASK names the components that its registers are.
  function automatic logic [31:0] image_register(logic [3:0] lane, logic [1:0] number);
    logic [2:0] low, high;  // {there is one, register or half}
    logic [3:0] dmask;
    dmask = image.dec.dmask;
    low = mimg_pkg::register_of(dmask, image.dec.d16 ? {number[0], 1'b0} : number);
    high = mimg_pkg::register_of(dmask, {number[0], 1'b1});
    image_register = '0;
    if (!image.dec.d16) begin
      if (low[2]) image_register = data_q[place(snd_index, low[1:0], pass)][{lane, 5'd0} +: 32];
    end else begin
      if (low[2]) image_register[15:0] = data_q[place(snd_index, {1'b0, low[1]}, pass)][{lane, low[0], 4'd0} +: 16];
      if (high[2]) image_register[31:16] = data_q[place(snd_index, {1'b0, high[1]}, pass)][{lane, high[0], 4'd0} +: 16];
    end
  endfunction

  always_ff @(posedge clk_i) begin
    if (state_q == Pass) begin
      if (snd_store && snd_image) begin
        for (int unsigned c = 0; c < 4; c++) begin
          for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
            registers_q[512 * c + 32 * l +: 32] <= image_register(l[3:0], c[1:0]);
          end
        end
      end else if (snd_store && snd_ctl.converts) begin
        for (int unsigned c = 0; c < 4; c++) registers_q[512 * c +: 512] <= data_q[place(snd_index, c[1:0], pass)];
      end
    end
  end

  always_comb begin
    send_data = '0;
    if (send && snd_store) begin
      if (snd_ctl.converts) send_data = send_formatted;
      else if (snd_image) send_data = registers_q[{component_q, 9'd0} +: 512];
      else send_data = data_q[place(snd_index, component_q, pass)];
    end
  end

  vmem_coalesce u_coalesce (
    .go_i(send && !snd_atomic), .store_i(snd_store), .hi_i(snd_hi),
    .wrap_i(wrap_q), .addr_i(addr_q), .unsent_i(unsent_q),
    .data_i(send_data), .line_o(plain_line), .bytes_o(plain_bytes), .be_o(plain_be),
    .data_o(plain_wdata)
  );

  vmem_atomic u_atomic (
    .go_i(send_atomic), .wide_i(snd_wide), .addr_i(addr_q), .unsent_i(unsent_q),
    .line_o(atomic_line), .bytes_o(atomic_bytes), .be_o(atomic_be)
  );

  // The words of an atomic in the transaction, at their places in the line. This and the next are functions for speed:
  // they cost nothing where no atomic runs.
  function automatic logic [511:0] placed(logic [511:0] low, logic [511:0] high);
    logic [3:0] dword;
    placed = '0;
    for (int unsigned l = 0; l < 16; l++) begin
      dword = addr_q[64 * l + 2 +: 4];
      if (send_bytes[4 * l]) placed[{dword, 5'd0} +: 32] = low[32 * l +: 32];
      if (send_bytes[4 * l] && snd_wide) placed[{dword | 4'd1, 5'd0} +: 32] = high[32 * l +: 32];
    end
  endfunction

  // The upper dwords of wide words, from the line that memory returned.
  function automatic logic [511:0] returned_upper(logic [511:0] before_words);
    returned_upper = before_words;
    for (int unsigned l = 0; l < 16; l++) begin
      if (rsp_bytes[4 * l]) begin
        returned_upper[32 * l +: 32] =
            vmem_rsp_i.error ? 32'd0 : vmem_rsp_i.data[{rsp_offset[6 * l + 3 +: 3], 1'b1, 5'd0} +: 32];
      end
    end
  endfunction

  assign send_line = snd_atomic ? atomic_line : plain_line;
  assign send_bytes = snd_atomic ? atomic_bytes : plain_bytes;
  assign send_be = snd_atomic ? atomic_be : plain_be;

  always_comb begin
    send_offset = '0;
    send_lanes = '0;
    unsent_after = unsent_q & ~send_bytes;
    if (send) begin
      for (int unsigned l = 0; l < 16; l++) begin
        send_offset[6 * l +: 6] = addr_q[64 * l +: 6];
        send_lanes[l] = send_bytes[4 * l +: 4] != '0;
      end
    end
  end

  assign snd_finish = state_q == Pass && passes_q == '0;
  assign snd_fetches = snd_store && snd_ctl.lds;

  always_comb begin
    request_done = 1'b0;
    next_part = 1'b0;
    last_request = 1'b0;
    form = 1'b0;
    form_component = '0;
    address0 = '0;
    address1 = '0;
    if (snd_valid) begin
      request_done = state_q == Send && (unsent_q == '0 || (send && unsent_after == '0));
      next_part = state_q == Send && cut_q && !part_q;
      last_request = (component_q == snd_ctl.last || snd_atomic) && !next_part;
      form = (state_q == Pass && !snd_finish && !snd_image) || image_form || (request_done && !last_request);
      form_component = state_q == Pass || state_q == Image ? 2'd0 : next_part ? component_q : component_q + 2'd1;
      if (form && !snd_image) begin
        address0 = address_q[{snd_index, 1'b0, pass}];
        address1 = address_q[{snd_index, 1'b1, pass}];
      end
    end
  end

  vmem_address u_address (
    .go_i(form && !snd_image), .ctl_i(snd_ctl), .scalar_i(snd.scalar), .soffset_i(snd.soffset), .offset_i(snd.offset),
    .pass_i(pass), .lanes_i(snd_exec[{pass, 4'd0} +: 16]), .address0_i(address0), .address1_i(address1),
    .dword_i(form_component), .part_i(next_part), .atomic_i(snd_atomic), .alignment_i(snd.alignment_mode),
    .addr_o(form_addr), .wrap_o(form_wrap), .bytes_o(form_bytes), .out_o(form_out), .cut_o(form_cut), .viol_o(form_viol)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= Idle;
      passes_q <= '0;
      component_q <= '0;
      part_q <= 1'b0;
      cut_q <= 1'b0;
      addr_q <= '0;
      wrap_q <= '0;
      unsent_q <= '0;
      id_q <= '0;
    end else begin
      unique case (state_q)
        Idle: begin
          if (snd_valid && !image_blocked) begin
            passes_q <= bits_pkg::active_passes(snd_exec);
            state_q <= Pass;
          end
        end
        Pass: state_q <= snd_finish ? Idle : snd_fetches ? Fetch : snd_image ? Image : Send;
        Fetch: if (fetch_done) state_q <= Send;
        Image: begin
          if (image_form) state_q <= Send;
          if (image_pass_done) begin
            passes_q[pass] <= 1'b0;
            state_q <= Pass;
          end
        end
        default: begin
          if (send) begin
            id_q <= id_q + 6'd1;
            unsent_q <= unsent_after;
          end
          if (request_done && last_request) begin
            if (!snd_image) passes_q[pass] <= 1'b0;
            state_q <= snd_image ? Image : Pass;
          end
        end
      endcase
      if (form) begin
        component_q <= form_component;
        part_q <= next_part;
        cut_q <= form_cut;
        wrap_q <= form_wrap;
        if (!snd_image) begin
          addr_q <= form_addr;
          unsent_q <= form_bytes;
        end else begin
          for (int unsigned l = 0; l < 16; l++) begin
            addr_q[64 * l +: 64] <=
                image_axis_pkg::address(image_place.base, image_place.layout, image_place.level[4 * l +: 4],
                                        image_place.x[14 * l +: 14], image_place.y[14 * l +: 14],
                                        image_place.z[13 * l +: 13], form_component);
            unsent_q[4 * l +: 4] <= image_place.lanes[l] ? 4'((5'd1 << snd_ctl.size) - 5'd1) : 4'd0;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (form) begin
      if (snd_drops && !snd_image) out_q[{snd_index, form_component, pass}] <= form_out;
    end
    if (image_out_valid) out_q[{snd_index, 2'd0, pass}] <= image_out;
  end

  // The request on the port.
  assign vmem_req_valid_o = req_valid_q;
  assign vmem_req_o = req_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_valid_q <= 1'b0;
      req_q <= '0;
    end else if (send) begin
      req_valid_q <= 1'b1;
      req_q.id <= {2'd0, id_q};
      req_q.op <= snd.mem.op;
      req_q.line <= send_line;
      req_q.be <= send_be;
      req_q.data <= plain_wdata;
      if (snd_atomic) begin
        {req_q.atomic, req_q.wide} <= {snd_ctl.atomic, snd_wide};
        req_q.data <= placed(data_q[place(snd_index, 2'd0, pass)], data_q[place(snd_index, 2'd1, pass)]);
        req_q.compare <= '0;
        if (snd_ctl.atomic == mem_pkg::AtomicCmpswap) begin
          req_q.compare <= placed(data_q[place(snd_index, {snd_wide, !snd_wide}, pass)],
                                  data_q[place(snd_index, 2'd3, pass)]);
        end
      end
    end else if (vmem_req_ready_i) begin
      req_valid_q <= 1'b0;
    end
  end

  // ---- response. Each transaction has a record, by its id: {texel of a sample, its number, d16 into the high half,
  // atomic with words of 8 bytes, something returns, entry, component, pass, offset and bytes of each lane}.
  logic [171+IndexBits:0] record_q [NumIds];
  logic                   rsp_texel;
  logic [3:0]             rsp_number;
  logic                   rsp_hi, rsp_returns;
  logic [95:0]            rsp_offset;
  logic [63:0]            rsp_bytes;
  logic [511:0]           rsp_before;
  logic [9:0]             sent_q [Depth];  // transactions of the instruction
  logic [9:0]             answered_q [Depth];
  logic [Depth-1:0]       viol_q;
  logic                   unused_id;       // ids of 64 and more are not used
  assign unused_id = ^vmem_rsp_i.id[7:6];

  always_comb begin
    rsp_texel = 1'b0;
    rsp_number = '0;
    rsp_hi = 1'b0;
    rsp_wide = 1'b0;
    rsp_returns = 1'b0;
    rsp_entry = '0;
    rsp_component = '0;
    rsp_pass = '0;
    rsp_offset = '0;
    rsp_bytes = '0;
    if (vmem_rsp_valid_i) begin
      {rsp_texel, rsp_number, rsp_hi, rsp_wide, rsp_returns, rsp_entry, rsp_component, rsp_pass, rsp_offset,
       rsp_bytes} =
          record_q[vmem_rsp_i.id[5:0]];
    end
  end
  logic [PlaceBits-1:0] rsp_place;
  always_comb begin
    rsp_place = '0;
    rsp_before = '0;
    if (vmem_rsp_valid_i) begin
      rsp_place = place(rsp_entry, rsp_component, rsp_pass);
      if (cu_pkg::Images != 0 && rsp_texel) rsp_place = texel_place(rsp_number, rsp_component, rsp_pass);
      rsp_before = data_q[rsp_place];
    end
  end
  assign rsp_load = vmem_rsp_valid_i && rsp_returns;

  vmem_merge u_merge (
    .go_i(rsp_load), .hi_i(rsp_hi), .error_i(vmem_rsp_i.error), .line_i(vmem_rsp_i.data),
    .bytes_i(rsp_bytes), .offset_i(rsp_offset), .word_i(rsp_before), .word_o(rsp_word)
  );

  always_ff @(posedge clk_i) begin
    if (send) begin
      record_q[id_q] <= {snd_image && mimg_pkg::samples(image.dec.row.op), image_number, snd_hi, snd_wide,
                         snd_returns, snd_index, component_q, pass,
                         send_offset, send_bytes};
      sent_q[snd_index] <= sent_q[snd_index] + 10'd1;
    end
    if (vmem_rsp_valid_i) answered_q[rsp_entry] <= answered_q[rsp_entry] + 10'd1;
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
        if (vmem_rsp_i.error) viol_q[rsp_entry] <= 1'b1;
      end
      if (form && form_viol) viol_q[snd_index] <= 1'b1;
      if (state_q == Image) begin
        if (image.refused) viol_q[snd_index] <= 1'b1;
      end
      if (head_finish) viol_q[head_index] <= 1'b0;
      if (store_finish) viol_q[store_index] <= 1'b0;
    end
  end

  // ---- write back
  logic [3:0]   wb_done_q;  // passes of the head instruction that are written
  logic [1:0]   wb_component_q;
  logic         wb_tfe_q;   // the VGPR of TFE follows in the pass
  logic         wb_last, wb_valid;
  logic [3:0]   wb_remaining;
  logic [1:0]   wb_pass;
  logic         head_answered, wb_pass_done;
  logic [511:0] wb_word, wb_data, wb_extended;
  logic         wb_converts, wb_extends;
  logic         wb_image;   // of a load or sample of an image
  logic [15:0]  wb_out;

  always_comb begin
    head_answered = 1'b0;
    wb_remaining = '0;
    wb_pass = '0;
    wb_valid = 1'b0;
    wb_image = 1'b0;
    if (head_valid) begin
      head_answered = sent_q[head_index] == answered_q[head_index];
      if (head_returns) wb_remaining = bits_pkg::active_passes(head_exec) & ~wb_done_q;
      wb_pass = bits_pkg::lowest4(wb_remaining);
      wb_valid = head_answered && wb_remaining != '0 &&
                 !(head_ctl.form == vmem_pkg::FormFlat && half_unread_i[head.slot]);
      wb_image = wb_valid && head_image && !head_atomic;
    end
  end

  logic [PlaceBits-1:0] wb_place;
  always_comb begin
    wb_place = '0;
    mwr_valid_o = 1'b0;
    wb_word = '0;
    wb_out = '0;
    wb_converts = 1'b0;
    wb_extends = 1'b0;
    if (wb_valid) begin
      mwr_valid_o = !head_moves && (!wb_image || image_ready || wb_tfe_q);
      wb_place = place(head_index, wb_image ? image_dword : wb_component_q, wb_pass);
      if (cu_pkg::Images != 0 && wb_image && image_samples) wb_place = texel_place(image_texel, image_dword, wb_pass);
      if (!wb_tfe_q) wb_word = data_q[wb_place];
      if (head_drops) begin
        wb_out = out_q[{head_index, head_atomic || head_ctl.converts || head_image ? 2'd0 : wb_component_q, wb_pass}];
      end
      wb_converts = head_ctl.converts && !wb_tfe_q;
      wb_extends = !head_ctl.converts && !wb_image && !wb_tfe_q;
    end
  end
  assign wb_last = wb_component_q == head_ctl.last_vgpr;
  always_comb begin
    wb_pass_done = 1'b0;
    if (wb_valid) begin
      wb_pass_done = head_moves ? moves && transfer_last :
                     mwr_valid_o && mwr_ready_i && (head_ctl.tfe_vgpr == '0 ? wb_last : wb_tfe_q);
    end
  end
  assign head_finish = head_answered && wb_remaining == '0;

  always_comb begin
    mwr_o = '0;
    if (mwr_valid_o) begin
      mwr_o.vgpr = head.vdst + (wb_tfe_q ? VgprBits'(head_ctl.tfe_vgpr) : VgprBits'(wb_component_q));
      mwr_o.pass = wb_pass;
      mwr_o.halves = vgpr_pkg::WholeVgpr;
      if (head_ctl.half && wb_last && !wb_tfe_q) mwr_o.halves = {head_ctl.part.hi, !head_ctl.part.hi};
      mwr_o.lanes = head_exec[16 * wb_pass +: 16];
      mwr_o.data = wb_data;
    end
  end

  vmem_extend u_extend (
    .go_i(wb_extends), .ctl_i(head_ctl), .out_i(wb_out), .word_i(wb_word), .word_o(wb_extended)
  );
  always_comb begin
    wb_data = '0;
    if (wb_converts) begin
      wb_data = vmem_format_load_pkg::register(
          head_rsrc.data_format, head_rsrc.num_format, head_rsrc.dst_sel, head_ctl.part.d16, head_ctl.part.hi,
          head_ctl.last_component, wb_out, wb_component_q,
          {data_q[place(head_index, 2'd3, wb_pass)], data_q[place(head_index, 2'd2, wb_pass)],
           data_q[place(head_index, 2'd1, wb_pass)], data_q[place(head_index, 2'd0, wb_pass)]});
    end else if (image_makes) begin
      wb_data = image_word;
    end else if (wb_valid) begin
      wb_data = wb_extended;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wb_done_q <= '0;
      wb_component_q <= '0;
      wb_tfe_q <= 1'b0;
    end else begin
      if (mwr_valid_o && mwr_ready_i) begin
        wb_component_q <= wb_last || wb_tfe_q ? '0 : wb_component_q + 2'd1;
        wb_tfe_q <= wb_last && !wb_pass_done;
      end
      if (wb_pass_done) wb_done_q[wb_pass] <= 1'b1;
      if (head_finish) wb_done_q <= '0;
    end
  end

  // ---- images
  mimg_pkg::issue_t image;  // of the instruction that is sent
  logic             image_blocked, image_form, image_pass_done, image_out_valid, image_ready;
  logic [3:0]       image_number;
  mimg_pkg::place_t image_place;
  logic [1:0]       image_dword;
  logic [15:0]      image_out;
  logic             image_samples;
  logic [3:0]       image_texel;
  logic [511:0]     image_word;
  // What image_unit is told, of an instruction of an image.
  logic image_issued, image_operand, image_start;
  logic image_makes, image_written, image_pass_written, image_finish;
  always_comb begin
    image_issued = 1'b0;
    image_operand = 1'b0;
    image_start = 1'b0;
    image_makes = 1'b0;
    if (issue_valid_i) image_issued = issue_ready_o && issue_i.ctl.vmem.form == vmem_pkg::FormImage;
    if (rd_image) image_operand = operand_valid && !operand_is_data;
    if (snd_image) image_start = state_q == Idle && !image_blocked;
    if (wb_image) image_makes = !wb_tfe_q;
  end
  always_comb begin
    image_written = 1'b0;
    image_pass_written = 1'b0;
    image_finish = 1'b0;
    if (head_image) begin
      image_written = image_makes && mwr_valid_o && mwr_ready_i;
      image_pass_written = wb_image && wb_pass_done;
      image_finish = head_finish;
    end
  end
  if (cu_pkg::Images != 0) begin : g_image
    image_unit u_image (
      .clk_i, .rst_ni,
      .issue_valid_i(image_issued), .issue_index_i(issue_index), .issue_i(image_i),
      .rd_valid_i(rd_image), .rd_index_i(rd_index), .rd_addresses_o(image_addresses),
      .address_valid_i(image_operand), .address_number_i(operand_index),
      .address_pass_i(operand_pass), .address_i(mrd_data_i),
      .snd_valid_i(snd_image), .snd_index_i(snd_index), .blocked_o(image_blocked), .snd_o(image),
      .start_i(image_start), .go_i(state_q == Image),
      .pass_i(pass), .lanes_i(snd_exec[{pass, 4'd0} +: 16]), .form_o(image_form), .place_o(image_place),
      .number_o(image_number), .pass_done_o(image_pass_done), .out_valid_o(image_out_valid), .out_o(image_out),
      .wb_go_i(image_makes), .wb_index_i(head_index), .wb_pass_i(wb_pass), .wb_register_i(wb_component_q),
      .wb_samples_o(image_samples), .wb_number_o(image_texel), .wb_dword_o(image_dword),
      .wb_element_i(wb_word), .wb_out_i(wb_out), .wb_ready_o(image_ready),
      .wb_word_o(image_word), .wb_written_i(image_written), .wb_pass_done_i(image_pass_written),
      .wb_finish_i(image_finish)
    );
  end else begin : g_no_image
    assign image = '0;
    assign {image_addresses, image_blocked, image_form, image_pass_done, image_out_valid, image_ready} = '0;
    assign image_place = '0;
    assign {image_number, image_samples, image_texel, image_dword, image_out, image_word} = '0;
    logic unused_image;
    assign unused_image = ^{image_i, issue_index, rsp_number, image_issued, image_operand, image_start, image_written,
                            image_pass_written, image_finish};
  end

  // ---- transfers with the LDS: of write back, else of the pass that is to be sent. An entry without a lane takes a
  // cycle without access.
  logic [2:0]  step_q, fetch_step_q;      // entry of the pass
  logic        fetching, moves, fetches;  // moves, fetches: the entry of this cycle is done
  logic        transfer_last;
  logic [15:0] transfer_lanes;
  logic [4:0]  transfer_lane;
  logic        unused_lane;               // its top bit
  assign unused_lane = transfer_lane[4];
  logic [15:2] transfer_first;  // LDS address of the pass's first lane (D-MEM-31)

  always_comb begin
    fetching = 1'b0;
    if (state_q == Fetch) fetching = !(wb_valid && head_moves);
    transfer_lanes = '0;
    transfer_first = '0;
    if (wb_valid && head_moves) begin
      transfer_lanes = head_exec[{wb_pass, 4'd0} +: 16];
      transfer_first = head.lds_base[15:2] + {8'd0, wb_pass, 4'd0};
    end else if (fetching) begin
      transfer_lanes = snd_exec[{pass, 4'd0} +: 16];
      transfer_first = snd.lds_base[15:2] + {8'd0, pass, 4'd0};
    end
  end

  vmem_transfer u_transfer (
    .go_i((wb_valid && head_moves) || fetching), .first_i(transfer_first), .step_i(fetching ? fetch_step_q : step_q),
    .lanes_i(transfer_lanes), .zero_i(wb_out), .words_i(wb_data), .entry_o(transfer_o.entry), .lane_o(transfer_lane),
    .be_o(transfer_o.be), .data_o(transfer_o.data), .last_o(transfer_last)
  );
  assign transfer_o.write = !fetching;
  assign transfer_valid_o = transfer_o.be != '0;
  always_comb begin
    moves = 1'b0;
    fetches = 1'b0;
    fetch_done = 1'b0;
    if (wb_valid && head_moves) moves = !transfer_valid_o || transfer_ready_i;
    if (fetching) begin
      fetches = !transfer_valid_o || transfer_ready_i;
      fetch_done = fetches && transfer_last;
    end
  end

  // The data of the pass with what the entry gives.
  function automatic logic [511:0] fetched(logic [511:0] before_words);
    fetched = before_words;
    for (int unsigned k = 0; k < 4; k++) begin
      if (transfer_o.be[4 * k]) fetched[{transfer_lane[3:0] + k[3:0], 5'd0} +: 32] = transfer_data_i[32 * k +: 32];
    end
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= '0;
      fetch_step_q <= '0;
    end else begin
      if (moves) step_q <= transfer_last ? '0 : step_q + 3'd1;
      if (fetches) fetch_step_q <= transfer_last ? '0 : fetch_step_q + 3'd1;
    end
  end

  // One instruction is done in a cycle: of the heads of both kinds the one that writes back goes first.
  assign store_finish = store_valid && sent_q[store_index] == answered_q[store_index] && !head_finish;
  assign done_valid_o = head_finish || store_finish;
  assign done_vs_o = store_finish;
  assign done_o.slot = store_finish ? store.slot : head.slot;
  assign done_o.tag = {1'b0, store_finish ? store.tag : head.tag};
  assign done_o.sets = store_finish ? store.sets : head.sets;
  assign done_o.viol = viol_q[store_finish ? store_index : head_index];
endmodule
