# SPDX-License-Identifier: Apache-2.0
"""Places of the bytes of one lane's access: alignment modes (buffer-memory.md 5; lds.md 3.2), FLAT, GLOBAL and SCRATCH
(10)."""

UNALIGNED = "unaligned"
SHARED, PRIVATE = 1 << 48, 2 << 48  # apertures, of 4 GiB each
ADDRESSES, APERTURE = (1 << 48) - 1, (1 << 32) - 1


def alignment(mode, size):
    """What a load or store of `size` bytes needs, or is forced to (D-MEM-15)."""
    return {8: 8, 16: 16}.get(size, min(size, 4)) if mode == "strict" else min(size, 4)


def places(mode, size, final, out, mask):
    """(the address of each byte, None where there is none; whether the lane violates).

    final(b): the address of byte b, before anything is forced. out(k): whether dword k is out of range (D-MEM-14,
    D-MEM-75). mask: bits of an address."""
    if mode == UNALIGNED:
        return [None if out(b // 4) else final(b) for b in range(size)], False
    dwords, needed = range((size + 3) // 4), alignment(mode, size)
    first = [final(4 * k) for k in dwords]
    if mode == "dword":
        first = [at & ~(needed - 1) for at in first]
    elif first[0] % needed:
        return [None] * size, not all(out(k) for k in dwords)
    return [None if out(b // 4) else first[b // 4] + b % 4 & mask for b in range(size)], False


def local(mode, size, at, limit, atomic=False):
    """The place of an access to an LDS of `limit` bytes; None: a violation (D-LDS-6 to D-LDS-9, D-LDS-11)."""
    natural = 16 if size > 8 else size
    if mode == "dword" and not atomic:
        at -= at % natural
    needed = size if atomic else {"dword_strict": min(natural, 4), "strict": natural}.get(mode, 1)
    return at if at % needed == 0 and at + size <= limit else None


def scratch(base, lane, offset):
    """Byte b of a lane's private offset: dwords of the 64 lanes are interleaved (D-MEM-79)."""

    def final(b):
        p = offset + b & APERTURE
        return base + (p >> 2) * 256 + lane * 4 + (p & 3) & ADDRESSES

    return final


def canonical(at):
    """The place of a 64-bit address: its low 48 bits if it is canonical, else a place that nothing maps (D-MEM-44)."""
    at &= (1 << 64) - 1
    return at & ADDRESSES if at >> 47 in (0, (1 << 17) - 1) else 1 << 48 | at & ADDRESSES


def pointer(at):
    """The canonical address of a place, which a description may name by 48 bits."""
    return at & ADDRESSES | (0xFFFF << 48 if at >> 47 & 1 else 0)


def linear(at):
    return lambda b: canonical(at + b)


def never(_):
    return False


def lane_places(form, mode, size, lane, at, flat_scratch):
    """form: global or scratch. at: the lane's address or private offset, with the instruction's OFFSET."""
    if form == "scratch":
        return places(mode, size, scratch(flat_scratch & ADDRESSES, lane, at), never, ADDRESSES)
    return places(mode, size, linear(at), never, (1 << 64) - 1)


def aperture(at):
    """The space that a lane of FLAT reaches (D-MEM-37, D-MEM-38): its form, and the address there."""
    for form, start in (("lds", SHARED), ("scratch", PRIVATE)):
        if at & ~APERTURE == start:
            return form, at & APERTURE
    return "global", at
