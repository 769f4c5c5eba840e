// SPDX-License-Identifier: Apache-2.0
// The bench, for SystemVerilog with DPI-C (wavelock/bench.h). A testbench calls the functions wl_bench_*; the wrapper
// around the unit calls the others (docs/your-unit.md).
package wl_bench_pkg;
  // A loop in which the clock runs: cycles of reset, then while wl_bench_go_on returns 1, one edge out of reset each.
  import "DPI-C" function int wl_bench_go_on();
  import "DPI-C" function int wl_bench_code();

  import "DPI-C" function chandle wl_tb_bench();
  import "DPI-C" function void wl_tb_config(input chandle bench, input int waves, input int phys_vgprs,
                                            input int lds_entries, input int gds_entries, input int isa,
                                            input int rdna, input int vcc_alias, input int control,
                                            input int valu_delay);
  import "DPI-C" function void wl_tb_sramecc(input chandle bench);
  import "DPI-C" function longint wl_tb_exposed_hazards(input chandle bench, input longint states);
  import "DPI-C" function void wl_tb_request(input chandle bench, input int port, input int id, input int op,
                                             input longint addr, input longint be, input bit [511:0] data);
  import "DPI-C" function void wl_tb_atomic(input chandle bench, input int port, input int id, input int atomic,
                                            input bit wide, input longint addr, input longint be,
                                            input bit [511:0] data, input bit [511:0] compare);
  import "DPI-C" function void wl_tb_message(input chandle bench, input int slot, input bit trace, input int simm,
                                             input int m0);
  import "DPI-C" function void wl_tb_export(input chandle bench, input int slot, input int target_flags,
                                            input longint exec, input int component, input int pass,
                                            input bit [511:0] data);
  import "DPI-C" function int wl_tb_cycle(input chandle bench, input int status);
  import "DPI-C" function void wl_tb_response(input chandle bench, input int port, output int id_error,
                                              output bit [511:0] data);
  import "DPI-C" function void wl_tb_init_sgpr(input chandle bench, output int slot_index, output int data);
  import "DPI-C" function void wl_tb_init_vgpr(input chandle bench, output int row_pass, output bit [511:0] data);
  import "DPI-C" function void wl_tb_launch(input chandle bench, output int slot, output longint pc,
                                            output longint exec, output int mode, output int group,
                                            output int sgpr_size, output int vgprs, output int lds_base,
                                            output int lds_size, output longint tba, output longint tma,
                                            output int more);
endpackage
