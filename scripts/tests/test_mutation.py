# SPDX-License-Identifier: Apache-2.0
"""Tests scripts/wl/mutation: what it reads of SystemVerilog, the operators, and mutants of a toy from end to end."""
import json
import os
import shutil
import subprocess
import tempfile
import types
import unittest

from wl import ROOT
from wl.mutation import campaign, equivalents, instrument, mutate_block, prove, state
from wl.mutation.operators import OPERATORS, Finder, one_more
from wl.night import page_data, report
from wl.runs import foreign
from wl.tree import plant
from wl.tree.verilog import Reader


TOY = "tb/top/tests/mutants_toy.sv"


def found(text):
    """{(operator, E, E')} of a module's body."""
    ports = "input logic clk_i,\n  input logic rst_ni,\n  input logic a_i,\n  input logic b_i"
    finder = Finder("rtl/x/a.sv", f"module a (\n  {ports}\n);\n{text}\nendmodule\n")
    return {(m.operator, m.before, m.after) for m in finder.found}


class Reading(unittest.TestCase):
    def test_whole_unit(self):
        """Every expression of the RTL is read."""
        os.chdir(ROOT)
        for path in instrument.unit_files():
            self.assertEqual(Reader(instrument.read(path)).skipped, [], path)

    def test_ids_differ_and_stay(self):
        os.chdir(ROOT)
        mutants = [m for block in instrument.blocks() for m in instrument.mutants_of(block)]
        self.assertEqual(len({m.id for m in mutants}), len(mutants))
        text = instrument.read(TOY)
        moved = Finder(TOY, "\n\n" + text).found
        self.assertEqual([m.id for m in moved], [m.id for m in Finder(TOY, text).found])

    def test_verilog(self):
        """`always` of Verilog is clocked where it waits for an edge."""
        finder = Finder(
            "v/a.v",
            "module a (input clk, input a, output reg x);\nreg y;\nalways @(posedge clk) if (a) x <= y;\n"
            "always @(*) y = a;\nalways @* y = !a;\nendmodule\n",
        )
        places = [(place.target, place.clocked) for place in finder.reader.places if place.target]
        self.assertEqual(places, [("x", True), ("y", False), ("y", False)])
        self.assertIn(("wrong condition", "a", "!(a)"), {(m.operator, m.before, m.after) for m in finder.found})

    def test_what_is_left_out(self):
        """Constants of the build, resets, assertions, and conditions of nothing but assertions."""
        self.assertEqual(found("  localparam int A = 3 + 4;\n  logic [A+1:0] x;"), set())
        self.assertEqual(found("  assign x = a_pkg::Wide ? 1'b1 : '0;"), {("off by one", "1'b1", "1'b0")})
        self.assertEqual(
            found("  always_ff @(posedge a_i) begin\n    if (!rst_ni) begin\n      x_q <= 1'b0;\n    end\n  end"), set()
        )
        self.assertEqual(
            found("  always_ff @(posedge a_i) begin\n    if (b_i) a_x: assert (a_i && b_i);\n  end"), set()
        )


