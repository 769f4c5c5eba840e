# SPDX-License-Identifier: Apache-2.0
"""Coverage of code: what is read, that tables add up, what the report says, which exceptions are refused.

The counts are small ones of a made-up tree. --whole measures a run with the counted tool too, as the nightly does.
"""
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock

from wl import ROOT
from wl.cover import code_counts, code_coverage, counted
from wl.cover.code_counts import Counts, Point, Unreadable
from wl.door import kinds as checks
from wl.door import values
from wl.night import kinds
from wl.runs import descriptions, units
from wl.tree import plant


RTL = """module a;
  always_comb begin
    if (x) begin
      y = 1;
    end
    unique case (x)
      1'b0: z = 0;
      default: z = 1;
    endcase
    unique case (y)
      default: z = 1;
    endcase
  end
endmodule
"""
MODEL = """int f(int a) {
  if (a && a > 2)
    return 1;
  return 0;
}
"""


def row(page, line, column, comment, count, lines=""):
    keys = {"f": "rtl/a/a.sv", "l": line, "n": column, "page": f"{page}/a", "o": comment, "h": "top.a", "S": lines}
    return "C '" + "".join(f"\1{key}\2{value}" for key, value in keys.items()) + f"' {count}\n"


def dat(*rows):
    return "# SystemC::Coverage-3\n" + "".join(rows)


def bits(counts):
    """Bit by bit of the signal s."""
    return [row("v_toggle", 1, 9, f"s[{bit}]", count) for bit, count in enumerate(counts)]


BRANCHES = row("v_branch", 3, 5, "if", 4, "3-4") + row("v_branch", 3, 6, "else", 0)
CASES = (
    row("v_line", 7, 7, "case", 9, "7") + row("v_line", 8, 7, "case", 0, "8") + row("v_line", 11, 7, "case", 5, "11")
)


class InATree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.write("rtl/a/a.sv", RTL)
        self.write("refmodel/b.c", MODEL)

    @staticmethod
    def write(path, text):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def counts(self, *rows):
        found = Counts()
        found.add_verilator(self.write("a.dat", dat(*rows)))
        return found

    def entries(self, *comments):
        """The exceptions of a tree with these comments: (line, text) or (line, text, file). Line 0 is the last one."""
        files = {"rtl/a/a.sv": RTL, "refmodel/b.c": MODEL}
        for line, text, *path in comments:
            path = path[0] if path else "rtl/a/a.sv"
            lines = files[path].split("\n")
            lines[line - 1] += f"  // coverage off {text}"
            files[path] = "\n".join(lines)
        for path, text in files.items():
            self.write(path, text)
        return code_coverage.exceptions()

    def report(self, counts, *comments, whole=True):
        return code_coverage.Report(counts, self.entries(*comments), whole)

    def wrong(self, counts, *comments, whole=True):
        return self.report(counts, *comments, whole=whole).wrong


class Tables(InATree):
    def test_verilator(self):
        found = self.counts(BRANCHES, *bits([3, 0]))
        self.assertEqual(found[Point("line", "rtl/a/a.sv", 3, 5, "if", "3-4")], 4)
        self.assertEqual(found[Point("toggle", "rtl/a/a.sv", 1, 9, "s[0]")], 3)
        self.assertEqual(len(found), 4)

    def test_instances_are_one(self):
        found = self.counts(*bits([3]), *bits([4]))
        self.assertEqual(found[Point("toggle", "rtl/a/a.sv", 1, 9, "s[0]")], 7)

    def test_tables_add_up(self):
        total = Counts()
        for number, counts in enumerate(([3, 0, 1], [0, 0, 5], [1, 0])):
            self.counts(BRANCHES, *bits(counts)).write(f"{number}.tsv.gz")
            total.read(f"{number}.tsv.gz")
        self.assertEqual(total[Point("line", "rtl/a/a.sv", 3, 5, "if", "3-4")], 12)
        self.assertEqual([total[Point("toggle", "rtl/a/a.sv", 1, 9, f"s[{bit}]")] for bit in range(3)], [4, 0, 6])
        self.assertIn(Point("toggle", "rtl/a/a.sv", 1, 9, "s[1]"), total)  # a hole stays one

    def test_order_does_not_matter(self):
        self.counts(BRANCHES, *bits([3, 0])).write("0.tsv.gz")
        self.counts(CASES, *bits([0, 2])).write("1.tsv.gz")
        a, b = Counts().read("0.tsv.gz").read("1.tsv.gz"), Counts().read("1.tsv.gz").read("0.tsv.gz")
        self.assertEqual(dict(a), dict(b))

    def test_refused(self):
        for text in ("", "C 'x' 1\n", dat("C 'nothing' 1\n"), dat(row("v_line", 1, 1, "if", "many"))):
            with self.assertRaisesRegex(Unreadable, "a.dat"):
                Counts().add_verilator(self.write("a.dat", text))
        self.counts(BRANCHES).write("0.tsv.gz")
        with open("0.tsv.gz", "rb") as file:
            torn = file.read()[:-12]
        with open("0.tsv.gz", "wb") as file:
            file.write(torn)
        with self.assertRaisesRegex(Unreadable, "0.tsv.gz"):
            Counts().read("0.tsv.gz")

    def test_killed_run(self):
        """A run that was killed leaves a part of a file, which does not count; nor does it end the others' counts."""
        self.write("run/12-0.part", dat(BRANCHES)[:40])
        with self.assertRaisesRegex(Unreadable, "found counts of 0 units, expected 1"):
            code_counts.Raw("run").counts("none")


