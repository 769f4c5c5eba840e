# SPDX-License-Identifier: Apache-2.0
"""Kernels of one's own: what is launched, what is refused, what is said before a run. Runs build/wavelock-model, or the
tool that is named first."""
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

from wl import ROOT


TOOL = os.path.join(ROOT, "build", "wavelock-model")

SOURCES = {
    "triad.cl": """kernel void triad(global uint *a, global const uint *b, uint n) {
  uint i = get_global_id(0);
  if (i < n) a[i] = b[i] * 3u + a[i];
}
""",
    "reqd.cl": """kernel __attribute__((reqd_work_group_size(32, 2, 1))) void k(global uint *out) {
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_global_size(0) << 16 | get_local_size(0);
}
""",
    "lacking.cl": """kernel void k(global float *y, float a, int take) {
  if (take)
    for (int i = 0; i < take; i++)
      y[i] = __builtin_amdgcn_interp_p2(__builtin_amdgcn_interp_p1(a + i, 0, 0, 0), a, 0, 0, 0);
  else
    y[get_global_id(0)] = a;
}
""",
    "images.cl": """kernel void turn(write_only image2d_t to, read_only image2d_t from, sampler_t how) {
  const int2 at = {get_global_id(0), get_global_id(1)};
  write_imagef(to, at, read_imagef(from, how, at.yx));
}
""",
    "private.s": """.globl main
.p2align 8
main:
  s_endpgm
.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_next_free_vgpr 4
  .amdhsa_next_free_sgpr 16
  .amdhsa_private_segment_fixed_size 3000000
.end_amdhsa_kernel
""",
    "interp.s": """.globl main
main:
  v_mov_b32 v1, 0
  s_cbranch_execz never
  s_endpgm
never:
  v_interp_p1_f32 v1, v2, attr0.x
  s_endpgm
""",
}


