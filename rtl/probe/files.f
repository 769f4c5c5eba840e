tb/probe/wl_probe_pkg.sv
rtl/probe/lds_report.sv
rtl/probe/vmem_report.sv
rtl/probe/vmem_kept.sv
rtl/probe/waits_report.sv
rtl/probe/valu_order.sv
rtl/probe/probe.sv
rtl/probe/probe_bind.sv
