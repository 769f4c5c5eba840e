# SPDX-License-Identifier: Apache-2.0
"""TFE (buffer-memory.md 6): the register behind the data of a load, or of an atomic that returns, gets 0 in each lane.

Every row of it holds an odd number before. The register behind it stays. scripts/wl/reading/ gives values and
addresses.
"""

from wl.reading import buffer, format_access, formats, words
from wl.reading.atomic import Atomic
from wl.reading.bits import ALL, LANES, M32
from wl.vectors.directed import formats as typed
from wl.vectors.directed.atomics import Atomics, names
from wl.vectors.directed.buffer import ALL_LOADS, ALL_STORES, FAR, HOLES, OFFSETS, PRIVATE, RESULT, RSRC, resource


SCRATCH = {"base": PRIVATE, "swizzle": 1, "add_tid": 1, "index_stride": 3, "data_format": 0}
ODD, FAR_OUT = 0x5A5A5A5B, 0x7FFFFFF0


class Status(Atomics):
    def __init__(self, name, about, mode="unaligned"):
        super().__init__(name, about, 0x3000, {PRIVATE: 0x4000})
        self.alignment_mode = mode

    def describe(self):
        test = super().describe()
        if self.alignment_mode != "unaligned":
            test["launch"]["alignment_mode"] = self.alignment_mode
        return test

    def transfer(self, name, given, constant=0, soffset=128, glc=False, pair=None, vaddr=OFFSETS):
        """The instruction with TFE = 1. given: `index`, `offset`, or both."""
        form = "MTBUF" if pair else "MUBUF"
        fields = ("offset" in given) << 12 | ("index" in given) << 13 | glc << 14 | constant
        if pair:
            first = 0x3A << 26 | pair[1] << 23 | pair[0] << 19 | words.NUMBER[form, name] << 15
        else:
            first = 0x38 << 26 | words.NUMBER[form, name] << 18
        second = soffset << 24 | 1 << 23 | RSRC // 4 << 16 | RESULT << 8 | vaddr
        self.cover(form, name, "TFE")
        self.word([first | fields, second], f"{name}{' glc' * glc} tfe")

    def one(self, name, descriptor, constant=0, soffset=128, mask=ALL, glc=False, pair=None, vaddr=OFFSETS, **rows):
        """One instruction of the whole wave. rows: `index`, `offset`."""
        atomic = "_atomic_" in name
        kind = Atomic if atomic else format_access.Opcode if "_format_" in name else buffer.Opcode
        opcode = kind(name)
        for i, word in enumerate(descriptor):
            self.set_s(RSRC + i, word)
        addresses = {vaddr + i: rows[key] for i, key in enumerate(k for k in ("index", "offset") if k in rows)}
        data = [
            list(addresses.get(RESULT + i) or (self.random.getrandbits(32) | 1 for _ in range(LANES)))
            for i in range(opcode.registers + 2)
        ]
        left = self.lanes(opcode, descriptor, pair, rows, (self.soffset(soffset), constant), mask, data)
        registers = addresses | dict(enumerate(data, RESULT))
        for r, row in sorted(registers.items()):
            self.row(r, row)
        self.asm("s_waitcnt vmcnt(0)")
        self.set_exec(mask)
        self.transfer(name, rows, constant, soffset, glc, pair, vaddr)
        self.asm("s_waitcnt vmcnt(0)")
        writes = glc if atomic else opcode.load
        if writes and not descriptor[3] >> 30:
            for lane in left:
                for row, word in zip(data, left[lane]):
                    row[lane] = word
                data[opcode.registers][lane] = 0
        for i, row in enumerate(data):
            self.store(RESULT + i, row, f"{name} v{RESULT + i}")

    def lanes(self, opcode, descriptor, pair, rows, operands, mask, data):
        """{lane: registers after a load, or what an atomic returns}. An atomic's data suits its word."""
        soffset, constant = operands
        formatted = isinstance(opcode, format_access.Opcode)
        if formatted:
            v = format_access.Resource(descriptor, pair, rdna=self.memory_unit == "rdna")
        else:
            v = self.resource(descriptor)
        left = {}
        for lane in range(LANES) if not v.type else ():
            if not mask >> lane & 1:
                continue
            own = {key: row[lane] for key, row in rows.items()}
            old = [row[lane] for row in data[: opcode.registers]]
            if isinstance(opcode, Atomic):
                left[lane], violated = self.atomic(opcode, v, (lane, soffset, constant), own, data)
            elif formatted:
                places = v.addresses(lane, soffset, constant, **own)
                if opcode.load:
                    components, violated = v.load(self.memory, places, opcode.half)
                    left[lane] = opcode.loaded(components, old)
                else:
                    violated = v.store(self.memory, places, opcode.half, opcode.given(old))
            else:
                where, wrong = buffer.reached(self.alignment_mode, v, opcode.size, lane, soffset, constant, **own)
                if opcode.load:
                    value, violated = buffer.fetch(self.memory, where)
                    left[lane] = opcode.loaded(value, old[0])
                else:
                    violated = buffer.put(self.memory, where, opcode.stored(old))
                violated |= wrong
            self.violated |= violated
        return left

    def atomic(self, atomic, v, operands, own, data):
        lane = operands[0]
        at, _ = buffer.atomic_place(v, atomic.size, *operands, **own)
        if at is not None and at % atomic.size == 0 and at // 4096 in self.memory.pages:
            before = int.from_bytes(self.memory.read(at, atomic.size), "little")
            new, compare = self.operand(atomic, before)
            given = atomic.words(new) + (atomic.words(compare) if atomic.compares else [])
            for row, word in zip(data, given):
                row[lane] = word
        given = [row[lane] for row in data[: atomic.registers]]
        old, violated = buffer.change(self.memory, v, atomic, operands, own, given)
        return atomic.words(old), violated