def bit(number, test, kept):
    """The test of a bit as Verilator writes it, over several lines."""
    return (
        f"    if ({test}) {{\n        vlSymsp->__Vcoverage[{number}].fetch_add(1, std::memory_order_relaxed);\n"
        f"        {kept} \n            = ((6U & (IData)({kept})) \n               | 1U);\n    }}\n"
    )


class Generated(unittest.TestCase):
    """What Verilator wrote, with one test for neighbouring bits (scripts/wl/cover/counted.py)."""

    S, T = "vlSelf->a__DOT__s", "vlSelf->a__DOT____Vtogcov__s"

    def one(self, mask, count, first, s=S, t=T):
        return (
            f"    if (VL_UNLIKELY(({s} ^ {t}) & {mask:#x}ULL)) "
            f"{t} = toggled(vlSymsp->__Vcoverage + {count}, {s}, {t}, {mask:#x}ULL, {first});\n"
        )

    def shifted(self, number, place, own=None):
        own = place if own is None else own
        return bit(number, f"(1U & ((IData)(({self.S} \n >> {own}U)) ^ (IData)(({self.T} >> {place}U))))", self.T)

    def test_neighbours_are_one(self):
        text = bit(7, f"(1U & ((IData)({self.S}) ^ (IData)({self.T})))", self.T)
        text += self.shifted(8, 1) + self.shifted(9, "0x2")
        self.assertEqual(counted.tests(f"{{\n{text}}}\n"), f"{{\n{self.one(7, 7, 0)}}}\n")

    def test_forms(self):
        for test, place in (
            (f"(8U & ({self.S} ^ {self.T}))", 3),
            (f"(({self.S} ^ {self.T}) >> 0x1fU)", 31),
            (f"(IData)((({self.S} ^ {self.T}) >> 0x3fU))", 63),
            (f"((IData)({self.S}) ^ (IData)({self.T}))", 0),
        ):
            self.assertEqual(counted.tests(bit(5, test, self.T)), self.one(1 << place, 5, place), test)
        words = ("vlSelf->a__DOT__w[2U]", "vlSelf->a__DOT____Vtogcov__w[2U]")
        found = counted.tests(bit(5, f"(1U & (({words[0]} >> 3U) ^ ({words[1]} \n >> 3U)))", words[1]))
        self.assertEqual(found, self.one(8, 5, 3, *words))

    def test_not_neighbours(self):
        """The counts have a gap; the bits have; another signal; a statement between."""
        for a, b in (
            (self.shifted(8, 1), self.shifted(10, 2)),
            (self.shifted(8, 1), self.shifted(9, 3)),
            (self.shifted(8, 1), bit(9, "(4U & (vlSelf->a__DOT__r ^ vlSelf->a__DOT____Vtogcov__r))", "vlSelf->x")),
            (self.shifted(8, 1) + "    x = 1;\n", self.shifted(9, 2)),
        ):
            self.assertEqual(counted.tests(a + b), counted.tests(a) + counted.tests(b))

    def test_other_forms_stay(self):
        """Another place in S than in T; a mask of two bits; no plain signal; a constant."""
        for test in (
            f"(1U & ((IData)(({self.S} >> 3U)) ^ (IData)(({self.T} >> 2U))))",
            f"(1U & ({self.S} ^ ({self.T} >> 2U)))",
            f"(6U & ({self.S} ^ {self.T}))",
            f"((2U == (IData)({self.S})) ^ (IData)({self.T}))",
            f"(1U & (VL_REDXOR_8({self.S}) ^ {self.T}))",
            f"((~ (IData)({self.S})) ^ (IData)({self.T}))",
            f"(1U & (IData)({self.T}))",
        ):
            self.assertEqual(counted.tests(bit(5, test, self.T)), bit(5, test, self.T), test)


