# SPDX-License-Identifier: Apache-2.0
"""Arrays of pyopencl on the first device: arithmetic, slices, comparisons, copies, functions; against numpy."""
import numpy
import pyopencl
import pyopencl.array
import pyopencl.clmath

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
checks = 0


def same(got, expected, what):
    global checks
    checks += 1
    got = got.get() if hasattr(got, "get") else got
    assert numpy.array_equal(got, expected), f"{what}: found {got}, expected {expected}"


TYPES = [numpy.int8, numpy.uint16, numpy.int32, numpy.uint64, numpy.float32]
if "cl_khr_fp64" in context.devices[0].extensions:
    TYPES.append(numpy.float64)

random = numpy.random.default_rng(1)
for dtype in TYPES:
    a, b = random.integers(1, 50, 333).astype(dtype), random.integers(1, 50, 333).astype(dtype)
    da, db = pyopencl.array.to_device(queue, a), pyopencl.array.to_device(queue, b)
    name = numpy.dtype(dtype).name
    same(da + db, a + b, f"{name} +")
    same(db - da, b - a, f"{name} -")
    same(da * dtype(2) + dtype(1), a * dtype(2) + dtype(1), f"{name} * 2 + 1")
    same((da > db).astype(numpy.int8), (a > b).astype(numpy.int8), f"{name} >")
    same(pyopencl.array.maximum(da, db), numpy.maximum(a, b), f"{name} maximum")
    same(pyopencl.array.if_positive(da > db, da, db), numpy.where(a > b, a, b), f"{name} if_positive")
    same(da[10:50], a[10:50], f"{name} slice")
    da[3:100] = db[3:100]
    a[3:100] = b[3:100]
    same(da, a, f"{name} slice written")
    da.fill(dtype(7))
    same(da, numpy.full_like(a, 7), f"{name} fill")

matrix = random.integers(0, 9, (20, 12)).astype(numpy.float32)
same(pyopencl.array.to_device(queue, matrix).T.copy(), matrix.T, "a turned matrix")
same(pyopencl.array.arange(queue, 5, 500, 5, dtype=numpy.int32), numpy.arange(5, 500, 5), "arange")
index = random.permutation(333).astype(numpy.int32)
same(
    pyopencl.array.take(pyopencl.array.arange(queue, 333, dtype=numpy.int32), pyopencl.array.to_device(queue, index)),
    index,
    "take",
)
squares = numpy.arange(100, dtype=numpy.float32) ** 2
same(pyopencl.clmath.sqrt(pyopencl.array.to_device(queue, squares)), numpy.sqrt(squares), "sqrt")
print(f"{checks} checks, 0 wrong")
