# SPDX-License-Identifier: Apache-2.0
"""The opcodes of the specification: of gfx900, each with an example, and what gfx906 has beyond or in place of them."""
import os

from wl import ROOT


GFX900 = os.path.join(ROOT, "docs", "spec", "gfx9-decode-vectors.tsv")
GFX906 = os.path.join(ROOT, "docs", "spec", "gfx906-opcodes.tsv")


def rows(path):
    """(format, number, mnemonic) of each row. The last column is the mnemonic, or begins with it and its encoding."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            form, number, *_, text = line.split("\t")
            yield form, int(number), text.split()[0].removesuffix("_e32").removesuffix("_e64")