class Model(InATree):
    def counts_of(self, *arguments):
        """gcov's own counts of the program b, run with each of the arguments."""
        self.write(
            "main.c", "#include <stdlib.h>\nint f(int);\nint main(int n, char **v) { return f(atoi(v[n - 1])); }\n"
        )
        flags = ["gcc", "-O0", "--coverage", "-c"]
        subprocess.run([*flags, "-o", "refmodel/b.o", "refmodel/b.c"], check=True)
        subprocess.run(["gcc", "-c", "-o", "main.o", "main.c"], check=True)
        subprocess.run(["gcc", "--coverage", "-o", "tool.part", "main.o", "refmodel/b.o"], check=True)
        subprocess.run(["tar", "-cf", "notes", "refmodel/b.gcno"], check=True)
        subprocess.run(["objcopy", "--add-section", f"{code_counts.SECTION}=notes", "tool.part", "tool"], check=True)
        raw = code_counts.Raw(os.path.abspath("raw"))
        self.write("raw/1-0.dat", dat(BRANCHES))
        for argument in arguments:
            subprocess.run(["./tool", argument], env={**os.environ, **raw.environment()}, check=False)
        return raw.counts("tool")

    def test_runs_add_up(self):
        found = self.counts_of("1", "7", "0")
        lines = {point.line: count for point, count in found.items() if point.metric == "model_line"}
        self.assertEqual(lines, {1: 3, 2: 3, 3: 1, 4: 2})
        ways = {point.number: count for point, count in found.items() if point.metric == "model_branch"}
        self.assertEqual(ways, {0: 2, 1: 1, 2: 1, 3: 1})  # a, not a; a > 2, not
        self.assertEqual(found[Point("line", "rtl/a/a.sv", 3, 5, "if", "3-4")], 4)

    def test_nothing_ran(self):
        found = self.counts_of()
        self.assertEqual({count for point, count in found.items() if point.file == "refmodel/b.c"}, {0})


class Reports(InATree):
    def test_numbers_are_those_of_the_data(self):
        found = self.report(self.counts(BRANCHES, CASES, *bits([1, 0, 0, 5, 0])))
        self.assertEqual(found.rows(), {("rtl/a", "line"): [3, 5, 0], ("rtl/a", "toggle"): [2, 5, 0]})
        holes = [(hole["metric"], hole["line"], hole["what"]) for hole in found.holes()]
        self.assertEqual(
            holes,
            [
                ("line", 3, "else: if (x) begin"),
                ("line", 8, "case: default: z = 1;"),
                ("toggle", 1, "s[4]"),
                ("toggle", 1, "s[2:1]"),
            ],
        )
        self.assertTrue(any("60.0 %" in line and "3/5" in line and "2/5" in line for line in found.table()))

    def test_files(self):
        self.write("out/coverage.json", '{"functional": [1]}')
        self.report(self.counts(BRANCHES, CASES)).write("out")
        with open("out/coverage.json", encoding="utf-8") as file:
            whole = json.load(file)
        self.assertEqual(whole["functional"], [1])  # another's half stays
        self.assertEqual(whole["code"], [{"block": "rtl/a", "metric": "line", "hit": 3, "of": 5, "excepted": 0}])
        self.assertEqual(len(whole["holes"]), 2)
        with open("out/coverage.info", encoding="utf-8") as file:
            info = file.read().splitlines()
        self.assertEqual(
            [line for line in info if line.startswith("DA:")], ["DA:3,4", "DA:4,4", "DA:7,9", "DA:8,0", "DA:11,5"]
        )
        self.assertEqual([line for line in info if line[:2] in ("SF", "LH", "LF")], ["SF:rtl/a/a.sv", "LH:4", "LF:5"])
        self.assertEqual([line for line in info if line.startswith("BRDA:")], ["BRDA:3,0,0,4", "BRDA:3,0,1,0"])

    def test_another_tree(self):
        counts = self.counts(BRANCHES)
        self.write("rtl/a/a.sv", "module a;\n")
        with self.assertRaisesRegex(Unreadable, "another tree"):
            code_coverage.Report(counts, [])


