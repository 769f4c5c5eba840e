// SPDX-License-Identifier: Apache-2.0
// Conflicts over VGPRs that waves share (lds.md 2). A vector ALU instruction does not issue while another one
// in flight, of another wave, writes a shared VGPR that it uses. This holds for global registers. It holds for clause
// temporaries too: all waves in slots of one parity have one copy. A wave has at most one vector ALU instruction in
// flight. conflict_o is combinational in touch_i. Nothing changes here while no shared VGPR is in use.
module shared_conflict (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  cu_pkg::slot_t slot_i,
  input  logic [127:0]  touch_i,  // shared VGPRs of the instruction that could issue, or 0
  input  logic [127:0]  write_i,  // the shared VGPRs that it writes
  output logic          conflict_o,
  input  logic          start_i,  // a vector ALU instruction of slot_i issues
  input  logic          done_i,
  input  cu_pkg::slot_t done_slot_i
);
  cu_pkg::wave_mask_t busy_q;                       // slots whose instruction in flight writes shared VGPRs
  logic [127:0]       writes_q [cu_pkg::NumWaves];  // these VGPRs; valid where busy_q
  cu_pkg::wave_mask_t counted_q;                    // slots whose next instruction is already counted in conflicts_q
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0]        conflicts_q;                  // instructions that waited, since reset; for waveforms
  // verilator lint_on UNUSEDSIGNAL

  always_comb begin
    conflict_o = 1'b0;
    if (touch_i != '0 && busy_q != '0) begin
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) begin
        if (busy_q[i] && (writes_q[i] & touch_i) != '0) conflict_o = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= '0;
      counted_q <= '0;
      conflicts_q <= '0;
    end else begin
      if (done_i) busy_q[done_slot_i] <= 1'b0;
      if (start_i) begin
        busy_q[slot_i] <= write_i != '0;
        counted_q[slot_i] <= 1'b0;
      end
      if (conflict_o) begin
        counted_q[slot_i] <= 1'b1;
        if (!counted_q[slot_i]) conflicts_q <= conflicts_q + 32'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i && write_i != '0) writes_q[slot_i] <= write_i;
  end
endmodule
