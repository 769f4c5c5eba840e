# SPDX-License-Identifier: Apache-2.0
"""Suspects: what is measured of a program, how modules are ranked, what a register depends on. Counts are made up."""
import os
import shutil
import tempfile
import unittest

from wl import ROOT, Error
from wl.failures import fan_in, suspects

# A stand-in for the tool that counts. The line of a block counts cycles; `inner` ran twice before cycle 20, then 5
# times more; two instances have a file of one line.
TOOL = r"""#!/bin/sh
row() { printf "C '\001f\002a\001l\0027\001n\0023\001page\002v_%s\001o\002%s\001S\002%s\001h\002%s' %d\n" "$@"; }
leave() {
  row line/a block 7-8 u_one $1
  row line/a block 7-8 u_two $1
  row branch/a if 8 u_one $2
  printf "C '\001f\002a\001l\0029\001n\0025\001page\002v_branch/a\001o\002else\001h\002u_one' %d\n" $1
  row toggle/a 'data_q[3]' '' u_one $2
  row toggle/a 'data_q[4]' '' u_one 1
}
while [ $# -gt 0 ]; do [ "$1" = --run-dir ] && dir=$2; shift; done
printf '{"verdict": "ERROR", "why": "", "cycles": 90, "instructions": 1}' >"$dir/result.json"
case $WL_CODE_COVERAGE_AT in
  *20*) leave 20 2 >"$dir/1-0.at20" ;;
esac
case $WL_CODE_COVERAGE_AT in
  *50*) leave 50 7 >"$dir/1-0.at50" ;;
esac
leave 95 9 >"$dir/1-0.dat"
"""

INNER = """module inner (
  input  logic       clk_i,
  input  logic [3:0] a_i,
  output logic [3:0] b_o
);
  always_ff @(posedge clk_i) begin
    if (a_i != '0) b_o <= some_pkg::twice(a_i);
  end
endmodule
"""
OUTER = """module outer #(
  parameter int N = 2
) (
  input  logic       clk_i,
  input  logic [3:0] x_i,
  output logic [3:0] y_o
);
  logic [3:0] mid, other;
  assign other = ~x_i;
  inner #(.N(N)) u_inner (.clk_i, .a_i(other), .b_o(mid));
  assign y_o = mid;
endmodule
"""
PACKAGE = """package some_pkg;
  function automatic logic [3:0] twice(logic [3:0] v);
    twice = half(v) << 2;
  endfunction
  function automatic logic [3:0] half(logic [3:0] v);
    half = v >> 1;
  endfunction
endpackage
"""