class Exceptions(InATree):
    def test_left_out(self):
        found = self.report(
            self.counts(BRANCHES, CASES, *bits([1, 0, 0, 5])),
            (3, "else: it is 1"),
            (8, "case: for the linter"),
            (0, "toggle s[2:1]: tied to 0"),
        )
        self.assertEqual(found.wrong, [])
        self.assertEqual(found.rows(), {("rtl/a", "line"): [3, 3, 2], ("rtl/a", "toggle"): [2, 2, 2]})
        self.assertEqual(list(found.holes()), [])

    def test_model(self):
        model = "refmodel/b.c"
        counts = Counts({Point("model_line", model, 3, 0, ""): 0, Point("model_branch", model, 2, 1, "f"): 0})
        found = self.report(counts, (3, "line: never", model), (2, "way 1: never", model))
        self.assertEqual((found.wrong, list(found.holes())), ([], []))

    def test_places(self):
        """A comment stands behind its line or before it, may have further lines, and may name several kinds."""
        comment = "// coverage off if, else: why\n    //   it is\n    // coverage off case: so\n    // another\n"
        self.write("rtl/a/a.sv", RTL.replace("    if (x)", f"    {comment}    if (x)"))
        found = [(one.place, one.what, one.reason) for one in code_coverage.exceptions()]
        self.assertEqual(
            found,
            [
                ("rtl/a/a.sv:3", "7: if", "why it is"),
                ("rtl/a/a.sv:3", "7: else", "why it is"),
                ("rtl/a/a.sv:5", "7: case", "so"),
            ],
        )

    def test_covered(self):
        (said,) = self.wrong(self.counts(CASES), (11, "case: never"))
        self.assertRegex(said, r"^rtl/a/a.sv:11: .*is covered \(rtl/a/a.sv:11\): remove it")

    def test_covered_bit(self):
        (said,) = self.wrong(self.counts(*bits([0, 0, 1])), (0, "toggle s[2:0]: tied"))
        self.assertIn('found "s[2]", which is covered', said)
        self.assertTrue(self.wrong(self.counts(*bits([0, 0, 1])), (0, "toggle s[*]: tied")))
        self.assertEqual(self.wrong(self.counts(*bits([0, 0])), (0, "toggle s*: tied")), [])

    def test_stale(self):
        for comment in (
            (7, "case: a reason"),  # the line has another text now, with no such point
            (3, "case: a reason"),
            (0, "toggle s[3:2]: a reason"),  # it has become narrower
            (0, "toggle t[*]: a reason"),
            (3, "line: a reason", "refmodel/b.c"),
        ):
            (said,) = self.wrong(self.counts(BRANCHES, *bits([0, 0, 0])), comment)
            self.assertIn("matches nothing", said)

    def test_of_another_unit(self):
        """The counts are of one unit, which may lack the point. The source has it, or the exception is wrong."""
        for comment, right in (
            ((3, "if: a reason"), True),
            ((0, "toggle y[3:2]: a reason"), True),
            ((0, "toggle x.*: a reason"), True),
            ((2, "line: a reason", "refmodel/b.c"), True),
            ((2, "way 0: a reason", "refmodel/b.c"), True),
            ((0, "toggle w[*]: a reason"), False),
            ((0, "toggle tied: tied"), False),  # a comment is no signal
        ):
            found = self.wrong(self.counts(*bits([1])), comment, whole=False)
            self.assertEqual(["matches nothing" in said for said in found], [] if right else [True], comment)

    def test_form(self):
        for comment, said in (
            ((3, "lines: why"), '^rtl/a/a.sv:3: found "lines", expected toggle <signals>, or if|else'),
            ((3, "line: why"), '^rtl/a/a.sv:3: found "line"'),
            ((2, "else: why", "refmodel/b.c"), '^refmodel/b.c:2: found "else"'),
            ((3, "toggle"), "^rtl/a/a.sv:3: no reason"),
            ((0, "toggle s[0]:"), ": no reason"),
            ((0, "toggle s[0:3]: why"), "higher bit first"),
            ((0, "toggle s[*].t[3:0]: why"), "not both"),
        ):
            with self.assertRaisesRegex(code_coverage.Wrong, said):
                self.entries(comment)

    def test_list_of_the_tree(self):
        os.chdir(ROOT)
        entries, sources = code_coverage.exceptions(), code_coverage.Sources()
        self.assertGreater(len(entries), 0)
        self.assertEqual([entry.place for entry in entries if not entry.in_source(sources)], [])

    def test_night(self):
        """What is wrong is returned, and becomes a finding of the night."""
        os.makedirs("code")
        self.assertEqual(code_coverage.of_night("out", "code"), [])
        self.counts(CASES).write("code/0.tsv.gz")
        for line, text, said in (
            (8, "case: for the linter", None),
            (7, "case: never", "rtl/a/a.sv:7: .*is covered"),
            (0, "toggle w: never", "matches nothing"),
            (3, "if", "rtl/a/a.sv:3: no reason"),
        ):
            self.write("rtl/a/a.sv", RTL)
            with contextlib.suppress(code_coverage.Wrong):
                self.entries((line, text))
            found = code_coverage.of_night("out", "code")
            self.assertEqual(len(found), int(bool(said)), found)
            self.assertRegex("".join(found), said or "^$")
        self.write("code/1.tsv.gz", "no table")
        self.assertIn("code/1.tsv.gz", code_coverage.of_night("out", "code")[0])