# ---- programs -----------------------------------------------------------------------------------------------


def steps(step, wild=()):
    """Offsets of the lanes; some lie far outside."""
    return [FAR_OUT if lane in wild else step * lane for lane in range(LANES)]


# D-MEM-21.
def plain():
    """Loads of every width, D16, in range and out; what is unbound or no buffer; stores."""
    p = Status("directed_tfe", "TFE: the register behind the data of a load gets 0 in the lanes of EXEC")
    r = p.random
    p.set_s(36, 0x40)
    for n, name in enumerate(ALL_LOADS):
        size = buffer.Opcode(name).size
        for k, mask in enumerate((ALL, HOLES, (0, 1 << 63)[n % 2])):
            how = {"mask": mask, "soffset": (128, 36)[k % 2], "constant": (0, 4, 2)[(n + k) % 3]}
            records = size * 40 // 4 * 4
            if (n + k) % 3 == 0:
                p.one(name, resource(FAR, 0, records), offset=steps(max(size, 4), (3, 17)), **how)
            elif (n + k) % 3 == 1:
                index = [r.choice((r.randrange(70), 49, 50, M32)) for _ in range(LANES)]
                p.one(name, resource(FAR + 8, 20, 50), index=index, offset=[4 * (i % 3) for i in range(LANES)], **how)
            else:
                p.one(name, resource(**SCRATCH), offset=[r.randrange(40) for _ in range(LANES)], **how)
        nothing = resource(FAR, 0, 64, data_format=0)
        image = resource(FAR, 0, 4096, rest=1 << 30)
        p.one(name, (nothing, image)[n % 2], offset=steps(4), mask=(ALL, HOLES)[n // 2 % 2])
    for n, name in enumerate(ALL_STORES):  # no effect
        size = buffer.Opcode(name).size
        p.one(name, resource(FAR + 0x1000, 0, 16 * 40), offset=steps(max(size, 4)), mask=(ALL, HOLES)[n % 2])
    p.check_violation()
    for n, name in enumerate(ALL_LOADS):  # pages that are not mapped
        p.one(name, resource(FAR + 0x3000 - 33 * 4, 0, 0x10000), offset=steps(4), mask=(ALL, HOLES)[n % 2])
        p.check_violation()
        p.clear_violation()
    over(p)
    in_order(p)
    return p


def over(p):
    """The register is one of the address: it was read at the issue (D-MEM-43)."""
    for name, vaddr in (("buffer_load_dword", RESULT + 1), ("buffer_load_dwordx2", RESULT + 2)):
        p.one(name, resource(FAR, 0, 200), offset=steps(4), vaddr=vaddr, mask=(ALL, HOLES)[vaddr % 2])
    p.one("buffer_load_short_d16_hi", resource(FAR, 4, 60), index=steps(1), offset=[0] * LANES, vaddr=RESULT)


# D-WAIT-7.
def in_order(p):
    """Loads over one register without a wait: the last in order of issue stands."""
    p.row(OFFSETS, steps(4))
    for i, word in enumerate(resource(FAR, 0, 0x1000)):
        p.set_s(RSRC + i, word)
    for i in range(3):
        p.row(RESULT + i, [ODD] * LANES)
    p.asm("s_waitcnt vmcnt(0)")
    load = f"buffer_load_dword v{RESULT + 1}, v{OFFSETS}, s[{RSRC}:{RSRC + 3}], 0 offen"
    row = [int.from_bytes(p.memory.read(FAR + 4 * lane, 4), "little") for lane in range(LANES)]
    p.asm(load)
    p.transfer("buffer_load_dword", {"offset": ()})
    p.asm("s_waitcnt vmcnt(0)")
    p.store(RESULT, row, "a load with TFE")
    p.store(RESULT + 1, [0] * LANES, "its register over a load")
    p.transfer("buffer_load_dword", {"offset": ()})
    p.asm(load, "s_waitcnt vmcnt(0)")
    p.store(RESULT + 1, row, "a load over its register")
    p.store(RESULT + 2, [ODD] * LANES, "behind it")


def atomics():
    """Atomics with and without a return; the compare registers of cmpswap stay."""
    p = Status("directed_tfe_atomic", "TFE of atomics: behind all registers of the data, with GLC alone")
    for bits in (32, 64):
        for n, name in enumerate(names("buffer", bits)):
            size = bits // 8
            for k, glc in enumerate((True, False)):
                how = {"glc": glc, "mask": (ALL, HOLES)[(n + k) % 2]}
                p.one(name, resource(FAR, 0, size * 50), offset=p.near(size, 60, 8), **how)
                if n % 3 == k:
                    p.one(name, resource(FAR, 16, 40), index=p.near(1, 44), offset=p.near(size, 2), **how)
            if n % 4 == 1:
                p.one(name, resource(FAR, 0, 64, data_format=0), offset=p.near(size, 8), glc=True)
                p.one(name, resource(FAR, 0, 64, rest=2 << 30), offset=p.near(size, 8), glc=True)
                p.one(name, resource(FAR, 0, 64), offset=p.near(size, 8), glc=True, mask=0)
        p.check_violation()
        for name, glc in ((names("buffer", bits)[1], True), (names("buffer", bits)[2], False)):
            p.one(name, resource(FAR + 0x2F80, 0, 0x1000), offset=p.near(2, 200), glc=glc)
            p.check_violation()
            p.clear_violation()
    return p


def aligned():
    """A lane that violates the alignment mode gets 0 there too."""
    p = Status("directed_tfe_align", "TFE of loads that are misaligned in a strict mode", "strict")
    for n, name in enumerate(ALL_LOADS):
        p.one(name, resource(FAR, 0, 0x800), offset=[5 * lane for lane in range(LANES)], mask=(ALL, HOLES)[n % 2])
        p.check_violation()
        p.clear_violation()
    return p


def with_format():
    """Loads with a format: behind the last register, packed ones too."""
    p = Status(
        "directed_tfe_format", "TFE of loads with a format: behind the last register, D16 behind the packed ones"
    )
    for n, name in enumerate(typed.LOADS + typed.TYPED_LOADS + typed.STORES + typed.TYPED_STORES):
        pair = formats.PAIRS[(7 * n) % len(formats.PAIRS)]
        given = pair if name[0] == "t" else None
        load = "_load_" in name
        if not load:  # lanes apart
            v = typed.resource(FAR + 0x1000, pair, 20, 50)
            p.one(name, v, pair=given, index=p.random.sample(range(LANES), LANES), mask=(ALL, HOLES)[n % 2])
            continue
        size = formats.size(pair[0])
        # One in the descriptor where the format has it: SEL_1 is no data of TFE's register.
        select = (typed.joined((4, 1, 1, 1)), formats.XYZW)[n % 2]
        for k, mask in enumerate((ALL, HOLES, 0)):
            if k == 0:
                v, rows = typed.resource(FAR, pair, 0, size * 40, select), {"offset": steps(size, (5,))}
            else:
                v, rows = typed.resource(FAR + 4, pair, 20, 50, select), {"index": p.near(1, 60)}
            p.one(name, v, pair=given, mask=mask, **rows)
        nothing = typed.resource(FAR, (0, 4), 20, 50, select), typed.resource(FAR, pair, 20, 50, rest=1 << 30)
        p.one(name, nothing[n % 2], pair=given, index=p.near(1, 60), mask=(HOLES, ALL)[n // 2 % 2])
    p.check_violation()
    for n, name in enumerate(typed.LOADS + typed.TYPED_LOADS):
        pair = ((14, 4), (12, 0), (10, 5))[n % 3]
        v = typed.resource(FAR + 0x3000 - 30 * 20, pair, 20, 64)
        p.one(name, v, pair=pair if name[0] == "t" else None, index=steps(1))
        p.check_violation()
        p.clear_violation()
    return p


def programs():
    return [plain(), atomics(), aligned(), with_format()]
