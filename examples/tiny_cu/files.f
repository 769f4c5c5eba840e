--unroll-count 4
tiny_op_pkg.sv
tiny_pkg.sv
tiny_decode.sv
tiny_salu.sv
tiny_lane_pkg.sv
tiny_smem.sv
tiny_vmem.sv
tiny_cu.sv