class Operators(unittest.TestCase):
    def has(self, text, *wanted):
        there = found(text)
        for mutant in wanted:
            self.assertIn(mutant, there)

    def test_each(self):
        self.has(
            "  assign x = a_i && !b_i;",
            ("missing term", "a_i && !b_i", "((a_i) && 1'b1)"),
            ("missing term", "a_i && !b_i", "((!b_i) && 1'b1)"),
            ("wrong condition", "!b_i", "(|(b_i))"),
            ("wrong driver", "a_i", "b_i"),
        )
        self.has(
            "  always_comb begin\n    if (a_i) x = y < 3'd7;\n  end",
            ("wrong condition", "a_i", "!(a_i)"),
            ("wrong condition", "a_i", "1'b1"),
            ("wrong condition", "a_i", "1'b0"),
            ("off by one", "y < 3'd7", "(y <= 3'd7)"),
            ("off by one", "3'd7", "3'd6"),
        )
        self.has(
            "  assign x = a_i ? {y[7:4], z} : w - 4'd2;",
            ("swapped operand", "a_i ? {y[7:4], z} : w - 4'd2", "((a_i) ? w - 4'd2 : {y[7:4], z})"),
            ("swapped operand", "{y[7:4], z}", "{z, y[7:4]}"),
            ("swapped operand", "w - 4'd2", "(4'd2 - (w))"),
            ("off by one", "y[7:4]", "(y[6:4])"),
        )
        self.has(
            "  logic [3:0] x_q;\n  always_ff @(posedge a_i) begin\n    x_q <= y;\n  end", ("stale value", "y", "x_q")
        )
        self.has(
            "  always_comb begin\n    case (y)\n      A: x = 1'b1;\n      default: x = 1'b0;\n    endcase\n  end",
            ("lost case", "A: x = 1'b1;", "x = 1'b0;"),
        )

    def test_events(self):
        """What coincides, what comes early or late, what is not cleared."""
        clocked = "  logic x_q;\n  always_ff @(posedge clk_i) begin\n%s  end\n"
        events = clocked % "    if (a_i) x_q <= 1'b1;\n    if (b_i) x_q <= 1'b0;\n"
        self.has(
            events + "  assign y = x_q;\n  logic y;",
            ("dropped event", "a_i", "((a_i) && !b_i)"),
            ("dropped event", "b_i", "((b_i) && !a_i)"),
            ("late enable", "a_i", "$past(a_i)"),
            ("early enable", "x_q", "((b_i) ? 1'b0 : ((a_i) ? 1'b1 : x_q))"),
            ("missing clear", "x_q <= 1'b0;", ""),
        )
        # An event that is a condition of the place already, or that is computed from it, is not the other one.
        operators = {
            operator
            for operator, before, _ in found(clocked % "    if (a_i) if (b_i) x_q <= 1'b1;\n")
            if before == "b_i"
        }
        self.assertNotIn("dropped event", operators)
        loop = "  logic push, full;\n  assign push = a_i;\n  assign full = push;\n"
        there = found(loop + clocked % "    if (push) x_q <= 1'b1;\n    if (full) x_q <= b_i;\n")
        self.assertNotIn(("dropped event", "a_i", "((a_i) && !full)"), there)
        self.assertIn(("dropped event", "full", "((full) && !push)"), there)

    def test_early_elements(self):
        """An element of a register is the one that is assigned, if the index is the same; a case is a condition."""
        table = "  logic [3:0] x_q;\n  logic [1:0] i, j;\n  logic y;\n  assign y = x_q[j];\n"
        table += "  always_ff @(posedge clk_i) begin\n    case (i)\n      2'd1: x_q[i] <= a_i;\n"
        self.has(
            table + "      default: x_q <= '0;\n    endcase\n  end",
            (
                "early enable",
                "x_q[j]",
                "((!((i) inside {2'd1})) ? '0 : (((i) inside {2'd1}) && (i == j) ? a_i : x_q[j]))",
            ),
        )
        loop = "    for (int k = 0; k < 4; k++) x_q[k] <= a_i;\n"
        text = table.replace("    case (i)\n      2'd1: x_q[i] <= a_i;\n", loop) + "  end"
        self.assertNotIn("early enable", {operator for operator, *_ in found(text)})

    def test_clears(self):
        """A clear in a path without clock is one where it has a value before: else there would be a latch."""
        comb = "  logic x;\n  always_comb begin\n%s    if (a_i) x = 1'b0;\n  end"
        self.assertIn(("missing clear", "x = 1'b0;", ""), found(comb % "    x = b_i;\n"))
        self.assertNotIn("missing clear", {operator for operator, *_ in found(comb % "")})

    def test_slots_and_ports(self):
        self.has(
            "  logic [1:0] a_slot, b_slot;\n  logic [7:0] src0, src1;\n  logic [7:0] x_q [4];\n"
            "  always_ff @(posedge clk_i) begin\n    x_q[a_slot] <= src0;\n    y_q <= x_q[b_slot][3:0];\n  end",
            ("wrong slot", "x_q[a_slot] <= src0;", "x_q[b_slot] <= src0;"),
            ("wrong slot", "b_slot", "a_slot"),
            ("wrong slot", "b_slot", "$past(b_slot)"),
            ("other port", "src0", "src1"),
        )
        self.has(
            "  row_t row;\n  logic [7:0] x, y;\n  assign x = row.src1[3:0];\n  assign y = row.src2[3:0];",
            ("other port", "row.src1[3:0]", "row.src2[3:0]"),
            ("other port", "row.src2[3:0]", "row.src1[3:0]"),
        )

    def test_counts(self):
        """One of two that count at once is lost; a limit is one more."""
        self.has(
            "  logic [3:0] n_q, last;\n  always_ff @(posedge clk_i) begin\n    n_q <= n_q + up - down;\n  end\n"
            "  logic x;\n  assign x = n_q == last;",
            ("lost count", "n_q + up - down", "((up) != '0 && ((down) != '0) ? n_q - (down) : n_q + up - down)"),
            ("lost count", "n_q + up - down", "((down) != '0 && ((up) != '0) ? n_q + (up) : n_q + up - down)"),
            ("off by one", "n_q == last", "(n_q == (last + 1'b1))"),
        )
        self.assertNotIn("off by one", {operator for operator, *_ in found("  assign x = n_q == Last;")})

    def test_masks(self):
        """Bits that one expression sets and clears: one of two at once is lost."""
        text = "  logic [3:0] n_q;\n  always_ff @(posedge clk_i) begin\n    n_q <= %s;\n  end\n"
        before = "(n_q & ~down) | up"
        self.has(
            text % before,
            ("lost count", before, f"((~down) != '1 ? n_q & (~down) : {before})"),
            ("lost count", before, f"((up) != '0 ? n_q | (up) : {before})"),
            ("lost count", before, "((n_q | (up)) & (~down))"),
        )
        before = "(n_q | up) & stay"
        self.has(
            text % before,
            ("lost count", before, f"((stay) != '1 ? n_q & (stay) : {before})"),
            ("lost count", before, f"((up) != '0 ? n_q | (up) : {before})"),
            ("lost count", before, "((n_q & (stay)) | (up))"),
        )
        self.assertNotIn("lost count", {operator for operator, *_ in found(text % "(n & ~down) | up")})

    def test_next_values(self):
        """A condition of a register's next value is an event. What it assigns makes no other event of it."""
        text = "  logic [3:0] n_d;\n  logic late, x;\n  assign late = n_d[0];\n  always_comb begin\n    %s = '0;\n"
        text += "    if (a_i) n_d[1] = 1'b1;\n    if (b_i) n_d[2] = 1'b1;\n    if (late) x = 1'b1;\n  end"
        there = found(text % "n_d")
        self.assertIn(("dropped event", "a_i", "((a_i) && !b_i)"), there)
        self.assertNotIn(("dropped event", "a_i", "((a_i) && !late)"), there)
        self.assertNotIn(("dropped event", "b_i", "((b_i) && !late)"), there)
        self.assertNotIn("dropped event", {operator for operator, *_ in found(text.replace("n_d", "n") % "n")})

    def test_generate_blocks(self):
        """A declaration in a generate block is seen in it alone. It sees the names of the module."""
        block = "  logic [1:0] x_q;\n  if (A) begin : g_a\n    logic [1:0] y_q;\n%s  end\n%s"
        inside, outside = "    assign z = y_q;\n", "  assign z = x_q;"
        self.assertIn(("wrong driver", "y_q", "x_q"), found(block % (inside, "")))
        self.assertEqual(found(block % ("", outside)), set())

    def test_numbers(self):
        for number, after in (
            ("4'd3", "4'd4"),
            ("4'd15", "4'd14"),
            ("8'hff", "8'hfe"),
            ("3", "4"),
            ("12'sd0", "12'sd1"),
        ):
            self.assertEqual(one_more(number), after)
        for number in ("'0", "'1", "x"):
            self.assertIsNone(one_more(number))

    def test_toy_has_all(self):
        os.chdir(ROOT)
        self.assertEqual({m.operator for m in Finder(TOY, instrument.read(TOY)).found}, set(OPERATORS))

    def test_slices(self):
        """Slices of one seed have no mutant in common, and each operator comes in each."""
        os.chdir(ROOT)
        mutants = instrument.mutants_of("flow")
        first, second = (instrument.slice_of(mutants, 50, 3, chunk) for chunk in (0, 1))
        self.assertEqual((len(first), len(second)), (50, 50))
        self.assertFalse({m.id for m in first} & {m.id for m in second})
        self.assertEqual([m.id for m in first], [m.id for m in instrument.slice_of(mutants, 50, 3)])
        self.assertNotEqual({m.id for m in first}, {m.id for m in instrument.slice_of(mutants, 50, 4)})
        self.assertEqual({m.operator for m in first}, {m.operator for m in mutants})


