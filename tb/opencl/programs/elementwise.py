# SPDX-License-Identifier: Apache-2.0
"""Elementwise kernels of pyopencl and a program of one's own with structs and local memory; against numpy."""
import numpy
import pyopencl
import pyopencl.array
import pyopencl.cltypes
from pyopencl.elementwise import ElementwiseKernel

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context, properties=pyopencl.command_queue_properties.PROFILING_ENABLE)
random = numpy.random.default_rng(2)

x = random.integers(-99, 99, 1000).astype(numpy.float32)
y = random.integers(-99, 99, 1000).astype(numpy.float32)
device_x, device_y = pyopencl.array.to_device(queue, x), pyopencl.array.to_device(queue, y)
axpy = ElementwiseKernel(context, "float a, float *x, float *y", "y[i] = a * x[i] + y[i]", "axpy")
axpy(numpy.float32(3), device_x, device_y)
assert numpy.array_equal(device_y.get(), 3 * x + y), "axpy"

chosen = ElementwiseKernel(context, "int *out, int limit", "out[i] = i < limit ? i * i : -i", "chosen")
out = pyopencl.array.zeros(queue, 517, numpy.int32)
chosen(out, numpy.int32(100))
numbers = numpy.arange(517)
assert numpy.array_equal(out.get(), numpy.where(numbers < 100, numbers**2, -numbers)), "chosen"

program = pyopencl.Program(
    context,
    """
    kernel void turn(global const float4 *in, global float4 *out, local float4 *tile, float4 more) {
      const uint at = get_local_id(0), size = get_local_size(0);
      tile[at] = in[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_global_id(0)] = tile[size - 1 - at].wzyx * SCALE + more;
    }
    """,
).build(["-DSCALE=2.0f"])
rows = random.integers(0, 99, (256, 4)).astype(numpy.float32)
source = pyopencl.Buffer(
    context, pyopencl.mem_flags.READ_ONLY | pyopencl.mem_flags.COPY_HOST_PTR, hostbuf=numpy.ascontiguousarray(rows)
)
target = pyopencl.Buffer(context, pyopencl.mem_flags.WRITE_ONLY, rows.nbytes)
more = pyopencl.cltypes.make_float4(1, 2, 3, 4)
event = program.turn(queue, (256,), (64,), source, target, pyopencl.LocalMemory(64 * 16), more)
got = numpy.empty_like(rows)
pyopencl.enqueue_copy(queue, got, target, wait_for=[event])
turned = rows.reshape(4, 64, 4)[:, ::-1, ::-1].reshape(256, 4)
assert numpy.array_equal(got, turned * 2 + [1, 2, 3, 4]), "turn"
assert event.profile.end > event.profile.start, "the times of the launch"
print("4 checks, 0 wrong")
