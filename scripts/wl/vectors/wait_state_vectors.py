# SPDX-License-Identifier: Apache-2.0
"""The pairs of vectors/wait_states/pairs.txt: their programs and descriptions."""
import json
import os
import re

from wl.vectors.share_vectors import VECTORS, text


TABLE = os.path.join(VECTORS, "wait_states", "pairs.txt")
HEAD = re.compile(r"(?P<name>row(?P<row>\d\d)\w*) (?P<states>\d+): (?P<about>.+)")
HAZARD = re.compile(r"  (?P<producer>\w+) (?P<writes>.+), (?P<consumer>\w+)(; (?P<value>\w+))?")
INCLUDE = os.path.join("..", "..", "..", "..", "vectors", "include", "wait_states.inc")  # from build/vectors
# The descriptor of a wave with 32 SGPRs, the last of which have second names.
FEW_SGPRS = """
.rodata
.p2align 6
.amdhsa_kernel main
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_next_free_vgpr 8
  .amdhsa_next_free_sgpr 32
  .amdhsa_reserve_vcc 0
  .amdhsa_reserve_flat_scratch 0
  .amdhsa_reserve_xnack_mask 0
.end_amdhsa_kernel
"""


def rows():
    """The rows of the table: (fields of the first two lines, keys, lines of comment)."""
    with open(TABLE, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("//")]
    at = [n for n, line in enumerate(lines) if not line.startswith(" ")] + [len(lines)]
    for start, end in zip(at, at[1:]):
        fields = HEAD.fullmatch(lines[start]).groupdict() | HAZARD.fullmatch(lines[start + 1]).groupdict()
        more = lines[start + 2 : end]
        comments = [line.strip() for line in more if line.startswith("  //")]
        keys = "".join(line for line in more if not line.startswith("  //"))
        yield fields, json.loads(keys or "{}"), comments


def number(value):
    return int(value) if value.isdigit() else value


def vectors(fields, keys, comments):
    """(name, program, description) of both vectors of a row."""
    needed = int(fields["states"])
    good = {"buffers": [{"buffer": "out", "constant": number(fields["value"])}]} if fields["value"] else keys["expect"]
    why = "row {row:d}: {producer} at {{first}} {writes}, {consumer} at {{second}} needs {states} between, has {has}"
    bad = {"verdict": "HAZARD", "why": why.format(**fields | {"row": int(fields["row"])}, has=needed - 1)}
    all_of_them = "the one wait state it needs" if needed == 1 else f"the {needed} wait states it needs"
    for end, states, says, expect in (
        ("bad", needed - 1, f"{needed - 1} of {needed} wait states", bad),
        ("ok", needed, f"just {all_of_them}", good),
    ):
        about = f"{fields['about']}: {says}"
        head = [f"// {about[0].upper()}{about[1:]}.", *comments, ".globl main", f'.include "{INCLUDE}"', "main:"]
        program = "\n".join([*head, f"  {fields['name']} states={states}", ""])
        test = {
            "about": about,
            "program": f"{fields['name']}.s",
            "launch": {"grid": [64], "group": [64]} | keys.get("launch", {}),
            "args": keys.get("args", [{"buffer": "out", "type": "u32", "count": 64}]),
        }
        if "vcc_alias" in keys:
            program += FEW_SGPRS
        test |= {name: keys[name] for name in ("images", "vcc_alias") if name in keys}
        yield f"{fields['name']}_{end}", program, test | {"expect": expect}


def files():
    """{path below the folder of vectors: its bytes}."""
    found = {}
    for row in rows():
        for name, program, test in vectors(*row):
            folder = os.path.join("wait_states", name)
            found[os.path.join(folder, test["program"])] = program.encode()
            found[os.path.join(folder, "test.json")] = (text(test) + "\n").encode()
    return found
