wide_core.sv
