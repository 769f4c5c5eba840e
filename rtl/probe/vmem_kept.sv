// SPDX-License-Identifier: Apache-2.0
// Tells the bench where vector memory keeps what it works on, so that INJECT can flip bits of it (docs/verdicts.md).
// Nothing here is compared: a wrong bit shows in a transaction, a register write or a return. Bound to vmem; the names
// below are names in the vmem to which it is bound.
module vmem_kept;
`systemc_header
#include "probe_direct.h"
`verilog

  localparam int Depth = int'(cu_pkg::VmemQueueDepth);
  localparam int EntryBits = $bits(mem_issue_pkg::mem_issue_t);
  localparam int PointerBits = $clog2(Depth) + 1;
  localparam int ControlBits = $bits(vmem_pkg::vmem_control_t);

  // A field of the queue's entries. ones: an entry with all bits of the field.
  function automatic void queue_field(string row, mem_issue_pkg::mem_issue_t ones, int bits);
    int first;
    first = 0;
    while (!ones[first]) first = first + 1;
    $c("wl_probe_kept(", row, ", &", vmem.u_queue.queue_q[0][31:0], ", ", EntryBits, ", ", Depth, ", ", first, ", 1, ",
       bits, ");");
  endfunction

  mem_issue_pkg::mem_issue_t field;
  isa_pkg::rsrc_t            rsrc;
  initial begin
    field = '0;
    field.exec = '1;
    queue_field("VMEM_EXEC", field, 64);
    field = '0;
    field.tag = '1;
    queue_field("VMEM_TAG", field, 6);
    field = '0;
    field.vdst = '1;
    queue_field("VMEM_VDST", field, $bits(cu_pkg::phys_vgpr_t));
    field = '0;
    field.scalar = '1;
    queue_field("VMEM_SCALAR", field, 128);
    field = '0;
    rsrc = '0;
    {rsrc.data_format, rsrc.num_format, rsrc.dst_sel} = '1;
    field.scalar = rsrc;
    queue_field("VMEM_FORMAT", field, 19);
    field = '0;
    field.lds_base = '1;
    queue_field("VMEM_LDS_BASE", field, 16);
    field = '0;
    field.ctl.vmem = '1;
    queue_field("VMEM_CONTROL", field, ControlBits);

    $c("wl_probe_kept(\"VMEM_ADDRESS\", &", vmem.address_q[0][31:0], ", 512, 8 * ", Depth, ", 0, 16, 32);");
    $c("wl_probe_kept(\"VMEM_DATA\", &", vmem.data_q[0][31:0], ", 512, 16 * ", Depth, ", 0, 16, 32);");
    $c("wl_probe_kept(\"VMEM_OUT\", &", vmem.out_q[0], ", 16, 16 * ", Depth, ", 0, 16, 1);");
    $c("wl_probe_kept(\"VMEM_VIOL\", &", vmem.viol_q, ", ", Depth, ", 1, 0, 1, ", Depth, ");");
    // the transaction that is sent
    $c("wl_probe_kept(\"VMEM_UNSENT\", &", vmem.unsent_q, ", 64, 1, 0, 16, 4);");
    // transactions in flight, by id: the bytes of each lane, and the first one's place in the line
    $c("wl_probe_kept(\"VMEM_BYTES\", &", vmem.record_q[0][31:0], ", ", $bits(vmem.record_q[0]), ", ",
       $size(vmem.record_q), ", 0, 16, 4);");
    $c("wl_probe_kept(\"VMEM_PLACE\", &", vmem.record_q[0][31:0], ", ", $bits(vmem.record_q[0]), ", ",
       $size(vmem.record_q), ", 64, 16, 6);");
    // the order of returns: responses of an instruction, and the entry that returns next
    $c("wl_probe_kept(\"VMEM_ANSWERED\", &", vmem.answered_q[0], ", 10, ", Depth, ", 0, 1, 10);");
    $c("wl_probe_kept(\"VMEM_HEAD\", &", vmem.u_queue.u_head.pointer_q, ", ", PointerBits, ", 1, 0, 1, ", PointerBits,
       ");");
    // transfers with the LDS: the entry of the pass, of a load and of a store
    $c("wl_probe_kept(\"VMEM_TO_LDS\", &", vmem.step_q, ", 3, 1, 0, 1, 3);");
    $c("wl_probe_kept(\"VMEM_FROM_LDS\", &", vmem.fetch_step_q, ", 3, 1, 0, 1, 3);");
  end
endmodule
