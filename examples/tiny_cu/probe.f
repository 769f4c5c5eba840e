tb/probe/wl_probe_pkg.sv
tiny_probe.sv
