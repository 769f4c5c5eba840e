// SPDX-License-Identifier: Apache-2.0
// Proof about vmem_address: which dwords of a buffer are out of range (buffer-memory.md 2, 4.1, 15.3, D-MEM-13).
// In a unit with RDNA memory OOB_SELECT says it (14.1 there). For
// every resource, index, offset, number of dwords and pass, with a format and without one. No multiplier is in the
// way: in mode 3 no address is looked at. Atomics look at it in every mode, so they are not here.
// For lane 13 alone: all lanes have one text, and 16 of them take yosys minutes (SHORTENED in
// scripts/wl/checks/formal.py).
//
// The text below is the one of buffer-memory.md 15.3, then of 14.1.
module vmem_range_proof (
  input logic [127:0] resource_i,
  input logic [31:0]  soffset_i,
  input logic [11:0]  offset_i,
  input logic [1:0]   pass_i,
  input logic [15:0]  lanes_i,
  input logic [511:0] address0_i,
  input logic [511:0] address1_i,
  input logic [1:0]   last_i,   // dwords of the element, less one
  input logic [1:0]   bytes_i,  // 1, 2 or 4 of a dword
  input logic [1:0]   dword_i,
  input logic         idxen_i,
  input logic         offen_i,
  input logic         format_i
);
  vmem_pkg::vmem_control_t ctl;
  logic [1023:0]           addr;
  logic [63:0]             bytes;
  logic [15:0]             wrap, out;
  logic                    cut, viol;
  always_comb begin
    ctl = '0;
    ctl.form = vmem_pkg::FormBuffer;
    ctl.converts = format_i;
    ctl.last = last_i;
    ctl.size = bytes_i == 2'd0 ? 3'd1 : bytes_i == 2'd1 ? 3'd2 : 3'd4;
    ctl.address_vgprs = {1'b0, idxen_i} + {1'b0, offen_i};
    ctl.idxen = idxen_i;
    ctl.offen = offen_i;
  end
  vmem_address #(.Rdna(1'b0)) u_address (
    .go_i(1'b1), .ctl_i(ctl), .scalar_i(resource_i), .soffset_i, .offset_i({4'd0, offset_i}), .pass_i, .lanes_i,
    .address0_i, .address1_i, .dword_i, .part_i(1'b0), .atomic_i(1'b0), .alignment_i(2'd3),
    .addr_o(addr), .wrap_o(wrap), .bytes_o(bytes), .out_o(out), .cut_o(cut), .viol_o(viol)
  );

  logic [1023:0] rdna_addr;
  logic [63:0]   rdna_bytes;
  logic [15:0]   rdna_wrap, rdna_out;
  logic          rdna_cut, rdna_viol;
  vmem_address #(.Rdna(1'b1)) u_rdna (
    .go_i(1'b1), .ctl_i(ctl), .scalar_i(resource_i), .soffset_i, .offset_i({4'd0, offset_i}), .pass_i, .lanes_i,
    .address0_i, .address1_i, .dword_i, .part_i(1'b0), .atomic_i(1'b0), .alignment_i(2'd3),
    .addr_o(rdna_addr), .wrap_o(rdna_wrap), .bytes_o(rdna_bytes), .out_o(rdna_out), .cut_o(rdna_cut),
    .viol_o(rdna_viol)
  );

  // The fields of the V# (buffer-memory.md 2).
  logic [31:0] num_records;
  logic [13:0] stride;
  logic [3:0]  data_format;
  logic        add_tid;
  assign num_records = resource_i[95:64];
  assign stride = resource_i[61:48];
  assign data_format = resource_i[114:111];
  assign add_tid = resource_i[119];

  logic [31:0] vindex, index;  // of the VGPR; of the address in RDNA mode
  logic [32:0] full;
  logic [33:0] past;           // offset + SOFFSET + 4k + min(size, 4), of the dword that decides: at most 2^33 + 14
  logic [1:0]  k;
  logic [15:0] due;
  always_comb begin
    due = '0;
    k = format_i ? last_i : dword_i;
    for (int l = 13; l < 14; l++) begin
      vindex = idxen_i ? address0_i[32*l +: 32] : 32'd0;
      index = vindex + (add_tid ? {26'd0, pass_i, l[3:0]} : 32'd0);
      full = {1'b0, !offen_i ? 32'd0 : idxen_i ? address1_i[32*l +: 32] : address0_i[32*l +: 32]} + {21'd0, offset_i};
      past = {2'd0, full[31:0]} + {30'd0, k, 2'd0} + {2'd0, soffset_i} +
             (bytes_i == 2'd0 ? 34'd1 : bytes_i == 2'd1 ? 34'd2 : 34'd4);
      if (data_format == 4'd0 && (!add_tid || format_i)) due[l] = 1'b1;
      else if (add_tid && !idxen_i) due[l] = 1'b0;
      else if (idxen_i && stride != 14'd0) due[l] = vindex >= num_records;
      else due[l] = past > {2'd0, num_records};
    end
  end

  // OOB_SELECT (buffer-memory.md 14.1). The payload behind the offset: the dword of several, the byte or short, with a
  // format all of the element.
  logic [1:0]  oob_select, swizzle;
  logic [35:0] payload, rdna_past;  // rdna_past: offset + payload
  logic        structured_out;
  logic [15:0] rdna_due;
  assign oob_select = resource_i[125:124];
  assign swizzle = resource_i[63:62];
  always_comb begin
    rdna_due = '0;
    payload = 36'd4;
    if (last_i == 2'd0) payload = bytes_i == 2'd0 ? 36'd1 : bytes_i == 2'd1 ? 36'd2 : 36'd4;
    if (format_i && last_i != 2'd0) payload = {32'd0, {2'd0, last_i} + 4'd1} << 2;
    rdna_past = {3'd0, full} + (format_i ? 36'd0 : {32'd0, dword_i, 2'd0}) + payload;
    structured_out = index >= num_records || rdna_past > {22'd0, stride};
    if (data_format == 4'd0 && (!add_tid || format_i)) rdna_due[13] = 1'b1;
    else if (oob_select == 2'd0) rdna_due[13] = structured_out;
    else if (oob_select == 2'd1) rdna_due[13] = index >= num_records;
    else if (oob_select == 2'd2) rdna_due[13] = num_records == 32'd0;
    else if (swizzle != 2'd0 && stride != 14'd0) rdna_due[13] = structured_out;
    else if (num_records < soffset_i) rdna_due[13] = 1'b1;  // D-MEM-54
    else rdna_due[13] = rdna_past > {4'd0, num_records - soffset_i};
  end

  always_comb begin
    assume (dword_i <= last_i);
    assume (bytes_i >= 2'd2 || last_i == 2'd0);
    assert (!rdna_viol);
    assert (rdna_out[13] == rdna_due[13]);
    assert ((rdna_bytes[55:52] != 4'd0) == (lanes_i[13] && !rdna_due[13]));
    assert (!viol);
    for (int l = 13; l < 14; l++) begin
      assert (out[l] == due[l]);
      assert ((bytes[4*l +: 4] != 4'd0) == (lanes_i[l] && !due[l]));
    end
  end

  logic unused_outputs;
  assign unused_outputs = ^{addr, wrap, cut, rdna_addr, rdna_wrap, rdna_cut, resource_i};
endmodule
