// SPDX-License-Identifier: Apache-2.0
// Instruction buffers of all waves. A buffer has the instruction at its wave's PC, one or two dwords, with its
// class. There is one cache lookup per cycle, for the waves in turn. An 8-byte instruction whose dwords lie in two
// lines takes two lookups. A buffer empties when its instruction issues (take_i): a branch needs only the new PC. A
// wave fetches its next instruction while a vector instruction stalls it.
//
// A wave with control words has a whole bundle (control_bundle.sv). Its instruction stays there when the next one lies
// in the same bundle (stays_i). A PC that names no slot needs no lookup: its instruction is malformed.
//
// coverage off toggle pc_i[1:0], addr[1:0]: An instruction lies at a multiple of 4: so do the entry of a kernel, which
//   loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the two bits.
// coverage off toggle unused_addr: Instructions lie at multiples of 4.
module fetch (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  cu_pkg::wave_mask_t      live_i,        // waves that may need instructions
  input  logic             invalidate_i,  // s_icache_inv, or the first wave of a run
  input  logic             launch_valid_i,
  input  cu_pkg::slot_t    launch_slot_i,
  input  logic             take_i,        // the instruction of take_slot_i issues
  input  cu_pkg::slot_t    take_slot_i,
  input  logic             stays_i,       // and the next one lies in the same bundle,
  input  logic [1:0]       stays_place_i, // in slot 1..3
  input  cu_pkg::wave_mask_t      control_i,     // waves with control words
  output cu_pkg::slot_t    pc_slot_o,
  input  logic [47:0]      pc_i,
  output cu_pkg::wave_mask_t      ready_o,       // waves with a whole instruction
  output cu_pkg::wave_mask_t      is_valu_o,     // its class, for the arbiter
  output cu_pkg::wave_mask_t      is_smem_o,
  output cu_pkg::wave_mask_t      is_lds_o,
  output cu_pkg::wave_mask_t      is_vmem_o,
  output cu_pkg::wave_mask_t      is_export_o,
  input  cu_pkg::slot_t    read_slot_i,
  output logic [31:0]      word0_o,
  output logic [31:0]      word1_o,       // 0 for a 4-byte instruction
  output logic             size8_o,
  output logic             error_o,       // the instruction is not mapped
  output front_pkg::control_field_t field_o,    // its field of the control word, else 0
  output logic             malformed_o,   // its slot or bundle is not well formed
  output front_pkg::control_next_t  next_o,     // what stands behind it
  output front_pkg::control_waits_t waits_o,    // of all waves with control words
  output logic             imem_req_valid_o,
  input  logic             imem_req_ready_i,
  output cu_pkg::mem_req_t imem_req_o,
  input  logic             imem_rsp_valid_i,
  input  cu_pkg::mem_rsp_t imem_rsp_i
);
  localparam int unsigned SlotBits = $bits(pc_slot_o);
  logic [31:0] word0_q [cu_pkg::NumWaves];
  logic [31:0] word1_q [cu_pkg::NumWaves];
  cu_pkg::wave_mask_t ready_q, half_q, error_q, size8_q;
  cu_pkg::wave_mask_t is_valu_q, is_smem_q, is_lds_q, is_vmem_q, is_export_q;

  cu_pkg::wave_mask_t   waiting, need;
  cu_pkg::slot_t slot, last_q;
  logic          lookup, found, hit, hit_error, hit_word1_valid;
  logic [255:0]  hit_half;
  logic [47:0]   addr;
  logic [31:0]   hit_word0, hit_word1;

  assign need = live_i & ~ready_q & ~waiting;
  assign lookup = need != '0;
  assign slot = SlotBits'(bits_pkg::round_robin16(16'(need), 4'(last_q)));
  assign pc_slot_o = slot;
  assign addr = half_q[slot] ? pc_i + 48'd4 : pc_i;

  // The wave at the lookup has control words, and whether its PC names a slot.
  logic control, off_slot;
  assign control = cu_pkg::ControlWords && control_i[slot];
  assign off_slot = control && (pc_i[2:0] != '0 || pc_i[4:3] == '0);

  icache u_icache (
    .clk_i, .rst_ni, .invalidate_i,
    .lookup_valid_i(lookup && !off_slot),
    .lookup_slot_i(slot),
    .lookup_addr_i(addr[47:2]),
    .hit_o(found),
    .error_o(hit_error),
    .word0_o(hit_word0),
    .word1_o(hit_word1),
    .word1_valid_o(hit_word1_valid),
    .half_o(hit_half),
    .waiting_o(waiting),
    .imem_req_valid_o, .imem_req_ready_i, .imem_req_o, .imem_rsp_valid_i, .imem_rsp_i
  );

  logic              size8, complete;
  front_pkg::class_e instr_class;
  assign hit = found || (lookup && off_slot);
  assign size8 = front_pkg::size8_of(hit_word0);
  assign instr_class = control ? load_class : front_pkg::class_of(hit_word0[31:26]);
  assign complete = half_q[slot] || hit_error || control || !size8 || hit_word1_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= '0;
      half_q <= '0;
      error_q <= '0;
      size8_q <= '0;
      is_valu_q <= '0;
      is_smem_q <= '0;
      is_lds_q <= '0;
      is_vmem_q <= '0;
      is_export_q <= '0;
      last_q <= '0;
    end else begin
      if (lookup) last_q <= slot;
      if (hit) begin
        ready_q[slot] <= complete;
        half_q[slot] <= !complete;
        error_q[slot] <= hit_error && !off_slot;
        if (!half_q[slot]) begin
          size8_q[slot] <= size8;
          is_valu_q[slot] <= instr_class == front_pkg::ClassValu;
          is_smem_q[slot] <= instr_class == front_pkg::ClassSmem;
          is_lds_q[slot] <= instr_class == front_pkg::ClassLds;
          is_vmem_q[slot] <= instr_class == front_pkg::ClassVmem;
          is_export_q[slot] <= instr_class == front_pkg::ClassExport;
        end
      end
      if (take_i) begin
        ready_q[take_slot_i] <= stays;
        half_q[take_slot_i] <= 1'b0;
        if (stays) begin
          is_valu_q[take_slot_i] <= move_class == front_pkg::ClassValu;
          is_smem_q[take_slot_i] <= move_class == front_pkg::ClassSmem;
          is_lds_q[take_slot_i] <= move_class == front_pkg::ClassLds;
          is_vmem_q[take_slot_i] <= move_class == front_pkg::ClassVmem;
          is_export_q[take_slot_i] <= move_class == front_pkg::ClassExport;
        end
      end
      if (launch_valid_i) begin
        ready_q[launch_slot_i] <= 1'b0;
        half_q[launch_slot_i] <= 1'b0;
      end
      if (invalidate_i) begin
        ready_q <= '0;
        half_q <= '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (hit) begin
      if (half_q[slot]) begin
        word1_q[slot] <= hit_word0;
      end else begin
        word0_q[slot] <= hit_word0;
        word1_q[slot] <= size8 ? hit_word1 : '0;
      end
    end
  end

  assign ready_o = ready_q;
  assign is_valu_o = is_valu_q;
  assign is_smem_o = is_smem_q;
  assign is_lds_o = is_lds_q;
  assign is_vmem_o = is_vmem_q;
  assign is_export_o = is_export_q;
  assign error_o = error_q[read_slot_i];

  // ---- bundles -----------------------------------------------------------------------------------
  logic              stays;
  front_pkg::class_e load_class, move_class;
  if (cu_pkg::ControlWords) begin : g_control
    logic [31:0] word0, word1;
    logic        size8_read, malformed;
    front_pkg::control_field_t field;
    front_pkg::control_next_t  next;
    assign stays = stays_i;
    control_bundle u_bundle (
      .clk_i,
      .load_i(hit && control), .load_slot_i(slot), .load_place_i(off_slot ? 2'd0 : pc_i[4:3]), .bundle_i(hit_half),
      .move_i(take_i && stays), .move_slot_i(take_slot_i), .move_place_i(stays_place_i),
      .load_class_o(load_class), .move_class_o(move_class), .waits_o,
      .read_slot_i, .word0_o(word0), .word1_o(word1), .size8_o(size8_read), .field_o(field), .malformed_o(malformed),
      .next_o(next)
    );
    assign word0_o = control_i[read_slot_i] ? word0 : word0_q[read_slot_i];
    assign word1_o = control_i[read_slot_i] ? word1 : word1_q[read_slot_i];
    assign size8_o = control_i[read_slot_i] ? size8_read : size8_q[read_slot_i];
    assign field_o = control_i[read_slot_i] ? field : '0;
    assign malformed_o = control_i[read_slot_i] && malformed;
    assign next_o = next;
  end else begin : g_no_control
    assign stays = 1'b0;
    assign load_class = front_pkg::ClassNone;
    assign move_class = front_pkg::ClassNone;
    assign word0_o = word0_q[read_slot_i];
    assign word1_o = word1_q[read_slot_i];
    assign size8_o = size8_q[read_slot_i];
    assign field_o = '0;
    assign malformed_o = 1'b0;
    assign next_o = '0;
    assign waits_o = '0;
    logic unused_control;
    assign unused_control = ^{stays_i, stays_place_i, control_i, hit_half};
  end

  logic unused_addr;
  assign unused_addr = ^addr[1:0];
endmodule
