tb/probe/wl_probe_pkg.sv
mini_waits.sv
mini_probe.sv
