--unroll-count 4
examples/tiny_cu/tiny_op_pkg.sv
examples/tiny_cu/tiny_pkg.sv
examples/tiny_cu/tiny_decode.sv
examples/tiny_cu/tiny_salu.sv
examples/tiny_cu/tiny_lane_pkg.sv
examples/tiny_cu/tiny_smem.sv
examples/tiny_cu/tiny_vmem.sv
examples/tiny_cu/tiny_cu.sv
