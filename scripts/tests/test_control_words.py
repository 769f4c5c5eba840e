# SPDX-License-Identifier: Apache-2.0
"""control_words.py: fields of small programs by the rules of maxwell-control.md 8, bundles, what is refused."""
import os
import re
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.control import control_kernels, control_words


ASSEMBLER = ["llvm-mc-16", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-mattr=-xnack"]


def convert(body, **sizes):
    with tempfile.NamedTemporaryFile("w", suffix=".s") as file:
        file.write(".globl main\nmain:\n" + body)
        file.flush()
        return control_words.convert(file.name, sizes=sizes)


def pairs(text):
    """(field, instruction) of each slot that is used, a field as vectors/include/control.inc writes it."""
    found, fields = [], []
    for line in text.splitlines():
        line = line.strip()
        if line.startswith(".quad"):
            fields = line.partition("; ")[2].split(", ")
        elif line and not line.startswith((".", ";")) and not line.endswith(":"):
            found.append((fields.pop(0), line))
    return found


class Fields(unittest.TestCase):
    def expect(self, body, fields, **sizes):
        found = pairs(convert(body, **sizes))
        self.assertEqual([field for field, _ in found], fields.split(), found)

    def test_results_of_memory(self):
        self.expect("s_load_dword s4, s[0:1], 0\ns_waitcnt lgkmcnt(0)\ns_mov_b32 s5, s4\ns_endpgm\n", "2+W0 1+B0 5")
        # Loads of one queue come in order: the younger barrier covers both.
        loads = "global_load_dword v3, v[0:1], off\nglobal_load_dword v4, v[0:1], off\n"
        self.expect(loads + "s_waitcnt vmcnt(0)\nv_add_u32 v5, v3, v4\ns_endpgm\n", "1+W0 2+W1 1+B0+B1 5")
        self.expect(loads + "s_waitcnt vmcnt(0)\nv_mov_b32 v5, v4\nv_mov_b32 v5, v3\ns_endpgm\n", "1 2+W0 1+B0 1 5")

    def test_operands_of_memory(self):
        self.expect("global_store_dword v[0:1], v2, off\nv_mov_b32 v2, 0\ns_endpgm\n", "2+R0 1+B0 5")
        self.expect("ds_write_b32 v0, v2\nds_read_b32 v0, v3\ns_endpgm\n", "1 1 5")  # one queue

    def test_results_of_the_vector_unit(self):
        self.expect("v_cmp_lt_u32 vcc, v0, v1\ns_cbranch_vccnz end\nend: s_endpgm\n", "7 5 5")
        self.expect("v_mov_b32 v1, v0\nds_write_b32 v0, v1\ns_endpgm\n", "5 1 5")
        self.expect("v_mov_b32 v1, v0\nv_mov_b32 v2, v1\ns_endpgm\n", "1 1 5")
        self.expect("v_mov_b32 v1, v0\nv_mov_b32 v2, v1\ns_endpgm\n", "6 1 5", valu_delay=3)
        self.expect("v_mov_b32 v1, v0\nds_write_b32 v0, v1\ns_endpgm\n", "8+Y 1 5", valu_delay=3)
        self.expect(
            "v_mov_b32_dpp v1, v0 row_shr:1\nv_readfirstlane_b32 s0, v1\ns_mov_b32 s1, s0\ns_endpgm\n", "1 7 1 5"
        )
        self.expect("v_cmp_lt_u32 vcc, v0, v1\ns_mov_b64 vcc, 0\ns_endpgm\n", "7 1 5")
        self.expect("v_cmp_lt_u32 vcc, v0, v1\ns_load_dwordx2 vcc, s[0:1], 0\ns_endpgm\n", "5 1 5")

    def test_pairs(self):
        self.expect("v_mov_b32 v1, v0\ns_branch end\nend: s_endpgm\n", "0 5 5")
        self.expect("v_mov_b32 v1, v0\nds_write_b32 v2, v3\ns_endpgm\n", "0 1 5")
        # One result for both, one that the second reads, EXEC, and what the unit does not pair.
        self.expect("v_mov_b32 v1, v0\nds_read_b32 v1, v2\ns_endpgm\n", "2 1 5")
        self.expect("v_mov_b32 v1, v0\nds_write_b32 v2, v1\ns_endpgm\n", "5 1 5")
        self.expect("v_cmpx_lt_u32 vcc, v0, v1\nds_write_b32 v2, v3\ns_endpgm\n", "7 1 5")
        self.expect("v_mov_b32 v1, v0\nds_write_b32 v2, v3 gds\ns_endpgm\n", "1 1 5")
        self.expect("v_mov_b32 v1, v0\ns_mov_b32 s2, 0\ns_endpgm\n", "1 1 5")
        # A wait sees its barrier after two cycles.
        load = "global_load_dword v3, v[0:1], off\n"
        self.expect(load + "v_mov_b32 v5, v4\nds_write_b32 v2, v3\ns_endpgm\n", "1+W0 1 1+B0 5")
        self.expect(load + "s_mov_b32 s2, 0\nv_mov_b32 v5, v4\nds_write_b32 v2, v3\ns_endpgm\n", "1+W0 1 0 1+B0 5")
        # What follows counts from the first, which issues no earlier than the second.
        self.expect("v_cmp_lt_u32 vcc, v0, v1\nds_write_b32 v2, v3\ns_cbranch_vccnz end\nend: s_endpgm\n", "0 7 5 5")

    def test_reuse(self):
        self.expect("v_add_u32 v1, v0, v2\nv_add_u32 v3, v0, v4\ns_endpgm\n", "1+U1 1 5")
        self.expect("v_add_u32 v0, v0, v2\nv_add_u32 v3, v0, v4\ns_endpgm\n", "1 1 5")
        self.expect("v_add_u32 v1, v2, v0\nv_mov_b32 v6, v5\nv_add_u32 v3, v4, v0\ns_endpgm\n", "1+U2 1 1 5")
        self.expect("v_add_u32 v1, v2, v0\nv_mov_b32 v0, v5\nv_add_u32 v3, v4, v0\ns_endpgm\n", "1 1 1 5")
        self.expect("v_mov_b32_dpp v1, v0 row_shr:1\nv_mov_b32 v2, v0\ns_endpgm\n", "1 1 5")
        self.expect("v_mov_b32_sdwa v1, v0 src0_sel:WORD_1\nv_mov_b32 v2, v0\ns_endpgm\n", "1 1 5")
        self.expect("v_add_f64 v[2:3], v[0:1], v[4:5]\nv_add_f64 v[6:7], v[0:1], v[8:9]\ns_endpgm\n", "1 1 5")
        store = "v_add_u32 v1, v0, v2\nds_write_b32 v0, v1\nv_add_u32 v3, v0, v4\ns_endpgm\n"
        self.expect(store, "5+U1 1 1 5")
        self.expect(store, "8+Y 1 1 5", valu_delay=3)  # 'Y' leaves no entry

    def test_long_instructions(self):
        # 19 - 2 + 1 cycles are more than a stall says; a vector instruction is late enough by itself.
        self.expect("v_exp_f32 v1, v0\nds_write_b32 v0, v1\ns_endpgm\n", "2+W0 1+B0 5")
        self.expect("v_exp_f32 v1, v0\nv_mov_b32 v2, v1\ns_endpgm\n", "1 1 5")
        # A load that overwrites what is still read.
        self.expect("v_exp_f32 v1, v0\nglobal_load_dword v0, v[2:3], off\ns_endpgm\n", "8+Y 1 5")

        # The store may issue just before the vector instruction that could not be earlier.
        self.expect(
            "v_exp_f32 v1, v0\nglobal_store_dword v[2:3], v1, off\nv_mov_b32 v1, 0\ns_endpgm\n", "2+W0 2+R1+B0 1+B1 5"
        )

    def test_control_flow(self):
        # Around the loop and into it: the load of the last trip.
        self.expect(
            "s_mov_b32 s2, 4\nloop: v_mov_b32 v4, v3\nglobal_load_dword v3, v[0:1], off\ns_sub_u32 s2, s2, 1\n"
            "s_cbranch_scc0 loop\ns_waitcnt vmcnt(0)\nv_mov_b32 v5, v3\ns_endpgm\n",
            "1 1+B0 1+W0 1 5 1+B0 5",
        )
        self.expect("v_mov_b32 v1, v0\ns_branch end\nend: ds_write_b32 v0, v1\ns_endpgm\n", "0 5 1 5")
        # Behind the label there is nobody whose stall could be longer on both ways.
        self.expect("s_cbranch_scc0 end\nv_cmp_lt_u32 vcc, v0, v1\nend: s_mov_b64 s[2:3], vcc\ns_endpgm\n", "5 1 6 1 5")

    def test_fences(self):
        store = "global_store_dword v[0:1], v2, off\ns_waitcnt vmcnt(0)\n"
        found = pairs(convert(store + "global_store_dword v[0:1], v3, off offset:4\ns_endpgm\n"))
        self.assertEqual([f for f, _ in found], ["1", "2+W0", "1+B0", "5"])
        self.assertEqual(found[1][1], "buffer_wbinvl1")
        self.assertEqual(len(pairs(convert(store + "s_barrier\ns_endpgm\n"))), 3)
        found = pairs(convert("ds_write_b32 v0, v1\ns_waitcnt lgkmcnt(0)\n" + store + "s_endpgm\n"))
        self.assertRegex(found[1][1], r"ds_swizzle_b32 v0, v0 offset:swizzle\(BITMASK_PERM,\"ppppp\"\)")
        self.assertEqual([f for f, _ in found], ["1", "2+W0", "1+B0", "5"])

    def test_place_of_code(self):
        for before in range(3):
            text = convert(
                "s_nop 0\n" * 3 + "v_mov_b32 v0, 0\n" * before + "s_getpc_b64 s[2:3]\n"
                "s_add_u32 s2, s2, main@rel32@lo+4\ns_addc_u32 s3, s3, main@rel32@hi+12\ns_endpgm\n"
            )
            low, high = map(int, re.findall(r"@rel32@\w\w\+(\d+)", text))
            self.assertEqual((low, high), [(4, 12), (4, 20), (4, 12)][before])

    def test_what_is_refused(self):
        for body, why in (
            ("s_getpc_b64 s[2:3]\ns_add_u32 s2, s2, 8\n", "the place of code"),
            ("s_setvskip s0, 1\n", "not with control words"),
            ("s_cbranch_join s0\n", "not with control words"),
            ("s_branch main\n", "no instruction"),
            (".long 5\n", "data among the code"),
            ("s_add_u32 s2, s2, main@rel32@lo+4\n", "no s_getpc_b64"),
            ("s_nop\n", "s_nop"),
            ("s_store_dword s2, s[0:1], 0\ns_waitcnt lgkmcnt(0)\nglobal_store_dword v[0:1], v2, off\n", "no barrier"),
            ("s_set_gpr_idx_on s0, 1\nhere: v_mov_b32 v0, v1\n", "indexed"),
        ):
            with self.assertRaises(control_words.Refused, msg=body) as caught:
                convert(body + "s_endpgm\n")
            self.assertIn(why, str(caught.exception))


class Kernels(unittest.TestCase):
    """Programs of vectors/kernels: the same instructions, apart from waits, in whole bundles."""

    def words(self, text):
        """Encodings of a program in the assembler's output, a label or distance as letters."""
        text = subprocess.run(ASSEMBLER + ["--show-encoding"], input=text, capture_output=True, text=True, check=True)
        found = re.findall(r"^\s*(\S+).*; encoding: \[(.*)\]", text.stdout, re.M)
        added = ("buffer_wbinvl1", "ds_swizzle_b32", "s_waitcnt", "s_nop")
        return [words for name, words in found if name not in added]

    def test_same_instructions(self):
        for name in ("fft", "recursion", "breadth_first", "lock_free_list"):
            path = os.path.join("vectors", "kernels", name, f"{name}.cl")
            was = control_words.assembly_of(path, "gfx900", ())
            self.assertEqual(self.words(was), self.words(control_words.convert(path)), name)

    def test_bundles(self):
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "k.o")
            text = control_words.convert("vectors/kernels/launches/launches.cl")
            subprocess.run(ASSEMBLER + ["-filetype=obj", "-o", made], input=text, text=True, check=True)
            listed = subprocess.run(["llvm-nm-16", made], capture_output=True, text=True, check=True).stdout
            places = {line.split()[-1]: int(line.split()[0], 16) for line in listed.splitlines()}
            for kernel in ("make", "step", "sums"):
                self.assertEqual(places[kernel] % 256, 0, kernel)

    def test_names(self):
        self.assertGreater(len(control_kernels.names()), 20)


if __name__ == "__main__":
    os.chdir(ROOT)
    unittest.main()
