rtl/probe/probe.sv
rtl/probe/probe_bind.sv
