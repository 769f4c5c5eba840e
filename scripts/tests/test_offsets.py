# SPDX-License-Identifier: Apache-2.0
"""When registers are read and written (docs/spec/maxwell-control.md 8.6), and that another time is noticed."""
import copy
import tempfile
import unittest

from wl.control import offsets


class Offsets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.rows = offsets.measure(offsets.run(folder))

    def test_of_the_unit(self):
        self.assertEqual(offsets.judge(self.rows), [])

    def changed(self, instruction, column, *cycles):
        """What is wrong when one instruction did something in other cycles."""
        rows = copy.deepcopy(self.rows)
        case = next(n for n, (_, text, *_) in enumerate(offsets.CASES) if text.startswith(instruction))
        self.assertNotEqual(rows[case][column], list(cycles))
        rows[case][column] = list(cycles)
        return offsets.judge(rows)

    def test_other_cycles(self):
        for change in (
            ("s_add_u32", offsets.SGPR_WRITTEN, 1),
            ("v_add_f32 ", offsets.VGPR_READ, 1, 2, 3, 5),
            ("v_add_f32 ", offsets.VGPR_WRITTEN, 3, 4, 5, 7),
            ("v_add_f32 ", offsets.VGPR_WRITTEN),
            ("v_add_f32_dpp", offsets.VGPR_WRITTEN, 3, 4, 5, 6),
            ("v_mqsad_u32_u8", offsets.VGPR_READ, 1, 9),
            ("v_cmp_lt_f64", offsets.SGPR_WRITTEN, 18),
            ("v_rcp_f64", offsets.DONE, 52),
            ("ds_read_b32", offsets.VGPR_READ, 1, 2, 3, 4),
            ("ds_write_b32", offsets.OPERANDS_READ, 9),
            ("global_load_dword", offsets.VGPR_WRITTEN, 4),
            ("s_memtime", offsets.DONE, 1),
            ("exp", offsets.VGPR_READ, 2),
            ("s_dcache_wb", offsets.DONE),
        ):
            with self.subTest(change):
                self.assertGreaterEqual(len(self.changed(*change)), 1)

    def test_least_numbers_are_reached(self):
        """A unit that needs longer in all cases contradicts the table too."""
        rows = copy.deepcopy(self.rows)
        for row in rows:
            row[offsets.VGPR_READ] = [n + 1 for n in row[offsets.VGPR_READ]]
        self.assertEqual([text.split(":")[0] for text in offsets.judge(rows)[-3:]], ["LDS", "VMEM", "EXPORT"])


if __name__ == "__main__":
    unittest.main()
