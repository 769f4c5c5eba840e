; Each lane adds its number, the number of its group and a scalar. LESS takes no lane out: it is unsigned.
lane 0, 0, 0
scalar 1, 0, 4
add 2, 0, 1
scalar 3, 0, 0
add 2, 2, 3
lane 1, 0, 200
add 3, 1, 0
less 0, 0, 1
store 0, 2, 0
halt
