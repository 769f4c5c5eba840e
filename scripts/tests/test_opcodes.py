# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/opcodes.py and scripts/wl/cover/coverage.py call a problem, and what they read from each
other."""
import os
import re
import unittest

from wl import ROOT
from wl.checks import opcodes
from wl.cover import coverage


OUT = [("VOP1", r"v_log.*", "later")]
GOOD = opcodes.Row("VOP1", 1, "v_mov_b32", True, True, ["smoke"], None, {"sdwa": (True, True, True)}, "vectors")
LEFT = opcodes.Row("VOP1", 39, "v_log_f32", False, False, [], "later", {}, "")


class Rules(unittest.TestCase):
    def problem(self, *table, by=None):
        return opcodes.problems(list(table), by or {}, OUT)

    def test_good(self):
        self.assertEqual(self.problem(GOOD, LEFT), [])

    def test_never_executed(self):
        self.assertIn("nothing in make test executes it", self.problem(GOOD._replace(by=[]), LEFT)[0])

    def test_held_by_nothing(self):
        self.assertIn("only the comparison", self.problem(GOOD._replace(held=""), LEFT)[0])

    def test_values(self):
        names = {*opcodes.all_opcodes().values(), *opcodes.opcodes_of(opcodes.GFX906).values()}
        for pattern, definition in opcodes.VALUE:
            self.assertTrue(any(re.fullmatch(pattern, name) for name in names), (pattern, definition))
        self.assertEqual(opcodes.value_of("v_add_u32"), "exact")
        self.assertEqual(opcodes.value_of("v_exp_f32"), "approximate: 0.7096 ulp, D-NUM-28")
        self.assertEqual(opcodes.evidence("v_rcp_f32", ["kernels/fft", "random"], {"v_rcp_f32"}), "MPFR, kernels")
        self.assertEqual(opcodes.evidence("v_add_u32", ["smoke"], set()), "vectors")

    def test_no_state(self):
        self.assertIn(
            "neither implemented nor left out", self.problem(GOOD, LEFT, LEFT._replace(number=40, why=None))[0]
        )

    def test_model_and_unit_differ(self):
        self.assertIn("in the model and not in the unit", self.problem(GOOD._replace(rtl=False), LEFT)[0])
        self.assertIn("in the unit and not in the model", self.problem(GOOD._replace(model=False), LEFT)[0])

    def test_forms(self):
        self.assertIn(
            "its sdwa form is implemented, and nothing",
            self.problem(GOOD._replace(forms={"sdwa": (True, True, False)}), LEFT)[0],
        )
        self.assertIn(
            "its sdwa form is in the unit alone",
            self.problem(GOOD._replace(forms={"sdwa": (False, True, False)}), LEFT)[0],
        )
        self.assertEqual(self.problem(GOOD._replace(forms={"sdwa": (False, False, False)}), LEFT), [])

    def test_reason_without_opcode(self):
        self.assertIn('"later"', self.problem(GOOD)[0])

    def test_opcode_that_is_none(self):
        self.assertIn("is no opcode", self.problem(GOOD, LEFT, by={("VOP1", 200, ""): ["smoke"]})[0])

    def test_every_opcode_is_one_row(self):
        table = opcodes.rows({("VOP1", 1, ""): ["smoke"]}, {("VOP1", 39, ""): (False, False)}, ())
        self.assertEqual(len(table), 1513)
        text = opcodes.document(table)
        self.assertEqual(len(re.findall(r"^\| \w+ \| \d+ \| `", text, re.M)), 1513)

    def test_gfx906(self):
        """Its own opcodes are rows of their section, and none of gfx900's table."""
        by = {("VOP2", 59, ""): ["directed_gfx906_float"], ("VOP2", 59, "dpp"): ["directed_gfx906_float_dpp"]}
        own = opcodes.rows_of_gfx906(by, {"v_fmac_f32"})
        text = "\n".join(opcodes.section_of_gfx906(own))
        row = "| `v_fmac_f32` | VOP2 | 59 | no | yes | D-NUM-10 | MPFR, vectors | directed_gfx906_float |"
        self.assertIn(row, text)
        self.assertEqual(len(re.findall(r"^\| `", text, re.M)), len(own))
        self.assertEqual(len(opcodes.problems_of_gfx906(own)), len(own) - 1)
        self.assertIn("VOP3P 35 v_dot2_f32_f16: no vector", "".join(opcodes.problems_of_gfx906(own)))
        self.assertFalse(
            set(opcodes.opcodes_of(opcodes.GFX906)) & coverage.implemented() - {("VOP3P", n) for n in (32, 33, 34)}
        )

    def test_list_and_measurement_disagree(self):
        forms = {"sdwa": (True, True, True), "dpp": (True, True, True)}
        self.assertEqual(opcodes.wrong_lists([GOOD._replace(forms=forms)]), [])
        without = {**forms, "dpp": (False, True, True)}
        for row in (GOOD._replace(model=False, forms=forms), GOOD._replace(forms=without)):
            self.assertEqual(len(opcodes.wrong_lists([row])), 1)

    def test_holes_are_named(self):
        total = coverage.Coverage()
        total.add(
            [
                "opcode\tVOP1\t1\tv_mov_b32\t3\n",
                "operand\tVOP1\tsrc0\tsdwa\t0\n",
                "exec\tVOP1\tone hole\t-\t0\n",
                "operand\tVOP1\tsrc0\tvgpr\t3\n",
            ]
        )
        holes = total.holes()
        self.assertIn(("VOP1", 1), coverage.implemented())
        self.assertTrue(
            any(line.startswith("opcodes VOP1: ") and "v_not_b32" in line and "v_mov_b32" not in line for line in holes)
        )
        self.assertIn("operand VOP1 src0: sdwa", holes)
        self.assertIn("exec VOP1: one hole", holes)
        for form in ("sdwa", "dpp"):
            self.assertIn(("VOP1", 1), coverage.implemented(form))
            self.assertNotIn(("VOP1", 81), coverage.implemented(form))  # v_swap_b32
            self.assertTrue(any(line.startswith(f"{form} VOP1: ") and "v_mov_b32" in line for line in holes))

    def test_broken_file_is_named(self):
        path = os.path.join("build", "broken.tsv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("opcode\tVOP1\n")
        self.addCleanup(os.remove, path)
        with self.assertRaisesRegex(ValueError, path):
            coverage.Coverage().add_file(path)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