def build_toy(folder, text):
    """The program of a text of the toy: its path."""
    copy = os.path.join(folder, "mutants_toy.sv")
    instrument.write(copy, text)
    rtl = os.path.join(ROOT, "tb", "top")
    subprocess.run(
        ["verilator", "--cc", "--exe", "-Wno-lint", "--no-timing", "--Mdir", folder, "-CFLAGS"]
        + [f"-std=c++17 -include {rtl}/mutants.h -I{rtl}", copy, f"{rtl}/tests/mutants_toy.cc", f"{rtl}/mutants.cc"],
        check=True,
    )
    subprocess.run(["scripts/wavelock", "mutation.state", folder, "Vmutants_toy"], check=True)
    subprocess.run(
        ["make", "-s", "-C", folder, "-f", "Vmutants_toy.mk"],
        stdout=subprocess.DEVNULL,
        check=True,
        env={**os.environ, "OBJCACHE": shutil.which("ccache") or ""},
    )
    return os.path.join(folder, "Vmutants_toy")


class State(unittest.TestCase):
    def test_names(self):
        """Registers and wires of the top, no copies for the clock's edge, and no address of the testbench."""
        lines = (
            "QData/*63:0*/ t__DOT__bench;",
            "CData/*0:0*/ t__DOT__valid;",
            "VlWide<3>/*80:0*/ t__DOT__u__DOT__x_q;",
        )
        lines += ("CData/*0:0*/ t__DOT__u__DOT__wire;", "CData/*0:0*/ __Vdly__t__DOT__u__DOT__y_q;")
        lines += ("VlUnpacked<VlWide<4>/*127:0*/, 16> t__DOT__u__DOT__z_q;",)
        text = "".join(f"        {line}\n" for line in lines)
        self.assertEqual(state.names(text), ["t__DOT__valid", "t__DOT__u__DOT__x_q", "t__DOT__u__DOT__z_q"])
        self.assertIn("t__DOT__u__DOT__wire", state.names(text, {"wire"}))


