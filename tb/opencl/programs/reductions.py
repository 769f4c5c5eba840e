# SPDX-License-Identifier: Apache-2.0
"""Reductions by the kernels of pyopencl, of one work-group and of several; against numpy."""
import numpy
import pyopencl
import pyopencl.array
from pyopencl.reduction import ReductionKernel

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
random = numpy.random.default_rng(3)
checks = 0
for count in (1, 63, 1000, 5000):
    x, y = random.integers(-9, 9, count).astype(numpy.int32), random.integers(-9, 9, count).astype(numpy.int32)
    device_x, device_y = pyopencl.array.to_device(queue, x), pyopencl.array.to_device(queue, y)
    for what, got, expected in (
        ("sum", pyopencl.array.sum(device_x), x.sum()),
        ("dot", pyopencl.array.dot(device_x, device_y), (x * y).sum()),
        ("max", pyopencl.array.max(device_x), x.max()),
        ("min", pyopencl.array.min(device_y), y.min()),
    ):
        checks += 1
        assert got.get() == expected, f"{what} of {count}: found {got.get()}, expected {expected}"

farthest = ReductionKernel(
    context,
    numpy.uint32,
    neutral="0",
    reduce_expr="max(a, b)",
    map_expr="abs_diff(x[i], y[i])",
    arguments="int *x, int *y",
)
checks += 1
assert farthest(device_x, device_y).get() == abs(x - y).max(), "farthest"
print(f"{checks} checks, 0 wrong")
