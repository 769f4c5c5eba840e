# SPDX-License-Identifier: Apache-2.0
"""A launch of a description: memory, groups, waves. Waves take turns at barriers; what they leave must not tell."""
import os
import struct

from wl.reading import places, program
from wl.reading.wave import Wave


CODE, DATA, PAGE, GDS = "0x100001000", 0x200000000, 4096, 4096
LDS_UNIT = 512  # D-LAUNCH-16
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}
LETTERS = {1: "B", 2: "H", 4: "I", 8: "Q"}  # of struct


class Memory:
    """Pages. A byte that is not mapped reads as 0 and drops writes."""

    def __init__(self):
        self.pages, self.wild = {}, False  # wild: something that is not mapped was reached

    def map(self, at, contents):
        for page in range(at // PAGE, (at + max(len(contents), 1) + PAGE - 1) // PAGE):
            self.pages.setdefault(page, bytearray(PAGE))
        self.write(at, contents)

    def pieces(self, at, size):
        """(page, first byte in it, bytes) of what [at, at + size) has of each page."""
        while size:
            first = at % PAGE
            count = min(size, PAGE - first)
            yield self.pages.get(at // PAGE), first, count
            at, size = at + count, size - count

    def mapped(self, at, size):
        good = all(page is not None for page, _, _ in self.pieces(at, size))
        self.wild |= not good
        return good

    def within_page(self, at, size):
        """(page, first byte in it) of an access to one page that is mapped, as most are; else None."""
        page, first = self.pages.get(at // PAGE), at % PAGE
        return (page, first) if page and first + size <= PAGE else None

    def read(self, at, size):
        if found := self.within_page(at, size):
            page, first = found
            return bytes(page[first : first + size])
        self.mapped(at, size)
        return b"".join(
            page[first : first + count] if page else bytes(count) for page, first, count in self.pieces(at, size)
        )

    def write(self, at, data):
        if found := self.within_page(at, len(data)):
            page, first = found
            page[first : first + len(data)] = data
            return
        self.mapped(at, len(data))
        done = 0
        for page, first, count in self.pieces(at, len(data)):
            if page:
                page[first : first + count] = data[done : done + count]
            done += count


class Group:
    def __init__(self, lds):
        self.lds, self.waves = bytearray(lds), []


class Machine:
    def __init__(self, folder, test, loaded=None):
        """loaded: the program of the description, if it is there already."""
        loaded = loaded or program.Program(os.path.join(folder, test["program"]))
        self.test, self.launch = test, test["launch"]
        self.memory, self.rdna = Memory(), test.get("memory_unit") == "rdna"
        self.ecc = test.get("sramecc", False)
        code, descriptor = int(self.launch.get("code_address", CODE), 0) & places.ADDRESSES, loaded.descriptor
        self.sgprs, self.second_names = loaded.sgprs, test.get("vcc_alias", False)
        for at, contents in loaded.segments:
            self.memory.map(code + at, contents)
        self.entry = code + loaded.symbols[loaded.entry]
        handler = self.launch.get("trap_handler")
        self.tba = code + loaded.symbols[handler] if handler else None
        self.symbols = {name: code + at for name, at in loaded.symbols.items()}
        lds = self.launch.get("lds", 0) + descriptor.get("group_segment_fixed_size", 0)
        self.lds = (lds + LDS_UNIT - 1) // LDS_UNIT * LDS_UNIT
        # MODE's fields, and what the assembler makes of one that the descriptor does not name.
        fields = {
            "float_round_mode_32": (0, 0),
            "float_round_mode_16_64": (2, 0),
            "float_denorm_mode_32": (4, 0),
            "float_denorm_mode_16_64": (6, 3),
            "dx10_clamp": (8, 1),
            "ieee_mode": (9, 1),
        }
        self.mode = sum(descriptor.get(name, standard) << bit for name, (bit, standard) in fields.items())
        self.cond_dbg = self.launch.get("cond_dbg")
        self.gds = bytearray(GDS)
        self.globals, self.temps = self.launch.get("shared_global", 0), self.launch.get("shared_temps", 0)
        self.shared = [[0] * 64 for _ in range(self.globals + 2 * self.temps)]
        self.buffers = {}
        self.exports = []  # of all waves, each as an entry of expect.exports
        self.places = {}
        self.kernarg = self.arguments()
        self.faults = set(self.halts())
        self.tma = self.places[self.launch["tma"]] if "tma" in self.launch else 0

    def arguments(self):
        """Buffers, with an unmapped page behind each, and the segment of arguments, each in its natural alignment."""
        segment, at = bytearray(), DATA + 16 * PAGE
        for a in self.test["args"]:
            if "buffer" in a:
                size = BYTES[a["type"][1:]]
                values = [v & (1 << 8 * size) - 1 for v in initial(a)]
                contents = bytearray(struct.pack(f"<{len(values)}{LETTERS[size]}", *values))
                contents += bytes(a["count"] * size - len(contents))
                place = int(a["address"], 0) & places.ADDRESSES if "address" in a else at
                self.memory.map(place, contents)
                self.places[a["buffer"]], self.buffers[a["buffer"]] = place, (size, a["count"])
                raw = places.pointer(place).to_bytes(8, "little")
                at += (len(contents) + PAGE - 1) // PAGE * PAGE + PAGE
            elif "scalar" in a:
                raw = number(a["value"]).to_bytes(BYTES[a["type"][1:]], "little")
            else:
                raise NotImplementedError(str(a))
            segment += bytes(-len(segment) % len(raw)) + raw
        self.memory.map(DATA, segment)
        return DATA

    def halts(self):
        """(slot, address) of the faults that the description lists: the reading does not know what is illegal."""
        fault = self.test["expect"].get("fault", [])
        for f in fault if isinstance(fault, list) else [fault]:
            name, _, offset = f["at"].partition("+")
            start = self.symbols.get(name, self.places.get(name))
            yield f["wave"], int(name, 0) if start is None else start + int(offset or "0", 0)

    def run(self):
        (items,), (size,) = self.launch["grid"], self.launch["group"]
        for number in range((items + size - 1) // size):
            self.run_group(number, min(size, items - number * size))

    def run_group(self, number, items):
        group = Group(self.lds)
        waves = (items + 63) // 64
        for n in range(waves):
            w = Wave(self, group, n, (number * waves + n) % 16, self.entry)
            w.set64(0, self.kernarg)
            w.set32(2, number)
            lanes = min(64, items - 64 * n)
            w.exec = (1 << lanes) - 1
            w.v[0][:lanes] = [64 * n + i for i in range(lanes)]
            group.waves.append(w)
        while any(w.state == "runs" for w in group.waves):
            for w in group.waves:
                while w.state == "runs":
                    if (w.slot, w.pc) in self.faults:
                        w.state = "ended"
                    else:
                        self.step(w)
            for w in group.waves:
                w.state = "runs" if w.state == "waits" else w.state

    def step(self, wave):
        wave.step()

    def contents(self, name):
        size, count = self.buffers[name]
        return list(struct.unpack(f"<{count}{LETTERS[size]}", self.memory.read(self.places[name], size * count)))


def number(value):
    return int(value, 0) if isinstance(value, str) else value


def initial(a):
    """The elements of a buffer before the run; those behind them are 0."""
    init, count = a.get("init", "zero"), a["count"]
    if init == "zero":
        return []
    if init == "iota":
        return range(count)
    if init == "random":  # nothing that is listed may depend on it
        return [0xA5A5A5A5] * count
    if not isinstance(init, dict):
        return [number(init)] * count
    ((kind, value),) = init.items()
    if kind == "values":
        return map(number, value)
    if kind == "constant":
        return [number(value)] * count
    if kind == "iota":
        return [value[0] + i * value[1] for i in range(count)]
    raise NotImplementedError(f"init {init}")