class Measured(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        self.folder = tempfile.mkdtemp(prefix="wavelock-suspects-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.tool = os.path.join(self.folder, "tool")
        self.stand_in(TOOL)

    def stand_in(self, text):
        with open(self.tool, "w", encoding="ascii") as file:
            file.write(text)
        os.chmod(self.tool, 0o755)

    def test_window(self):
        """Between two cycles: instances add up, the inner block has its line, an else without a line has none."""
        found = suspects.measure(self.tool, "a", 1, (), 50, 20)
        self.assertEqual(found["cycles"], 30)
        self.assertEqual(found["files"], {"a": {"7": 60, "8": 5, "T data_q": 5}})
        self.assertEqual(found["before"], {"cycles": 20, "files": {"a": {"7": 40, "8": 2, "T data_q": 3}}})

    def test_whole(self):
        found = suspects.measure(self.tool, "a", 1)
        self.assertEqual(found["cycles"], 90)
        self.assertEqual(found["files"], {"a": {"7": 190, "8": 9, "T data_q": 10}})
        self.assertEqual(found["before"], {"cycles": 0, "files": {}})

    def test_ended_before(self):
        """A run that fails ends there: its last counts are those at its end."""
        found = suspects.measure(self.tool, "a", 1, (), 93, 20)
        self.assertEqual(found["cycles"], 70)
        self.assertEqual(found["files"]["a"]["8"], 7)

    def test_no_counts(self):
        self.stand_in("#!/bin/sh\necho 'ERROR: no such test' >&2\nexit 6\n")
        with self.assertRaisesRegex(Error, "left no counts: ERROR: no such test"):
            suspects.measure(self.tool, "a", 1)


class Depends(unittest.TestCase):
    def design(self):
        folder = tempfile.mkdtemp(prefix="wavelock-suspects-")
        self.addCleanup(shutil.rmtree, folder)
        paths = []
        for name, text in (("inner", INNER), ("outer", OUTER), ("some_pkg", PACKAGE)):
            paths.append(os.path.join(folder, f"{name}.sv"))
            with open(paths[-1], "w", encoding="ascii") as file:
                file.write(text)
        return fan_in.Design(paths)

    def test_ways(self):
        """Through ports and functions, from an output of the whole to its input."""
        edges = {node: {edge.source for edge in its} for node, its in self.design().edges.items()}
        self.assertEqual(edges["outer", "y_o"], {("outer", "mid")})
        self.assertEqual(edges["outer", "mid"], {("inner", "b_o")})
        self.assertEqual(edges["inner", "b_o"], {("inner", "a_i"), ("some_pkg", "twice")})
        self.assertEqual(edges["inner", "a_i"], {("outer", "other")})
        self.assertEqual(edges["outer", "other"], {("outer", "x_i")})
        self.assertIn(("some_pkg", "half"), edges["some_pkg", "twice"])

    def test_path(self):
        self.assertEqual(self.design().signal("u_inner.b_o[3:0]", "outer"), {("inner", "b_o")})

    def test_rows(self):
        """The rows of the unit in rtl/ are known by the names in its probe."""
        os.chdir(ROOT)
        self.assertEqual(fan_in.starts("VCC"), {("wave_state", "vcc_q")})
        self.assertIn(("vgpr_file", "mem_q"), fan_in.starts("VGPR"))
        self.assertIn(("cu", "lds_mwr"), fan_in.starts("VGPR", "LDS"))
        self.assertNotIn(("cu", "lds_mwr"), fan_in.starts("VGPR", "vector ALU"))
        self.assertIn(("barrier", "waiting_q"), fan_in.starts("STATUS"))
        self.assertEqual(fan_in.starts("barrier_release"), {("cu", "barrier_release"), ("cu", "barrier_group")})
        self.assertEqual(fan_in.starts("no such row"), set())

    def test_assertions(self):
        """An assertion of a module, or of what the probe binds to it, is about the signals of its condition."""
        os.chdir(ROOT)
        for file, words, node in (
            ("rtl/flow/barrier.sv", "a_end_outside", ("barrier", "waiting_q")),
            ("rtl/probe/fetch_rules.sv", "a_whole", ("fetch", "ready_o")),
        ):
            with open(file, encoding="utf-8") as text:
                line = next(number for number, line in enumerate(text, 1) if words in line)
            self.assertIn(node, fan_in.starts(f"an assertion failed at {file}:{line}"))


def ran(cycles, before=None, **files):
    """What measure() gives: files by module, as barrier="12 13 13" for the lines that ran, one of them twice."""
    found = {}
    for name, lines in files.items():
        path = f"rtl/{fan_in.design().modules[name].path.split('/')[1]}/{name}.sv"
        found[path] = {line: lines.split().count(line) for line in lines.split()}
    return {"cycles": cycles, "files": found, "before": before or {"cycles": 0, "files": {}}}


class Ranked(unittest.TestCase):
    """Each failing run is 10 cycles long, each passing one 1000."""

    def setUp(self):
        os.chdir(ROOT)

    def names(self, *what):
        return [module for module, _ in suspects.ranked(*what)]

    def test_rare(self):
        """Both units ran before each failure. The passing programs know one of them."""
        failing = [ran(10, valu_shift_pkg="28 29 30", valu_mul_pkg="50 51 52")] * 3
        passing = [ran(1000, valu_mul_pkg="50 51 52 " * 300)] * 3
        found = self.names(failing, passing, "VGPR", "vector ALU")
        self.assertLess(found.index("valu_shift_pkg"), found.index("valu_mul_pkg"))

    def test_not_each(self):
        """What ran before each failure goes before what ran before one."""
        failing = [ran(10, valu_shift_pkg="28 29 30"), ran(10, valu_shift_pkg="28 29 30", valu_mul_pkg="50 51 52")]
        found = self.names(failing, [], "VGPR", "vector ALU")
        self.assertLess(found.index("valu_shift_pkg"), found.index("valu_mul_pkg"))

    def test_before(self):
        """Without a program that passes counts what ran before the failures."""
        before = {"cycles": 1000, "files": ran(1, valu_mul_pkg="50 51 52 " * 300)["files"]}
        failing = [ran(10, before, valu_shift_pkg="28 29 30", valu_mul_pkg="50 51 52")]
        found = self.names(failing, [], "VGPR", "vector ALU")
        self.assertLess(found.index("valu_shift_pkg"), found.index("valu_mul_pkg"))

    def test_row(self):
        """The counts speak alike for two modules. The one that the wrong row depends on comes first."""
        failing = [ran(10, wait_counters="60 61 62", barrier="60 61 62")]
        for row, first, second in (("LGKM_CNT", "wait_counters", "barrier"), ("STATUS", "barrier", "wait_counters")):
            found = self.names(failing, [], row)
            self.assertLess(found.index(first), found.index(second), row)

    def test_called(self):
        """Lines of packages are not counted. What speaks for the line of a call speaks for the function."""
        its = fan_in.calls()["rtl/simd/valu_shift_pkg.sv"]
        self.assertIn("rtl/simd/valu_unit.sv", {file for file, _ in its})
        line = next(str(line) for file, line in its if file == "rtl/simd/valu_unit.sv")
        found = self.names([ran(10, valu_unit=line, barrier="60")], [], "VGPR", "vector ALU")
        self.assertEqual(set(found[:2]), {"valu_unit", "valu_shift_pkg"})

    def test_loop(self):
        """16 lanes at once are one time: both lines ran at one time in each of 10 cycles, and as seldom otherwise."""
        failing = [ran(10, valu_shift_pkg="28 " * 16, valu_mul_pkg="50")]
        passing = [ran(1000, valu_shift_pkg="28 " * 160, valu_mul_pkg="50 " * 10)]
        found = suspects.speaking(failing, passing)
        loop, line = found["rtl/simd/valu_shift_pkg.sv", "28"], found["rtl/simd/valu_mul_pkg.sv", "50"]
        self.assertAlmostEqual(loop, line)

    def test_several_rows(self):
        """Failures of several groups: what each of their rows depends on."""
        failing = [ran(10, wait_counters="60 61 62", barrier="60 61 62", clause="29 30 31")]
        found = self.names(failing, [], [("LGKM_CNT", ""), ("STATUS", "")])
        self.assertEqual(set(found[:2]), {"wait_counters", "barrier"})

    def test_nothing(self):
        """A row that the probe does not know: the counts alone."""
        self.assertEqual(self.names([ran(10, sleep="30 31 32")], [], "no such row"), ["sleep"])
        self.assertEqual(self.names([], [], "no such row"), [])


if __name__ == "__main__":
    unittest.main()
