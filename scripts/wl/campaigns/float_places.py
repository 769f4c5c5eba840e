# SPDX-License-Identifier: Apache-2.0
"""How often the float operations of random programs meet the places where floats are hard.

Programs run on the model with a trace. Registers are followed from it. Each float operation of each fourth lane is
looked at in exact numbers, with its operands as they stand in registers:

  tie        the exact result lies halfway between two numbers of the format, or of the integers
  cancel     a sum is zero, or smaller than its addends by a sixteenth or more
  denormal   an operand or the result is a denormal, or the result lies in the first binade above them
  overflow   the result of finite operands lies in the last binade of the format, or above
  payload    an operand is a NaN whose payload is not that of the default NaN
  finite     all operands are finite and not zero

usage: float_places.py [PROFILE ...] [--seeds N] [--count N] [--generator FILE]      profiles: float
"""
import argparse
import collections
import functools
import os
import re
import struct
import subprocess
import tempfile

from wl import ROOT
from wl.runs.programs import GENERATOR, TOOL, profile_path


PLACES = ("tie", "cancel", "denormal", "overflow", "payload", "finite")
LANES = range(0, 64, 4)
ALL = (1 << 64) - 1


class Format:
    def __init__(self, bits, fraction, code):
        self.bits, self.fraction, self.code = bits, fraction, code
        self.bias = (1 << bits - fraction - 2) - 1
        self.least = 1 - self.bias - fraction

    @functools.lru_cache(1 << 18)
    def number(self, bits):
        """(signed significand, exponent); None for infinity and NaN."""
        sign = -1 if bits >> self.bits - 1 & 1 else 1
        exponent = bits >> self.fraction & 2 * self.bias + 1
        significand = bits & (1 << self.fraction) - 1
        if exponent > 2 * self.bias:
            return None
        return sign * (significand | bool(exponent) << self.fraction), self.least + max(exponent, 1) - 1

    def payload(self, bits):
        quiet = 1 << self.fraction - 1
        rest = bits & (1 << self.fraction) - 1
        return bits >> self.fraction & 2 * self.bias + 1 == 2 * self.bias + 1 and rest not in (0, quiet)

    def denormal(self, bits):
        return bits & (1 << self.bits - 1) - 1 and not bits >> self.fraction & 2 * self.bias + 1

    def constant(self, text):
        """Bits of an inline constant or a literal."""
        mask = (1 << self.bits) - 1
        if text.startswith("0x"):
            return int(text, 16) << (32 if self.bits == 64 else 0) & mask
        if "." in text:
            return int.from_bytes(struct.pack("<" + self.code, float(text)), "little")
        return int(text) & mask

    def tie(self, significand, exponent):
        """Whether significand * 2^exponent lies halfway between two numbers of this format."""
        n = abs(significand)
        drop = max(exponent + n.bit_length() - self.fraction - 1, self.least) - exponent
        return drop > 0 and n & (1 << drop) - 1 == 1 << drop - 1


FORMATS = {"f16": Format(16, 10, "e"), "f32": Format(32, 23, "f"), "f64": Format(64, 52, "d")}


def add(a, b):
    """The exact sum of two numbers (significand, exponent)."""
    exponent = min(a[1], b[1])
    return (a[0] << a[1] - exponent) + (b[0] << b[1] - exponent), exponent


def top(number):
    """The exponent of the leading bit."""
    return number[1] + abs(number[0]).bit_length() - 1


def half_integer(number):
    n = abs(number[0])
    return n and n & -n == 1 << -1 - number[1] if number[1] < 0 else False


def result_places(form, addends, to):
    """Places of a sum of exact numbers."""
    found = set()
    total = functools.reduce(add, addends)
    if not total[0]:
        return {"cancel"} if len(addends) == 2 and addends[0][0] else found
    if len(addends) == 2 and all(a[0] for a in addends) and top(total) < max(map(top, addends)) - 3:
        found.add("cancel")
    if to.tie(*total):
        found.add("tie")
    if top(total) <= to.least + to.fraction:
        found.add("denormal")
    if top(total) >= to.bias:
        found.add("overflow")
    return found


