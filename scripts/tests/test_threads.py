# SPDX-License-Identifier: Apache-2.0
"""THREADS: a launch on several threads has the results of the launch in order, bit for bit (docs/kernels.md).

Runs build/wavelock-model, and an OpenCL program on build/libwavelock-opencl.so.
"""
import json
import os
import subprocess
import tempfile
import unittest

from wl import ROOT

TOOL = os.path.join(ROOT, "build", "wavelock-model")
NUMBERS = (2, 3, 7)  # of threads, beside 1
TIMES = ("seconds", "started", "total_seconds", "wave_instructions_per_second", "reproduce")  # what may differ

# Name: text, work-items of the grid and of a group, arguments.
KERNELS = {
    # Each work-item has elements of its own, and all read one table.
    "own": (
        """kernel void own(global uint *out, global const uint *in, uint trips) {
  size_t i = get_global_id(0), n = get_global_size(0);
  for (uint t = 0; t < trips; t++) out[i + n * t] = in[(i * 7 + t) & 1023] * 3u + t;
}
""",
        4096,
        128,
        "out@8192=zero in@1024=random trips=2",
    ),
    # Bytes of one dword belong to different groups: 2731 is odd, so neighbours are far apart in the grid.
    "bytes": (
        """kernel void bytes(global uchar *out, global const uchar *in) {
  size_t i = get_global_id(0), n = get_global_size(0);
  out[i * 2731 % n] = in[i] + 1;
}
""",
        4096,
        128,
        "out@4096=zero in@4096=random",
    ),
    # Private memory lies in parts of wave slots, which waves of all groups use in turn.
    "stack": (
        """kernel void stack(global uint *out, global const uint *in) {
  size_t i = get_global_id(0);
  uint a[64], s = 0;
  for (int k = 0; k < 64; k++) a[k] = in[(i + k) & 255] * (k + 1);
  for (int k = 0; k < 64; k++) s = s * 31 + a[in[(i * 7 + k) & 255] & 63];
  out[i] = s;
}
""",
        2048,
        64,
        "out@2048=zero in@256=random",
    ),
    # The clock counts the instructions of the waves that are in the unit together.
    "clock": (
        "kernel void now(global ulong *out) { out[get_global_id(0)] = __builtin_amdgcn_s_memtime(); }\n",
        4096,
        128,
        "out@4096=zero",
    ),
}
# These conflict: a group reads or writes what another one writes.
RACES = {
    "histogram": (
        """kernel void histogram(global uint *out, global const uint *in) {
  atomic_add(&out[in[get_global_id(0)] & 15], 1u);
}
""",
        2048,
        64,
        "out@16=zero in@2048=random",
    ),
    "neighbour": (
        """kernel void neighbour(global uint *out) {
  size_t i = get_global_id(0);
  out[i + 1] = out[i] + 1;
}
""",
        2048,
        64,
        "out@2049=zero",
    ),
    # All write the same value.
    "flag": (
        "kernel void flag(global uint *out) { out[5] = 1; }\n",
        2048,
        64,
        "out@16=zero",
    ),
    # A group waits for the one before: it would wait forever without what another thread's group writes.
    "chain": (
        """kernel void chain(global volatile uint *out) {
  size_t g = get_group_id(0);
  if (get_local_id(0)) return;
  while (g && !atomic_add(&out[g - 1], 0u));
  atomic_xchg(&out[g], 1u);
}
""",
        2048,
        64,
        "out@32=zero",
    ),
}
# Workgroup 20 of 32 meets an illegal instruction.
FAULT = """.globl main
.p2align 8
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  s_lshl_b32 s6, s2, 8
  v_add_u32 v0, s6, v0
  v_mov_b32 v1, s2
  s_cmp_eq_u32 s2, 20
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v1, s[4:5]
  s_cbranch_scc0 done
  .long 0xffffffff
done:
  s_endpgm
"""
VECTORS = ("matmul_tiled", "reduce", "divergent", "message_order", "flow/endpgm", "launch/wave_slots")


