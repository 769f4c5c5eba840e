"""A launch of a description: memory, groups, waves. Waves take turns at barriers; what they leave must not tell."""
import os

from . import program
from .wave import Wave

CODE, DATA, PAGE, GDS = "0x100001000", 0x200000000, 4096, 4096
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


class Memory:
    def __init__(self):
        self.regions = []  # (first address, bytes)

    def map(self, at, contents):
        self.regions.append((at, contents))
        return contents

    def region(self, at, size):
        for start, contents in self.regions:
            if start <= at and at + size <= start + len(contents):
                return contents, at - start
        raise LookupError(f"0x{at:x} is not mapped")

    def read(self, at, size):
        contents, offset = self.region(at, size)
        return contents[offset:offset + size]

    def write(self, at, data):
        contents, offset = self.region(at, len(data))
        contents[offset:offset + len(data)] = data


class Group:
    def __init__(self, lds):
        self.lds, self.waves = bytearray(lds), []


class Machine:
    def __init__(self, folder, test):
        loaded = program.Program(os.path.join(folder, test["program"]))
        self.test, self.launch = test, test["launch"]
        self.memory = Memory()
        code, descriptor = int(self.launch.get("code_address", CODE), 0), loaded.descriptor
        for at, contents in loaded.segments:
            self.memory.map(code + at, bytearray(contents) + bytearray(-len(contents) % PAGE))
        self.entry = code + loaded.symbols[loaded.entry]
        handler = self.launch.get("trap_handler")
        self.tba = code + loaded.symbols[handler] if handler else None
        self.lds = self.launch.get("lds", 0) + descriptor.get("group_segment_fixed_size", 0)
        # MODE's fields, and what the assembler makes of one that the descriptor does not name.
        fields = {"float_round_mode_32": (0, 0), "float_round_mode_16_64": (2, 0), "float_denorm_mode_32": (4, 0),
                  "float_denorm_mode_16_64": (6, 3), "dx10_clamp": (8, 1), "ieee_mode": (9, 1)}
        self.mode = sum(descriptor.get(name, standard) << bit for name, (bit, standard) in fields.items())
        self.cond_dbg = self.launch.get("cond_dbg")
        self.gds = bytearray(GDS)
        self.globals, self.temps = self.launch.get("shared_global", 0), self.launch.get("shared_temps", 0)
        self.shared = [[0] * 64 for _ in range(self.globals + 2 * self.temps)]
        self.buffers = {}
        self.places = {}
        self.kernarg = self.arguments()
        self.tma = self.places[self.launch["tma"]] if "tma" in self.launch else 0

    def arguments(self):
        """Buffers and the segment of arguments, each in its natural alignment."""
        segment, at = bytearray(), DATA + 0x10000
        for a in self.test["args"]:
            if "buffer" in a:
                size = BYTES[a["type"][1:]]
                contents = self.memory.map(at, bytearray(a["count"] * size))
                self.buffers[a["buffer"]] = (size, contents)
                for i, v in enumerate(initial(a)):
                    contents[i * size:(i + 1) * size] = (v & (1 << 8 * size) - 1).to_bytes(size, "little")
                self.places[a["buffer"]] = at
                raw = at.to_bytes(8, "little")
                at += len(contents) + 0x2000 & ~0xFFF
            elif "scalar" in a:
                value = a["value"]
                raw = (int(value, 0) if isinstance(value, str) else value).to_bytes(BYTES[a["type"][1:]], "little")
            else:
                raise NotImplementedError(str(a))
            segment += bytes(-len(segment) % len(raw)) + raw
        self.memory.map(DATA, segment + bytearray(256))
        return DATA

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
                    w.step()
            for w in group.waves:
                w.state = "runs" if w.state == "waits" else w.state

    def contents(self, name):
        size, contents = self.buffers[name]
        return [int.from_bytes(contents[i:i + size], "little") for i in range(0, len(contents), size)]


def initial(a):
    init = a.get("init", "zero")
    if init == "zero":
        return []
    if init == "iota":
        return range(a["count"])
    if init == "random":  # nothing that is listed may depend on it
        return [0xA5A5A5A5] * a["count"]
    if isinstance(init, (int, str)):
        return [int(init, 0) if isinstance(init, str) else init] * a["count"]
    if isinstance(init, dict) and "values" in init:
        return [int(v, 0) if isinstance(v, str) else v for v in init["values"]]
    if isinstance(init, dict) and "constant" in init:
        return [init["constant"]] * a["count"]
    if isinstance(init, dict) and "iota" in init:
        start, step = init["iota"]
        return [start + i * step for i in range(a["count"])]
    raise NotImplementedError(f"init {init}")
