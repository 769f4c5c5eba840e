# SPDX-License-Identifier: Apache-2.0
"""layers.py refuses what goes upwards, and circles, and lets the rest pass."""
import os
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.checks import layers


NAMES = ["isa", "decode", "wave", "standalone", "lockstep"]


def includes(path, text):
    return list(layers.bad_includes(NAMES, path, text))


def objects(**sources):
    """Compiles {layer_name: C}; returns what layers.py reads of the objects, as o/LAYER/NAME.o."""
    found = {}
    with tempfile.TemporaryDirectory(dir=os.path.join(ROOT, "build")) as folder:
        for name, text in sources.items():
            path = os.path.join(folder, name + ".o")
            command = ["gcc", "-x", "c", "-c", "-", "-o", path]
            subprocess.run(command, input=text, text=True, check=True)
            found["o/" + name.replace("_", "/") + ".o"] = layers.symbols(path)
    return found


class Includes(unittest.TestCase):
    def test_downwards(self):
        text = '#include "isa/a.h"\n#include "decode/b.h"\n#include "wavelock/model.h"\n#include <stdio.h>\n'
        self.assertEqual(includes("refmodel/decode/x.c", text), [])

    def test_upwards(self):
        self.assertEqual(
            includes("refmodel/decode/x.c", '\n#include "wave/a.h"\n'),
            ["refmodel/decode/x.c:2: includes wave/a.h, which is not below decode"],
        )

    def test_beside(self):
        self.assertEqual(len(includes("refmodel/lockstep/x.c", '#include "standalone/a.h"\n')), 1)
        self.assertEqual(len(includes("refmodel/standalone/x.c", '#include "lockstep/a.h"\n')), 1)

    def test_layer_not_named(self):
        self.assertEqual(len(includes("refmodel/decode/x.c", '#include "a.h"\n')), 1)


class Testbench(unittest.TestCase):
    def findings(self, path, *names):
        text = "".join(f'#include "{name}"\n' for name in names)
        there = {"tb/" + name.removeprefix("../") for name in names} | {"tb/device/x.h", "tb/top/bench.h"}
        return list(layers.bad_tb({path: text}, there.__contains__))

    def test_table_has_no_circle(self):
        names = list(layers.TB)
        for name, used in layers.TB.items():
            self.assertEqual([n for n in used.split() if names.index(n) >= names.index(name)], [], name)

    def test_downwards(self):
        self.assertEqual(self.findings("tb/device/x.c", "x.h", "observe/views/views.h", "base/error.h"), [])
        self.assertEqual(self.findings("tb/top/a.cc", "bench.h"), [])

    def test_upwards(self):
        self.assertEqual(
            self.findings("tb/base/x.c", "device/dispatch.h"),
            ["tb/base/x.c:1: includes device/dispatch.h, which is not below base"],
        )
        for path, name in (
            ("tb/check/arch/x.c", "device/device.h"),
            ("tb/check/checker.c", "observe/trace.h"),
            ("tb/observe/debug/x.c", "device/standalone.h"),
            ("tb/device/x.c", "top/rtl.h"),
            ("tb/device/x.c", "../top/rtl.h"),
            ("tb/random/serve/x.c", "cli/run.h"),
            ("tb/control/listing/x.c", "bench/fuzz/mutate.h"),
        ):
            with self.subTest(path, name=name):
                self.assertEqual(len(self.findings(path, name)), 1)

    def test_no_layer(self):
        self.assertEqual(len(self.findings("tb/new/x.c")), 1)


class References(unittest.TestCase):
    def findings(self, **sources):
        refers = layers.references(objects(**sources))
        return list(layers.bad_references(NAMES, refers)) + list(layers.circles(refers))

    def test_downwards(self):
        self.assertEqual(
            self.findings(isa_a="int f(void) { return 1; }", wave_b="int f(void); int g(void) { return f(); }"), []
        )

    def test_call_upwards(self):
        found = self.findings(isa_a="int g(void); int f(void) { return g(); }", wave_b="int g(void) { return 1; }")
        self.assertEqual(found, ["o/isa/a.o refers to g of o/wave/b.o, which is not below it"])

    def test_data_upwards(self):
        found = self.findings(isa_a="extern int d; int *f(void) { return &d; }", decode_b="int d = 1;")
        self.assertEqual(len(found), 1)

    def test_beside(self):
        found = self.findings(
            lockstep_a="int g(void); int f(void) { return g(); }", standalone_b="int g(void) { return 1; }"
        )
        self.assertEqual(len(found), 1)

    def test_circle(self):
        found = self.findings(
            isa_a="int g(void); int f(void) { return g(); }",
            isa_b="int h(void); int g(void) { return h(); }",
            isa_c="int f(void); int h(void) { return f(); }",
        )
        self.assertEqual(found, ["a circle of references: o/isa/a.o, o/isa/b.o, o/isa/c.o"])


if __name__ == "__main__":
    unittest.main()
