// SPDX-License-Identifier: Apache-2.0
// Instruction buffers of all waves. A buffer has the instruction at its wave's PC, one or two dwords, with its
// class. There is one cache lookup per cycle, for the waves in turn. An 8-byte instruction whose dwords lie in two
// lines takes two lookups. A buffer empties when its instruction issues (take_i): a branch needs only the new PC. A
// wave fetches its next instruction while a vector instruction stalls it.
//
// A wave whose instructions come in bundles has a whole one (control_words.sv). Its instruction stays there when the
// next one lies in the same bundle (move_i). A PC that names no slot needs no lookup: its instruction is malformed.
//
// coverage off toggle pc_i[1:0], addr[1:0]: An instruction lies at a multiple of 4: so do the entry of a kernel, which
//   loader.c checks, and labels. Branches add multiples of 4, and jumps, forks and joins clear the two bits.
// coverage off toggle unused_addr: Instructions lie at multiples of 4.
module fetch (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  cu_pkg::wave_mask_t    live_i,        // waves that may need instructions
  input  logic                  invalidate_i,  // s_icache_inv, or the first wave of a run
  input  logic                  launch_valid_i,
  input  cu_pkg::slot_t         launch_slot_i,
  input  logic                  take_i,        // the instruction of take_slot_i issues
  input  cu_pkg::slot_t         take_slot_i,
  input  cu_pkg::wave_mask_t    bundled_i,     // waves whose instructions come in bundles
  input  control_pkg::move_t    move_i,
  input  control_pkg::bundle_t  bundle_i,      // of read_slot_i
  output control_pkg::fetched_t fetched_o,
  output cu_pkg::slot_t         pc_slot_o,
  input  logic [47:0]           pc_i,
  output cu_pkg::wave_mask_t    ready_o,       // waves with a whole instruction
  output cu_pkg::wave_mask_t    is_valu_o,     // its class, for the arbiter
  output cu_pkg::wave_mask_t    is_smem_o,
  output cu_pkg::wave_mask_t    is_lds_o,
  output cu_pkg::wave_mask_t    is_vmem_o,
  output cu_pkg::wave_mask_t    is_export_o,
  input  cu_pkg::slot_t         read_slot_i,
  output logic [31:0]           word0_o,
  output logic [31:0]           word1_o,       // 0 for a 4-byte instruction
  output logic                  size8_o,
  output logic                  error_o,       // the instruction is not mapped
  output logic                  imem_req_valid_o,
  input  logic                  imem_req_ready_i,
  output mem_pkg::mem_req_t     imem_req_o,
  input  logic                  imem_rsp_valid_i,
  input  mem_pkg::mem_rsp_t     imem_rsp_i
);
  localparam int unsigned SlotBits = $bits(pc_slot_o);
  logic [31:0] word0_q [cu_pkg::NumWaves];
  logic [31:0] word1_q [cu_pkg::NumWaves];
  cu_pkg::wave_mask_t ready_q, half_q, error_q, size8_q;
  cu_pkg::wave_mask_t is_valu_q, is_smem_q, is_lds_q, is_vmem_q, is_export_q;

  cu_pkg::wave_mask_t waiting, need;
  cu_pkg::slot_t      slot, last_q;
  logic               lookup, found, hit, hit_error, hit_word1_valid;
  logic [255:0]       hit_half;
  logic [47:0]        addr;
  logic [31:0]        hit_word0, hit_word1;

  assign need = live_i & ~ready_q & ~waiting;
  assign lookup = need != '0;
  assign slot = SlotBits'(bits_pkg::round_robin16(16'(need), 4'(last_q)));
  assign pc_slot_o = slot;
  assign addr = half_q[slot] ? pc_i + 48'd4 : pc_i;

  // The wave at the lookup has bundles, and whether its PC names a slot.
  logic bundled, off_slot;
  assign bundled = bundled_i[slot];
  assign off_slot = bundled && (pc_i[2:0] != '0 || pc_i[4:3] == '0);

  icache #(.FetchWords(policy_pkg::FetchWords)) u_icache (
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
  fetch_pkg::class_e instr_class;
  assign hit = found || (lookup && off_slot);
  always_comb begin
    size8 = 1'b0;
    instr_class = fetch_pkg::ClassNone;
    if (found) begin
      size8 = fetch_pkg::size8_of(hit_word0);
      instr_class = fetch_pkg::class_of(hit_word0[31:26]);
    end
  end
  assign complete = half_q[slot] || hit_error || bundled || !size8 || hit_word1_valid;

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
          is_valu_q[slot] <= instr_class == fetch_pkg::ClassValu;
          is_smem_q[slot] <= instr_class == fetch_pkg::ClassSmem;
          is_lds_q[slot] <= instr_class == fetch_pkg::ClassLds;
          is_vmem_q[slot] <= instr_class == fetch_pkg::ClassVmem;
          is_export_q[slot] <= instr_class == fetch_pkg::ClassExport;
        end
      end
      if (take_i) begin
        ready_q[take_slot_i] <= move_i.stays;
        half_q[take_slot_i] <= 1'b0;
        if (move_i.stays) begin
          is_valu_q[take_slot_i] <= move_i.instr_class == fetch_pkg::ClassValu;
          is_smem_q[take_slot_i] <= move_i.instr_class == fetch_pkg::ClassSmem;
          is_lds_q[take_slot_i] <= move_i.instr_class == fetch_pkg::ClassLds;
          is_vmem_q[take_slot_i] <= move_i.instr_class == fetch_pkg::ClassVmem;
          is_export_q[take_slot_i] <= move_i.instr_class == fetch_pkg::ClassExport;
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
  assign fetched_o.valid = hit && bundled;
  assign fetched_o.slot = slot;
  assign fetched_o.place = off_slot ? 2'd0 : pc_i[4:3];
  assign fetched_o.bundle = hit_half;
  assign word0_o = bundle_i.active ? bundle_i.word0 : word0_q[read_slot_i];
  assign word1_o = bundle_i.active ? bundle_i.word1 : word1_q[read_slot_i];
  assign size8_o = bundle_i.active ? bundle_i.size8 : size8_q[read_slot_i];

  logic unused_addr;
  assign unused_addr = ^addr[1:0];
endmodule
