# SPDX-License-Identifier: Apache-2.0
"""Tests of the functional coverage points. Small programs hit the points that they should, and no other of the group.
The list has each point once, and a rule that is wrong is noticed. Greedy ranking. Programs that are pointed at holes.

Needs build/wavelock, build/wavelock-random and build/points.tsv.

usage: test_points.py [-v] [NAME...]    as unittest
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from wl import ROOT, Error
from wl.checks import opcodes
from wl.cover import points
from wl.cover.coverage import Coverage, functional_markdown, merge_json
from wl.night import rank


TOOL, GENERATOR = (os.path.join(ROOT, "build", name) for name in ("wavelock", "wavelock-random"))

# Behind it s[4:5] is the address of 4096 bytes, and no counter but LGKM_CNT was used.
POINTER = "s_load_dwordx2 s[4:5], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)\n"
# The V# of 256 bytes there, raw and linear; v0 is the lane and v1 four times it.
BUFFER = POINTER + "s_mov_b32 s6, 128\ns_mov_b32 s7, 0x20000\nv_lshlrev_b32 v1, 2, v0\n"


def tool(folder, options=(), *, waves=1):
    path = os.path.join(folder, "coverage.tsv")
    command = [
        TOOL,
        "--device",
        "lockstep",
        folder,
        "--coverage",
        path,
        "--run-dir",
        folder,
        "--cache",
        folder,
        *options,
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (waves, done.stdout + done.stderr)
    found = Coverage()
    found.add_file(path)
    return found


class Vectors(unittest.TestCase):
    """A program of a few instructions each."""

    def run_program(self, text, waves=1, launches=None):
        """{group: {name: count}} of the points that the program hits."""
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "small.s"), "w", encoding="ascii") as file:
                file.write(f".globl main\nmain:\n{text}\ns_endpgm\n")
            description = {
                "about": "points",
                "program": "small.s",
                "launch": {"grid": [64 * waves], "group": [64 * waves], "lds": 8192},
                "args": [
                    {"buffer": "memory", "type": "u32", "count": 1024},
                    {"buffer": "kept", "type": "u32", "count": 16},
                ],
                "expect": {"buffers": [{"buffer": "kept", "unchanged": True}]},
            }
            if launches:
                description["launches"] = launches
            with open(os.path.join(folder, "test.json"), "w", encoding="ascii") as file:
                json.dump(description, file)
            counts = tool(folder).counts
        found = {}
        for (kind, group, name, _), n in counts.items():
            if kind == "point":
                found.setdefault(group, {})[name] = n
        listed = points.Points()
        self.assertEqual([], [(g, n) for g, names in found.items() for n in names if (g, n) not in listed.index])
        return found

    def hits(self, found, group, *names):
        self.assertEqual(set(names), set(found.get(group, {})), group)

    def test_fork_and_join(self):
        found = self.run_program(
            "s_mov_b64 s[44:45], 1\ns_mov_b32 s42, 0\ns_cbranch_i_fork s[44:45], there\ns_branch both\n"
            "there:\ns_nop 0\nboth:\ns_cbranch_join s42"
        )
        self.hits(found, "fork", "s_cbranch_i_fork, the jump side goes first, CSP 0")
        self.hits(found, "join", "pops the other side, CSP 1", "goes on, CSP 0")
        self.assertEqual({1}, set(found["fork"].values()) | set(found["join"].values()))
        for group in ("counter", "waitcnt", "barrier", "conflict", "range", "format", "float", "hazard"):
            self.hits(found, group)

    def test_fork_without_a_push(self):
        found = self.run_program(
            "s_mov_b64 s[44:45], -1\ns_mov_b32 s42, 0\ns_cbranch_i_fork s[44:45], there\nthere:\ns_cbranch_join s42"
        )
        self.hits(found, "fork", "s_cbranch_i_fork, all lanes jump, CSP 0")
        self.hits(found, "join", "goes on, CSP 0")

    def test_counters(self):
        found = self.run_program(
            POINTER + "v_mov_b32 v1, 0\nglobal_load_dword v2, v1, s[4:5]\ns_waitcnt vmcnt(0)\ns_waitcnt vmcnt(0)"
        )
        self.hits(found, "counter", "VM_CNT, is 1")  # s_load_dwordx2 counts twice in LGKM_CNT
        self.hits(found, "waitcnt", "LGKM_CNT, for 0, waits", "VM_CNT, for 0, waits", "VM_CNT, for 0, finds it 0")

    def test_limits(self):
        """The LDS has 8192 bytes. Lane 0 lies four bytes before its end, lane 1 at the end."""
        address = "v_lshlrev_b32 v1, 2, v0\nv_add_u32 v1, 8188, v1\n"
        found = self.run_program(address + "ds_read_b32 v2, v1\nds_write_b64 v1, v[3:4]\ns_waitcnt lgkmcnt(0)")
        ends, begins, across = "ends at the limit", "begins at the limit", "goes across the limit"
        read, write = "LDS, read", "LDS, write"
        hits = [f"{read}, {ends}", f"{read}, {begins}", f"{write}, {begins}", f"{write}, {across}"]
        self.hits(found, "limit", *hits)
        flat = "v_mov_b32 v2, 0x10000\nflat_load_dword v3, v[1:2]\ns_waitcnt vmcnt(0) lgkmcnt(0)"
        found = self.run_program(address + flat)
        self.hits(found, "limit", f"LDS by FLAT, read, {ends}", f"LDS by FLAT, read, {begins}")
        found = self.run_program(BUFFER + "buffer_load_dword v2, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)")
        self.hits(found, "limit", f"raw buffer, read, {ends}", f"raw buffer, read, {begins}")

    def test_edges(self):
        found = self.run_program("s_barrier\nv_mov_b32 v1, 0\ns_ttracedata", waves=2)
        self.hits(found, "edge", "first, barrier", "last before s_endpgm, message")
        self.assertEqual({2}, set(found["edge"].values()))

    def test_flags(self):
        found = self.run_program("v_rcp_f32 v1, 0\nv_rcp_f16 v1, 0\nv_rcp_f64 v[2:3], 0")
        self.hits(found, "flag", "f32, division by zero")  # TRAPSTS has it then
        self.hits(self.run_program("v_mov_b32 v1, 0x7c01\nv_rcp_f16 v1, v1"), "flag", "f16, invalid")

    def test_reuse(self):
        """Two launches: the first leaves SCC and VSKIP."""
        text = "s_cmp_eq_u32 0, 0\ns_setvskip -1, 0"
        self.hits(self.run_program(text), "reuse")
        found = self.run_program(text, launches=[{}, {}])
        self.hits(found, "reuse", "SCC 1", "VSKIP")
        self.assertEqual({1}, set(found["reuse"].values()))

    def test_tuples(self):
        """A program in assembly has 102 SGPRs and 64 VGPRs."""
        found = self.run_program("v_mov_b32 v63, 0\ns_mov_b32 s101, 0\nv_add_f64 v[0:1], v[62:63], 0")
        self.hits(
            found,
            "tuple",
            "VGPR, result, 1 register, up to the last one",
            "SGPR, result, 1 register, up to the last one",
            "VGPR, operand, 2 registers, up to the last one",
        )
        found = self.run_program(".long 0xc00a1900, 0  // s_load_dwordx4 s[100:103], s[0:1], 0x0\ns_waitcnt lgkmcnt(0)")
        self.hits(found, "tuple", "SGPR, result, 4 registers, past s101")

    def test_coincidence(self):
        load = POINTER + "v_mov_b32 v1, 0\nglobal_load_dword v2, v1, s[4:5]\n"
        behind = "VM_CNT: return and s_waitcnt, the second a cycle behind"
        self.assertEqual(1, self.run_program(load + "s_waitcnt vmcnt(0)")["coincidence"][behind])
        found = self.run_program(load + "s_sleep 9\ns_waitcnt vmcnt(0)").get("coincidence", {})
        self.assertNotIn(behind, found)  # it returned long before
        found = self.run_program("s_nop 0\nv_readfirstlane_b32 s8, v0\ns_mov_b32 s8, 0").get("coincidence", {})
        self.assertEqual({}, {name: n for name, n in found.items() if "row" in name})  # without a load
        # A read is held in the cycle of a return. One of IB_STS is none of TRAPSTS.
        loads = load + "global_load_dword v3, v1, s[4:5]\n" * 8 + "s_getreg_b32 s8, hwreg(HW_REG_IB_STS)\n" * 60
        found = self.run_program(loads + "s_waitcnt vmcnt(0)")["coincidence"]
        self.assertIn("VM_CNT: return and read of IB_STS, in one cycle", found)
        self.assertEqual({}, {name: n for name, n in found.items() if "read of TRAPSTS" in name})
        # Each of two waves invalidates the cache for the other.
        for waves, check in ((2, self.assertIn), (1, self.assertNotIn)):
            found = self.run_program("s_icache_inv\n" * 60, waves=waves).get("coincidence", {})
            check("a line of instructions for another wave", " ".join(found))

    def test_barrier(self):
        second = "v_readfirstlane_b32 s8, v0\ns_cmp_eq_u32 s8, 0\n"  # SCC 0 in the second wave
        late = "s_cbranch_scc1 there\ns_sleep 9\nthere:\n"
        found = self.run_program(second + late + "s_barrier", waves=2)
        self.hits(found, "barrier", "2 waves, the highest arrives last, none ended before, released by an arrival")
        found = self.run_program(second + late + "s_cbranch_scc0 over\ns_barrier\nover:", waves=2)
        self.hits(found, "barrier", "2 waves, one arrives alone, some ended before, released by the end of a wave")
        self.hits(self.run_program("s_barrier"), "barrier")  # a wave alone has none

    def test_conflicts(self):
        found = self.run_program(
            "s_mov_b32 m0, -1\nv_lshlrev_b32 v1, 6, v0\nds_write_b32 v1, v0\nv_lshlrev_b32 v1, 2, v0\n"
            "ds_read_b64 v[2:3], v1 offset:8\ns_waitcnt lgkmcnt(0)\nds_add_u32 v1, v0"
        )
        self.assertLessEqual(
            {"LDS, write, 4 bytes, 4 cycles", "LDS, atomic, 4 bytes, 4 cycles"}, set(found["conflict"])
        )
        self.assertEqual(16, found["conflict"]["LDS, write, 4 bytes, 4 cycles"])  # quads
        self.assertNotIn("LDS, write, 4 bytes, 1 cycle", found["conflict"])
        self.assertEqual(
            {"read, 8 bytes"}, {n.split(", ", 1)[1].rsplit(", ", 1)[0] for n in found["conflict"] if "read" in n}
        )

    def test_ranges_and_formats(self):
        found = self.run_program(BUFFER + "buffer_load_dword v2, v1, s[4:7], 0 offen\ns_waitcnt vmcnt(0)")
        self.hits(found, "range", "raw, linear, load, in range", "raw, linear, load, offset out of range")
        self.hits(found, "format")
        found = self.run_program(
            BUFFER + "tbuffer_load_format_x v2, off, s[4:7], dfmt:1, nfmt:0, 0\n"
            "tbuffer_store_format_d16_x v3, off, s[4:7], dfmt:2, nfmt:7, 0\ns_waitcnt vmcnt(0)"
        )
        self.hits(found, "format", "8, UNORM, load", "16, FLOAT, d16 store")
        self.hits(found, "range", "raw, linear, format load, in range", "raw, linear, format store, in range")

    def test_floats(self):
        found = self.run_program("v_mov_b32 v2, 0xff800000\nv_add_f32 v1, 1.0, v2\nv_cmp_gt_f16 vcc, 0, v2")
        self.hits(
            found,
            "float",
            "f32, sum, operand, +normal",
            "f32, sum, operand, -infinity",
            "f32, sum, result, -infinity",
            "f16, compare, operand, +zero",
        )
        found = self.run_program("s_mov_b64 exec, 0\nv_add_f32 v1, 1.0, v2")  # no lane computes
        self.hits(found, "float")

    def test_wait_states(self):
        for nop, name in ((3, "with just enough wait states"), (4, "with one more"), (5, None)):
            found = self.run_program(f"v_readfirstlane_b32 s4, v0\ns_nop {nop}\nv_readlane_b32 s5, v0, s4")
            self.hits(found, "hazard", *([f"row 6, {name}"] if name else []))

    def test_issue_and_arbiter(self):
        found = self.run_program("s_sleep 1\ns_nop 3\ns_nop 0")
        names = set(found["issue"])
        self.assertLessEqual({"sleep, scalar", "nop, scalar", "fetch, scalar"}, names)
        self.assertEqual(set(), {n for n in names if "selected" in n or not n.endswith(", scalar")})
        self.assertEqual({"alone"}, {name.split(",")[0] for name in found["arbiter"]})
        found = self.run_program("s_barrier\n" + "s_mov_b32 s8, 0\n" * 8, waves=4)
        self.assertIn("another wave selected, scalar", found["issue"])
        self.assertIn(
            "several others are eligible, all of its priority, a higher slot than before, it issues", found["arbiter"]
        )

    def test_opcodes(self):
        found = self.run_program("s_mov_b32 s4, 0\ns_mov_b64 exec, 1\nv_add_f32_e64 v1, 1.0, s4")["opcode"]
        self.assertEqual(
            {
                "VOP3 v_add_f32 src0 inline float, some lanes": 1,
                "VOP3 v_add_f32 src1 SGPR, some lanes": 1,
                "SOP1 s_mov_b32 src0 inline integer": 1,
                "SOP1 s_mov_b32 sdst SGPR": 1,
                "SOP1 s_mov_b64 src0 inline integer": 1,
                "SOP1 s_mov_b64 sdst state register": 1,
                "SOPP s_endpgm issues": 1,
            },
            found,
        )

    def test_skipped_instructions_do_not_count(self):
        found = self.run_program("s_setvskip 1, 0\ns_nop 4\nv_add_f32 v1, 1.0, v0\ns_setvskip 0, 0")
        self.assertFalse([name for name in found["opcode"] if "v_add_f32" in name])
        self.hits(found, "float")


class List(unittest.TestCase):
    def test_each_point_once(self):
        listed = points.Points()
        self.assertEqual(len(listed), len(listed.index))
        self.assertGreater(len(listed), 30000)

    def test_every_word_behind_the_bar_is_known(self):
        with open(os.path.join(ROOT, "tb", "random", "profile.h"), encoding="utf-8") as file:
            known = set(re.findall(r"X\(\w+, (\w+)", file.read()))
        words = {w for p in points.Points().points if p.group != "opcode" for w in p.fill.partition("|")[2].split(",")}
        self.assertEqual(set(), words - known)

    def test_levels_that_the_queue_does_not_reach(self):
        """VM_CNT of the default unit ends far below its limit; scripts/tests/lds256 has a unit that reaches it."""
        levels = {p.name for p in points.Points().points if p.group == "counter"}
        self.assertEqual(7, len(levels))
        self.assertEqual({"VM_CNT, is 1"}, {name for name in levels if name.startswith("VM_CNT")})

    def test_a_rule_that_is_wrong(self):
        """A list without a point that a run hits: the report names it, and what reads the counts refuses it."""
        hit = ("join", "goes on, CSP 0")
        listed = points.Points()
        with tempfile.TemporaryDirectory() as folder:
            counts, less = (os.path.join(folder, name) for name in ("counts", "less"))
            with open(counts, "w", encoding="utf-8") as file:
                file.write("\t".join(["point", *hit, "-", "3"]) + "\n")
            with open(less, "w", encoding="utf-8") as file:
                file.write(listed.lines(i for i in range(len(listed)) if i != listed.index[hit]))
            for path, code, has in ((points.TABLE, 0, self.assertNotIn), (less, 1, self.assertIn)):
                command = [sys.executable, "scripts/wavelock", "cover.coverage", "--points", path, counts]
                done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
                self.assertEqual(code, done.returncode, done.stderr)
                has("Hit, and not in the list of points: join: goes on, CSP 0", done.stdout)
            self.assertEqual([], opcodes.load(counts, listed))
            with self.assertRaisesRegex(Error, "counts: hit, and not in .*less: join: goes on, CSP 0"):
                opcodes.load(counts, points.Points(less))

    def test_bad_line(self):
        with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
            file.write("fork\tonly two\n")
            file.flush()
            with self.assertRaisesRegex(ValueError, 'found "fork\tonly two", expected GROUP, NAME and FILL'):
                points.Points(file.name)


class Rank(unittest.TestCase):
    def test_greedy(self):
        sets = {"a": 0b000111, "b": 0b111100, "c": 0b000011, "none": 0, "d": 0b1000000}
        self.assertEqual([("b", 4), ("a", 2), ("d", 1)], list(points.cover(sets)))

    def test_the_first_of_equals(self):
        self.assertEqual([("y", 2), ("x", 1)], list(points.cover({"y": 0b011, "z": 0b011, "x": 0b110})))

    def test_of_a_journal(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "journal.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                for name, some in (("one", 0b1), ("two", 0b11)):
                    print(json.dumps({"id": name, "again": f"make {name}", "points": points.packed(some)}), file=file)
                print(json.dumps({"id": "a proof", "again": "make proof"}), file=file)
            text = rank.written(path, os.path.join(folder, "rank.tsv"))
            with open(os.path.join(folder, "rank.tsv"), encoding="utf-8") as file:
                self.assertEqual("2\t2\ttwo\tmake two\n", file.read())
        self.assertIn("1 of 2 jobs in lockstep reach the 2 functional points of all", text)

    def test_sets_keep_their_points(self):
        some = 1 << 32000 | 0b101
        self.assertEqual(some, points.unpacked(points.packed(some)))
        self.assertEqual([0, 2, 32000], list(points.numbers_of(some)))


class Total(unittest.TestCase):
    def test_groups_beside_the_list_do_not_count(self):
        groups = [
            {"group": "fork", "hit": 1, "of": 2, "holes": []},
            {"group": "operand kinds", "hit": 5, "of": 9, "holes": []},
        ]
        text = functional_markdown(groups)
        self.assertIn("1 of 2 points were hit: 50.0 %", text)
        self.assertIn("| operand kinds | 5 | 9 |", text)


class Json(unittest.TestCase):
    def test_keys_of_others_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "coverage.json")
            merge_json(path, "code", [1])
            merge_json(path, "functional", [2])
            with open(path, encoding="utf-8") as file:
                self.assertEqual({"code": [1], "functional": [2]}, json.load(file))


class Pointed(unittest.TestCase):
    """Programs for holes of one opcode and of one group."""

    def program(self, folder, holes, seed=1, count=300):
        path = os.path.join(folder, "holes.tsv")
        with open(path, "w", encoding="utf-8") as file:
            file.write(holes)
        command = [GENERATOR, "--seed", str(seed), "--count", str(count), "--cover", path, "--out", folder]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    def left(self, wanted, **more):
        """The names of the points that a program does not hit which is pointed at them."""
        listed = points.Points()
        numbers = [i for i, p in enumerate(listed.points) if wanted(p)]
        self.assertTrue(numbers)
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(0, self.program(folder, listed.lines(numbers), **more).returncode)
            some, unlisted = listed.set_of(tool(folder).points())
        self.assertEqual([], unlisted)
        return [listed.points[i].name for i in numbers if not some >> i & 1]

    def test_holes_of_opcodes(self):
        some = re.compile(
            r"(VOP\w+ v_(med3_f32|max_i16|cndmask_b32)|SMEM s_buffer_load_dword|DS ds_add_u32|MUBUF buffer_atomic_add|"
            r"SCRATCH scratch_load_dword|SOP2 s_bfm_b64|SOPC s_cmp_eq_u32) "
        )
        self.assertEqual([], self.left(lambda p: some.match(p.name), count=1000))

    def test_holes_of_ranges(self):
        self.assertEqual([], self.left(lambda p: p.group == "range"))

    def test_holes_of_full_counters(self):
        # Whether a counter fills before what is in flight returns depends on the latencies of the seed, too.
        first, second = (
            self.left(lambda p: p.group == "issue" and p.name.startswith("counter full"), seed=seed) for seed in (1, 2)
        )
        self.assertEqual(set(), set(first) & set(second))

    def test_holes_of_barriers(self):
        for waves in ("2 waves", "3 to 15 waves", "16 waves"):
            # A program may have fewer waves than its profile says, but not with each of three seeds in sequence.
            seeds = (self.left(lambda p, w=waves: p.name.startswith(w), seed=seed, count=20) for seed in (1, 2, 3))
            self.assertTrue(any(left == [] for left in seeds), waves)

    def test_holes_of_coincidence(self):
        # The cycles of a program depend on the latencies of its seed, too.
        for words in (
            "scalar load and vector result in a row of SGPRs, in one cycle",
            "release of a barrier and s_wakeup of another group, in one cycle",
            "load to the LDS and LDS_DIRECT that waits, in one cycle",
        ):
            seeds = (self.left(lambda p, w=words: p.name == w, seed=seed, count=20) for seed in range(1, 11))
            self.assertTrue(any(left == [] for left in seeds), words)

    def test_weights(self):
        """Holes of a group raise its blocks: a program of the default profile has few forks."""
        with tempfile.TemporaryDirectory() as folder:
            counts = []
            for holes in ("", "fork\tname\tsentence|fork\n"):
                self.assertEqual(0, self.program(folder, holes).returncode)
                with open(os.path.join(folder, "random.s"), encoding="ascii") as file:
                    counts.append(file.read().count("_fork "))
        self.assertGreater(counts[1], 2 * counts[0])

    def test_a_bad_file(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.program(folder, "fork\tname\n")
        self.assertEqual(2, done.returncode)
        self.assertIn('holes.tsv:1: found "fork\tname", expected GROUP, NAME and FILL with tabs between', done.stderr)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
