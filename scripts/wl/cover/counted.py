# SPDX-License-Identifier: Apache-2.0
"""Makes the counted unit cheap: changes what Verilator wrote into a folder. docs/coverage.md, What it costs

usage: counted.py FOLDER

Verilator tests each bit of a signal each time the signal may have changed:

  if ((1U & ((IData)((S >> 3U)) ^ (IData)((T >> 3U))))) { ++count[713]; T = (~8 & T) | (8 & S); }

S is the signal and T what it was. Here one test stands for neighbouring bits, whose counts are neighbours too:

  if (VL_UNLIKELY((S ^ T) & 0xf8)) T = toggled(count + 713, S, T, 0xf8, 3);

A condition without this form keeps its test. Counts are no longer atomic, and toggles do not count in reset
(tb/top/counted.h).
"""
import glob
import os
import re
import sys

COUNT = re.compile(r"(vlSymsp->__Vcoverage\[\d+\])\.fetch_add\(1, std::memory_order_relaxed\);")
TOGGLE = re.compile(rf"{COUNT.pattern}(?=[^;{{}}]*Vtogcov__)")
BIT = re.compile(
    r"    if \((?P<test>[^;{}]*)\) \{\s*vlSymsp->__Vcoverage\[(?P<count>\d+)\]\.fetch_add\(1, "
    r"std::memory_order_relaxed\);\s*(?P<kept>[^;{}=]*Vtogcov__[^;{}=]*?)\s*=[^;{}]*;\s*\}\n"
)
# Without brackets, casts and spaces: 1U&S>>3U^T>>3U, 8U&S^T, S^T, S^T>>3U.
NAME = r"(?:vlSelf->)?[A-Za-z_]\w*(?:\[\w+\])*"
PLAIN = re.compile(
    rf"(?:(?P<mask>0x[0-9a-f]+|\d+)U?L*&)?(?P<s>{NAME})(?:>>(?P<own>0x[0-9a-f]+|\d+)U)?"
    rf"\^(?P<t>{NAME})(?:>>(?P<shift>0x[0-9a-f]+|\d+)U)?"
)


def bit_of(match):
    """(S, T, bit, count) of the test of a bit; None of another form."""
    plain = re.sub(r"\s|[()]|\(IData\)", "", match["test"].replace("(IData)", ""))
    found = PLAIN.fullmatch(plain)
    if not found or "VL_" in plain or "Vtogcov__" in found["s"] or found["t"] != re.sub(r"\s", "", match["kept"]):
        return None
    mask, own, shift = (None if found[key] is None else int(found[key], 0) for key in ("mask", "own", "shift"))
    if mask and mask & (mask - 1) or mask not in (None, 1) and shift is not None:
        return None
    if own is not None and own != shift:
        return None
    if own is None and shift is not None and "^" in match["test"] and not together(match["test"]):
        return None
    bit = shift if shift is not None else (mask or 1).bit_length() - 1
    return found["s"], found["t"], bit, int(match["count"])


def together(test):
    """(S ^ T) >> n, not S ^ (T >> n)."""
    return re.search(r"\^\s*[^()^]*\)\s*>>", test.replace("(IData)", "")) is not None


def tests(text):
    """The text with tests of neighbouring bits as one."""
    out, at, run = [], 0, []

    def close():
        if run:
            (s, t, first, count), mask = run[0], sum(1 << bit for _, _, bit, _ in run)
            out.append(
                f"    if (VL_UNLIKELY(({s} ^ {t}) & {mask:#x}ULL)) "
                f"{t} = toggled(vlSymsp->__Vcoverage + {count}, {s}, {t}, {mask:#x}ULL, {first});\n"
            )
            run.clear()

    for match in BIT.finditer(text):
        found = bit_of(match)
        last = run[-1] if run else None
        follows = last and found == (last[0], last[1], last[2] + 1, last[3] + 1) and match.start() == at
        if not follows:
            close()
        out.append(text[at : match.start()])
        at = match.end()
        if found:
            run.append(found)
        else:
            out.append(match[0])
    close()
    return "".join(out) + text[at:]


def main(folder):
    for path in glob.glob(os.path.join(glob.escape(folder), "*.cpp")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        changed = COUNT.sub(r"count_one(\1);", TOGGLE.sub(r"count_toggle(\1);", tests(text)))
        if changed != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(changed)


if __name__ == "__main__":
    main(sys.argv[1])
