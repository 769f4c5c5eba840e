// SPDX-License-Identifier: Apache-2.0
// Waves that share VGPR rows (lds.md section 2): an instruction does not start while one of another wave
// that writes a row it uses is under way. Global rows need this; clause temporaries have it too, since
// several waves of one parity may be running and then have one copy among them. A wave has one vector
// ALU instruction under way at most. conflict_o is combinational in touch_i; with no shared row in use
// nothing here moves.
module shared_conflict (
  input  logic          clk_i,
  input  logic          rst_ni,
  input  cu_pkg::slot_t slot_i,
  input  logic [127:0]  touch_i,     // shared rows of the instruction that wants to start, 0 for none
  input  logic [127:0]  write_i,     // those that it writes
  output logic          conflict_o,
  input  logic          start_i,     // a vector ALU instruction of slot_i starts
  input  logic          done_i,
  input  cu_pkg::slot_t done_slot_i
);
  logic [15:0]  busy_q;           // slots whose instruction writes shared rows
  logic [127:0] writes_q [16];    // which; valid where busy_q
  logic [15:0]  stalled_q;        // slots whose next instruction has been counted
  // verilator lint_off UNUSEDSIGNAL
  logic [31:0]  conflicts_q;      // instructions that had to wait, since reset: for waveforms
  // verilator lint_on UNUSEDSIGNAL

  always_comb begin
    conflict_o = 1'b0;
    if (touch_i != '0 && busy_q != '0) begin
      for (int unsigned i = 0; i < 16; i++) begin
        if (busy_q[i] && (writes_q[i] & touch_i) != '0) conflict_o = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= '0;
      stalled_q <= '0;
      conflicts_q <= '0;
    end else begin
      if (done_i) busy_q[done_slot_i] <= 1'b0;
      if (start_i) begin
        busy_q[slot_i] <= write_i != '0;
        stalled_q[slot_i] <= 1'b0;
      end
      if (conflict_o) begin
        stalled_q[slot_i] <= 1'b1;
        if (!stalled_q[slot_i]) conflicts_q <= conflicts_q + 32'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i && write_i != '0) writes_q[slot_i] <= write_i;
  end
endmodule
