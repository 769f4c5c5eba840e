tb/probe/wl_probe_pkg.sv
toy_probe.sv
