# SPDX-License-Identifier: Apache-2.0
"""Names of the opcodes for the RTL: writes build/op_pkg.sv from docs/spec/gfx9-decode-vectors.tsv and
gfx906-opcodes.tsv.

usage: opcode_names.py
"""
import os
import sys

from wl import ROOT
from wl.tree import opcodes


TARGET = "build/op_pkg.sv"

# Format in the table: (enum, bits). Formats that are out of scope have no names. The scalar formats and SMEM share
# one opcode register in the unit: they all have its 8 bits.
FORMATS = {
    "SOP1": ("sop1_op_e", 8),
    "SOP2": ("sop2_op_e", 8),
    "SOPC": ("sopc_op_e", 8),
    "SOPK": ("sopk_op_e", 8),
    "SOPP": ("sopp_op_e", 8),
    "SMEM": ("smem_op_e", 8),
    "VOP1": ("vop1_op_e", 8),
    "VOP2": ("vop2_op_e", 6),
    "VOPC": ("vopc_op_e", 8),
    "VOP3": ("vop3_op_e", 10),
    "VOP3P": ("vop3p_op_e", 7),
    "DS": ("ds_op_e", 8),
    "FLAT": ("flat_op_e", 7),
    "GLOBAL": ("global_op_e", 7),
    "SCRATCH": ("scratch_op_e", 7),
    "MUBUF": ("mubuf_op_e", 7),
    "MTBUF": ("mtbuf_op_e", 4),
    "MIMG": ("mimg_op_e", 7),
}

# Opcodes that GFX9 does not have: lds.md 6, buffer-memory.md 14.2.
OWN = (
    [("SOPK", 23, "s_waitcnt_vscnt")]
    + [("SOPP", 64, "s_shared_on"), ("SOPP", 65, "s_shared_off"), ("SOPP", 66, "s_clause")]
    + [("DS", 223 + n, f"ds_owner_write_{n}") for n in (1, 2, 3, 4)]
    + [("DS", 227 + n, f"ds_owner_read_{n}") for n in (1, 2, 3, 4)]
)

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
// Opcodes by format (docs/spec/gfx9-encoding.md 7). Written by scripts/wl/generate/opcode_names.py from
// docs/spec/gfx9-decode-vectors.tsv and gfx906-opcodes.tsv: change those tables, or the script, which adds the unit's
// own opcodes.
//
// A name is the mnemonic in UpperCamelCase. The format's name replaces the prefix s_ or v_: s_cbranch_join is
// Sop1CbranchJoin, v_add_f32 is Vop2AddF32 and Vop3AddF32. Other prefixes stay: DsWriteB32, GlobalLoadDword.
// An enum is as wide as the opcode field; enums of the scalar formats and SMEM have 8 bits. Opcodes of gfx906 alone
// have enums of their own: some have the numbers of others.
package op_pkg;
"""


def name(form, mnemonic):
    """The enumerator of a mnemonic of a format."""
    words = mnemonic.split("_")
    if words[0] in ("s", "v"):
        words[0] = form.lower()
    return "".join(word[:1].upper() + word[1:] for word in words)


def package():
    """The text of the package."""
    rows = {}
    for form, number, mnemonic in [*opcodes.rows(opcodes.GFX900), *OWN]:
        if form in FORMATS:
            rows.setdefault(FORMATS[form], {})[number] = name(form, mnemonic)
    for form, number, mnemonic in opcodes.rows(opcodes.GFX906):
        enum, bits = FORMATS[form]
        rows.setdefault((enum.replace("_op_e", "_gfx906_op_e"), bits), {})[number] = name(form, mnemonic)
    names = [one for row in rows.values() for one in row.values()]
    assert len(names) == len(set(names)), "two opcodes have one name"
    text = HEAD
    for enum, bits in sorted(rows, key=[*FORMATS.values(), *rows].index):
        row = sorted(rows[enum, bits].items())
        assert row[-1][0] < 1 << bits, f"{enum}: an opcode of more than {bits} bits"
        items = ",\n".join(f"    {one} = {bits}'d{number}" for number, one in row)
        text += f"  typedef enum logic [{bits - 1}:0] {{\n{items}\n  }} {enum};\n\n"
    return text[:-1] + "endpackage\n"


def write():
    """Writes the package, if it is another one: who reads it meanwhile finds it whole."""
    path, text = os.path.join(ROOT, TARGET), package()
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    part = f"{path}.{os.getpid()}"
    with open(part, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(part, path)


if __name__ == "__main__":
    sys.exit(write())