class Toy(unittest.TestCase):
    """All mutants of the toy in one program."""

    @classmethod
    def setUpClass(cls):
        os.chdir(ROOT)
        cls.folder = tempfile.mkdtemp()
        cls.mutants = Finder(TOY, instrument.read(TOY)).found
        for number, mutant in enumerate(cls.mutants, 1):
            mutant.number = number
        cls.tool = build_toy(cls.folder, instrument.Text(instrument.read(TOY), cls.mutants).whole())
        rows = [{**instrument.row(mutant), "block": "toy"} for mutant in cls.mutants]
        cls.fates = [campaign.Fate(row) for row in rows]
        run = campaign.Campaign(cls.tool, cls.folder, cls.fates, 2)
        for seed in (1, 2):
            run.run(campaign.Test("toy", seed))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def fate(self, operator, before, after):
        found_ones = [
            f for f in self.fates if (f.row["operator"], f.row["before"], f.row["after"]) == (operator, before, after)
        ]
        self.assertEqual(len(found_ones), 1, (operator, before, after))
        return found_ones[0]

    def test_states(self):
        caught = self.fate("off by one", "count_q < limit_i", "(count_q <= limit_i)")
        self.assertEqual((caught.state, caught.verdict), ("caught", "MISMATCH"))
        self.assertEqual(caught.said.split(":")[0], "MISMATCH")
        # The sum that is wrong shows at the same edge.
        self.assertEqual(self.fate("missing term", "count_q + step", "(count_q)").cycles, 0)
        swapped = self.fate(
            "swapped operand", "never_q && seen_q ? 4'd9 : count_q", "((never_q && seen_q) ? count_q : 4'd9)"
        )
        self.assertEqual(swapped.state, "caught")
        # never_q is 0 whatever happens: the value beside it is not computed, and the term beside it is not seen.
        self.assertEqual(self.fate("off by one", "4'd9", "4'd10").state, "never")
        self.assertEqual(self.fate("missing term", "never_q && up_i", "((never_q) && 1'b1)").state, "never")
        # seen_q counts only beside it.
        silent = self.fate("missing term", "seen_q || up_i", "((up_i) && 1'b1)")
        self.assertEqual((silent.state, silent.verdict), ("silent", None))
        # It is taken, and then no register differs.
        lost = self.fate("lost case", "2'd3: step = 4'd1;", "if (up_i) step = 4'd1;")
        self.assertEqual((lost.state, bool(lost.first), lost.wrong), ("unchanged", True, None))

    def test_what_coincides(self):
        """The state is wrong in the cycle in which a computation of up_q and used_q by hand is."""
        ups, downs, random = [], [], 1
        for _ in range(200):
            random = (random * 1664525 + 1013904223) % (1 << 32)
            ups.append(random >> 31)
            downs.append(random >> 30 & 1)

        def first_wrong(upward, downward):
            """upward, downward: whether the mutant sets and clears up_q in a cycle."""
            right = wrong = 0
            for at, (up, down) in enumerate(zip(ups, downs)):
                right = 0 if down else 1 if up else right
                wrong = 0 if downward(at) else 1 if upward(at) else wrong
                if right != wrong:
                    return at + 2  # cycles begin at 1; the register is wrong in the next one
            return None

        def cycle(operator, before, after, line):
            its = [
                fate.wrong[1]
                for fate in self.fates
                if (fate.row["operator"], fate.row["before"], fate.row["after"]) == (operator, before, after)
                and fate.row["source"].startswith(line)
            ]
            self.assertEqual(len(its), 1, (operator, before, after))
            return its[0]

        line = "if (down_i) up_q"
        both = first_wrong(ups.__getitem__, lambda at: downs[at] and not ups[at])
        self.assertEqual(cycle("dropped event", "down_i", "((down_i) && !up_i)", line), both)
        self.assertEqual(cycle("missing clear", "up_q <= 1'b0;", "", line), first_wrong(ups.__getitem__, lambda at: 0))
        late = first_wrong(ups.__getitem__, lambda at: at and downs[at - 1])
        self.assertEqual(cycle("late enable", "down_i", "$past(down_i)", line), late)
        late = first_wrong(lambda at: at and ups[at - 1], downs.__getitem__)
        self.assertEqual(cycle("late enable", "up_i", "$past(up_i)", "if (up_i) up_q"), late)
        count = "used_q + {2'd0, up_i} - {2'd0, down_i}"
        lost = f"(({{2'd0, up_i}}) != '0 && (({{2'd0, down_i}}) != '0) ? used_q - ({{2'd0, down_i}}) : {count})"
        coincide = next(at for at in range(200) if ups[at] and downs[at]) + 2
        self.assertEqual(cycle("lost count", count, lost, "used_q <="), coincide)

    def test_every_mutant_by_itself(self):
        """The mutant that is on in a copy is the one that the source would be with the change in its text."""
        text = instrument.read(TOY)
        mutant = next(m for m in self.mutants if m.operator == "lost case" and self.fates[m.number - 1].verdict)
        tool = build_toy(os.path.join(self.folder, "alone"), text[: mutant.start] + mutant.after + text[mutant.end :])
        fate = self.fates[mutant.number - 1]
        done = subprocess.run([tool, "--seed", fate.by.split()[-1]], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout.strip()), (1, fate.said))

    def on(self, numbers, seed=1):
        """A run with these mutants on from the reset."""
        command = [self.tool, "--seed", str(seed), "--plus", f"+mutants_on={numbers}"]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_on_from_the_reset(self):
        """A mutant that is on from the reset is noticed as in its copy. Each of several counts."""
        caught = [fate for fate in self.fates if fate.verdict and fate.by == "toy seed 1"]
        silent = [fate.row["number"] for fate in self.fates if fate.state == "silent"]
        for fate in caught:
            done = self.on(fate.row["number"])
            self.assertEqual((done.returncode, done.stdout.strip()), (1, fate.said), fate.row)
        self.assertEqual(self.on(silent[0]).returncode, 0)
        done = self.on(f"{silent[0]},{caught[0].row['number']}")
        self.assertEqual((done.returncode, done.stdout.strip()), (1, caught[0].said))

    def test_several_at_once(self):
        """The unit with two mutants on is the one whose source has both."""
        text = instrument.read(TOY)
        pair = [
            next(m for m in self.mutants if (m.before, m.after) == texts)
            for texts in (
                ("count_q + step", "(count_q)"),
                ("count_q < limit_i", "(count_q <= limit_i)"),
            )
        ]
        changed = text
        for mutant in sorted(pair, key=lambda m: -m.start):
            changed = changed[: mutant.start] + mutant.after + changed[mutant.end :]
        tool = build_toy(os.path.join(self.folder, "both"), changed)
        for seed in range(1, 9):
            done = subprocess.run([tool, "--seed", str(seed)], capture_output=True, text=True, check=False)
            found_one = self.on(",".join(str(m.number) for m in pair), seed)
            self.assertEqual((found_one.returncode, found_one.stdout), (done.returncode, done.stdout))

    def test_no_mutant(self):
        for text in ("", "0", "x", "3,", "3,-1", "65536"):
            done = self.on(text)
            self.assertNotEqual(done.returncode, 0, text)
            self.assertIn("expected numbers of mutants, as 3 or 3,17", done.stderr)

    def test_activation(self):
        """Runs without a mutant come to the mutants to which the campaign came."""
        fates = [campaign.Fate(fate.row) for fate in self.fates]
        run = campaign.Campaign(self.tool, self.folder, fates, 1)
        for seed in (1, 2):
            run.note(campaign.Test("toy", seed))
        self.assertEqual([fate.first for fate in fates], [fate.first for fate in self.fates])
        count = sum(bool(fate.first) for fate in fates)
        self.assertTrue(0 < count < len(fates))
        lines = campaign.activated(fates)
        self.assertEqual(lines[0], f"toy: {count} of {len(fates)} activated, {count / len(fates):.1%}")
        self.assertEqual(len(lines), 1 + len(fates) - count)

    def test_in_code(self):
        """Mutants of what the unit does not have are not in the generated code."""
        folder = os.path.join(self.folder, "generated")
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "Vcu_top.cpp"), "w", encoding="ascii") as file:
            file.write("x = (wl_mutant(3, (a != b)) ? b : a);\ny = wl_mutant(12, true);\n")
        with open(os.path.join(folder, "Vcu_top.d"), "w", encoding="ascii") as file:
            file.write("wl_mutant(4, true)\n")
        self.assertEqual(campaign.in_code(folder), {3, 12})

    def test_document(self):
        found_ones = campaign.document(self.fates)
        block = found_ones["blocks"][0]
        self.assertEqual(list(block), ["block", *campaign.COUNTED, "median_cycles", "cycles"])
        self.assertLessEqual(block["unchanged"], block["never"])
        self.assertEqual(block["mutants"], block["never"] + block["silent"] + block["equivalent"] + block["caught"])
        self.assertEqual(len(found_ones["survivors"]), block["never"] + block["silent"])
        # The page of a night takes it.
        self.assertEqual(foreign.wrong(found_ones, page_data.MUTANTS), "")
        for survivor in found_ones["survivors"]:
            self.assertEqual(survivor["activated_by"] is None, survivor["state"] == "never")
            self.assertTrue(survivor["kill"])

    def test_two_passes(self):
        """Each pass has its own answer. A mutant that one of them catches is caught."""
        passes = []
        for seed in (1, 2):
            passes.append([fate.fresh() for fate in self.fates])
            campaign.Campaign(self.tool, self.folder, passes[-1], 2).run(campaign.Test("toy", seed))
        fates = [campaign.Fate.joined(its) for its in zip(*passes)]
        found_ones = campaign.document(fates)
        rows = {row["operator"]: row for row in found_ones["operators"]}
        self.assertEqual(list(rows), list(OPERATORS))
        total = campaign.total(found_ones["operators"])
        caught = [{fate.row["id"] for fate in its if fate.verdict} for its in passes]
        self.assertEqual([total[key] for key in campaign.PASSES], list(map(len, caught)))
        self.assertEqual(total["either"], len(caught[0] | caught[1]))
        self.assertEqual(total["mutants"], len(fates))
        for row in mutate_block.by_block(found_ones):
            its = rows[row["operator"]]
            self.assertEqual(row["toy"], f"{its['either']}/{its['mutants']}")
        self.assertEqual(found_ones["blocks"][0]["caught"], total["either"])
        # A campaign that goes on has what each pass caught before, and where the others differed.
        spent = {name: {"programs": 1, "seconds": 0.5} for name in campaign.PASSES}
        before = foreign.loads(json.dumps({**found_ones, "passes": spent}), mutate_block.FORM, "mutants.json")
        again = [campaign.Fate(fate.row) for fate in self.fates]
        for fate in again:
            fate.go_on(before)
        passes = [[fate.fresh(name) for fate in again] for name in campaign.PASSES]
        self.assertEqual([{f.row["id"] for f in its if f.verdict} for its in passes], caught)
        again = campaign.document([campaign.Fate.joined(its) for its in zip(*passes)])
        for key in ("blocks", "operators", "mutants"):
            self.assertEqual(again[key], found_ones[key])
        for old, new in zip(found_ones["survivors"], again["survivors"]):
            self.assertEqual({**old, "passed": 0}, new)

    def test_pass_that_catches(self):
        """A mutant that is caught in the second pass alone."""
        first, second = (campaign.Fate(self.fates[0].row) for _ in campaign.PASSES)
        first.first, first.passed = ("a", 1), ["a"]
        second.first, second.verdict, second.by, second.cycles = ("b", 2), "HANG", "b", 3
        fate = campaign.Fate.joined((first, second))
        self.assertEqual((fate.state, fate.first, fate.by, fate.caught_in), ("caught", ("a", 1), "b", {"random": 3}))

    def test_verdict_before_wrong_state(self):
        """Cycles from the first wrong state to the verdict: none is negative."""
        with tempfile.TemporaryDirectory() as folder:
            fate = campaign.Fate(self.fates[0].row)
            with open(os.path.join(folder, f"{fate.row['number']}.txt"), "w", encoding="utf-8") as file:
                file.write("MISMATCH: a\n")
            for wrong, cycles in ((8, 3), (20, 0), (0, 0)):
                fate.wrong = None
                campaign.Campaign.judge(types.SimpleNamespace(folder=folder), fate, "a", wrong, 11, "code 1", folder)
                self.assertEqual((fate.state, fate.cycles), ("caught", cycles))

    def test_sum_of_slices(self):
        """Slices by themselves add up to the whole."""
        whole = campaign.document(self.fates)
        parts = [campaign.document(self.fates[at::3]) for at in range(3)]
        total = campaign.merged(parts)
        self.assertEqual(total["blocks"], whole["blocks"])
        self.assertEqual(total["operators"], whole["operators"])
        self.assertEqual(len(total["survivors"]), len(whole["survivors"]))

    def test_night(self):
        """The sums of a night, and its summary."""
        totals = report.Totals()
        for at in range(2):
            entry = {"id": f"mutation toy {at}", "kind": "mutation", "verdict": "PASS", "seconds": 1.0, "cycles": 0}
            totals.add({**entry, "instructions": 0, "mutants": campaign.document(self.fates[at::2])})
        self.assertEqual(totals.survivors()["blocks"], campaign.document(self.fates)["blocks"])

    def test_unit_that_fails_without_a_mutant(self):
        run = campaign.Campaign("false", self.folder, [], 1)
        with self.assertRaisesRegex(campaign.Failed, "without a mutant the run must pass"):
            run.run(campaign.Test("toy", 1))