class Runs(InATree):
    OTHER = "build/control_words+gfx906+rdna+vcc_alias"

    def fits(self, text, unit, first=True):
        self.write("vectors/a/test.json" if first else "vectors/a/b.json", f"{{{text}}}")
        units.needs.cache_clear()
        return units.fits(descriptions.file_of("vectors", "a" if first else "a/b", first), units.of_folder(unit))

    def test_fits(self):
        """A launch that a unit refuses is no run of it."""
        for text, default, other in (
            ('"about": "any unit"', True, True),
            ('"isa": "gfx906"', False, True),
            ('"memory_unit": "rdna"', False, True),
            ('"memory_unit": "gfx9"', True, False),
            ('"vcc_alias": true, "memory_unit": "gfx9"', False, False),
            ('"vcc_alias": false', True, False),
            ('"sramecc": true', False, False),
            ('"sramecc": false', True, True),
            ('"launch": {"issue": "gfx9"}', True, True),
            ('"launch": {"issue": "control"}', False, True),
            ('"launch": {"issue": {"control": "a"}}', False, True),
            ('"launch": {"issue": "control"}, "valu_delay": 0', False, True),
            ('"launch": {"issue": "control"}, "valu_delay": 3', False, False),
            # Words of a text are no keys, and a key may stand behind long lists.
            ('"about": "it has \\"isa\\": \\"gfx906\\""', True, True),
            (f'"args": {list(range(2000))}, "launch": {{"issue": "control"}}', False, True),
        ):
            for first in (True, False):
                found = [self.fits(text, unit, first) for unit in ("build", self.OTHER)]
                self.assertEqual(found, [default, other], text)
        delayed = '"launch": {"issue": "control"}, "valu_delay": 3'
        self.assertTrue(self.fits(delayed, "build/control_words+valu_delay3"))
        self.assertFalse(self.fits(delayed, "build/control_words+valu_delay2"))
        self.assertTrue(self.fits('"sramecc": true, "isa": "gfx906"', "build/sramecc"))
        self.assertFalse(self.fits('"sramecc": false', "build/sramecc"))

    def test_forms(self):
        found = code_coverage.Run("control:flow:300@2")
        self.assertEqual((bool(found.control), found.profile, found.count, found.seed), (True, "flow", 300, "2"))
        found = code_coverage.Run("flow:300@2")
        self.assertEqual((bool(found.control), found.profile, found.count, found.seed), (False, "flow", 300, "2"))
        for text in ("smoke", "flow:300@model", "control:flow:300@model"):
            with self.assertRaises(Unreadable):
                code_coverage.Run(text)

    def test_jobs_of_a_night(self):
        os.chdir(ROOT)
        night = types.SimpleNamespace(first=1, seeds=1, profiles=["default"], count=None, tests=[])
        self.assertIn("vectors smoke 1", [job["id"] for job in kinds.KINDS["vectors"].jobs(night)])
        runs = {run for job in kinds.KINDS["code"].jobs(night) for run in job.get("runs", ())}
        self.assertLess({"smoke@1", "default:2000@1"}, runs)


