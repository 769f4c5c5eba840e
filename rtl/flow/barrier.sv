// SPDX-License-Identifier: Apache-2.0
// Workgroup barriers of all group slots (control-flow.md 4). The waves of a group leave the barrier when all
// waves of the group have been launched and each has arrived or ended. At most one group is released per cycle. Owns
// STATUS.IN_BARRIER of every wave: it is set from arrival to release.
//
// coverage off toggle missing_q[*][4]: A group of 16 waves lacks 15 when its first one is launched.
// coverage off toggle missing_q[8][3], missing_q[9][3], missing_q[10][3], missing_q[11][3], missing_q[12][3:2],
//   missing_q[13][3:2], missing_q[14][3:1], missing_q[15][3:0]: The dispatcher takes the lowest free group slot: a
//   group in slot n is not alone, and has at most 16 - n waves. So n groups with a wave each are there already
//   (place_group of dispatch.c).
module barrier (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               launch_valid_i,
  input  wave_pkg::launch_t  launch_i,
  input  logic               arrive_i,
  input  logic               end_i,
  input  cu_pkg::slot_t      slot_i,     // of the arrival or end
  output cu_pkg::wave_mask_t members_o,  // waves of slot_i's group that have not ended
  output cu_pkg::wave_mask_t in_barrier_o,
  output logic               release_valid_o,
  output cu_pkg::group_t     release_group_o
);
  cu_pkg::wave_mask_t  waiting_q;
  cu_pkg::wave_mask_t  members_q [cu_pkg::MaxGroups];  // by group: waves that were launched and have not ended
  cu_pkg::wave_count_t missing_q [cu_pkg::MaxGroups];  // by group: number of waves that are still to be launched
  cu_pkg::group_t      group_q [cu_pkg::NumWaves];  // by wave: its group

  localparam int unsigned GroupBits = $bits(release_group_o);
  logic [cu_pkg::MaxGroups-1:0] releases;
  cu_pkg::wave_mask_t           members;
  cu_pkg::group_t               end_group, group;
  assign group = launch_i.group;
  assign end_group = group_q[slot_i];
  assign members = members_q[release_group_o];
  assign members_o = members_q[end_group];

  always_comb begin
    releases = '0;
    if (waiting_q != '0) begin
      for (int unsigned g = 0; g < cu_pkg::MaxGroups; g++) begin
        releases[g] = missing_q[g] == '0 && members_q[g] != '0 &&
                      (members_q[g] & ~waiting_q) == '0;
      end
    end
  end
  assign release_valid_o = releases != '0;
  assign release_group_o = GroupBits'(bits_pkg::lowest16(16'(releases)));
  assign in_barrier_o = waiting_q;

  cu_pkg::wave_mask_t waiting_d;
  always_comb begin
    waiting_d = waiting_q;
    if (release_valid_o) waiting_d = waiting_d & ~members;
    if (arrive_i) waiting_d[slot_i] = 1'b1;
    if (launch_valid_i) waiting_d[launch_i.slot] = 1'b0;
  end

  // A group begins with the first launch after its slot stood empty.
  logic new_group;
  assign new_group = members_q[group] == '0 && missing_q[group] == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= '0;
      for (int unsigned i = 0; i < cu_pkg::MaxGroups; i++) begin
        members_q[i] <= '0;
        missing_q[i] <= '0;
      end
      for (int unsigned i = 0; i < cu_pkg::NumWaves; i++) group_q[i] <= '0;
    end else begin
      waiting_q <= waiting_d;
      if (end_i) members_q[end_group] <= members_q[end_group] & ~cu_pkg::one_wave(slot_i);
      if (launch_valid_i) begin
        group_q[launch_i.slot] <= group;
        missing_q[group] <= (new_group ? launch_i.waves_in_group : missing_q[group]) - 1'b1;
        members_q[group] <= (end_i && end_group == group ? members_q[group] & ~cu_pkg::one_wave(slot_i)
                                                         : members_q[group]) |
                            cu_pkg::one_wave(launch_i.slot);
      end
      if (arrive_i) begin
        a_arrive_once: assert (!waiting_q[slot_i]);
        a_arrive_member: assert (members_q[end_group][slot_i]);
      end
      if (end_i) a_end_outside: assert (!waiting_q[slot_i]);
      if (launch_valid_i) a_launch_expected: assert (new_group || missing_q[group] != '0);
    end
  end

  logic unused_bits;
  assign unused_bits = ^{launch_i.pc, launch_i.exec, launch_i.mode, launch_i.wave_in_group,
                         launch_i.sgpr_size, launch_i.vgpr_base, launch_i.vgpr_size,
                         launch_i.lds_base, launch_i.lds_size, launch_i.trap_en, launch_i.tba,
                         launch_i.tma, launch_i.cond_dbg, launch_i.shared_global,
                         launch_i.shared_temps, launch_i.alignment_mode, launch_i.issue};
endmodule