class Threads(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.dir = temporary.name

    def write(self, name, text):
        path = os.path.join(self.dir, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_tool(self, threads, *words):
        """Exit code, what may not depend on threads, and the lines that say why a launch ran in order."""
        more = ["--threads", str(threads)] if threads != 1 else []
        command = [TOOL, *words, *more, "--run-dir", self.dir]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        with open(os.path.join(self.dir, "result.json"), encoding="utf-8") as file:
            result = {name: value for name, value in json.load(file).items() if name not in TIMES}
        lines = done.stdout.splitlines()
        ordered = [line for line in lines if " ran in order: " in line]
        dumped = [line for line in lines if line.startswith("out[")]
        return (done.returncode, dumped, result), ordered

    def same(self, *words, threads=NUMBERS):
        """The lines by number of threads, where all else is the same."""
        alone, ordered = self.run_tool(1, *words)
        self.assertEqual(ordered, [])
        said = {}
        for number in threads:
            with self.subTest(words=words, threads=number):
                several, said[number] = self.run_tool(number, *words)
                self.assertEqual(several, alone)
        return alone, said

    def kernel(self, name, table, *more):
        text, grid, group, args = table[name]
        path = self.write(f"{name}.cl", text)
        words = (path, "--grid", str(grid), "--group", str(group), "--args", args, "--dump", "out", *more)
        alone, said = self.same(*words)
        self.assertEqual(alone[0], 0, name)
        return said

    def test_kernels(self):
        for name in KERNELS:
            for number, lines in self.kernel(name, KERNELS).items():
                self.assertEqual(lines, [], f"{name} on {number} threads")

    def test_allocations_are_checked(self):
        """MEMCHECK finds the same on threads."""
        text, grid, group, args = KERNELS["own"]
        path = self.write("own.cl", text)
        for memcheck in ("off", "bounds"):
            short = args.replace("out@8192", "out@8000")
            words = (path, "--grid", str(grid), "--group", str(group), "--args", short, "--memcheck", memcheck)
            alone, said = self.same(*words)
            self.assertEqual(alone[2]["verdict"], "HAZARD" if memcheck == "bounds" else "UNCHECKED")
            self.assertEqual(said[2], [])

    def test_races(self):
        for name in RACES:
            for number, lines in self.kernel(name, RACES).items():
                self.assertEqual(len(lines), 1, f"{name} on {number} threads")
        flag = self.kernel("flag", RACES)[2]
        self.assertRegex(
            flag[0],
            r"^the launch ran in order: one of workgroups 0..15 writes buffer out, byte 20 \(0x[0-9a-f]+\), and one of "
            r"16..31 writes it$",
        )
        neighbour = self.kernel("neighbour", RACES)[2]
        self.assertRegex(neighbour[0], r"workgroups 0..15 writes buffer out, byte 4096 .*, and one of 16..31 reads it$")

    def test_fault(self):
        path = self.write("fault.s", FAULT)
        words = (path, "--grid", "2048", "--group", "64", "--args", "out@8192=zero", "--dump", "out")
        alone, said = self.same(*words)
        self.assertEqual(alone[0], 6)
        self.assertIn("illegal instruction", alone[2]["why"])
        self.assertIn("one of workgroups 16..31 did not end well: slot ", said[2][0])

    def test_limit(self):
        """All instructions count for the limit."""
        path = self.write("own.cl", KERNELS["own"][0])
        words = (path, "--grid", "4096", "--group", "128", "--args", KERNELS["own"][3])
        whole = self.same(*words)[0][2]["instructions"]
        for limit, code in ((whole - 1, 5), (whole + 1, 0)):
            alone, _ = self.same(*words, "--max-instructions", str(limit))
            self.assertEqual(alone[0], code)

    def test_vectors(self):
        for name in VECTORS:
            alone, _ = self.same(name)
            self.assertEqual(alone[0], 0, name)

    def test_what_goes_by_order(self):
        path = self.write("own.cl", KERNELS["own"][0])
        words = (path, "--grid", "4096", "--group", "128", "--args", KERNELS["own"][3])
        trace = ("--trace", os.path.join(self.dir, "trace.log"))
        for more, why in (
            (trace, "a trace or a debugger follows it"),
            (("--uninit", "count"), "races and unwritten memory are looked for"),
            (("--races", "1"), "races and unwritten memory are looked for"),
        ):
            _, said = self.same(*words, *more, threads=(2,))
            self.assertEqual(said[2], [f"the launch ran in order: {why}"])

    def test_number(self):
        done = subprocess.run([TOOL, "saxpy", "--threads", "65"], cwd=ROOT, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 6)
        self.assertIn('--threads: found "65", expected', done.stderr)


class OpenCL(unittest.TestCase):
    """tb/opencl/programs/launches.c: KERNEL TIMES MIB ITEMS, in groups of 64."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        source = os.path.join(ROOT, "tb", "opencl", "programs", "launches.c")
        cls.program = os.path.join(cls.folder, "launches")
        subprocess.run(["gcc", "-std=gnu11", "-o", cls.program, source, "-lOpenCL"], check=True)
        with open(os.path.join(cls.folder, "wavelock.icd"), "w", encoding="utf-8") as file:
            file.write(os.path.join(ROOT, "build", "libwavelock-opencl.so") + "\n")

    def run_program(self, *words, threads=None):
        own = {name: value for name, value in os.environ.items() if not name.startswith("WAVELOCK_")}
        own.update(OCL_ICD_VENDORS=self.folder, XDG_CACHE_HOME=self.folder, WAVELOCK_OUT="none")
        own.update(WAVELOCK_DEVICE="only:model", **({"WAVELOCK_THREADS": str(threads)} if threads else {}))
        return subprocess.run(
            [self.program, *words], cwd=self.folder, env=own, capture_output=True, text=True, check=False
        )

    def test_launches(self):
        for words, ordered in (
            (("count", "3", "1", "8192"), 0),
            (("say", "2", "1", "8192"), 0),  # group 0 alone prints
            (("parts", "2"), 0),
            (("beside", "2", "1", "8192"), 2),  # all groups write o[0]
        ):
            alone = self.run_program(*words)
            for number in NUMBERS:
                with self.subTest(words=words, threads=number):
                    several = self.run_program(*words, threads=number)
                    self.assertEqual((several.returncode, several.stdout), (alone.returncode, alone.stdout))
                    lines = [line for line in several.stderr.splitlines() if ", ran in order: " in line]
                    self.assertEqual(len(lines), ordered, several.stderr)
                    self.assertEqual(
                        [line for line in several.stderr.splitlines() if line not in lines], alone.stderr.splitlines()
                    )

    def test_number(self):
        done = self.run_program("nothing", threads=65)
        self.assertEqual(done.returncode, 6)
        self.assertIn("ERROR: WAVELOCK_THREADS: found 65, expected 0 to 64\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