class Equivalent(unittest.TestCase):
    def write(self, *rows):
        file = tempfile.NamedTemporaryFile("w", suffix=".tsv", delete=False)
        self.addCleanup(os.remove, file.name)
        with file:
            file.writelines("\t".join(row) + "\n" for row in (equivalents.COLUMNS, *rows))
        return file.name

    def test_list_of_the_tree(self):
        os.chdir(ROOT)
        equivalents.read()

    def test_changed_line(self):
        os.chdir(ROOT)
        path = plant.home("fork_join")
        row = equivalents.key(Finder(path, plant.read(path)).found[0])
        self.assertEqual(equivalents.read(self.write([*row, "why"])), {row: "why"})
        changed = [*row[:2], row[2] + " ", *row[3:]]
        with self.assertRaisesRegex(equivalents.Stale, ":2: no mutant of"):
            equivalents.read(self.write([*changed, "why"]))
        with self.assertRaisesRegex(equivalents.Stale, "with a reason"):
            equivalents.read(self.write([*row, ""]))


PARTS = {
    "rtl/x/a_pkg.sv": """package a_pkg;
  typedef logic [3:0] value_t;
  function automatic value_t low(value_t x);
    low = x[3] ? x - 4'd8 : x;
  endfunction
  function automatic value_t sum(input value_t x, input value_t y);
    sum = a_pkg::low({1'b0, x[2:0]}) + (y != '0 ? y : '0);
  endfunction
endpackage
""",
    "rtl/x/counter.sv": """module counter #(
  parameter bit Stops = 1'b0
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [3:0] step_i,
  output logic [3:0] count_o
);
  logic [3:0] count_q;
  assign count_o = count_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
    end else if (!Stops || count_q != 4'd9) begin
      if (step_i != '0) count_q <= a_pkg::sum(count_q, step_i);
    end
  end
endmodule
""",
    "rtl/x/top.sv": """module top (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic [3:0] step_i,
  output logic [3:0] count_o
);
  logic       held_q, checked_q;
  logic [3:0] step;
  assign step = held_q ? '0 : step_i;
  counter #(.Stops(1'b0)) u_counter (.clk_i, .rst_ni, .step_i(step), .count_o);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 1'b0;
    end else if (step_i == 4'd15 || held_q) begin
      held_q <= held_q || step_i == 4'd15;
    end
  end
  always_ff @(posedge clk_i) begin
    checked_q <= held_q;
    a_stays: assert (!rst_ni || !checked_q || held_q);
  end
endmodule
""",
    "rtl/x/clears.sv": """module clears (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic up_i,
  input  logic down_i,
  input  logic step_i,
  output logic count_o
);
  logic up_q, down_q;
  assign count_o = up_q && down_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      up_q <= 1'b0;
      down_q <= 1'b0;
    end else begin
      if (up_i && !up_i) up_q <= 1'b0;
      if (step_i) up_q <= up_q;
      up_q <= up_i;
      if (up_i) down_q <= 1'd0;
      down_q <= down_i && !up_i || down_q && up_i;
      if (down_i) down_q <= 1'h0;
    end
  end
endmodule
""",
}


