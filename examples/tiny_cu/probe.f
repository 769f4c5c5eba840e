tb/probe/wl_probe_pkg.sv
examples/tiny_cu/tiny_probe.sv
