; Lane l multiplies l + 1 by the square of a scalar. The products of lanes 0 to 3 go through an entry of the LDS.
lane 0, 0, 1
scalar 1, 0, 4
mul 2, 0, 1
mul 2, 2, 1
put 0, 2, 9
take 3, 0, 9
store 0, 3, 0
halt
