// SPDX-License-Identifier: Apache-2.0
// Asserts which requester has its turn at the memory ports of the VGPR file (docs/blocks.md, "VGPR ports"). A wrong
// turn costs cycles and leaves all values right, so nothing else would notice. Bound to vgpr_arbiter; names resolve
// there.
module vgpr_turns (
  input logic clk_i,
  input logic rst_ni
);
  logic vmem_read_q, export_read_q, vmem_write_q;  // who goes first when both ask: VMEM; an export; VMEM
  logic export_reads, vmem_reads, vmem_writes;

  // The variables are assigned and read in this process alone, in order. So Verilator keeps no second copy of them.
  // verilator lint_off BLKSEQ
  logic in_reset;
  assign in_reset = !rst_ni;
  always_ff @(posedge clk_i) begin
    if (in_reset) begin
      {vmem_read_q, export_read_q, vmem_write_q} = '0;
    end else begin
      if (vgpr_arbiter.lds_read_valid_i || vgpr_arbiter.vmem_read_valid_i || vgpr_arbiter.export_read_valid_i) begin
        vmem_reads = vgpr_arbiter.vmem_read_valid_i && (vmem_read_q || !vgpr_arbiter.lds_read_valid_i);
        export_reads = vgpr_arbiter.export_read_valid_i &&
                       (export_read_q || !(vgpr_arbiter.lds_read_valid_i || vgpr_arbiter.vmem_read_valid_i));
        a_reads: assert (vgpr_arbiter.read_valid_o);
        a_read_turn: assert ({vgpr_arbiter.export_read_ready_o, vgpr_arbiter.vmem_read_ready_o,
                              vgpr_arbiter.lds_read_ready_o} ==
                             (!vgpr_arbiter.read_ready_i ? 3'b000 : export_reads ? 3'b100 :
                              vmem_reads ? 3'b010 : 3'b001));
        if (vgpr_arbiter.read_ready_i) begin
          export_read_q = !export_reads;
          if (!export_reads) vmem_read_q = !vmem_reads;
        end
      end
      if (vgpr_arbiter.lds_write_valid_i || vgpr_arbiter.vmem_write_valid_i || vgpr_arbiter.init_valid_i) begin
        vmem_writes = vgpr_arbiter.vmem_write_valid_i && (vmem_write_q || !vgpr_arbiter.lds_write_valid_i);
        a_writes: assert (vgpr_arbiter.write_valid_o);
        a_write_turn: assert ({vgpr_arbiter.vmem_write_ready_o, vgpr_arbiter.lds_write_ready_o} ==
                              (!vgpr_arbiter.write_ready_i || vgpr_arbiter.init_valid_i ? 2'b00 :
                               vmem_writes ? 2'b10 : 2'b01));
        if (vgpr_arbiter.write_ready_i && !vgpr_arbiter.init_valid_i) vmem_write_q = !vmem_writes;
      end
    end
  end
  // verilator lint_on BLKSEQ
endmodule
