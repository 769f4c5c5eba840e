# SPDX-License-Identifier: Apache-2.0
"""The functional coverage points of a unit, as build/wavelock-points lists them in build/points.tsv; sets of them."""
import base64
import collections
import os
import zlib

from wl import ROOT, Error


TABLE = os.path.join(ROOT, "build", "points.tsv")
LARGEST = 1 << 26  # bytes of a packed text

Point = collections.namedtuple("Point", "group name fill")


class Unreadable(Error, ValueError):
    """A line that is none of its file: place, found, expected."""


class Points:
    """All points in order. A set of them is an integer: bit i is point i."""

    def __init__(self, path=TABLE):
        self.points, self.path = [], path
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                columns = line.rstrip("\n").split("\t")
                if len(columns) != 3:
                    raise Unreadable(f'{path}:{number}: found "{line.strip()}", expected GROUP, NAME and FILL')
                self.points.append(Point(*columns))
        self.index = {(point.group, point.name): i for i, point in enumerate(self.points)}

    def __len__(self):
        return len(self.points)

    def groups(self):
        """{group: numbers of its points}."""
        found = collections.OrderedDict()
        for i, point in enumerate(self.points):
            found.setdefault(point.group, []).append(i)
        return found

    def set_of(self, names):
        """(the set of these (group, name), those that the list does not have)."""
        bits, unlisted = bytearray((len(self) + 7) // 8), []
        for name in names:
            i = self.index.get(name)
            if i is None:
                unlisted.append(name)
            else:
                bits[i // 8] |= 1 << i % 8
        return int.from_bytes(bits, "little"), unlisted

    def lines(self, numbers):
        """Lines of the list, as wavelock-random --cover reads them."""
        return "".join("\t".join(self.points[i]) + "\n" for i in numbers)


def numbers_of(some):
    """The numbers of a set of points, in order."""
    while some:
        low = some & -some
        yield low.bit_length() - 1
        some ^= low


def packed(some):
    """A set of points as text of a journal."""
    return base64.b64encode(zlib.compress(some.to_bytes((some.bit_length() + 7) // 8, "little"), 9)).decode()


def packed_text(text):
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def inflated(text):
    """The bytes of a packed text. ValueError says why the text is not one."""
    try:
        inflater = zlib.decompressobj()
        found = inflater.decompress(base64.b64decode(text, validate=True), LARGEST)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not inflater.eof:
        raise ValueError(f"cut short, or more than {LARGEST} bytes")
    return found


def unpacked(text):
    return int.from_bytes(inflated(text), "little")


def says(fill):
    """How to fill a point, for people: the weights of random programs come as such."""
    text, _, names = fill.partition("|")
    return f"{text} ({', '.join(names.split(','))} of a profile)" if names and names != text.split(" ")[0] else text


def hit(points, some):
    """[{group, hit, of, holes: [{name, fill}]}] of a set of points."""
    found = []
    for group, numbers in points.groups().items():
        holes = [points.points[i] for i in numbers if not some >> i & 1]
        found.append(
            {
                "group": group,
                "hit": len(numbers) - len(holes),
                "of": len(numbers),
                "holes": [{"name": hole.name, "fill": says(hole.fill)} for hole in holes],
            }
        )
    return found


def cover(sets):
    """Greedy set cover: yields (key, points that it adds) from the key that adds most on, until nothing is added.

    sets: {key: set of points}. Among keys that add equally many the first is taken."""
    import heapq

    order = {key: n for n, key in enumerate(sets)}
    heap = [(-some.bit_count(), order[key], key) for key, some in sets.items()]
    heapq.heapify(heap)
    covered = 0
    while heap:
        gain, n, key = heapq.heappop(heap)
        adds = sets[key] & ~covered
        now = adds.bit_count()
        if not now:
            continue
        # The points that another key adds can only have become fewer, so a key that still leads adds most.
        if now != -gain and heap and (-now, n) > heap[0][:2]:
            heapq.heappush(heap, (-now, n, key))
            continue
        covered |= adds
        yield key, now
