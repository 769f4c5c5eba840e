tb/probe/wl_probe_pkg.sv
wide_probe.sv
