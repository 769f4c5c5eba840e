// SPDX-License-Identifier: Apache-2.0
// The reuse entries of the SIMD (maxwell-control.md 8.11), one for each source of a vector ALU instruction. It stands
// between read ports 0 to 2 of the VGPR file and the operand read. In a unit without control words there are none.
module reuse_entries (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          accept_i,  // the next instruction is taken: from the next cycle on it is read
  input  logic [3*cu_pkg::VgprBits-1:0] vgpr_i,  // the sources' VGPRs of the instruction that is read
  input  policy_pkg::reuse_t            reuse_i,
  input  logic                          pass_valid_i,  // a pass is read in this cycle
  input  logic [1:0]                    pass_i,
  input  logic                          last_i,  // the last cycle of the instruction
  input  logic [2:0]                    plain_i,  // the source has 32 bits, of the lane itself
  output logic [2:0]                    hit_o,  // the source's pass comes from the entry of its slot
  // of the file and to the operand read, one cycle after the read
  input  logic [3*512-1:0]              data_i,
  output cu_pkg::pass_t                 first0_o,
  output cu_pkg::pass_t                 first1_o,
  output cu_pkg::pass_t                 first2_o,
  // writes of this cycle to the VGPR file
  input  logic [1:0]                    write_valid_i,
  input  cu_pkg::phys_vgpr_t            write0_i,
  input  cu_pkg::phys_vgpr_t            write1_i
);
  cu_pkg::pass_t reused [3];  // of a hit, in its cycle
  cu_pkg::pass_t first [3];
  assign first0_o = first[0];
  assign first1_o = first[1];
  assign first2_o = first[2];
  if (cu_pkg::ControlWords) begin : g_entries
    logic [2:0] hit_q;
    for (genvar s = 0; s < 3; s++) begin : g_slot
      logic [511:0] reused_q;
      logic         uses;
      assign uses = pass_valid_i && reuse_i.slots[s] && plain_i[s];
      reuse_entry u_entry (
        .clk_i, .rst_ni, .accept_i, .vgpr_i(vgpr_i[cu_pkg::VgprBits*s +: cu_pkg::VgprBits]), .uses_i(uses), .pass_i,
        .last_i(last_i && reuse_i.slots[s]), .keeps_i(reuse_i.keeps[s]), .hit_o(hit_o[s]),
        .data_i(data_i[512*s +: 512]), .data_o(reused[s]), .write_valid_i, .write0_i, .write1_i
      );
      always_ff @(posedge clk_i) begin
        if (hit_o[s]) reused_q <= reused[s];
      end
      assign first[s] = hit_q[s] ? reused_q : data_i[512*s +: 512];
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) hit_q <= '0;
      else if (pass_valid_i) hit_q <= hit_o;
    end
  end else begin : g_no_entries
    assign hit_o = '0;
    for (genvar s = 0; s < 3; s++) begin : g_slot
      assign reused[s] = '0;
      assign first[s] = data_i[512*s +: 512];
    end
    logic unused_reuse;
    assign unused_reuse = ^{accept_i, vgpr_i, reuse_i, pass_valid_i, pass_i, last_i, plain_i, write_valid_i, write0_i,
                            write1_i, reused[0], reused[1], reused[2]};
  end

  // verilator lint_off UNUSEDSIGNAL
  logic [31:0] hits_q;  // passes that came from an entry, for waveforms
  // verilator lint_on UNUSEDSIGNAL
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) hits_q <= '0;
    else if (hit_o != '0) hits_q <= hits_q + 32'(hit_o[0]) + 32'(hit_o[1]) + 32'(hit_o[2]);
  end
endmodule
