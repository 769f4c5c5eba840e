# SPDX-License-Identifier: Apache-2.0
"""scripts/wl/vectors/program_vectors.py writes what the reading computes; what scripts/wl/reading makes of edges."""
import contextlib
import io
import json
import os
import tempfile
import unittest

from wl import ROOT
from wl.reading import buffer, export
from wl.reading.machine import Machine, Memory
from wl.runs import descriptions
from wl.vectors import program_vectors
from wl.vectors.directed.buffer import PRIVATE_RESOURCE, resource


PROGRAM = """
.globl main
main:
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_mov_b32 v3, %s
  v_lshlrev_b32 v0, 2, v0
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v3, s[4:5]
  s_endpgm
"""
TEST = {
    "about": "x",
    "program": "a.s",
    "launch": {"grid": [64], "group": [64]},
    "args": [{"buffer": "out", "type": "u32", "count": 64}],
    "expect": {"buffers": [{"buffer": "out", "from": 60, "file": "out.reading", "count": 2}]},
}


class Values(unittest.TestCase):
    def read(self, name):
        with open(descriptions.path(name), encoding="utf-8") as file:
            return json.load(file)

    def test_each_has_its_values(self):
        """The values that the build left are there for each test that asks, and no others."""
        found = set()
        for name, test in program_vectors.tests().items():
            for file, _ in program_vectors.asked(test):
                path = descriptions.beside(descriptions.path(name), file)
                self.assertGreater(os.path.getsize(path), 0, path)
                found.add(os.path.relpath(path, descriptions.MADE))
        self.assertEqual(found, {path for path in descriptions.files_below() if path.endswith(descriptions.READING)})

    def test_a_program(self):
        name = "int_forms_c"
        test = self.read(name)
        for file, contents in program_vectors.computed(name, test).items():
            with open(descriptions.beside(descriptions.path(name), file), "rb") as built:
                self.assertEqual(built.read(), contents)
        values = program_vectors.complete(descriptions.path(name), self.read(name))["expect"]["buffers"][0]["values"]
        buffer = test["expect"]["buffers"][0]
        buffer["from"], buffer["count"] = buffer.get("from", 0) + 3, 2
        self.assertEqual(
            list(program_vectors.computed(name, test).values())[0], program_vectors.raw(values[3:5], "u32")
        )

    def test_exports(self):
        name = "export/order"
        test = program_vectors.complete(descriptions.path(name), self.read(name))
        self.assertEqual(program_vectors.contents_after(name, test)[1], test["expect"]["exports"])
        self.assertEqual(len(test["expect"]["exports"]), 21)

    def test_raw(self):
        self.assertEqual(program_vectors.raw([1, 0xFE], "u8"), b"\x01\xfe")
        self.assertEqual(program_vectors.raw([1], "i64"), b"\x01" + bytes(7))

    def test_changes(self):
        """The values follow the program. A program that the reading does not know has none, and others have theirs."""
        self.addCleanup(os.chdir, os.getcwd())
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.addCleanup(os.chdir, ROOT)
            made = "build/vectors/%s/out.reading"
            for name in "ab":
                os.makedirs(f"vectors/{name}")
                with open(f"vectors/{name}/test.json", "w", encoding="utf-8") as file:
                    json.dump(TEST, file)

            def values(name, program):
                with open(f"vectors/{name}/a.s", "w", encoding="utf-8") as file:
                    file.write(program)
                with contextlib.redirect_stderr(io.StringIO()) as said:
                    self.assertEqual(program_vectors.main([]), 0)
                return said.getvalue()

            values("a", PROGRAM % 7)
            values("b", PROGRAM % 8)
            with open(made % "a", "rb") as file:
                self.assertEqual(file.read(), b"\7\0\0\0\7\0\0\0")
            first = os.stat(made % "b").st_ino
            values("a", PROGRAM % 9)
            with open(made % "a", "rb") as file:
                self.assertEqual(file.read(), b"\x09\0\0\0\x09\0\0\0")
            self.assertIn("vectors/a/test.json: the reading has no values: ", values("a", PROGRAM % "v99999"))
            self.assertFalse(os.path.exists(made % "a"))
            self.assertEqual(os.stat(made % "b").st_ino, first)
            os.remove("vectors/b/test.json")
            values("a", PROGRAM % 7)
            self.assertEqual(os.listdir("build/vectors"), [".read.sums", "a"])
            os.chdir(ROOT)

    def test_closed_form(self):
        """simd_busy of few trips, by its program and by its closed form."""
        test = self.read("simd_busy")
        test["launch"] = {"grid": [64], "group": [64]}
        for a in test["args"]:
            if "scalar" in a:
                a["value"] = 3
        machine = Machine(os.path.dirname(descriptions.path("simd_busy")), test)
        machine.run()
        self.assertEqual(machine.contents("out")[:64], program_vectors.busy(test)("out")[:64])


