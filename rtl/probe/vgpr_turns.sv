// SPDX-License-Identifier: Apache-2.0
// Asserts the turns at the memory ports of the VGPR file (vgpr_arbiter.sv). LDS and VMEM take turns when both ask. An
// export takes turns with the two of them. Initial writes go first. It follows the transfers alone. Bound to
// vgpr_arbiter; its names are those of the arbiter.
module vgpr_turns (
  input logic clk_i,
  input logic rst_ni
);
  logic lds_read, vmem_read, export_read, lds_write, vmem_write;  // transfers of this cycle
  assign lds_read = vgpr_arbiter.lds_read_valid_i && vgpr_arbiter.lds_read_ready_o;
  assign vmem_read = vgpr_arbiter.vmem_read_valid_i && vgpr_arbiter.vmem_read_ready_o;
  assign export_read = vgpr_arbiter.export_read_valid_i && vgpr_arbiter.export_read_ready_o;
  assign lds_write = vgpr_arbiter.lds_write_valid_i && vgpr_arbiter.lds_write_ready_o;
  assign vmem_write = vgpr_arbiter.vmem_write_valid_i && vgpr_arbiter.vmem_write_ready_o;

  // Who had the last transfer: of LDS and VMEM, and of an export and the two. None at first.
  logic lds_read_q, vmem_read_q, export_read_q, other_read_q, lds_write_q, vmem_write_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {lds_read_q, vmem_read_q, export_read_q, other_read_q, lds_write_q, vmem_write_q} <= '0;
    end else begin
      if (lds_read || vmem_read) begin
        lds_read_q <= lds_read;
        vmem_read_q <= vmem_read;
      end
      if (lds_read || vmem_read || export_read) begin
        export_read_q <= export_read;
        other_read_q <= !export_read;
      end
      if (lds_write || vmem_write) begin
        lds_write_q <= lds_write;
        vmem_write_q <= vmem_write;
      end
      a_one_read: assert ($onehot0({lds_read, vmem_read, export_read}));
      a_one_write: assert ($onehot0({vgpr_arbiter.init_valid_i, lds_write, vmem_write}));
      a_read_lds: assert (!(vmem_read && vmem_read_q && vgpr_arbiter.lds_read_valid_i));
      a_read_vmem: assert (!(lds_read && lds_read_q && vgpr_arbiter.vmem_read_valid_i));
      a_read_export: assert (!((lds_read || vmem_read) && other_read_q && vgpr_arbiter.export_read_valid_i));
      a_read_others: assert (!(export_read && export_read_q &&
                               (vgpr_arbiter.lds_read_valid_i || vgpr_arbiter.vmem_read_valid_i)));
      a_write_lds: assert (!(vmem_write && vmem_write_q && vgpr_arbiter.lds_write_valid_i));
      a_write_vmem: assert (!(lds_write && lds_write_q && vgpr_arbiter.vmem_write_valid_i));
    end
  end
endmodule
