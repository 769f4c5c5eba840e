toy_core.sv
