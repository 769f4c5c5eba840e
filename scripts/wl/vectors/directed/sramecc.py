# SPDX-License-Identifier: Apache-2.0
"""D16 loads of a gfx906 with SRAM-ECC: the half that a load does not name gets 0 in each active lane (D-MEM-81).

scripts/wl/reading/ gives the values, with `ecc`. Every result register holds random bits before.
"""

from wl.reading import formats as elements
from wl.reading.bits import ALL, LANES, M32, signed
from wl.reading.places import SHARED, PRIVATE as PRIVATE_APERTURE
from wl.vectors.directed import formats
from wl.vectors.directed.buffer import FAR, HALVES, HOLES, OFFSETS, PRIVATE, PRIVATE_RESOURCE, RESULT, RSRC, Buffers
from wl.vectors.directed.buffer import resource
from wl.vectors.directed.flat import Flat


def with_ecc(p):
    p.isa, p.ecc = "gfx906", True
    return p


def buffers():
    """MUBUF: in range and out, unbound, no buffer, no lane; two halves of one register without a wait."""
    about = "D16 loads of buffers with SRAM-ECC: the other half is cleared"
    p = with_ecc(Buffers("directed_sramecc_buffer", about, {FAR: 0x1000, PRIVATE: 0x4000}))
    r = p.random
    for n, kind in enumerate(HALVES):
        name = f"buffer_load_{kind}"
        for k, mask in enumerate((ALL, HOLES, 1 << 63)):
            offsets = [r.choice((3 * lane, lane, 198, 199, 200, M32)) for lane in range(LANES)]
            p.access(name, resource(FAR + k, 0, 200), offset=offsets, mask=mask)
            p.access(name, resource(**PRIVATE_RESOURCE), offset=[lane % 50 for lane in range(LANES)], mask=mask)
        index = [r.randrange(70) for _ in range(LANES)]
        p.access(name, resource(FAR, 20, 50), index=index, constant=n)
        p.access(name, resource(FAR, 0, 200, data_format=0), mask=HOLES)  # unbound: all of it is 0
        p.access(name, resource(FAR, 0, 200, rest=1 << 30))  # no buffer: it stays
        p.access(name, resource(FAR, 0, 200), mask=0)
    p.check_violation()
    for kind in HALVES:  # pages that are not mapped
        p.access(f"buffer_load_{kind}", resource(FAR + 0x1000 - 66, 0, 0x10000), offset=[2 * n for n in range(LANES)])
    in_order(p)
    return p


def in_order(p):
    """The second load clears what the first one has loaded, as it comes (D-WAIT-7). Two registers hold both halves."""
    for i, word in enumerate(resource(FAR, 0, 0x1000)):
        p.set_s(RSRC + i, word)
    offsets = [4 * lane for lane in range(LANES)]
    p.row(OFFSETS, offsets)
    p.asm("s_waitcnt vmcnt(0)")
    where = f"v{OFFSETS}, s[{RSRC}:{RSRC + 3}], 0 offen"
    p.asm(
        f"buffer_load_short_d16 v{RESULT}, {where}",
        f"buffer_load_short_d16_hi v{RESULT}, {where} offset:2",
        f"buffer_load_short_d16 v{RESULT + 1}, {where}",
        f"buffer_load_short_d16_hi v{RESULT + 2}, {where} offset:2",
        "s_waitcnt vmcnt(0)",
        f"v_or_b32 v{RESULT + 1}, v{RESULT + 1}, v{RESULT + 2}",
    )
    words = [int.from_bytes(p.memory.read(FAR + at, 4), "little") for at in offsets]
    p.store(RESULT, [word & 0xFFFF0000 for word in words], "the high half alone")
    p.store(RESULT + 1, words, "both halves")


def with_format():
    """An odd number of components leaves one half of the last register."""
    about = "D16 loads with a format and SRAM-ECC: the half behind an odd number of components is cleared"
    p = with_ecc(formats.Formats("directed_sramecc_format", about))
    for n, name in enumerate(formats.LOADS[4:] + formats.TYPED_LOADS[4:]):
        for k in range(6):
            pair = elements.PAIRS[(7 * n + 11 * k) % len(elements.PAIRS)]
            given = pair if name[0] == "t" else None
            words = formats.resource(formats.SOURCES + k, pair, formats.RECORD, 40)
            p.access(name, words, given, index=True, mask=(ALL, HOLES, 0)[k % 3])
        given = (10, 4) if name[0] == "t" else None
        p.access(name, formats.resource(formats.SOURCES, (0, 4), formats.RECORD, 40), given, index=True)
    return p


def flats():
    """GLOBAL, SCRATCH, and FLAT with three apertures in one instruction."""
    about = "D16 loads of GLOBAL, SCRATCH, FLAT and the LDS with SRAM-ECC: the other half is cleared"
    p = with_ecc(Flat("directed_sramecc_flat", about))
    r = p.random
    p.set_lds()
    for n, kind in enumerate(HALVES):
        for mask in (ALL, HOLES):
            p.access(f"global_load_{kind}", [FAR + 3 * lane + n for lane in range(LANES)], mask, scalar=n % 2 == 1)
            p.access(f"scratch_load_{kind}", [r.randrange(64) for _ in range(LANES)], mask)
            at = [(FAR, SHARED, PRIVATE_APERTURE)[lane % 3] + r.randrange(64) for lane in range(LANES)]
            p.access(f"flat_load_{kind}", at, mask)
    p.check_violation()
    for kind, suffix in ((k, s) for k in ("u8", "i8", "u16") for s in ("_d16", "_d16_hi")):
        shares(p, f"ds_read_{kind}{suffix}", int(kind[1:]), kind[0] == "i", suffix == "_d16_hi")
    return p


def shares(p, name, bits, is_signed, high):
    p.cover("DS", name, "SRAM-ECC")
    for mask in (ALL, HOLES):
        offsets = [p.random.randrange(1022) for _ in range(LANES)]
        offsets[5] = 0x10000  # out of range
        row = [p.random.getrandbits(32) for _ in range(LANES)]
        p.row(OFFSETS, offsets)
        p.row(RESULT, row)
        p.asm("s_waitcnt vmcnt(0)")
        p.set_exec(mask)
        p.asm(f"{name} v{RESULT}, v{OFFSETS}", "s_waitcnt lgkmcnt(0)")
        for lane in range(LANES):
            if mask >> lane & 1:
                value = int.from_bytes(p.local[offsets[lane] : offsets[lane] + bits // 8], "little")
                value = (signed(value, bits) if is_signed else value) & 0xFFFF
                row[lane] = value << 16 if high else value
        p.violated |= bool(mask >> 5 & 1)
        p.store(RESULT, row, name)


def programs():
    return [buffers(), with_format(), flats()]