class Proof(unittest.TestCase):
    """Equivalent mutants are proved, others are refused."""

    def proved(self, path, operator, before, after):
        its = Finder(path, PARTS[path]).found
        mutants = [m for m in its if (m.operator, m.before, m.after) == (operator, before, after)]
        self.assertEqual(len(mutants), 1, (operator, before, after))
        with tempfile.TemporaryDirectory() as folder:
            return prove.Prover(PARTS, folder).proved(mutants[0])

    def test_function(self):
        condition = ("wrong condition", "y != '0")
        self.assertEqual(self.proved("rtl/x/a_pkg.sv", *condition, "1'b1"), "a_pkg::sum")
        self.assertEqual(self.proved("rtl/x/a_pkg.sv", *condition, "1'b0"), "")

    def test_callers(self):
        """Nobody calls it with bit 3 set."""
        self.assertEqual(self.proved("rtl/x/a_pkg.sv", "wrong condition", "x[3]", "1'b0"), "a_pkg::sum")
        self.assertEqual(self.proved("rtl/x/a_pkg.sv", "wrong condition", "x[3]", "1'b1"), "")

    def test_module(self):
        """What its registers get, and the ports of the module in it."""
        condition = ("wrong condition", "step_i == 4'd15 || held_q")
        self.assertEqual(self.proved("rtl/x/top.sv", *condition, "1'b1"), "top")
        self.assertEqual(self.proved("rtl/x/top.sv", *condition, "1'b0"), "")
        self.assertEqual(self.proved("rtl/x/top.sv", "wrong condition", "held_q", "1'b0"), "")
        # Assertions alone read it.
        self.assertEqual(self.proved("rtl/x/top.sv", "stale value", "held_q", "checked_q"), "top")

    def test_statement(self):
        """A clear that never happens, one that the next assignment hides, and one that counts."""
        self.assertEqual(self.proved("rtl/x/clears.sv", "missing clear", "up_q <= 1'b0;", ""), "clears")
        self.assertEqual(self.proved("rtl/x/clears.sv", "missing clear", "down_q <= 1'd0;", ""), "clears")
        self.assertEqual(self.proved("rtl/x/clears.sv", "missing clear", "down_q <= 1'h0;", ""), "")

    def test_past(self):
        """What was in the cycle before: one that counts, and one beside which nothing is assigned."""
        self.assertEqual(self.proved("rtl/x/clears.sv", "late enable", "down_i", "$past(down_i)"), "")
        self.assertEqual(self.proved("rtl/x/clears.sv", "late enable", "step_i", "$past(step_i)"), "clears")

    def test_parameters(self):
        """A module with other parameters than its own is looked at where it stands."""
        condition = ("wrong condition", "!Stops || count_q != 4'd9")
        self.assertEqual(self.proved("rtl/x/counter.sv", *condition, "1'b1"), "top")
        self.assertEqual(self.proved("rtl/x/counter.sv", *condition, "1'b0"), "")
        self.assertEqual(self.proved("rtl/x/counter.sv", "stale value", "a_pkg::sum(count_q, step_i)", "count_q"), "")


