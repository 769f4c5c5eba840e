# SPDX-License-Identifier: Apache-2.0
"""How much memory of the host buffers take: at most their size on the model or the RTL alone, twice their size in
lockstep and in OpenCL programs. A run with small buffers is subtracted."""
import json
import os
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.runs import results


MIB = 1 << 20
KERNELS = """
kernel void doubled(global uint *x) { x[get_global_id(0)] += x[get_global_id(0)]; }
kernel void same(global uint *x) { x[get_global_id(0)] += 0; }
"""
UNCHANGED, DOUBLED = {"unchanged": True}, {"formula": "add", "inputs": ["x", "x"]}
SMALL = 0.25  # MiB


class MemoryUse(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        source = os.path.join(cls.folder, "kernels.cl")
        with open(source, "w", encoding="utf-8") as file:
            file.write(KERNELS)
        # A compiler takes more memory than a run: tests have the code object.
        _, result = results.of_run(["build/wavelock-model", "--device", "model", source, "--kernel", "same"])
        cls.program = os.path.abspath(result["object"])

    def peak(self, *command):
        """Bytes that a command had at most."""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            said = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0, f"{command}\n{said}")
        return usage.ru_maxrss * 1024

    def described(self, name, kernel, mib, items, expect):
        """A description whose buffer has so many MiB."""
        count = int(mib * MIB) // 4
        path = os.path.join(self.folder, f"{name}.json")
        text = {
            "about": name,
            "program": self.program,
            "kernel": kernel,
            "launch": {"grid": [items or count], "group": [256]},
            "args": [{"buffer": "x", "type": "u32", "count": count, "init": "random"}],
            "expect": {"buffers": [{"buffer": "x", **expect}]},
        }
        with open(path, "w", encoding="utf-8") as file:
            json.dump(text, file)
        return path

    def bound(self, tool, device, most, mib, *kernel):
        """That MiB of a buffer take at most so many times their size."""
        used = [
            self.peak(
                f"build/{tool}", "--device", device, self.described(f"{device}-{size}", kernel[0], size, *kernel[1:])
            )
            for size in (SMALL, mib)
        ]
        self.assertLessEqual((used[1] - used[0]) / ((mib - SMALL) * MIB), most, f"{tool} {kernel[0]}: {used}")

    def test_part(self):
        """A kernel that reads and writes a part of a large buffer."""
        for tool, device in (("wavelock-model", "model"), ("wavelock", "rtl"), ("wavelock", "lockstep")):
            with self.subTest(device=device):
                self.bound(tool, device, 1.1, 64, "same", 512, UNCHANGED)

    def test_all(self):
        """A kernel that reads and writes all of it."""
        self.bound("wavelock-model", "model", 1.1, 64, "doubled", None, DOUBLED)
        self.bound("wavelock", "lockstep", 2, 6, "doubled", None, DOUBLED)

    def test_opencl(self):
        """The host fills a buffer, and a kernel writes to it."""
        program = os.path.join(self.folder, "cost")
        subprocess.run(["gcc", "-std=gnu11", "-o", program, "tb/opencl/programs/cost.c", "-lOpenCL"], check=True)
        for device in ("model", "lockstep"):
            own = {"WAVELOCK_DEVICE": device, "WAVELOCK_OUT": "none"}
            used = []
            for mib in (1, 65):
                command = ["scripts/cl", program, "1", str(mib)]
                done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                used.append(int(done.stdout.split(",")[1].split()[0]))
            with self.subTest(device=device):  # the lists of pages come on top
                self.assertLessEqual((used[1] - used[0]) / 1024, 2.01 * 64, used)


if __name__ == "__main__":
    unittest.main()
