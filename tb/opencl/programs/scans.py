# SPDX-License-Identifier: Apache-2.0
"""Scans and what pyopencl makes of them: choosing, unique numbers, a radix sort; against numpy."""
import numpy
import pyopencl
import pyopencl.array
from pyopencl.algorithm import RadixSort, copy_if, unique
from pyopencl.scan import ExclusiveScanKernel, InclusiveScanKernel

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
random = numpy.random.default_rng(4)
inclusive = InclusiveScanKernel(context, numpy.int32, "a+b", neutral="0")
exclusive = ExclusiveScanKernel(context, numpy.int32, "a+b", neutral="0")
checks = 0
for count in (10, 700, 3000):
    x = random.integers(-9, 9, count).astype(numpy.int32)
    for scan, expected in ((inclusive, x.cumsum()), (exclusive, x.cumsum() - x)):
        checks += 1
        device_x = pyopencl.array.to_device(queue, x)
        scan(device_x)
        assert numpy.array_equal(device_x.get(), expected), f"{scan} of {count}"

x = random.integers(0, 1000, 1500).astype(numpy.uint32)
device_x = pyopencl.array.to_device(queue, x)
chosen, count, _ = copy_if(device_x, "ary[i] > 500", queue=queue)
assert numpy.array_equal(chosen.get()[: int(count.get())], x[x > 500]), "copy_if"

(ordered,), _ = RadixSort(context, "uint *ary", key_expr="ary[i]", sort_arg_names=["ary"], bits_at_a_time=4)(
    device_x, key_bits=10, queue=queue
)
assert numpy.array_equal(ordered.get(), numpy.sort(x)), "RadixSort"
single, count, _ = unique(ordered, queue=queue)
assert numpy.array_equal(single.get()[: int(count.get())], numpy.unique(x)), "unique"
print(f"{checks + 3} checks, 0 wrong")
