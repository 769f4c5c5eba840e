// SPDX-License-Identifier: Apache-2.0
// Shares the scalar loads' write port with the dispatcher's initial SGPR values. These go first, and loads wait. Their
// numbers become first names. Combinational.
//
// coverage off toggle init_size_i[3], init_size_i[0]: SGPRs are allocated by 16, or all 102: 7'b1100110.
// coverage off toggle init_index_i[6:5]: A launch has at most 32 initial SGPRs (struct wl_wave_init).
module sgpr_init (
  input  logic                      init_valid_i,
  input  cu_pkg::slot_t             init_slot_i,
  input  logic [6:0]                init_size_i,  // SGPRs of its wave, for second names
  input  logic [6:0]                init_index_i,
  input  logic [31:0]               init_data_i,
  input  sgpr_pkg::sgpr_row_write_t load_i,
  output sgpr_pkg::sgpr_row_write_t write_o
);
  always_comb begin
    write_o = load_i;
    if (init_valid_i) begin
      write_o.slot = init_slot_i;
      write_o.row = sgpr_pkg::first_rows(init_index_i[6:2], init_size_i);
      write_o.we = 4'd1 << init_index_i[1:0];
      write_o.data = {4{init_data_i}};
    end
  end
endmodule