class Reading(unittest.TestCase):
    # Decisions: D-EXP-1, D-EXP-2.
    def test_exports(self):
        """The encodings of control-flow.md 11.1, and what each sends."""
        registers = [[16 * r + (lane & 15) for lane in range(64)] for r in range(16)]
        for first, second, target, enable, flags, fields in (
            (0xC400180F, 0x04030201, "mrt0", 15, (False, True, True), {"0": 1, "1": 2, "2": 3, "3": 4}),
            (0xC400048F, 0x00000201, "mrtz", 15, (True, False, False), {"0": 1, "1": 2}),
            (0xC4001890, 0x00000000, "null", 0, (False, True, True), {}),
            (0xC40000F9, 0x07000000, "pos3", 9, (False, False, False), {"0": 0, "3": 7}),
            (0xC40003FF, 0x06070809, "param31", 15, (False, False, False), {"0": 9, "1": 8, "2": 7, "3": 6}),
        ):
            found = export.beat(3, first, second, 1 << 63 | 2, registers)
            self.assertEqual((found["wave"], found["target"], found["en"]), (3, target, enable))
            self.assertEqual((found["compr"], found["done"], found["vm"]), flags)
            self.assertEqual(found["exec"], "0x8000000000000002")
            expected = {c: [0, 16 * r + 1] + 61 * [0] + [16 * r + 15] for c, r in fields.items()}
            self.assertEqual(found["data"], expected)

    def test_unmapped(self):
        memory = Memory()
        memory.map(0x1000, b"\1" * 0x1000)
        self.assertEqual((memory.read(0x1FFC, 4), memory.wild), (b"\1" * 4, False))
        memory.write(0x1FFE, b"\2" * 4)
        self.assertEqual((memory.read(0x1FFC, 8), memory.wild), (b"\1\1\2\2" + bytes(4), True))
        self.assertEqual(memory.read(0xFFE, 4), bytes(2) + b"\1\1")

    def places(self, size=4, lane=0, soffset=0, constant=0, index=None, offset=None, **fields):
        v = buffer.Resource(resource(**fields))
        return buffer.addresses(v, size, lane, soffset, constant, index, offset)

    # Decisions: D-MEM-7, D-MEM-8, D-MEM-10, D-MEM-11, D-MEM-61, D-MEM-67, D-MEM-80.
    def test_buffer_examples(self):
        """buffer-memory.md 15.5, as written there."""

        def dwords(*starts):
            return [at if at is None else at + byte for at in starts for byte in range(4)]

        low, out = {"base": 0x1000}, None
        records, five = low | {"stride": 24, "records": 10}, {"base": 0x2000, "stride": 16, "records": 5}
        tid = {"add_tid": 1, "data_format": 0}
        swizzled = {"swizzle": 1, **tid}
        for found, expected in (
            (self.places(lane=5, constant=4, **PRIVATE_RESOURCE), dwords(0x7F0000100114)),
            (self.places(offset=0xFFFFFFFC, constant=8, **PRIVATE_RESOURCE), dwords(0x7F0000100100)),
            (
                self.places(lane=1, constant=6, **PRIVATE_RESOURCE),
                [0x7F0000100106, 0x7F0000100107, 0x7F0000100204, 0x7F0000100205],
            ),
            (
                self.places(16, lane=3, constant=16, soffset=0x1000, **PRIVATE_RESOURCE),
                dwords(0x7F000010140C, 0x7F000010150C, 0x7F000010160C, 0x7F000010170C),
            ),
            (self.places(index=9, offset=20, soffset=0x100, **records), dwords(0x11EC)),
            (self.places(index=10, offset=20, soffset=0x100, **records), dwords(out)),
            (
                self.places(lane=3, index=10, offset=9, **swizzled, **records | {"records": 100}),
                [0x1115, 0x1116, 0x1117, 0x1134],
            ),
            (self.places(lane=3, index=10, offset=9, swizzle=1, **records | {"records": 100}), dwords(0x10F9)),
            (self.places(lane=3, index=2, **tid, **five), dwords(0x2020)),
            (self.places(lane=3, index=2, **swizzled, **five), dwords(0x2014)),
            (self.places(lane=0, index=5, **swizzled, **five), dwords(out)),
            (self.places(offset=12, swizzle=1, index_stride=1, records=64, **low), dwords(0x100C)),
            (self.places(index=17, offset=8, records=64, **low), dwords(0x1008)),
            (self.places(16, offset=0xFFFFFFFC, records=64, **low), dwords(out, out, out, out)),
            (self.places(16, offset=8, records=20, **low), dwords(0x1008, 0x100C, 0x1010, out)),
            (
                self.places(8, index=1, offset=0xFFFFFFFC, stride=16, records=4, **low),
                dwords(0x10000100C, 0x100001010),
            ),
            (
                self.places(8, index=1, offset=0xFFFFFFFC, stride=16, records=4, **swizzled, **low),
                dwords(0x800000FE4, 0x1004),
            ),
            (self.places(constant=6, records=8, **low), dwords(out)),
            (self.places(2, constant=6, records=8, **low), [0x1006, 0x1007]),
            (self.places(lane=63, constant=4, stride=0x3FFF, data_format=15, add_tid=1), dwords(0xFBFFC5)),
            (self.places(index=0xFFFFFFFE, stride=0x3FFF, records=0xFFFFFFFF), dwords(0x3FFEFFFF8002)),
            (
                self.places(soffset=0xFFFFFFFF, index=0, base=0xFFFFFFFFFFFF, stride=16, records=1),
                dwords(0xFFFFFFFE),
            ),
            (self.places(soffset=0xFFFFFFFF, base=0xFFFFFFFFFFFF, records=16), dwords(out)),
            (self.places(records=64, data_format=0, **low), dwords(out)),
            (self.places(base=0xFFFFFFFFFFFE, records=64), [0xFFFFFFFFFFFE, 0xFFFFFFFFFFFF, 0, 1]),
            (self.places(offset=0xFFFFFFC0, constant=64, records=256, **low), dwords(0x1000)),
            (self.places(offset=124, soffset=128, records=256, **low), dwords(0x10FC)),
            (self.places(offset=125, soffset=128, records=256, **low), dwords(out)),
            (self.places(offset=124, soffset=129, records=256, **low), dwords(out)),
        ):
            self.assertEqual(found, expected)

    # Decisions: D-MEM-10, D-MEM-11, D-MEM-13, D-MEM-80.
    def test_range(self):
        """buffer-memory.md 4.1, worked out by hand: which dwords of a raw access are out."""
        raw = {"records": 64}
        top = {"records": 0xFFFFFFFF}
        for size, how, expected in (
            (1, {"offset": 63}, "-"),
            (1, {"offset": 64}, "o"),
            (2, {"offset": 62}, "-"),
            (2, {"offset": 63}, "o"),
            (4, {"offset": 60}, "-"),
            (4, {"offset": 61}, "o"),
            (8, {"offset": 56}, "--"),
            (8, {"offset": 57}, "-o"),
            (12, {"offset": 49, "constant": 4}, "--o"),
            (16, {"offset": 49}, "---o"),
            (16, {"offset": 45, "soffset": 8}, "--oo"),
            (16, {"offset": 0xFFFFFFFF, "constant": 1}, "----"),
            (16, {"offset": 0xFFFFFFFF}, "oooo"),
            (4, {"soffset": 61}, "o"),
            # offset + SOFFSET past 2^32 does not wrap
            (4, {"offset": 0xFB, "soffset": 0xFFFFFF00, **top}, "-"),
            (4, {"offset": 0xFC, "soffset": 0xFFFFFF00, **top}, "o"),
            (4, {"offset": 0x100, "soffset": 0xFFFFFF00, **top}, "o"),
            (8, {"offset": 0xFFFFFFF8, **top}, "-o"),
            # IDXEN with STRIDE 0, and with ADD_TID
            (4, {"index": 7, "offset": 60}, "-"),
            (4, {"index": 7, "offset": 61, "add_tid": 1}, "o"),
            # structured: the index alone
            (4, {"index": 63, "stride": 1, "offset": 0x1000, "soffset": 0x1000}, "-"),
            (4, {"index": 64, "stride": 1}, "o"),
            (4, {"index": 63, "lane": 5, "stride": 1, "add_tid": 1, "swizzle": 1}, "-"),
            # private: never
            (4, {"lane": 63, "offset": 0x1000, "soffset": 0x1000, "add_tid": 1}, "-"),
        ):
            found = self.places(size, **raw | how)[:: min(size, 4)]
            self.assertEqual("".join("o" if at is None else "-" for at in found), expected, (size, how))

    def reached(self, size, oob, lane=0, soffset=0, constant=0, index=None, offset=None, **fields):
        """First bytes of the dwords of an access by a unit with the memory of RDNA."""
        swizzle = fields.pop("swizzle", 0)
        words = resource(swizzle=swizzle >> 1, cache=swizzle & 1, rest=oob << 28, **fields)
        found = buffer.addresses(buffer.Resource(words, True), size, lane, soffset, constant, index, offset)
        return found[::4]

    # Decisions: D-MEM-54, D-MEM-55.
    def test_oob_select(self):
        """buffer-memory.md 14.1, worked out by hand."""
        low = {"base": 0x1000, "stride": 20, "records": 10}
        out = None
        for found, expected in (
            # 0: index and offset + payload
            (self.reached(4, 0, index=9, offset=16, **low), [0x10C4]),
            (self.reached(4, 0, index=9, offset=17, **low), [out]),
            (self.reached(2, 0, index=9, offset=18, **low), [0x10C6]),
            (self.reached(2, 0, index=9, offset=19, **low), [out]),
            (self.reached(1, 0, index=9, offset=19, **low), [0x10C7]),
            (self.reached(4, 0, index=10, offset=0, **low), [out]),
            (self.reached(16, 0, index=1, offset=8, constant=1, **low), [0x101D, 0x1021, out, out]),
            (self.reached(12, 0, index=1, constant=4, **low | {"stride": 0}), [out] * 3),
            (self.reached(8, 0, offset=0xFFFFFFFC, constant=4, **low), [out] * 2),
            (self.reached(4, 0, lane=9, add_tid=1, data_format=0, **low), [0x10B4]),
            (self.reached(4, 0, lane=10, add_tid=1, data_format=0, **low), [out]),
            # 1: the index alone; without IDXEN it is 0
            (self.reached(8, 1, index=9, offset=40, **low), [0x10DC, 0x10E0]),
            (self.reached(4, 1, index=10, **low), [out]),
            (self.reached(4, 1, offset=0x100, **low), [0x1100]),
            (self.reached(4, 1, **low | {"records": 0}), [out]),
            # 2: NUM_RECORDS alone
            (self.reached(4, 2, index=1000, **low), [0x1000 + 20000]),
            (self.reached(4, 2, index=0, **low | {"records": 0}), [out]),
            # 3: bytes, less SOFFSET
            (self.reached(4, 3, offset=6, soffset=0x20, **low | {"records": 0x2A}), [0x1026]),
            (self.reached(4, 3, offset=7, soffset=0x20, **low | {"records": 0x2A}), [out]),
            (self.reached(1, 3, soffset=0x2A, **low | {"records": 0x2A}), [out]),
            (self.reached(1, 3, soffset=0x2B, **low | {"records": 0x2A}), [out]),
            (self.reached(4, 3, index=50, offset=6, **low), [0x13EE]),
            (self.reached(16, 3, offset=0xFFFFFFFC, constant=4, **low | {"records": 64}), [out] * 4),
            # 3 and swizzled: as 0 with a stride, else as above
            (self.reached(4, 3, index=10, swizzle=1, **low), [out]),
            (self.reached(4, 3, index=9, offset=17, swizzle=2, **low), [out]),
            (self.reached(4, 3, offset=6, swizzle=1, base=0x1000, records=10), [0x1022]),
            (self.reached(4, 3, offset=7, swizzle=1, base=0x1000, records=10), [out]),
        ):
            self.assertEqual(found, expected)

    def test_elements(self):
        """buffer-memory.md 3 with elements of 16 bytes: index 13, offset 24 of records of 48 bytes, blocks of 8."""
        at = {"base": 0x1000, "stride": 48, "records": 100, "index": 13, "offset": 24}
        start = 0x1000 + ((13 // 8) * 48 + 16) * 8 + (13 % 8) * 16 + 8
        self.assertEqual(self.reached(8, 1, swizzle=3, **at), [start, start + 4])
        # The third dword is in the next element.
        self.assertEqual(self.reached(12, 1, swizzle=3, **at)[2], start + 8 * 16 - 8)
        for swizzle in (1, 2):
            fours = 0x1000 + ((13 // 8) * 48 + 24) * 8 + (13 % 8) * 4
            self.assertEqual(self.reached(8, 1, swizzle=swizzle, **at), [fours, fours + 32])


if __name__ == "__main__":
    unittest.main(verbosity=0)