def places(name, form, bits):
    """Places of one operation on these operands (bits)."""
    found = set()
    numbers = [form.number(b) for b in bits]
    if any(map(form.payload, bits)):
        found.add("payload")
    if any(map(form.denormal, bits)):
        found.add("denormal")
    if any(n is None for n in numbers):
        return found
    if all(n[0] for n in numbers):
        found.add("finite")
    operation = name.replace("v_pk_", "v_").split("_")[1]
    if operation in ("sub", "subrev"):
        numbers[1] = (-numbers[1][0], numbers[1][1])
    if operation in ("add", "sub", "subrev"):
        found |= result_places(form, numbers[:2], form)
    elif operation in ("mul", "fma", "mad", "mac", "madmk", "madak") or name.startswith("v_div_fmas"):
        product = numbers[0][0] * numbers[1][0], numbers[0][1] + numbers[1][1]
        found |= result_places(form, [product, *numbers[2:]], form)
    elif name.startswith(("v_cvt_f16_f32", "v_cvt_f32_f64", "v_cvt_pkrtz")):
        to = FORMATS["f32" if form.bits == 64 else "f16"]
        for number in numbers:
            found |= result_places(form, [number], to)
    elif operation in ("rndne", "cvt"):
        if any(map(half_integer, numbers)):
            found.add("tie")
    elif operation in ("rcp", "rsq", "exp") and numbers[0][0]:
        # A power of two close to the result.
        power = {"rcp": -top(numbers[0]), "rsq": -top(numbers[0]) // 2}.get(operation)
        if power is None:
            power = numbers[0][0] * 2 ** numbers[0][1] if abs(top(numbers[0])) < 12 else 0
        if power <= 1 - form.bias:
            found.add("denormal")
        if form.bias <= power:
            found.add("overflow")
    return found


# ---- the registers of a trace ----------------------------------------------------------------------


PART = re.compile(r"([0-9a-f]+)(?:([+-])(\d+))?(?:\*(\d+))?")


def expand(text):
    """The words of a list of a trace."""
    if not re.search("[-+*]", text):  # most lists: random words
        return [int(word, 16) for word in text.split(",")]
    words = []
    for part in text.split(","):
        first, sign, step, count = PART.fullmatch(part).groups()
        change = int(step or 0) * (-1 if sign == "-" else 1)
        words += (int(first, 16) + change * n & 0xFFFFFFFF for n in range(int(count or 1)))
    return words


class Wave:
    def __init__(self):
        self.scalar = {}
        self.vector = collections.defaultdict(lambda: [0] * 64)
        self.pending = collections.defaultdict(list)  # what was written since: few registers are read
        self.exec = ALL

    def write(self, token):
        name, value = token.split("=")
        if match := re.fullmatch(r"v(\d+)(?:&([0-9a-f]+))?", name):
            self.pending[int(match[1])].append((int(match[2] or "ffffffffffffffff", 16), value))
        elif name in ("vcc", "exec"):
            for n, part in enumerate(("_lo", "_hi")):
                self.scalar[name + part] = int(value, 16) >> 32 * n & 0xFFFFFFFF
        elif not name.startswith("row"):
            self.scalar[name] = int(value, 16)
        if name.startswith("exec"):
            self.exec = self.scalar.get("exec_hi", ALL >> 32) << 32 | self.scalar.get("exec_lo", ALL >> 32)

    def lanes_of(self, number):
        """The words of a vector register."""
        words = self.vector[number]
        for mask, value in self.pending.pop(number, ()):
            if mask == ALL:
                words[:] = expand(value)
                continue
            lanes = (lane for lane in range(64) if mask >> lane & 1)
            for lane, word in zip(lanes, expand(value)):
                words[lane] = word
        return words

    def operand(self, text, form):
        """Bits in each lane that is looked at; None if the operand is not known."""
        wide = form.bits == 64
        if match := re.fullmatch(r"v\[?(\d+)(?::\d+\])?", text):
            first = int(match[1])
            low, high = self.lanes_of(first), self.lanes_of(first + 1) if wide else None
            return [low[lane] | (high[lane] << 32 if wide else 0) for lane in LANES]
        if match := re.fullmatch(r"s\[?(\d+)(?::\d+\])?", text):
            names = [f"s{int(match[1]) + n}" for n in range(2)]
        elif re.fullmatch(r"-?(0x)?[0-9a-f.]+", text):
            return [form.constant(text)] * len(LANES)
        else:
            names = [text + "_lo", text + "_hi"] if wide else [text]
        words = [self.scalar.get(name) for name in names[: 1 + wide]]
        return None if None in words else [sum(w << 32 * n for n, w in enumerate(words))] * len(LANES)


FLOAT = re.compile(r"v_\w*?_(f16|f32|f64)(?:_(?:i|u)\d+)?(?:_(f16|f32|f64))?(?:_(e32|e64|sdwa|dpp))?$")


def modifier_list(text, name, count, default):
    found = re.search(rf" {name}:\[([\d,]+)\]", text)
    return [int(b) for b in found[1].split(",")] if found else [default] * count


def operands_of(name, rest):
    """The texts of the sources of an instruction."""
    texts = rest.split(", ")
    texts[-1] = texts[-1].split(" ")[0]
    texts = texts[2 if name.startswith("v_div_scale") else 1 :]
    return texts


def looked_at(wave, word, rest):
    """Yields (format, operands by lane) of an instruction, once for each half of a packed one; nothing if unknown."""
    match = FLOAT.match(word)
    form = FORMATS[match[2] or match[1]] if "_cvt_" in word else FORMATS[match[1]]
    name = re.sub(r"_(e32|e64)$", "", word)
    if match[3] in ("sdwa", "dpp") or "mad_mix" in word or re.search(r"_cvt_f\d+_[iu]", word):
        return
    texts = operands_of(name, rest)
    if "_mac_" in name:
        texts.append(rest.split(", ")[0])
    if "ldexp" in name or "trig_preop" in name or "_class_" in name:
        texts = texts[:1]
    raw, signs = [], []
    for text in texts:
        negative = text.startswith(("-v", "-s", "-|", "neg("))
        absolute = "|" in text
        plain = re.sub(r"^neg\((.*)\)$", r"\1", text)
        plain = (plain[1:] if negative and plain == text else plain).strip("|")
        values = wave.operand(plain, form)
        if values is None:
            return
        raw.append(values)
        signs.append((absolute, negative))
    packed = name.startswith("v_pk_")
    for half in range(1 + packed):
        chosen = [1] * 4 if half else [0] * 4
        if form.bits == 16:
            chosen = modifier_list(rest, "op_sel_hi" if half else "op_sel", 4, half)
        flips = modifier_list(rest, "neg_hi" if half else "neg_lo", 4, 0)
        columns = []
        for n, values in enumerate(raw):
            mask, sign = (1 << form.bits) - 1, 1 << form.bits - 1
            shift = 16 if form.bits == 16 and chosen[n] and not re.match(r"-?\d", texts[n]) else 0
            column = [v >> shift & mask for v in values]
            if signs[n][0]:
                column = [v & ~sign for v in column]
            if signs[n][1] != bool(flips[n]):
                column = [v ^ sign for v in column]
            columns.append(column)
        yield form, zip(*columns)


def count_trace(lines, counts):
    """Adds the operations of a trace: counts[format][place], with "all" operations."""
    waves, entry = {}, None
    for line in lines:
        if line.startswith("#"):
            continue
        head, _, effects = line.rstrip("\n").partition(";")
        _, slot, pc, word, *rest = head.split(None, 4)
        entry = entry or pc
        if pc == entry:
            waves[slot] = Wave()
        wave = waves[slot]
        if FLOAT.match(word) and rest:
            for form, lanes in looked_at(wave, word, rest[0].strip()):
                count = counts[f"f{form.bits}"]
                for lane, bits in zip(LANES, lanes):
                    if wave.exec >> lane & 1:
                        count["all"] += 1
                        count.update(places(word, form, bits))
        for token in effects.split("|")[0].split():
            if "=" in token:
                wave.write(token)


def measure(profile, seeds, count, generator=GENERATOR):
    """counts[format] of programs of a profile: how many operations met each place, and "all"."""
    counts = {name: collections.Counter() for name in FORMATS}
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "trace.txt")
        for seed in range(1, seeds + 1):
            command = [generator, "--seed", str(seed), "--profile", profile_path(profile), "--count", str(count)]
            subprocess.run([*command, "--out", folder], check=True)
            subprocess.run(
                [TOOL, "--device", "model", folder, "--trace", trace, "--cache", folder, "--run-dir", folder],
                check=True,
                capture_output=True,
            )
            with open(trace, encoding="ascii") as file:
                count_trace(file, counts)
    return counts


def shares(count):
    """Percent of the operations by place."""
    return {place: 100 * count[place] / max(count["all"], 1) for place in PLACES}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("profiles", nargs="*", default=["float"])
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--generator", default=GENERATOR)
    options = parser.parse_args()
    options.generator = os.path.abspath(options.generator)
    os.chdir(ROOT)
    print("profile  format  operations" + "".join(f"{place:>10}" for place in PLACES) + "   (percent)")
    for profile in options.profiles:
        for form, count in measure(profile, options.seeds, options.count, options.generator).items():
            numbers = "".join(f"{share:10.1f}" for share in shares(count).values())
            print(f"{os.path.basename(profile):8} {form:6} {count['all']:11}{numbers}")


if __name__ == "__main__":
    main()
