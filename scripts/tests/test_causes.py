# SPDX-License-Identifier: Apache-2.0
"""Causes of a night's failures, from made-up reports (scripts/wl/failures/causes.py, culprit.py)."""
import json
import os
import tempfile
import unittest

from wl.failures import causes, culprit, groups

# A program whose instructions say how common each is.
PROGRAM = (
    """
  v_add_u32_e32 v1, v2, v3
  v_xor_b32_e32 v1, v2, v3
  v_cndmask_b32_e32 v1, v2, v3, vcc
  s_add_u32 s1, s2, s3
  s_mov_b32 s4, s5
  s_lshl_b32 s4, s5, 2
  ds_read_b32 v1, v2
  global_load_dword v1, v[2:3], off
"""
    * 40
    + """
  v_mov_b32_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:0
  exp mrt0 v1, v2, v3, v4 done
"""
)
DPP = "row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:0"


def wrote(what, name, text):
    """A divergence and the steps before it."""
    return ("MISMATCH", what[0], what[1], [("s_mov_b32", "s_mov_b32 s4, s5"), (name, text)])


class Causes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir, self.count = folder.name, 0

    def failure(self, verdict, row, what, steps):
        self.count += 1
        folder = os.path.join(self.dir, str(self.count))
        os.makedirs(folder)
        first = {"verdict": verdict, "row": row, "what": what, "cycle": 9, "slot": 0}
        history = [{"cycle": 1, "pc": "0x100", "instruction": text, "name": name} for name, text in steps]
        with open(os.path.join(folder, "report.json"), "w", encoding="ascii") as file:
            json.dump({"verdict": verdict, "divergences": [first], "wave": {"history": history}}, file)
        with open(os.path.join(folder, "random.s"), "w", encoding="ascii") as file:
            file.write(PROGRAM)
        return {"id": f"random {self.count}", "verdict": verdict, "why": f"{verdict}: {what}", "folder": folder}

    def found(self, failures):
        """Names of the causes with the numbers of their failures."""
        of_groups = {}
        for entry in failures:
            of_groups.setdefault(groups.group(entry), []).append(entry)
        self.causes, self.rates = causes.found(of_groups)
        return {
            cause.name(self.rates): sorted(int(f["id"].split()[1]) for group in cause.groups for f in group.failures)
            for cause in self.causes
        }

    def dpp(self):
        vgpr = ("VGPR", "slot 0: v1 (physical VGPR 1) lane 0 is written with 0x1, expected 0x0")
        for name in ("v_mov_b32_dpp", "v_max_f32_dpp", "v_subrev_u32_dpp", "v_mul_f16_dpp"):
            yield self.failure(*wrote(vgpr, name, f"{name} v1, v2, v3 {DPP}"))

    def export(self):
        steps = [("exp", "exp mrt0 v1, v2, v3, v4 done"), ("s_mov_b32", "s_mov_b32 s4, s5")]
        yield self.failure("MISMATCH", "export", "slot 1: export under tag 0: pass is 0x0, expected 0x1", steps)
        yield self.failure("ILLEGAL", "export", "slot 2: export under tag 3 to target 14: there is none", steps)

    def test_one_bug_is_one_cause(self):
        self.assertEqual(list(self.found(self.dpp()).values()), [[1, 2, 3, 4]])
        self.assertIn("dpp", next(iter(self.found(self.dpp()))))

    def test_ingredients(self):
        """The name has the modifiers that the small program needs, of the cause's instructions alone."""
        self.found(self.dpp())
        self.causes[0].made_small(
            [
                "  v_add_f32_e64 v3, v3, v3 clamp",
                "  v_mov_b32_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:0",
            ]
        )
        name = self.causes[0].name(self.rates)
        self.assertIn("bound_ctrl", name)
        self.assertNotIn("clamp", name)

    def test_two_bugs_are_two(self):
        found = self.found([*self.dpp(), *self.export()])
        self.assertEqual(sorted(found.values()), [[1, 2, 3, 4], [5, 6]])
        self.assertIn("export", " ".join(found))

    def test_what_is_common_joins_nothing(self):
        vgpr = ("VGPR", "slot 0: v1 (physical VGPR 1) lane 0 is written with 0x1, expected 0x0")
        some = [self.failure(*wrote(vgpr, "v_add_u32", "v_add_u32_e32 v1, v2, v3"))]
        some.append(self.failure(*wrote(vgpr, "v_xor_b32", "v_xor_b32_e32 v1, v2, v3")))
        self.assertEqual(sorted(self.found(some).values()), [[1], [2]])

    def test_flaky_and_lost_are_alone(self):
        some = list(self.dpp())
        some[0]["state"] = groups.FLAKY
        self.assertEqual(sorted(self.found(some).values()), [[1], [2, 3, 4]])

    def test_runs_join_what_names_no_value(self):
        """The stand-in for runs says of every group that the cause explains it: only an assertion may be asked for."""
        assertion = self.failure("ILLEGAL", "assertion", "an assertion failed at rtl/issue/wait_counters.sv:9", [])
        self.found([*self.dpp(), *self.export(), assertion])
        asked = []

        class Runs:
            def explain(self, _words, group):
                asked.append(group.name)
                return True

        found = causes.joined(self.causes, Runs(), self.rates)
        self.assertTrue(all("assertion" in name or "export" in name for name in asked), asked)
        self.assertTrue(any(name.startswith("ILLEGAL: assertion") for cause in found for name in cause.by_runs))

    def test_suspects(self):
        steps = (
            ("ds_write_b128", "ds_write_b128 v1, v[4:7]"),
            ("v_cmp_ge_f32", "v_cmp_ge_f32_e32 vcc, v1, v2"),
            ("v_add_f32", "v_add_f32_e32 v9, v1, v2"),
            ("s_mov_b64", "s_mov_b64 exec, -1"),
            ("s_waitcnt", "s_waitcnt lgkmcnt(0)"),
        )
        history = [{"instruction": text, "name": name} for name, text in steps]
        for said, row, wanted in (
            ("slot 0: v9 (physical VGPR 9) lane 0 is written with 0x1, expected 0x2", "VGPR", "v_add_f32"),
            ("slot 0: VCC is 0x1, expected 0x2", "VCC", "v_cmp_ge_f32"),
            ("slot 0: EXEC is 0x1, expected 0x2", "EXEC", "s_mov_b64"),
            (
                "slot 3: bank 0 row 208 written by quad 13: ds_write_b128 serves quad 13 out of order",
                "LDS",
                "ds_write_b128",
            ),
            ("slot 3: bank 0 row 208 written as 0x1 in dword 3, expected 0x2", "LDS", "ds_write_b128"),
            (
                "illegal instruction at 0x1: 0xc62ee898 0x0b53cb94  exp null off; in the model it goes on",
                "wave_end",
                "exp",
            ),
            ("slot 0: STATUS is 0x1, expected 0x2", "STATUS", None),
            ("slot 1: export under tag 0: pass is 0x0, expected 0x1", "export", None),
            ("slot 0 issued at 0x100", "issue", "s_waitcnt"),
        ):
            found = culprit.suspects(said, row, history)
            self.assertEqual(found[0].name if found else None, wanted, said)


if __name__ == "__main__":
    unittest.main()
