// SPDX-License-Identifier: Apache-2.0
// Made by probe_events.py from events.def, state.def and wavelock/registers.h: `make check KIND=format`.
// The probe's functions for a unit in SystemVerilog. The unit gets its handle once, at time zero:
//   chandle unit; initial unit = wl_probe_pkg::wl_probe_unit($sformatf("%m"));
package wl_probe_pkg;
  // verilator lint_off UNUSEDPARAM
  localparam int ProbeVersion = 6;
  localparam int SrcInit = 0;
  localparam int SrcSalu = 1;
  localparam int SrcValu = 2;
  localparam int SrcSmem = 3;
  localparam int SrcLds = 4;
  localparam int SrcVmem = 5;
  localparam int SrcExport = 6;
  localparam int ProbeLoad = 0;
  localparam int ProbeStore = 1;
  localparam int ProbeAtomic = 2;
  localparam int ProbeSwap = 0;
  localparam int ProbeCmpswap = 1;
  localparam int ProbeAdd = 2;
  localparam int ProbeSub = 3;
  localparam int ProbeSmin = 4;
  localparam int ProbeUmin = 5;
  localparam int ProbeSmax = 6;
  localparam int ProbeUmax = 7;
  localparam int ProbeAnd = 8;
  localparam int ProbeOr = 9;
  localparam int ProbeXor = 10;
  localparam int ProbeInc = 11;
  localparam int ProbeDec = 12;
  localparam int WaveEnded = 1;
  localparam int WaveFaulted = 2;
  localparam int WaveHalted = 3;
  localparam int WaitEmpty = 0;
  localparam int WaitIssues = 1;
  localparam int WaitPasses = 2;
  localparam int WaitFetch = 3;
  localparam int WaitBusy = 4;
  localparam int WaitHalt = 5;
  localparam int WaitBarrier = 6;
  localparam int WaitSleep = 7;
  localparam int WaitNop = 8;
  localparam int WaitClause = 9;
  localparam int WaitTrap = 10;
  localparam int WaitUnit = 11;
  localparam int WaitArbiter = 12;
  localparam int WaitMessage = 13;
  localparam int WaitShared = 14;
  localparam int WaitDirect = 15;
  localparam int WaitStoreRead = 16;
  localparam int WaitStall = 17;
  localparam int WaitControl = 18;
  localparam int WaitPolicy = 19;
  localparam int WaitDrain = 20;
  localparam int WaitVmCnt = 21;
  localparam int WaitExpCnt = 22;
  localparam int WaitLgkmCnt = 23;
  localparam int WaitFull = 24;
  localparam int WaitReturn = 25;
  localparam int WaitVsCnt = 26;
  localparam int WaitStore = 27;
  localparam int WaitBarrierFull = 28;
  localparam int WaitReasons = 29;
  localparam int WaveStateRows = 20;
  localparam int StateBits = 8192;  // of wl_probe_cycle
  // verilator lint_on UNUSEDPARAM

  import "DPI-C" function chandle wl_probe_unit(input string path);
  import "DPI-C" function void wl_probe_version(input chandle unit, input int number);
  import "DPI-C" function void wl_probe_config(input chandle unit, input string name,
      input int value);
  import "DPI-C" function void wl_probe_state_row(input chandle unit, input string name,
      input int id);
  import "DPI-C" function void wl_probe_capability(input chandle unit, input string name);
  import "DPI-C" function void wl_probe_exec_unit(input chandle unit, input int number,
      input string name, input int fixed, input int first, input int step);
  import "DPI-C" function void wl_probe_ready(input chandle unit, input int fetched,
      input int reading, input int units, input int selected);
  import "DPI-C" function void wl_probe_wave_start(input chandle unit, input int slot,
      input longint pc, input longint exec, input int mode, input bit [575:0] start);
  import "DPI-C" function void wl_probe_vgpr_read(input chandle unit, input int source,
      input int slot, input int tag, input int vgpr, input int pass);
  import "DPI-C" function void wl_probe_mem_performed(input chandle unit, input int port,
      input int id, input int error, input bit [511:0] data);
  import "DPI-C" function void wl_probe_mem_request(input chandle unit, input int port,
      input int id, input int slot, input int tag, input int op, input longint line,
      input longint be, input int component, input longint lanes, input bit [511:0] data);
  import "DPI-C" function void wl_probe_mem_atomic(input chandle unit, input int port, input int id,
      input int slot, input int tag, input int atomic, input int wide, input longint line,
      input longint be, input longint lanes, input bit [511:0] data, input bit [511:0] compare);
  import "DPI-C" function void wl_probe_clock(input chandle unit, input int slot, input int tag);
  import "DPI-C" function void wl_probe_lds(input chandle unit, input int slot, input int tag,
      input int op, input int quad, input int access, input int bank, input int row, input int be,
      input bit [127:0] data);
  import "DPI-C" function void wl_probe_lds_transfer(input chandle unit, input int slot,
      input int tag, input int op, input int bank, input int row, input int be,
      input bit [127:0] data);
  import "DPI-C" function void wl_probe_sgpr(input chandle unit, input int source, input int slot,
      input int tag, input int first, input int count, input bit [127:0] data);
  import "DPI-C" function void wl_probe_vgpr(input chandle unit, input int source, input int slot,
      input int tag, input int vgpr, input int pass, input int lanes, input bit [511:0] data);
  import "DPI-C" function void wl_probe_valu_done(input chandle unit, input int slot);
  import "DPI-C" function void wl_probe_operands_read(input chandle unit, input int slot,
      input int tag, input int source);
  import "DPI-C" function void wl_probe_reuse_hit(input chandle unit, input int vgpr,
      input int pass, input int operand, input bit [511:0] data);
  import "DPI-C" function void wl_probe_lds_cycles(input chandle unit, input int slot,
      input int tag, input int cycles, input int conflicts);
  import "DPI-C" function void wl_probe_mem_return(input chandle unit, input int source,
      input int slot, input int tag, input int viol);
  import "DPI-C" function void wl_probe_export(input chandle unit, input int slot, input int tag,
      input int target, input int flags, input longint exec, input int component, input int pass,
      input bit [511:0] data);
  import "DPI-C" function void wl_probe_message(input chandle unit, input int slot, input int kind,
      input int simm, input int m0);
  import "DPI-C" function void wl_probe_resume(input chandle unit, input int slot);
  import "DPI-C" function void wl_probe_barrier_release(input chandle unit, input int group);
  import "DPI-C" function void wl_probe_trap(input chandle unit, input int slot);
  import "DPI-C" function void wl_probe_control(input chandle unit, input int slot,
      input int field);
  import "DPI-C" function void wl_probe_issue(input chandle unit, input int slot, input longint pc,
      input int w0, input int w1, input int tag, input int exec_unit);
  import "DPI-C" function void wl_probe_wave_end(input chandle unit, input int slot, input int why);
  import "DPI-C" function void wl_probe_cycle(input chandle unit, input longint number,
      input bit [8191:0] state_regs);
  import "DPI-C" function void wl_probe_waits(input chandle unit, input bit [127:0] reasons,
      input bit [1023:0] exec);
  import "DPI-C" function void wl_probe_line(input chandle unit, input int waves);
  import "DPI-C" function void wl_probe_sweep_sgpr(input chandle unit, input int slot,
      input bit [4095:0] words);
  import "DPI-C" function void wl_probe_sweep_vgpr(input chandle unit, input int vgpr,
      input int pass, input bit [511:0] words);
  import "DPI-C" function void wl_probe_sweep_lds(input chandle unit, input int bank, input int row,
      input bit [127:0] words);
  import "DPI-C" function int wl_probe_sweep(input chandle unit);
  import "DPI-C" function int wl_probe_asks_waits(input chandle unit);

  // Tells the rows of the wave state registers. Other rows have numbers from WaveStateRows on.
  function automatic void wave_state_rows(chandle unit);
    wl_probe_state_row(unit, "PC", 0);
    wl_probe_state_row(unit, "EXEC", 1);
    wl_probe_state_row(unit, "VCC", 2);
    wl_probe_state_row(unit, "SCC", 3);
    wl_probe_state_row(unit, "M0", 4);
    wl_probe_state_row(unit, "MODE", 5);
    wl_probe_state_row(unit, "STATUS", 6);
    wl_probe_state_row(unit, "TRAPSTS", 7);
    wl_probe_state_row(unit, "VM_CNT", 8);
    wl_probe_state_row(unit, "EXP_CNT", 9);
    wl_probe_state_row(unit, "LGKM_CNT", 10);
    wl_probe_state_row(unit, "VS_CNT", 11);
    wl_probe_state_row(unit, "STALL", 12);
    wl_probe_state_row(unit, "STAY", 13);
    wl_probe_state_row(unit, "ST", 14);
    wl_probe_state_row(unit, "VALU_N", 15);
    wl_probe_state_row(unit, "MEM_N", 16);
    wl_probe_state_row(unit, "SMEM_N", 17);
    wl_probe_state_row(unit, "BAR", 18);
    wl_probe_state_row(unit, "INC", 19);
  endfunction
endpackage
