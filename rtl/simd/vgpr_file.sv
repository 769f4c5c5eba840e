// SPDX-License-Identifier: Apache-2.0
// The VGPR file: cu_pkg::PhysVgprs physical VGPRs of 64 lanes. An index is {physical VGPR, pass}: 16 lanes.
//
// Reads: the data of an index comes one cycle after rd_valid_i, as it was before that cycle's writes. It
// stays until the next read of the same port.
// Writes: two ports, each with a mask of lanes and one of the halves of a lane. Both ports name the same index only for
// v_swap_b32 of a register with itself.
// The file is zero at power-on; reset does not change it.
module vgpr_file #(
  parameter int unsigned NumReads = 7
) (
  input  logic                                        clk_i,
  input  logic [NumReads-1:0]                         rd_valid_i,
  input  logic [NumReads*vgpr_pkg::VgprIndexBits-1:0] rd_index_i,
  output logic [NumReads*512-1:0]                     rd_data_o,
  input  logic [1:0]                                  wr_valid_i,
  input  vgpr_pkg::vgpr_write_t                       wr0_i,
  input  vgpr_pkg::vgpr_write_t                       wr1_i
);
  localparam int unsigned Entries = 4 * cu_pkg::PhysVgprs;
  localparam int unsigned IndexBits = vgpr_pkg::VgprIndexBits;

  logic [511:0] mem_q [Entries];

`ifndef SYNTHESIS
  initial begin
    for (int unsigned i = 0; i < Entries; i++) mem_q[i] = '0;
  end
`endif

  logic [IndexBits-1:0] wr0_index, wr1_index;
  assign wr0_index = {wr0_i.vgpr, wr0_i.pass};
  assign wr1_index = {wr1_i.vgpr, wr1_i.pass};

  for (genvar g = 0; g < NumReads; g++) begin : gen_read
    logic [511:0] data_q;
    always_ff @(posedge clk_i) begin
      if (rd_valid_i[g]) data_q <= mem_q[rd_index_i[IndexBits*g +: IndexBits]];
    end
    assign rd_data_o[512*g +: 512] = data_q;
  end

  always_ff @(posedge clk_i) begin
    if (wr_valid_i[0]) begin
      mem_q[wr0_index] <= vgpr_pkg::merged(mem_q[wr0_index], wr0_i.data, wr0_i.lanes, wr0_i.halves);
    end
    if (wr_valid_i[1]) begin
      mem_q[wr1_index] <= vgpr_pkg::merged(mem_q[wr1_index], wr1_i.data, wr1_i.lanes, wr1_i.halves);
    end
  end
endmodule
