tb/probe/wl_probe_pkg.sv
rtl/probe/probe.sv
rtl/probe/probe_bind.sv