class Door(unittest.TestCase):
    def refused(self, **given):
        """What is said when the unit has been built."""
        with unittest.mock.patch.dict(values.VARIABLES, given, clear=True):
            with self.assertRaises(values.Refused) as found:
                checks.code_coverage("build")
        return str(found.exception)

    def test_refused(self):
        os.chdir(ROOT)
        self.assertIn("COUNT is for random programs, TEST for tests", self.refused(TEST="smoke", COUNT="3"))
        self.assertIn('TEST: found "no_such_test", expected a test', self.refused(TEST="no_such_test"))
        self.assertIn("SEED is for TEST", self.refused(SEED="3"))
        words = ["scripts/wavelock", "check", "KIND=code-coverage", "TEST=smoke", "GRID=64"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (6, ""))
        self.assertIn("GRID is for make sim", done.stderr)


@unittest.skipUnless("--whole" in sys.argv, "with --whole: it needs build/wavelock-counted")
class Whole(unittest.TestCase):
    tool = os.path.join("build", code_coverage.TOOL)

    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def command(self, name, *runs):
        words = ["--tool", self.tool, "--scratch", os.path.join(self.folder, "scratch"), "--out", self.path(name)]
        return ["scripts/wavelock", "cover.code_coverage", "count", *words, *runs]

    def path(self, name):
        return os.path.join(self.folder, name)

    def counts(self, name, *runs):
        done = subprocess.run(self.command(name, *runs), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return Counts().read(self.path(name))

    def test_twice_is_double(self):
        once, twice = self.counts("once", "smoke@1"), self.counts("twice", "smoke@1", "smoke@1")
        self.assertEqual({point.metric for point in once}, set(code_counts.METRICS))
        wrong = {point: (count, twice[point]) for point, count in once.items() if twice[point] != 2 * count}
        self.assertEqual(wrong, {})
        self.assertEqual(once.keys(), twice.keys())

    def test_numbers_are_those_of_the_raw_data(self):
        raw, barrier = code_counts.Raw(self.path("raw")), plant.home("barrier")
        command = [self.tool, "--device", "lockstep", "smoke", "--run-dir", self.folder]
        subprocess.run(command, env={**os.environ, **raw.environment()}, check=True, capture_output=True)
        (path,) = [os.path.join(raw.folder, name) for name in os.listdir(raw.folder) if name.endswith(".dat")]
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if "v_toggle" in line and barrier in line]
        hit = sum(not line.endswith("' 0\n") for line in lines)
        counts = raw.counts(self.tool)
        rows = code_coverage.Report(counts, []).rows()
        of_file = [n for p, n in counts.items() if (p.metric, p.file) == ("toggle", barrier)]
        self.assertEqual((sum(map(bool, of_file)), len(of_file)), (hit, len(lines)))
        self.assertGreater(hit, 0)
        self.assertGreaterEqual(rows[os.path.dirname(barrier), "toggle"][0], hit)
        self.assertGreater(rows["refmodel/execute", "model_line"][0], 10)

    def test_start_is_no_toggle(self):
        """A signal that never changes has no toggle, whatever its first bits are."""
        counts = self.counts("three", *(f"smoke@{seed}" for seed in (1, 2, 3)))
        self.assertEqual(code_coverage.Report(counts, code_coverage.exceptions(), False).wrong, [])
        (resets,) = {n > 0 for p, n in counts.items() if (p.metric, p.what) == ("toggle", "rst_ni")}
        self.assertTrue(resets)

    def test_counts_stand_where_the_code_runs(self):
        """A loop reads `found` and writes it. Verilator counted its `if` behind the loop, where it is never false."""
        counts = self.counts("one", "transpose@1")
        named = code_coverage.Report(counts, []).sources.what
        loop = "if: if (!found && unsent != '0) begin"
        (hits,) = [n for p, n in counts.items() if p.file == plant.home("vmem_coalesce") and named(p) == loop]
        self.assertGreater(hits, 0)

    def test_killed(self):
        """Its table is not there; the next one at the same place has nothing of it."""
        process = subprocess.Popen(self.command("one", *["fork_join@1"] * 50), start_new_session=True)
        while not os.path.exists(self.path("scratch")):
            self.assertIsNone(process.poll())
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self.assertFalse(os.path.exists(self.path("one")))
        self.assertEqual(self.counts("one", "smoke@1"), self.counts("other", "smoke@1"))

    def test_failed_run_leaves_no_table(self):
        done = subprocess.run(self.command("one", "smoke@1", "no_such_test@1"), capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertFalse(os.path.exists(self.path("one")))


if __name__ == "__main__":
    unittest.main(argv=[word for word in sys.argv if word != "--whole"])
