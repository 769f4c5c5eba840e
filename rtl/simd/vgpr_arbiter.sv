// SPDX-License-Identifier: Apache-2.0
// Arbiter of the VGPR file's memory ports: initial writes of the dispatcher, LDS, VMEM, and reads of exports. Initial
// writes go first. LDS and VMEM take turns when both ask. An export takes turns with the two of them. Read data goes to
// all units; the unit whose read was granted takes it.
//
// coverage off toggle read_ready_i: The read port of the memory units is their own: simd.sv ties mrd_ready_o to 1.
module vgpr_arbiter (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  init_valid_i,
  output logic                  init_ready_o,
  input  vgpr_pkg::vgpr_write_t init_i,
  input  logic                  lds_read_valid_i,
  output logic                  lds_read_ready_o,
  input  vgpr_pkg::vgpr_read_t  lds_read_i,
  input  logic                  vmem_read_valid_i,
  output logic                  vmem_read_ready_o,
  input  vgpr_pkg::vgpr_read_t  vmem_read_i,
  input  logic                  export_read_valid_i,
  output logic                  export_read_ready_o,
  input  vgpr_pkg::vgpr_read_t  export_read_i,
  input  logic                  lds_write_valid_i,
  output logic                  lds_write_ready_o,
  input  vgpr_pkg::vgpr_write_t lds_write_i,
  input  logic                  vmem_write_valid_i,
  output logic                  vmem_write_ready_o,
  input  vgpr_pkg::vgpr_write_t vmem_write_i,
  output logic                  read_valid_o,
  input  logic                  read_ready_i,
  output vgpr_pkg::vgpr_read_t  read_o,
  output logic                  write_valid_o,
  input  logic                  write_ready_i,
  output vgpr_pkg::vgpr_write_t write_o
);
  logic read_turn_q, write_turn_q;  // 1: VMEM goes first when both ask
  logic export_turn_q;              // 1: an export goes first
  logic read_vmem, read_export, write_vmem;

  assign read_vmem = vmem_read_valid_i && (read_turn_q || !lds_read_valid_i);
  assign read_export = export_read_valid_i && (export_turn_q || !(lds_read_valid_i || vmem_read_valid_i));
  assign read_valid_o = lds_read_valid_i || vmem_read_valid_i || export_read_valid_i;
  assign read_o = read_export ? export_read_i : read_vmem ? vmem_read_i : lds_read_i;
  assign lds_read_ready_o = read_ready_i && !read_vmem && !read_export;
  assign vmem_read_ready_o = read_ready_i && read_vmem && !read_export;
  assign export_read_ready_o = read_ready_i && read_export;

  assign write_vmem = vmem_write_valid_i && (write_turn_q || !lds_write_valid_i);
  assign write_valid_o = init_valid_i || lds_write_valid_i || vmem_write_valid_i;
  assign init_ready_o = write_ready_i;
  assign lds_write_ready_o = write_ready_i && !init_valid_i && !write_vmem;
  assign vmem_write_ready_o = write_ready_i && !init_valid_i && write_vmem;

  always_comb begin
    if (init_valid_i)    write_o = init_i;
    else if (write_vmem) write_o = vmem_write_i;
    else                 write_o = lds_write_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_turn_q <= 1'b0;
      export_turn_q <= 1'b0;
      write_turn_q <= 1'b0;
    end else begin
      if (read_valid_o && read_ready_i) begin
        export_turn_q <= !read_export;
        if (!read_export) read_turn_q <= !read_vmem;
      end
      if (write_valid_o && write_ready_i && !init_valid_i) write_turn_q <= !write_vmem;
    end
  end
endmodule