class Kernels(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.dir = self.temporary.name
        for name, text in SOURCES.items():
            self.write(name, text)

    def tearDown(self):
        self.temporary.cleanup()

    def path(self, name):
        return os.path.join(self.dir, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def run_tool(self, name, *options):
        """Exit code, lines of stdout, stderr, result.json."""
        done = subprocess.run(
            [TOOL, self.path(name), "--run-dir", self.dir, *options],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        with open(self.path("result.json"), encoding="utf-8") as file:
            return done.returncode, done.stdout.splitlines(), done.stderr, json.load(file)

    def passes(self, name, *options):
        code, lines, errors, result = self.run_tool(name, *options)
        self.assertEqual(code, 0, "\n".join(lines) + errors)
        return lines, result

    def refused(self, said, name, *options):
        code, _, errors, result = self.run_tool(name, *options)
        self.assertEqual(code, 6, errors)
        self.assertIn(said, result["why"])

    def dumped(self, name, buffer, *options):
        """The elements of a buffer after the run."""
        lines, _ = self.passes(name, "--dump", buffer, *options)
        return [int(line.split()[2]) for line in lines if line.startswith(buffer + "[")]

    def test_required_group(self):
        self.refused(
            "group size 64 x 1 x 1, but its reqd_work_group_size is 32 x 2 x 1",
            "reqd.cl",
            "--grid",
            "256",
            "--group",
            "64",
        )
        self.refused(
            "grid 256 x 1 x 1 is no multiple of its reqd_work_group_size 32 x 2 x 1",
            "reqd.cl",
            "--grid",
            "256",
            "--cl-options",
            "-cl-std=CL1.2",
        )
        # From OpenCL C 2.0 on, groups at the grid's ends are smaller.
        values = self.dumped("reqd.cl", "out", "--args", "out@128=zero", "--grid", "40,3")
        self.assertEqual(values, [40 << 16 | (32 if x < 32 else 8) for _ in range(3) for x in range(40)] + [0] * 8)
        _, result = self.passes("reqd.cl")
        self.assertEqual([result["launch"][k] for k in ("grid", "group")], [[64, 2, 1], [32, 2, 1]])
        _, result = self.passes("reqd.cl", "--grid", "32,4", "--group", "32,2")
        self.assertEqual([result["launch"][k] for k in ("grid", "group")], [[32, 4, 1], [32, 2, 1]])

    def test_private_memory(self):
        """The kernel states one frame of a function that calls itself. Decisions: D-LAUNCH-9."""
        deep = os.path.join(ROOT, "vectors/kernels/deep_recursion/deep_recursion.cl")
        self.refused(
            "8 bytes of private memory for a work-item, and it states that it needs 32", deep, "--scratch", "8"
        )
        _, result = self.passes(deep, "--scratch", "16384", "--grid", "128", "--memcheck", "bounds")
        self.assertEqual(result["launch"]["scratch"], 16384)
        code, _, errors, result = self.run_tool(deep, "--grid", "128", "--memcheck", "bounds")
        self.assertNotEqual(code, 0, errors)
        self.assertIn("bytes past the wave's 2048 bytes of scratch", result["unmapped"]["allocation"])
        self.assertNotIn("scratch", result["launch"])
        self.refused("3000000 bytes of private memory for a work-item, at most 262144 are possible", "private.s")

    def test_dynamic_stack(self):
        """Calls by pointers need a number of bytes. Decisions: D-LAUNCH-14."""
        pointers = os.path.join(ROOT, "vectors/kernels/function_pointers/function_pointers.cl")
        self.refused("say how many bytes of private memory a work-item has, as SCRATCH=16384", pointers)
        self.passes(pointers, "--scratch", "16384")

    def test_version2(self):
        """The metadata of version 2 are not read. Decisions: D-LAUNCH-13."""
        self.refused(
            "a code object of version 2, whose metadata are not read",
            "triad.cl",
            "--cl-options",
            "-mcode-object-version=2",
        )

    def test_launch_is_said(self):
        lines, result = self.passes("triad.cl", "--grid", "100", "--args", "n=77 a@100=iota")
        self.assertEqual(
            lines[0],
            "launch triad: grid 100 in groups of 64, 0 bytes of LDS; a@100=iota (u32), "
            "b@65536=random (u32), n=77 (u32)",
        )
        launch = result["launch"]
        self.assertEqual([launch[k] for k in ("kernel", "grid", "group", "lds")], ["triad", [100, 1, 1], [64, 1, 1], 0])
        a, b, n = launch["arguments"]
        self.assertEqual([a[k] for k in ("name", "kind", "type", "count", "init")], ["a", "buffer", "u32", 100, "iota"])
        self.assertEqual((b["init"], b["count"]), ("random", 65536))
        self.assertEqual((n["kind"], n["type"], n["values"]), ("scalar", "u32", ["77"]))
        self.assertTrue(lines[-1].startswith("UNCHECKED "), lines)

    def test_missing_opcodes(self):
        """All at once, before anything runs; then the kernel runs, which may never come to them."""
        warning = (
            "warning: kernel k: Wavelock does not have 2 of its opcodes yet (no fault of the kernel): "
            "v_interp_p1_f32 x 1, v_interp_p2_f32 x 1 (looked at "
        )
        listed = [("v_interp_p1_f32", 1), ("v_interp_p2_f32", 1)]
        for take, wanted in ((0, 0), (1, 6)):
            code, _, errors, result = self.run_tool("lacking.cl", "--args", f"take={take}")
            self.assertEqual(code, wanted, errors)
            self.assertIn(warning, errors)
            self.assertIn("\n  v_interp_p1_f32 x 1, first at 0x", errors)
            self.assertEqual([(m["name"], m["count"]) for m in result["missing_opcodes"]], listed)
        self.assertIn("illegal instruction", result["why"])
        code, lines, errors, result = self.run_tool("interp.s")
        self.assertEqual(code, 0, errors)
        self.assertIn("warning: kernel main: Wavelock does not have 1 of its opcodes yet", errors)
        self.assertEqual(result["missing_opcodes"], [{"name": "v_interp_p1_f32", "count": 1}])

    def test_same_buffer(self):
        got = self.dumped("triad.cl", "a", "--args", "a=&b b@64=iota n=64")
        self.assertEqual(got, [4 * i for i in range(64)])
        _, result = self.passes("triad.cl", "--args", "a=&b b@64=iota n=64")
        a, b, _ = result["launch"]["arguments"]
        self.assertEqual((a["same_as"], a["address"], a["count"]), ("b", b["address"], 64))
        # b is the buffer of a
        roots = [os.path.join(os.path.abspath(ROOT), folder) for folder in ("vectors", "build/vectors")]
        same = (os.path.join(roots[1], "kernels/same_buffer/test.json"), "--vectors", ":".join(roots))
        self.refused("argument b is the buffer of a", *same, "--args", "b=iota")
        self.refused('argument b: "5" is no size of a buffer', *same, "--args", "b@5=iota")
        self.refused("argument a: given twice", "triad.cl", "--args", "a=&b a=iota")
        self.refused("it is the same already", "triad.cl", "--args", "a=&a")
        self.refused(
            "argument b cannot have the buffer of a: a cycle, a has that of b", "triad.cl", "--args", "a=&b b=&a"
        )
        self.refused("argument a cannot have the buffer of n: one of them is no buffer", "triad.cl", "--args", "a=&n")
        self.refused("no argument named m; there are: a, b, n", "triad.cl", "--args", "a=&m")

    def test_initial_values(self):
        """Lists, ranges and files in ARGS; a made-up buffer takes the size of its list or file."""
        data = self.write("my data.bin", struct.pack("<5I", 7, 0, 2**32 - 1, 3, 4))
        grid = ["--grid", "5", "--args"]
        self.assertEqual(self.dumped("triad.cl", "a", *grid, f'a=[1, 2,3,4,5] n=5 b="file:{data}"'), [22, 2, 0, 13, 17])
        _, result = self.passes("triad.cl", *grid, f'"b=file:{data}",n=5,a@5=random[10,20]')
        self.assertEqual(
            [a.get("init") for a in result["launch"]["arguments"]], ["random[10,20]", f"file:{data}", None]
        )
        for seed in "12345678":
            got = self.dumped("triad.cl", "a", *grid, "b@5=zero n=0 a@100=random[7,9]", "--seed", seed)
            self.assertEqual((len(got), set(got)), (100, {7, 8}))
        got = self.dumped("triad.cl", "a", *grid, "a@7=[9,8] b@5=iota[0x10,2] n=5")
        self.assertEqual(got, [57, 62, 60, 66, 72, 0, 0])
        for said, args in (
            ("3 values for a buffer of 2", "a@2=[1,2,3]"),
            ("has 20 bytes, expected 24 of type u32", f'a@6="file:{data}"'),
            ('found "[1,-1]", expected zero', "a=[1,-1]"),
            ('found "[]"', "a=[]"),
            ('found "[1"', "a=[1"),
            ('found "random[5,5]"', "a=random[5,5]"),
            ('found "random[-1,5]"', "a=random[-1,5]"),
            ('found "random[0,4294967297]"', "a=random[0,4294967297]"),
            ('found "iota[1]"', "a=iota[1]"),
            ("No such file or directory", "a=file:nowhere"),
            ("no regular file", "a=file:/"),
            ('argument "2": expected name=value; a list of values stands in brackets', "a=1,2,3"),
        ):
            self.refused(said, "triad.cl", *grid, args)
        odd = self.write("odd.bin", b"12345")
        self.refused("has 5 bytes, expected a multiple of 4 of type u32", "triad.cl", *grid, f"a=file:{odd}")

    def test_images(self):
        """Default images and samplers, their contents in ARGS, and arguments that a kernel does not take."""
        lines, result = self.passes("images.cl", "--grid", "64,64", "--group", "64,1")
        self.assertIn("from=random (2d 64x64, 8_8_8_8 unorm), how=(sampler)", lines[1])
        self.assertEqual([a["kind"] for a in result["launch"]["arguments"]], ["image", "image", "sampler"])
        size = ["--grid", "64,64", "--group", "64,1"]
        lines, _ = self.passes("images.cl", *size, "--args", "to=9 from=iota", "--dump", "to")
        at = [line for line in lines if line.startswith("to: x 3, y 5: ")]
        self.assertEqual(at[2], "to: x 3, y 5: component z = 22 (0x16)")  # of x 5, y 3: 4 * (3 * 64 + 5) + 2, mod 256
        small = self.write("small.ppm", b"P6 1 1 255\nabc")
        for said, args in (
            ("argument how is a sampler: write a test.json", "how=1"),
            ('argument to: "64" is no size of a buffer', "to@64=1"),
            ("argument to cannot have the buffer of from: one of them is no buffer", "to=&from"),
            (f"argument to: {small} has 1 x 1 pixels, expected 64 x 64", f"to=file:{small}"),
        ):
            self.refused(said, "images.cl", "--args", args)
        buffer, image = (
            {"buffer": "to", "type": "u32", "count": 1},
            {"image": "from", "size": [1, 1], "format": "8 unorm"},
        )
        test = {
            "about": "a",
            "program": "images.cl",
            "launch": {"grid": [1], "group": [1]},
            "expect": {"verdict": "HANG"},
        }
        self.write("t.json", json.dumps({**test, "args": [buffer, image, image]}))
        self.refused('args[2]: a second argument named "from"', "t.json")
        self.write("t.json", json.dumps({**test, "args": [buffer, image, {"sampler": "how"}]}))
        said = "argument to: a buffer of 8 bytes, but argument 0 of kernel turn, to is image of 8 bytes"
        self.refused(said, "t.json")
        self.write("t.json", json.dumps({**test, "args": [{**image, "image": "to"}, image, {**image, "image": "how"}]}))
        self.refused("argument how: a image of 8 bytes, but argument 2 of kernel turn, how is sampler", "t.json")

    def test_pictures(self):
        """The pictures of an image that is not as expected: read as contents of images, they have these texels."""
        code, _, errors, result = self.run_tool(os.path.join(ROOT, "tb/testcase/tests/pictures.json"))
        self.assertEqual((code, result["verdict"]), (4, "EXPECT"), errors)
        self.assertIn("picture: x 4, y 5: component y is 5 (0x05), expected 6 (0x06)", errors)
        (found,) = result["pictures"]
        self.assertEqual((found["image"], found["level"], found["differing"]), ("picture", 0, 2))

        def texel(image, x, y, value):
            return {"image": image, "at": [x, y], "size": [1, 1], "constant": value}

        sides = ("expected", "found", "difference")
        shape = {"size": [70, 8], "format": "8_8_8_8 unorm"}
        test = {
            "about": "a",
            "program": self.write("nothing.s", ".globl main\nmain:\n  s_endpgm\n"),
            "launch": {"grid": [1], "group": [1]},
            "args": [{"image": side, **shape, "init": {"file": self.path(found[side])}} for side in sides],
        }
        grey, black = [64, 64, 64, 255], [0, 0, 0, 255]
        texels = [texel("expected", 4, 5, [4, 6, 7, 255]), texel("found", 4, 5, [4, 5, 7, 255])]
        texels += [texel("expected", 64, 0, [40, 80, 120, 255]), texel("found", 64, 0, [40, 80, 120, 255])]
        for y in range(8):  # a texel that differs a little, and one in alpha alone
            where = {5: 4, 2: 9}.get(y, 70)
            texels += [texel("difference", where, y, grey)] if where < 70 else []
            rows = ((0, where), (where + 1, 69 - where))
            texels += [{**texel("difference", x, y, black), "size": [n, 1]} for x, n in rows if n > 0]
        self.write("t.json", json.dumps({**test, "expect": {"images": texels}}))
        self.passes("t.json")

    def test_file_of_a_description(self):
        """Beside the description; of the buffer's size."""
        test = {
            "about": "a",
            "program": "triad.cl",
            "kernel": "triad",
            "launch": {"grid": [2], "group": [64]},
            "args": [
                {"buffer": "a", "type": "u32", "count": 2},
                {"buffer": "b", "type": "u32", "count": 2, "init": {"file": "b.bin"}},
                {"scalar": "n", "type": "u32", "value": 2},
            ],
            "expect": {"buffers": [{"buffer": "a", "values": [3, 6]}]},
        }
        self.write("t.json", json.dumps(test))
        self.refused("args[1].init.file: argument b: ", "t.json")
        self.write("b.bin", struct.pack("<2I", 1, 2))
        self.passes("t.json")
        self.write("b.bin", struct.pack("<3I", 1, 2, 3))
        self.refused("b.bin has 12 bytes, expected 8 of type u32", "t.json")

    def test_vector_by_value(self):
        self.write(
            "v.cl",
            "kernel void v(global uint *out, uint4 k) {\n"
            "out[get_global_id(0)] = k.x + 10 * k.y + 100 * k.z + 1000 * k.w; }\n",
        )
        self.assertEqual(self.dumped("v.cl", "out", "--args", "out@64=zero"), [4321] * 64)
        self.assertEqual(self.dumped("v.cl", "out", "--args", "out@64=zero k=[9,8,7,6]"), [6789] * 64)
        self.refused(
            'argument k: found "[1,2,3]", expected a list [a,b,...] of 4 values of type u32',
            "v.cl",
            "--args",
            "k=[1,2,3]",
        )
        self.refused('argument k: found "1"', "v.cl", "--args", "k=1")

    def test_global_offset(self):
        self.write(
            "ids.cl",
            "kernel void ids(global uint *out, uint from) {\n" "uint i = get_global_id(0); out[i - from] = i; }\n",
        )
        got = self.dumped("ids.cl", "out", "--offset", "300", "--args", "from=300 out@64=zero")
        self.assertEqual(got, list(range(300, 364)))
        lines, result = self.passes("ids.cl", "--offset", "300,0,7", "--args", "from=300 out@64=zero")
        self.assertIn("launch ids: grid 64 in groups of 64, global ids from 300,0,7, 0 bytes of LDS", lines[0])
        self.assertEqual(result["launch"]["offset"], [300, 0, 7])
        self.refused("kernel main: a global offset of 1, 0, 0, but no metadata", "interp.s", "--offset", "1")

    def test_launches(self):
        """One after the other; what stops the second is the verdict, and the third does not run."""
        self.write(
            "l.cl",
            "kernel void put(global uint *x, uint at, uint v) {\n"
            "if (get_global_id(0) == 0) x[at] = v + x[at]; }\n"
            "kernel void wait(global volatile uint *x) { while (x[0] == 7) x[3] = x[1]; }\n",
        )
        test = {
            "about": "a",
            "program": "l.cl",
            "launch": {"grid": [1], "group": [64]},
            "args": [
                {"buffer": "x", "type": "u32", "count": 4},
                {"scalar": "at", "type": "u32", "value": 0},
                {"scalar": "v", "type": "u32", "value": 5},
            ],
            "launches": [
                {"kernel": "put"},
                {"kernel": "wait", "args": ["x"]},
                {"kernel": "put", "group": [32], "args": ["x", {"scalar": "at", "type": "u32", "value": 2}, "v"]},
            ],
            "expect": {"buffers": [{"buffer": "x", "values": [5, 0, 5, 0]}]},
        }
        self.write("l.json", json.dumps(test))
        _, result = self.passes("l.json")
        self.assertEqual(
            [(launch["kernel"], launch["group"][0], launch["verdict"]) for launch in result["launches"]],
            [("put", 64, "PASS"), ("wait", 64, "PASS"), ("put", 32, "PASS")],
        )
        self.assertEqual(sum(launch["instructions"] for launch in result["launches"]), result["instructions"])
        self.refused("--grid: the test has a list of launches, each with its own", "l.json", "--grid", "64")
        code, lines, _, result = self.run_tool(
            "l.json", "--args", "v=7", "--max-instructions", "5000", "--hang-cycles", "9000"
        )
        self.assertEqual((code, result["verdict"]), (5, "HANG"), lines)
        self.assertIn("launch 2 of 3, kernel wait: ", result["why"])
        self.assertEqual([launch.get("verdict") for launch in result["launches"]], ["PASS", "HANG", None])
        test["launches"][1]["group"] = [1024]
        self.write("l.json", json.dumps(test))
        self.refused("launch 2 of 3: kernel wait: a group of 1024 work-items, compiled for at most 256", "l.json")
        test["launches"][1] = {"kernel": "wait"}
        self.write("l.json", json.dumps(test))
        self.refused("argument at: kernel wait takes only 1", "l.json")

    def test_build_options(self):
        self.write(
            "d.cl",
            "#ifndef N\n#define N 1\n#endif\n#ifdef H\n#include H\n#endif\n"
            "kernel void d(global uint *out) { out[get_global_id(0)] = N; }\n",
        )
        os.mkdir(self.path("a folder"))
        self.write("a folder/h.h", "#undef N\n#define N 77\n")
        for options, value in (
            ("", 1),
            ("-DN=5", 5),
            ("-DN=6 -O3 -cl-fast-relaxed-math", 6),
            ("-D 'N=(2 + 1)'", 3),
            (f"-I'{self.dir}/a folder' -D\"H=<h.h>\"", 77),
        ):
            got = self.dumped("d.cl", "out", "--args", "out@64=zero", "--cl-options", options)
            self.assertEqual(got, [value] * 64, options)
        _, result = self.passes("d.cl", "--cl-options", "-DN=5")
        self.assertEqual(result["cl_options"], "-DN=5")
        self.assertIn("CLFLAGS=", result["reproduce"])
        for said, options in (
            ('build option "-o": expected -D, -U', "-o x"),
            ('build option "x": expected', "-O3 x"),
            ("build option -I: its value is missing", "-DA -I"),
            ("a quote ' without its end", "-DA='x"),
            ("unknown warning option", "-Werror -Wnothing-like-it"),
            ('build option "-S"', "-S"),
        ):
            self.refused(said, "d.cl", "--cl-options", options)
        self.refused("interp.s: build options are for OpenCL C (.cl)", "interp.s", "--cl-options", "-DN=1")
        test = {
            "about": "a",
            "program": "d.cl",
            "cl_options": "-I 'a folder' -DH=<h.h>",
            "launch": {"grid": [1], "group": [64]},
            "args": [{"buffer": "out", "type": "u32", "count": 1}],
            "expect": {"buffers": [{"buffer": "out", "values": [77]}]},
        }
        self.write("d.json", json.dumps(test))
        _, result = self.passes("d.json", "--cl-options", "-O1")
        self.assertEqual(result["cl_options"], "-I 'a folder' -DH=<h.h> -O1")
        test["cl_options"] = 3
        self.write("d.json", json.dumps(test))
        self.refused("cl_options: found an integer, expected a string", "d.json")


if __name__ == "__main__":
    if len(sys.argv) > 1 and os.path.exists(sys.argv[1]):
        TOOL = os.path.abspath(sys.argv.pop(1))
    unittest.main()
