# SPDX-License-Identifier: Apache-2.0
"""make shrink (docs/shrink.md): failures become programs of a dozen instructions. Needs build/wavelock, -random.

usage: test_shrink.py [--cvise]    with --cvise: an OpenCL file by cvise alone (scripts/setup nightly)

The failures: the planted bug of the second unit, a random program without a wait, injected faults.
"""
import json
import os
import re
import shlex
import subprocess
import sys
import unittest
import unittest.mock

from tests import stored_runs
from wl.failures import shrink, shrink_cl
from wl.runs import results, unit_folder


REFUSED = results.VERDICTS.index("ERROR")
MISMATCH = results.VERDICTS.index("MISMATCH")
DOZEN = 12
UNIT = "examples/tiny_cu"
PROGRAM = """.globl main
main:
  s_mov_b32 s5, 3
{before}  v_mov_b32 v1, s5
  v_mov_b32 v2, 5
  v_add_u32 v3, v1, v2
{after}  s_endpgm
"""
# Goes to what lies {bytes} behind its s_getpc_b64, over what ends the program.
JUMP = """  s_getpc_b64 s[10:11]
  s_add_u32 s10, s10, {bytes}
  s_addc_u32 s11, s11, 0
  s_setpc_b64 s[10:11]
"""


class Shrink(stored_runs.StoredRuns):
    def shrunk(self, folder, code=1, most=DOZEN):
        """Makes the run's program small. The new program fails in the same way by the line that is printed last."""
        text = self.sim("shrink", f"RUN={folder}", f"OUT={self.dir}")
        line = text.splitlines()[-1].split()
        self.assertEqual(line[:2], ["make", "sim"])
        again = self.stored("sim", *line[2:], code=code)
        self.assertEqual(shrink.group(again), shrink.group(folder))
        small = os.path.join(self.dir, "shrunk", os.path.basename(folder))
        case = shrink.read_case(os.path.join(small, "test.json"), "")
        self.assertLessEqual(len(case.instructions()), most, text)
        return small, case

    def random(self, *more):
        """The folder of a random program. Its expectation of a violation goes."""
        folder = os.path.join(self.dir, "program")
        os.makedirs(folder)
        command = ["build/wavelock-random", "--seed", "7", "--count", "300", "--out", folder, *more]
        subprocess.run(command, check=True, capture_output=True)
        path = os.path.join(folder, "test.json")
        with open(path, encoding="utf-8") as file:
            test = json.load(file)
        with open(path, "w", encoding="utf-8") as file:
            json.dump({**test, "expect": {"buffers": [{"buffer": "edge", "unchanged": True}]}}, file)
        return folder

    def vector(self, before="", after="", expect=None):
        """The folder of a vector of a few instructions, with more of them before and after."""
        folder = os.path.join(self.dir, "vector")
        os.makedirs(folder)
        with open(os.path.join(folder, "vector.s"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(before=before, after=after))
        about = "a sum; " * 36  # nearly as long as it may be: the small program adds its group
        test = {"about": about, "program": "vector.s", "launch": {"grid": [256], "group": [128]}}
        test["args"] = [{"buffer": "out", "type": "u32", "count": 64}]
        test["expect"] = expect or {"buffers": [{"buffer": "out", "unchanged": True}]}
        with open(os.path.join(folder, "test.json"), "w", encoding="utf-8") as file:
            json.dump(test, file)
        return folder

    # ---- what becomes small ----------------------------------------------------------------------------

    def test_planted_bug(self):
        subprocess.run(
            ["make", "-s", f"UNIT={UNIT}", f"build/{unit_folder.name(UNIT)}/wavelock"], check=True, env=stored_runs.ENV
        )
        folder = self.stored("sim", "TEST=directed_valu_32", f"UNIT={UNIT}", "PLUS=+tiny_cu_bug", code=MISMATCH)
        small, case = self.shrunk(folder)
        self.assertIn("v_add_co_u32", case.lines[-2])
        test = case.of_test()
        self.assertLess(test["launch"]["grid"][0], 64)
        self.assertEqual(sum(map(bool, test["args"][0]["init"]["values"])), 2)
        # Once the bug is mended it passes, and its expectation holds.
        self.sim("sim", f"TEST={small}", f"UNIT={UNIT}", f"OUT={self.dir}")

    def test_missing_wait_of_a_random_program(self):
        program = self.random("--violation", "vmcnt")
        folder = self.stored("sim", f"TEST={program}", "SEED=7", code=results.VERDICTS.index("HAZARD"))
        _, case = self.shrunk(folder, code=results.VERDICTS.index("HAZARD"), most=3)
        self.assertEqual([line.split()[0] for line in case.lines if shrink.is_instruction(line)][-1], "s_endpgm")

    def test_injected_faults(self):
        padding = "  v_mov_b32 v9, v8\n  s_add_u32 s9, s8, s7\n" * 40
        program = self.vector(before=padding, after=padding)
        # s5 changes while the instructions before its reader run. These go, so the fault must come earlier.
        folder = self.stored("sim", f"TEST={program}", "INJECT=SGPR:0:5:0:2@200", code=MISMATCH)
        _, case = self.shrunk(folder, most=3)
        self.assertIn("v_mov_b32 v1, s5", "\n".join(case.lines))

    def test_distance(self):
        """Where no instruction can go because the others must keep their addresses, gaps take their places."""
        padding = "  v_mov_b32 v9, v8\n  s_add_u32 s9, s8, s7\n" * 40
        ends = 60
        program = self.vector(before=padding + JUMP.format(bytes=16 + 4 * ends) + "  s_endpgm\n" * ends)
        folder = self.stored("sim", f"TEST={program}", "INJECT=SGPR:0:5:0:2@200", code=MISMATCH)
        _, case = self.shrunk(folder, most=3)
        self.assertIn("v_mov_b32 v1, s5", "\n".join(case.lines))

    def test_gaps(self):
        lines = ("  s_nop 3", "gap 1", "here:", "gap 5", "nobody:", "gap 7", "nor_here:", "  s_branch here")
        lines = shrink.joined(lines)
        self.assertEqual(lines, ("  s_nop 3", "gap 1", "here:", "gap 12", "nor_here:", "  s_branch here"))
        gap = ("  s_branch behind_gap_3", "  .fill 11, 4, 0xbf800000", "behind_gap_3:")
        self.assertEqual(shrink.with_gaps(lines), (*lines[:1], "  s_nop 0", *lines[2:3], *gap, *lines[4:]))
        coded = ("  v_mov_b32 v1, v2", "  v_mov_b32 v1, 0x12345", "gap 3", "  v_add_f64 v[0:1], v[2:3], v[4:5]")
        listed = ("  .long 5", "  .long 0x5, 6  // two, as said", "  .long 1 + 2, here", "  .quad 5")
        case = shrink.Case((*coded, *listed, "  s_endpgm"), "{}", "")
        self.assertEqual(shrink.words_of(case), {0: 1, 1: 2, 3: 2, 4: 1, 5: 2, 8: 1})

    def test_two_lines_of_a_cache(self):
        """Two instructions must lie 4096 bytes apart, as lines that an instruction cache takes for one."""
        first, second, other = "  s_mov_b32 s5, 3", "  s_mov_b32 s6, 3", ("  v_mov_b32 v9, v8",)
        lines = (*other * 300, first, *other * 1023, second, *other * 300, "  s_endpgm")

        class Judge(shrink.Judge):
            def failing(self, case):
                places, at = {}, 0
                for line in shrink.with_gaps(case.lines):
                    places[line] = at
                    words = re.match(r"  \.fill (\d+), 4, ", line)
                    at += 4 * int(words[1]) if words else 4 * shrink.is_instruction(line)
                self.runs += 1
                self.cycles[case] = 1
                return case if places.get(second, 0) == places.get(first, 1) + 4096 else None

        judge = Judge(None, "1", self.dir, 1, lambda: False)
        self.addCleanup(judge.close)
        case = shrink.instructions(judge, shrink.Case(lines, "{}", ""))
        self.assertEqual(case.lines, (first, "gap 1023", second, "  s_endpgm"))
        self.assertLess(judge.runs, 200)

    def test_blocks_of_a_table(self):
        """What narrows the lanes goes with what gives them back, in a program by a table. Other text than GFX9's ends
        it, and no gap takes the place of an instruction."""
        language = shrink.Language(
            end="  END",
            waits=re.compile(r"\s*(FENCE)\b"),
            lanes=8,
            own=True,
            opens=frozenset({"IF"}),
            others=frozenset({"ELSE"}),
            closes=frozenset({"POP"}),
        )
        before = ("LANE r1", "IF p0", "ADD r2, r1, r1", "IF p1", "FENCE", "ADD r3, r2, r2", "ELSE", "NOP", "POP", "POP")

        class Judge(shrink.Judge):
            def failing(self, case):
                """The sum fails with all lanes, or in two blocks, each with its end."""
                words = [line.split()[0] for line in case.lines if line]
                self.cycles[case] = 1
                good = "  ADD r3, r2, r2" in case.lines and "  LANE r1" in case.lines and words[-1] == "END"
                return case if good and words.count("IF") == words.count("POP") else None

        judge = Judge(None, "1", self.dir, 1, lambda: False)
        self.addCleanup(judge.close)
        case = shrink.Case((*(f"  {line}" for line in before), "  END"), "{}", "", language)
        case = shrink.instructions(judge, case)
        self.assertEqual(case.lines, ("  LANE r1", "  ADD r3, r2, r2", "  END"))
        case = case.with_test({"launch": {"grid": [33], "group": [11]}})
        self.assertEqual(shrink.waves(case), 6)

    def test_launches(self):
        """A launch has the group of "launch" where it names none; one without names has all of it."""
        lines = ("  s_endpgm",)
        test = {"launch": {"grid": [64], "group": [64]}, "launches": [{}, {"grid": [128]}]}
        for needs, small in ((1, [{}]), (2, [{}, {"grid": [1], "group": [1]}])):

            class Judge(shrink.Judge):
                def failing(self, case, needs=needs):
                    self.cycles[case] = 1
                    return case if len(case.of_test()["launches"]) >= needs else None

            judge = Judge(None, "1", self.dir, 1, lambda: False)
            self.addCleanup(judge.close)
            case = shrink.launches(judge, shrink.Case(lines, json.dumps(test), ""))
            self.assertEqual(case.of_test()["launches"], small)
            self.assertEqual(shrink.waves(case), needs)

    # ---- what does not ---------------------------------------------------------------------------------

    def test_what_is_refused(self):
        passed = self.stored("sim", "TEST=smoke")
        self.assertIn("PASS: expected one of MISMATCH", self.sim("shrink", f"RUN={passed}", code=REFUSED))
        wrong = self.vector(expect={"buffers": [{"buffer": "out", "constant": 3}]})
        folder = self.stored("sim", f"TEST={wrong}", code=results.VERDICTS.index("EXPECT"))
        self.assertIn("EXPECT: buffer out", self.sim("shrink", f"RUN={folder}", code=REFUSED))
        self.assertIn("found no result.json", self.sim("shrink", f"RUN={self.dir}", code=REFUSED))
        self.assertIn("expected the folder of a run", self.sim("shrink", "RUN=/nowhere", code=REFUSED))

    def test_failure_that_does_not_repeat(self):
        program = self.vector()
        folder = self.stored("sim", f"TEST={program}", "INJECT=SGPR:0:5:0:2@80", "CHECK=every", code=MISMATCH)
        with open(os.path.join(program, "vector.s"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(before="  s_nop 4\n", after="").replace("s5", "s6"))
        text = self.sim("shrink", f"RUN={folder}", code=REFUSED)
        self.assertIn("the failure does not repeat: MISMATCH: SGPR, scalar, s_mov_b32", text)


KERNEL = """kernel void sum(global uint *out, global const uint *in, uint n) {{
  uint i = get_global_id(0);
  uint other = in[i] * 3;
{more}  if (i < n) out[i] = in[{index}] + other;
}}
"""


class Kernel(stored_runs.StoredRuns):
    """An OpenCL file; what needs no cvise."""

    def setUp(self):
        super().setUp()
        self.kernel = os.path.join(self.dir, "sum.cl")
        self.write()

    def write(self, more="  other ^= i << 3;\n", index="i"):
        text = KERNEL.format(more=more, index=index)
        with open(self.kernel, "w", encoding="utf-8") as file:
            file.write(text)
        return text

    def failed(self):
        words = (f"TEST={self.kernel}", "GRID=64", "ARGS=n=64 in@64=random out@64=zero", "INJECT=EXEC:0:0:0:5@200")
        return self.stored("sim", *words, code=MISMATCH)

    def test_judge(self):
        """A smaller kernel must fail in the same way; one that reads what it may not is another failure."""
        folder = self.failed()
        stored = results.Result.read(folder)
        options = ["--grid", "64", "--args", "n=64 in@64=random out@64=zero"]
        fault = "EXEC:0:0:0:5@200"
        found = shrink_cl.source(self.kernel, folder, ())
        judge, program = shrink_cl.judge_of(found, folder, "build/wavelock", options, "1", fault, self.dir)
        self.assertEqual((judge.wanted, judge.sound), (shrink.group(folder), True))
        self.assertEqual(judge.limits[0], "--max-cycles")
        self.assertGreater(int(judge.limits[1]), stored["cycles"])
        self.assertEqual(judge.failing(program), fault)
        self.assertIsNotNone(judge.failing(self.write(more="")))
        self.assertIsNone(judge.failing(self.write(more="", index="i + 4096")))
        self.assertIsNone(judge.failing("no kernel"))

    def test_without_cvise(self):
        """The line that installs it is printed."""
        with unittest.mock.patch.object(shrink_cl.shutil, "which", return_value=None):
            with self.assertRaisesRegex(shrink.Refused, "apt-get install -y --no-install-recommends cvise$"):
                shrink_cl.make_small((self.kernel, None), "runs/x", "", [], "1", "", self.dir, 1, lambda: True)

    def test_included_file(self):
        with open(os.path.join(self.dir, "part.h"), "w", encoding="utf-8") as file:
            file.write("#define PART 1\n")
        with open(self.kernel, "w", encoding="utf-8") as file:
            file.write('#include "part.h"\n#include "elsewhere.h"\nkernel void k() {}\n')
        self.assertEqual(shrink_cl.whole(self.kernel), '#define PART 1\n\n#include "elsewhere.h"\nkernel void k() {}\n')


class Cvise(Kernel):
    """By cvise itself."""

    def small(self, folder, *more):
        """The kernel that is left. It fails in the same way by the line that is printed last."""
        text = self.sim("shrink", f"RUN={folder}", f"OUT={self.dir}", "SHRINK=60", *more)
        line = text.splitlines()[-1].split("make sim ")[1]
        self.assertEqual(shrink.group(self.stored("sim", *shlex.split(line), code=MISMATCH)), shrink.group(folder))
        path = os.path.join(self.dir, "shrunk", os.path.basename(folder), "program.cl")
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_file(self):
        self.assertNotIn("<< 3", self.small(self.failed()))

    def test_description(self):
        folder = self.stored("sim", "TEST=transpose", "INJECT=EXEC:0:0:0:5@300", code=MISMATCH)
        self.assertNotIn("//", self.small(folder))
        self.assertIn("test.json", os.listdir(os.path.join(self.dir, "shrunk", os.path.basename(folder))))


if __name__ == "__main__":
    of_cvise = sys.argv[1:] == ["--cvise"]
    chosen = ["Cvise.test_file", "Cvise.test_description"] if of_cvise else ["Shrink", "Kernel"]
    unittest.main(argv=sys.argv[:1] + (sys.argv[1:] if sys.argv[1:] and not of_cvise else chosen))