class Command(unittest.TestCase):
    def said(self, *words):
        done = subprocess.run(
            ["scripts/wavelock", "mutation.mutate_block", *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        self.assertNotEqual(done.returncode, 0)
        return done.stderr.strip().split("\n")[-1]

    def test_refused(self):
        blocks = "common, control, export, exposed, fetch, flow, image, issue, lds, scalar, simd, vmem, wave"
        self.assertEqual(self.said("ldz"), f'ERROR: BLOCK: found "ldz", expected one of {blocks}')
        for hours in ("0", "-1", "x", "nan", "inf"):
            text = f'argument --hours: found "{hours}", expected a number above 0, as 8 or 0.5'
            self.assertIn(text, self.said("lds", "--hours", hours))

    def test_interrupted(self):
        said = []
        with self.assertRaises(KeyboardInterrupt):
            with mutate_block.interruptible(mutate_block.options(["lds", "--out", "a b"]), said.append):
                raise KeyboardInterrupt
        self.assertEqual(
            said, ["interrupted; this goes on: scripts/wavelock mutation.mutate_block --again --out 'a b'"]
        )

    def test_again_refused(self):
        """No campaign, blocks beside it, a file without its keys, mutants that are not there any more."""
        with tempfile.TemporaryDirectory() as folder:
            again = ("--again", "--out", folder)
            path = os.path.join(folder, "mutants.json")
            self.assertEqual(self.said(*again), f"ERROR: {path}: no campaign has written it")
            self.assertIn('found "lds" beside --again', self.said("lds", *again))
            found_ones = {"mutants": [], "survivors": [], "passes": {}}
            passes = {name: {"programs": 1, "seconds": 0.5} for name in campaign.PASSES}
            gone = {"mutants": [{"id": "x", "block": "lds", "caught_in": {}}], "passes": passes}
            for change, text in (({}, "passes"), (gone, "rtl/ has 1 of its 1 mutants no more")):
                with open(path, "w", encoding="ascii") as file:
                    json.dump({**found_ones, **change}, file)
                self.assertIn(text, self.said(*again))


if __name__ == "__main__":
    unittest.main()
