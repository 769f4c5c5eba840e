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
  localparam int SrcRetired = 7;
  localparam int RetiredViolation = 1;
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
  localparam int WaitOwn = 2;
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
  import "DPI-C" function int wl_probe_sweep(input chandle unit);
  import "DPI-C" function int wl_probe_asks_waits(input chandle unit);
  import "DPI-C" function int wl_probe_lane_words(input chandle unit, input int lanes);

  // Each takes four states, and C two: X and Z are a failure here, where C would see 0.
  import "DPI-C" wl_probe_version = function void c_version(input chandle unit, input int number);
  function automatic void wl_probe_version(input chandle unit, input integer number);
    if ($isunknown({number})) begin
      if ($isunknown(number)) wl_probe_unknown(unit, "version", "number", -1);
    end
    c_version(unit, number);
  endfunction

  import "DPI-C" wl_probe_config = function void c_config(input chandle unit, input string name,
      input int value);
  function automatic void wl_probe_config(input chandle unit, input string name,
      input integer value);
    if ($isunknown({value})) begin
      if ($isunknown(value)) wl_probe_unknown(unit, "config", "value", -1);
    end
    c_config(unit, name, value);
  endfunction

  import "DPI-C" wl_probe_state_row = function void c_state_row(input chandle unit,
      input string name, input int id);
  function automatic void wl_probe_state_row(input chandle unit, input string name,
      input integer id);
    if ($isunknown({id})) begin
      if ($isunknown(id)) wl_probe_unknown(unit, "state_row", "id", -1);
    end
    c_state_row(unit, name, id);
  endfunction

  import "DPI-C" function void wl_probe_capability(input chandle unit,
      input string name);

  import "DPI-C" wl_probe_exec_unit = function void c_exec_unit(input chandle unit,
      input int number, input string name, input int fixed, input int first, input int step);
  function automatic void wl_probe_exec_unit(input chandle unit, input integer number,
      input string name, input integer fixed, input integer first, input integer step);
    if ($isunknown({number, fixed, first, step})) begin
      if ($isunknown(number)) wl_probe_unknown(unit, "exec_unit", "number", -1);
      if ($isunknown(fixed)) wl_probe_unknown(unit, "exec_unit", "fixed", -1);
      if ($isunknown(first)) wl_probe_unknown(unit, "exec_unit", "first", -1);
      if ($isunknown(step)) wl_probe_unknown(unit, "exec_unit", "step", -1);
    end
    c_exec_unit(unit, number, name, fixed, first, step);
  endfunction

  import "DPI-C" wl_probe_ready = function void c_ready(input chandle unit, input int fetched,
      input int reading, input int units, input int selected);
  function automatic void wl_probe_ready(input chandle unit, input integer fetched,
      input integer reading, input integer units, input integer selected);
    if ($isunknown({fetched, reading, units, selected})) begin
      if ($isunknown(fetched)) wl_probe_unknown(unit, "ready", "fetched", -1);
      if ($isunknown(reading)) wl_probe_unknown(unit, "ready", "reading", -1);
      if ($isunknown(units)) wl_probe_unknown(unit, "ready", "units", -1);
      if ($isunknown(selected)) wl_probe_unknown(unit, "ready", "selected", -1);
    end
    c_ready(unit, fetched, reading, units, selected);
  endfunction

  import "DPI-C" wl_probe_wave_start = function void c_wave_start(input chandle unit,
      input int slot, input longint pc, input longint exec, input int mode,
      input bit [575:0] start);
  function automatic void wl_probe_wave_start(input chandle unit, input integer slot,
      input logic signed [63:0] pc, input logic signed [63:0] exec, input integer mode,
      input logic [575:0] start);
    if ($isunknown({slot, pc, exec, mode, start})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "wave_start", "slot", -1);
      if ($isunknown(pc)) wl_probe_unknown(unit, "wave_start", "pc", -1);
      if ($isunknown(exec)) wl_probe_unknown(unit, "wave_start", "exec", -1);
      if ($isunknown(mode)) wl_probe_unknown(unit, "wave_start", "mode", -1);
      for (int i = 0; i < 18; i++) begin
        if ($isunknown(start[32*i +: 32])) wl_probe_unknown(unit, "wave_start", "start", i);
      end
    end
    c_wave_start(unit, slot, pc, exec, mode, start);
  endfunction

  import "DPI-C" wl_probe_vgpr_read = function void c_vgpr_read(input chandle unit,
      input int source, input int slot, input int tag, input int vgpr, input int pass);
  function automatic void wl_probe_vgpr_read(input chandle unit, input integer source,
      input integer slot, input integer tag, input integer vgpr, input integer pass);
    if ($isunknown({source, slot, tag, vgpr, pass})) begin
      if ($isunknown(source)) wl_probe_unknown(unit, "vgpr_read", "source", -1);
      if ($isunknown(slot)) wl_probe_unknown(unit, "vgpr_read", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "vgpr_read", "tag", -1);
      if ($isunknown(vgpr)) wl_probe_unknown(unit, "vgpr_read", "vgpr", -1);
      if ($isunknown(pass)) wl_probe_unknown(unit, "vgpr_read", "pass", -1);
    end
    c_vgpr_read(unit, source, slot, tag, vgpr, pass);
  endfunction

  import "DPI-C" wl_probe_mem_performed = function void c_mem_performed(input chandle unit,
      input int port, input int id, input int error, input bit [511:0] data);
  function automatic void wl_probe_mem_performed(input chandle unit, input integer port,
      input integer id, input integer error, input logic [511:0] data);
    if ($isunknown({port, id, error, data})) begin
      if ($isunknown(port)) wl_probe_unknown(unit, "mem_performed", "port", -1);
      if ($isunknown(id)) wl_probe_unknown(unit, "mem_performed", "id", -1);
      if ($isunknown(error)) wl_probe_unknown(unit, "mem_performed", "error", -1);
      for (int i = 0; i < 16; i++) begin
        if ($isunknown(data[32*i +: 32])) wl_probe_unknown(unit, "mem_performed", "data", i);
      end
    end
    c_mem_performed(unit, port, id, error, data);
  endfunction

  import "DPI-C" wl_probe_mem_request = function void c_mem_request(input chandle unit,
      input int port, input int id, input int slot, input int tag, input int op, input longint line,
      input longint be, input int component, input longint lanes, input bit [511:0] data);
  function automatic void wl_probe_mem_request(input chandle unit, input integer port,
      input integer id, input integer slot, input integer tag, input integer op,
      input logic signed [63:0] line, input logic signed [63:0] be, input integer component,
      input logic signed [63:0] lanes, input logic [511:0] data);
    logic [63:0] mask;
    logic [7:0] part;
    if ($isunknown({port, id, slot, tag, op, line, be, component, lanes, data})) begin
      if ($isunknown(port)) wl_probe_unknown(unit, "mem_request", "port", -1);
      if ($isunknown(id)) wl_probe_unknown(unit, "mem_request", "id", -1);
      if ($isunknown(slot)) wl_probe_unknown(unit, "mem_request", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "mem_request", "tag", -1);
      if ($isunknown(op)) wl_probe_unknown(unit, "mem_request", "op", -1);
      if ($isunknown(line)) wl_probe_unknown(unit, "mem_request", "line", -1);
      if ($isunknown(be)) wl_probe_unknown(unit, "mem_request", "be", -1);
      if ($isunknown(component)) wl_probe_unknown(unit, "mem_request", "component", -1);
      if ($isunknown(lanes)) wl_probe_unknown(unit, "mem_request", "lanes", -1);
      mask = 64'(op == ProbeStore ? be : '0);
      for (int i = 0; i < 64; i++) begin
        part = data[8*i +: 8];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "mem_request", "data", i / 4);
      end
    end
    c_mem_request(unit, port, id, slot, tag, op, line, be, component, lanes, data);
  endfunction

  import "DPI-C" wl_probe_mem_atomic = function void c_mem_atomic(input chandle unit,
      input int port, input int id, input int slot, input int tag, input int atomic, input int wide,
      input longint line, input longint be, input longint lanes, input bit [511:0] data,
      input bit [511:0] compare);
  function automatic void wl_probe_mem_atomic(input chandle unit, input integer port,
      input integer id, input integer slot, input integer tag, input integer atomic,
      input integer wide, input logic signed [63:0] line, input logic signed [63:0] be,
      input logic signed [63:0] lanes, input logic [511:0] data, input logic [511:0] compare);
    logic [63:0] mask;
    logic [7:0] part;
    if ($isunknown({port, id, slot, tag, atomic, wide, line, be, lanes, data, compare})) begin
      if ($isunknown(port)) wl_probe_unknown(unit, "mem_atomic", "port", -1);
      if ($isunknown(id)) wl_probe_unknown(unit, "mem_atomic", "id", -1);
      if ($isunknown(slot)) wl_probe_unknown(unit, "mem_atomic", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "mem_atomic", "tag", -1);
      if ($isunknown(atomic)) wl_probe_unknown(unit, "mem_atomic", "atomic", -1);
      if ($isunknown(wide)) wl_probe_unknown(unit, "mem_atomic", "wide", -1);
      if ($isunknown(line)) wl_probe_unknown(unit, "mem_atomic", "line", -1);
      if ($isunknown(be)) wl_probe_unknown(unit, "mem_atomic", "be", -1);
      if ($isunknown(lanes)) wl_probe_unknown(unit, "mem_atomic", "lanes", -1);
      mask = 64'(be);
      for (int i = 0; i < 64; i++) begin
        part = data[8*i +: 8];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "mem_atomic", "data", i / 4);
      end
      mask = 64'(atomic == ProbeCmpswap ? be : '0);
      for (int i = 0; i < 64; i++) begin
        part = compare[8*i +: 8];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "mem_atomic", "compare", i / 4);
      end
    end
    c_mem_atomic(unit, port, id, slot, tag, atomic, wide, line, be, lanes, data, compare);
  endfunction

  import "DPI-C" wl_probe_clock = function void c_clock(input chandle unit, input int slot,
      input int tag);
  function automatic void wl_probe_clock(input chandle unit, input integer slot, input integer tag);
    if ($isunknown({slot, tag})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "clock", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "clock", "tag", -1);
    end
    c_clock(unit, slot, tag);
  endfunction

  import "DPI-C" wl_probe_lds = function void c_lds(input chandle unit, input int slot,
      input int tag, input int op, input int quad, input int access, input int bank, input int row,
      input int be, input bit [127:0] data);
  function automatic void wl_probe_lds(input chandle unit, input integer slot, input integer tag,
      input integer op, input integer quad, input integer access, input integer bank,
      input integer row, input integer be, input logic [127:0] data);
    logic [15:0] mask;
    logic [7:0] part;
    if ($isunknown({slot, tag, op, quad, access, bank, row, be, data})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "lds", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "lds", "tag", -1);
      if ($isunknown(op)) wl_probe_unknown(unit, "lds", "op", -1);
      if ($isunknown(quad)) wl_probe_unknown(unit, "lds", "quad", -1);
      if ($isunknown(access)) wl_probe_unknown(unit, "lds", "access", -1);
      if ($isunknown(bank)) wl_probe_unknown(unit, "lds", "bank", -1);
      if ($isunknown(row)) wl_probe_unknown(unit, "lds", "row", -1);
      if ($isunknown(be)) wl_probe_unknown(unit, "lds", "be", -1);
      mask = 16'(op == ProbeLoad ? '1 : be);
      for (int i = 0; i < 16; i++) begin
        part = data[8*i +: 8];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "lds", "data", i / 4);
      end
    end
    c_lds(unit, slot, tag, op, quad, access, bank, row, be, data);
  endfunction

  import "DPI-C" wl_probe_lds_wide = function void c_lds_wide(input chandle unit, input int slot,
      input int tag, input int op, input int quad, input int access, input int bank, input int row,
      input longint be, input bit [511:0] data);
  function automatic void wl_probe_lds_wide(input chandle unit, input integer slot,
      input integer tag, input integer op, input integer quad, input integer access,
      input integer bank, input integer row, input logic signed [63:0] be,
      input logic [511:0] data);
    logic [63:0] mask;
    logic [7:0] part;
    if ($isunknown({slot, tag, op, quad, access, bank, row, be, data})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "lds_wide", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "lds_wide", "tag", -1);
      if ($isunknown(op)) wl_probe_unknown(unit, "lds_wide", "op", -1);
      if ($isunknown(quad)) wl_probe_unknown(unit, "lds_wide", "quad", -1);
      if ($isunknown(access)) wl_probe_unknown(unit, "lds_wide", "access", -1);
      if ($isunknown(bank)) wl_probe_unknown(unit, "lds_wide", "bank", -1);
      if ($isunknown(row)) wl_probe_unknown(unit, "lds_wide", "row", -1);
      if ($isunknown(be)) wl_probe_unknown(unit, "lds_wide", "be", -1);
      mask = 64'(op == ProbeLoad ? '1 : be);
      for (int i = 0; i < 64; i++) begin
        part = data[8*i +: 8];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "lds_wide", "data", i / 4);
      end
    end
    c_lds_wide(unit, slot, tag, op, quad, access, bank, row, be, data);
  endfunction

  import "DPI-C" wl_probe_lds_transfer = function void c_lds_transfer(input chandle unit,
      input int slot, input int tag, input int op, input int bank, input int row, input int be,
      input bit [127:0] data);
  function automatic void wl_probe_lds_transfer(input chandle unit, input integer slot,
      input integer tag, input integer op, input integer bank, input integer row, input integer be,
      input logic [127:0] data);
    logic [15:0] mask;
    logic [7:0] part;
    if ($isunknown({slot, tag, op, bank, row, be, data})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "lds_transfer", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "lds_transfer", "tag", -1);
      if ($isunknown(op)) wl_probe_unknown(unit, "lds_transfer", "op", -1);
      if ($isunknown(bank)) wl_probe_unknown(unit, "lds_transfer", "bank", -1);
      if ($isunknown(row)) wl_probe_unknown(unit, "lds_transfer", "row", -1);
      if ($isunknown(be)) wl_probe_unknown(unit, "lds_transfer", "be", -1);
      mask = 16'(be);
      for (int i = 0; i < 16; i++) begin
        part = data[8*i +: 8];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "lds_transfer", "data", i / 4);
      end
    end
    c_lds_transfer(unit, slot, tag, op, bank, row, be, data);
  endfunction

  import "DPI-C" wl_probe_sgpr = function void c_sgpr(input chandle unit, input int source,
      input int slot, input int tag, input int first, input int count, input bit [127:0] data);
  function automatic void wl_probe_sgpr(input chandle unit, input integer source,
      input integer slot, input integer tag, input integer first, input integer count,
      input logic [127:0] data);
    logic [3:0] mask;
    logic [31:0] part;
    if ($isunknown({source, slot, tag, first, count, data})) begin
      if ($isunknown(source)) wl_probe_unknown(unit, "sgpr", "source", -1);
      if ($isunknown(slot)) wl_probe_unknown(unit, "sgpr", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "sgpr", "tag", -1);
      if ($isunknown(first)) wl_probe_unknown(unit, "sgpr", "first", -1);
      if ($isunknown(count)) wl_probe_unknown(unit, "sgpr", "count", -1);
      mask = 4'((1 << count) - 1);
      for (int i = 0; i < 4; i++) begin
        part = data[32*i +: 32];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "sgpr", "data", i);
      end
    end
    c_sgpr(unit, source, slot, tag, first, count, data);
  endfunction

  import "DPI-C" wl_probe_vgpr = function void c_vgpr(input chandle unit, input int source,
      input int slot, input int tag, input int vgpr, input int pass, input int lanes,
      input bit [511:0] data);
  function automatic void wl_probe_vgpr(input chandle unit, input integer source,
      input integer slot, input integer tag, input integer vgpr, input integer pass,
      input integer lanes, input logic [511:0] data);
    logic [15:0] mask;
    logic [31:0] part;
    if ($isunknown({source, slot, tag, vgpr, pass, lanes, data})) begin
      if ($isunknown(source)) wl_probe_unknown(unit, "vgpr", "source", -1);
      if ($isunknown(slot)) wl_probe_unknown(unit, "vgpr", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "vgpr", "tag", -1);
      if ($isunknown(vgpr)) wl_probe_unknown(unit, "vgpr", "vgpr", -1);
      if ($isunknown(pass)) wl_probe_unknown(unit, "vgpr", "pass", -1);
      if ($isunknown(lanes)) wl_probe_unknown(unit, "vgpr", "lanes", -1);
      mask = 16'(wl_probe_lane_words(unit, lanes));
      for (int i = 0; i < 16; i++) begin
        part = data[32*i +: 32];
        if (mask[i] && $isunknown(part)) wl_probe_unknown(unit, "vgpr", "data", i);
      end
    end
    c_vgpr(unit, source, slot, tag, vgpr, pass, lanes, data);
  endfunction

  import "DPI-C" wl_probe_valu_done = function void c_valu_done(input chandle unit, input int slot);
  function automatic void wl_probe_valu_done(input chandle unit, input integer slot);
    if ($isunknown({slot})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "valu_done", "slot", -1);
    end
    c_valu_done(unit, slot);
  endfunction

  import "DPI-C" wl_probe_operands_read = function void c_operands_read(input chandle unit,
      input int slot, input int tag, input int source);
  function automatic void wl_probe_operands_read(input chandle unit, input integer slot,
      input integer tag, input integer source);
    if ($isunknown({slot, tag, source})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "operands_read", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "operands_read", "tag", -1);
      if ($isunknown(source)) wl_probe_unknown(unit, "operands_read", "source", -1);
    end
    c_operands_read(unit, slot, tag, source);
  endfunction

  import "DPI-C" wl_probe_reuse_hit = function void c_reuse_hit(input chandle unit, input int vgpr,
      input int pass, input int operand, input bit [511:0] data);
  function automatic void wl_probe_reuse_hit(input chandle unit, input integer vgpr,
      input integer pass, input integer operand, input logic [511:0] data);
    if ($isunknown({vgpr, pass, operand, data})) begin
      if ($isunknown(vgpr)) wl_probe_unknown(unit, "reuse_hit", "vgpr", -1);
      if ($isunknown(pass)) wl_probe_unknown(unit, "reuse_hit", "pass", -1);
      if ($isunknown(operand)) wl_probe_unknown(unit, "reuse_hit", "operand", -1);
      for (int i = 0; i < 16; i++) begin
        if ($isunknown(data[32*i +: 32])) wl_probe_unknown(unit, "reuse_hit", "data", i);
      end
    end
    c_reuse_hit(unit, vgpr, pass, operand, data);
  endfunction

  import "DPI-C" wl_probe_lds_cycles = function void c_lds_cycles(input chandle unit,
      input int slot, input int tag, input int cycles, input int conflicts);
  function automatic void wl_probe_lds_cycles(input chandle unit, input integer slot,
      input integer tag, input integer cycles, input integer conflicts);
    if ($isunknown({slot, tag, cycles, conflicts})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "lds_cycles", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "lds_cycles", "tag", -1);
      if ($isunknown(cycles)) wl_probe_unknown(unit, "lds_cycles", "cycles", -1);
      if ($isunknown(conflicts)) wl_probe_unknown(unit, "lds_cycles", "conflicts", -1);
    end
    c_lds_cycles(unit, slot, tag, cycles, conflicts);
  endfunction

  import "DPI-C" wl_probe_mem_return = function void c_mem_return(input chandle unit,
      input int source, input int slot, input int tag, input int viol);
  function automatic void wl_probe_mem_return(input chandle unit, input integer source,
      input integer slot, input integer tag, input integer viol);
    if ($isunknown({source, slot, tag, viol})) begin
      if ($isunknown(source)) wl_probe_unknown(unit, "mem_return", "source", -1);
      if ($isunknown(slot)) wl_probe_unknown(unit, "mem_return", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "mem_return", "tag", -1);
      if ($isunknown(viol)) wl_probe_unknown(unit, "mem_return", "viol", -1);
    end
    c_mem_return(unit, source, slot, tag, viol);
  endfunction

  import "DPI-C" wl_probe_export = function void c_export(input chandle unit, input int slot,
      input int tag, input int target, input int flags, input longint exec, input int component,
      input int pass, input bit [511:0] data);
  function automatic void wl_probe_export(input chandle unit, input integer slot, input integer tag,
      input integer target, input integer flags, input logic signed [63:0] exec,
      input integer component, input integer pass, input logic [511:0] data);
    if ($isunknown({slot, tag, target, flags, exec, component, pass, data})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "export", "slot", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "export", "tag", -1);
      if ($isunknown(target)) wl_probe_unknown(unit, "export", "target", -1);
      if ($isunknown(flags)) wl_probe_unknown(unit, "export", "flags", -1);
      if ($isunknown(exec)) wl_probe_unknown(unit, "export", "exec", -1);
      if ($isunknown(component)) wl_probe_unknown(unit, "export", "component", -1);
      if ($isunknown(pass)) wl_probe_unknown(unit, "export", "pass", -1);
      for (int i = 0; i < 16; i++) begin
        if ($isunknown(data[32*i +: 32])) wl_probe_unknown(unit, "export", "data", i);
      end
    end
    c_export(unit, slot, tag, target, flags, exec, component, pass, data);
  endfunction

  import "DPI-C" wl_probe_message = function void c_message(input chandle unit, input int slot,
      input int kind, input int simm, input int m0);
  function automatic void wl_probe_message(input chandle unit, input integer slot,
      input integer kind, input integer simm, input integer m0);
    if ($isunknown({slot, kind, simm, m0})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "message", "slot", -1);
      if ($isunknown(kind)) wl_probe_unknown(unit, "message", "kind", -1);
      if ($isunknown(simm)) wl_probe_unknown(unit, "message", "simm", -1);
      if ($isunknown(m0)) wl_probe_unknown(unit, "message", "m0", -1);
    end
    c_message(unit, slot, kind, simm, m0);
  endfunction

  import "DPI-C" wl_probe_resume = function void c_resume(input chandle unit, input int slot);
  function automatic void wl_probe_resume(input chandle unit, input integer slot);
    if ($isunknown({slot})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "resume", "slot", -1);
    end
    c_resume(unit, slot);
  endfunction

  import "DPI-C" wl_probe_barrier_release = function void c_barrier_release(input chandle unit,
      input int group);
  function automatic void wl_probe_barrier_release(input chandle unit, input integer group);
    if ($isunknown({group})) begin
      if ($isunknown(group)) wl_probe_unknown(unit, "barrier_release", "group", -1);
    end
    c_barrier_release(unit, group);
  endfunction

  import "DPI-C" wl_probe_trap = function void c_trap(input chandle unit, input int slot);
  function automatic void wl_probe_trap(input chandle unit, input integer slot);
    if ($isunknown({slot})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "trap", "slot", -1);
    end
    c_trap(unit, slot);
  endfunction

  import "DPI-C" wl_probe_control = function void c_control(input chandle unit, input int slot,
      input int field);
  function automatic void wl_probe_control(input chandle unit, input integer slot,
      input integer field);
    if ($isunknown({slot, field})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "control", "slot", -1);
      if ($isunknown(field)) wl_probe_unknown(unit, "control", "field", -1);
    end
    c_control(unit, slot, field);
  endfunction

  import "DPI-C" wl_probe_issue = function void c_issue(input chandle unit, input int slot,
      input longint pc, input int w0, input int w1, input int tag, input int exec_unit);
  function automatic void wl_probe_issue(input chandle unit, input integer slot,
      input logic signed [63:0] pc, input integer w0, input integer w1, input integer tag,
      input integer exec_unit);
    if ($isunknown({slot, pc, w0, w1, tag, exec_unit})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "issue", "slot", -1);
      if ($isunknown(pc)) wl_probe_unknown(unit, "issue", "pc", -1);
      if ($isunknown(w0)) wl_probe_unknown(unit, "issue", "w0", -1);
      if ($isunknown(w1)) wl_probe_unknown(unit, "issue", "w1", -1);
      if ($isunknown(tag)) wl_probe_unknown(unit, "issue", "tag", -1);
      if ($isunknown(exec_unit)) wl_probe_unknown(unit, "issue", "exec_unit", -1);
    end
    c_issue(unit, slot, pc, w0, w1, tag, exec_unit);
  endfunction

  import "DPI-C" wl_probe_retire = function void c_retire(input chandle unit, input int slot,
      input longint pc, input int w0, input int w1, input int flags, input int order);
  function automatic void wl_probe_retire(input chandle unit, input integer slot,
      input logic signed [63:0] pc, input integer w0, input integer w1, input integer flags,
      input integer order);
    if ($isunknown({slot, pc, w0, w1, flags, order})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "retire", "slot", -1);
      if ($isunknown(pc)) wl_probe_unknown(unit, "retire", "pc", -1);
      if ($isunknown(w0)) wl_probe_unknown(unit, "retire", "w0", -1);
      if ($isunknown(w1)) wl_probe_unknown(unit, "retire", "w1", -1);
      if ($isunknown(flags)) wl_probe_unknown(unit, "retire", "flags", -1);
      if ($isunknown(order)) wl_probe_unknown(unit, "retire", "order", -1);
    end
    c_retire(unit, slot, pc, w0, w1, flags, order);
  endfunction

  import "DPI-C" wl_probe_retire_end = function void c_retire_end(input chandle unit,
      input int slot);
  function automatic void wl_probe_retire_end(input chandle unit, input integer slot);
    if ($isunknown({slot})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "retire_end", "slot", -1);
    end
    c_retire_end(unit, slot);
  endfunction

  import "DPI-C" wl_probe_wave_end = function void c_wave_end(input chandle unit, input int slot,
      input int why);
  function automatic void wl_probe_wave_end(input chandle unit, input integer slot,
      input integer why);
    if ($isunknown({slot, why})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "wave_end", "slot", -1);
      if ($isunknown(why)) wl_probe_unknown(unit, "wave_end", "why", -1);
    end
    c_wave_end(unit, slot, why);
  endfunction

  import "DPI-C" wl_probe_cycle = function void c_cycle(input chandle unit, input longint number,
      input bit [8191:0] state_regs);
  function automatic void wl_probe_cycle(input chandle unit, input logic signed [63:0] number,
      input logic [8191:0] state_regs);
    if ($isunknown({number, state_regs})) begin
      if ($isunknown(number)) wl_probe_unknown(unit, "cycle", "number", -1);
      for (int i = 0; i < 256; i++) begin
        if ($isunknown(state_regs[32*i +: 32])) wl_probe_unknown(unit, "cycle", "state_regs", i);
      end
    end
    c_cycle(unit, number, state_regs);
  endfunction

  import "DPI-C" wl_probe_waits = function void c_waits(input chandle unit,
      input bit [127:0] reasons, input bit [1023:0] exec);
  function automatic void wl_probe_waits(input chandle unit, input logic [127:0] reasons,
      input logic [1023:0] exec);
    if ($isunknown({reasons, exec})) begin
      for (int i = 0; i < 4; i++) begin
        if ($isunknown(reasons[32*i +: 32])) wl_probe_unknown(unit, "waits", "reasons", i);
      end
      for (int i = 0; i < 32; i++) begin
        if ($isunknown(exec[32*i +: 32])) wl_probe_unknown(unit, "waits", "exec", i);
      end
    end
    c_waits(unit, reasons, exec);
  endfunction

  import "DPI-C" wl_probe_line = function void c_line(input chandle unit, input int waves);
  function automatic void wl_probe_line(input chandle unit, input integer waves);
    if ($isunknown({waves})) begin
      if ($isunknown(waves)) wl_probe_unknown(unit, "line", "waves", -1);
    end
    c_line(unit, waves);
  endfunction

  import "DPI-C" function void wl_probe_unknown(input chandle unit, input string name,
      input string argument, input int word);

  import "DPI-C" wl_probe_sweep_sgpr = function void c_sweep_sgpr(input chandle unit,
      input int slot, input bit [4095:0] words);
  function automatic void wl_probe_sweep_sgpr(input chandle unit, input integer slot,
      input logic [4095:0] words);
    if ($isunknown({slot, words})) begin
      if ($isunknown(slot)) wl_probe_unknown(unit, "sweep_sgpr", "slot", -1);
      for (int i = 0; i < 128; i++) begin
        if ($isunknown(words[32*i +: 32])) wl_probe_unknown(unit, "sweep_sgpr", "words", i);
      end
    end
    c_sweep_sgpr(unit, slot, words);
  endfunction

  import "DPI-C" wl_probe_sweep_vgpr = function void c_sweep_vgpr(input chandle unit,
      input int vgpr, input int pass, input bit [511:0] words);
  function automatic void wl_probe_sweep_vgpr(input chandle unit, input integer vgpr,
      input integer pass, input logic [511:0] words);
    if ($isunknown({vgpr, pass, words})) begin
      if ($isunknown(vgpr)) wl_probe_unknown(unit, "sweep_vgpr", "vgpr", -1);
      if ($isunknown(pass)) wl_probe_unknown(unit, "sweep_vgpr", "pass", -1);
      for (int i = 0; i < 16; i++) begin
        if ($isunknown(words[32*i +: 32])) wl_probe_unknown(unit, "sweep_vgpr", "words", i);
      end
    end
    c_sweep_vgpr(unit, vgpr, pass, words);
  endfunction

  import "DPI-C" wl_probe_sweep_lds = function void c_sweep_lds(input chandle unit, input int bank,
      input int row, input bit [127:0] words);
  function automatic void wl_probe_sweep_lds(input chandle unit, input integer bank,
      input integer row, input logic [127:0] words);
    if ($isunknown({bank, row, words})) begin
      if ($isunknown(bank)) wl_probe_unknown(unit, "sweep_lds", "bank", -1);
      if ($isunknown(row)) wl_probe_unknown(unit, "sweep_lds", "row", -1);
      for (int i = 0; i < 4; i++) begin
        if ($isunknown(words[32*i +: 32])) wl_probe_unknown(unit, "sweep_lds", "words", i);
      end
    end
    c_sweep_lds(unit, bank, row, words);
  endfunction

  import "DPI-C" wl_probe_sweep_lds_wide = function void c_sweep_lds_wide(input chandle unit,
      input int bank, input int row, input bit [511:0] words);
  function automatic void wl_probe_sweep_lds_wide(input chandle unit, input integer bank,
      input integer row, input logic [511:0] words);
    if ($isunknown({bank, row, words})) begin
      if ($isunknown(bank)) wl_probe_unknown(unit, "sweep_lds_wide", "bank", -1);
      if ($isunknown(row)) wl_probe_unknown(unit, "sweep_lds_wide", "row", -1);
      for (int i = 0; i < 16; i++) begin
        if ($isunknown(words[32*i +: 32])) wl_probe_unknown(unit, "sweep_lds_wide", "words", i);
      end
    end
    c_sweep_lds_wide(unit, bank, row, words);
  endfunction

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
