# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/decode.md have the differences of tb/bench/decode/differences.c, in its order and its words."""
import os
import re
import unittest

from wl import ROOT


def read(name):
    with open(os.path.join(ROOT, name), encoding="utf-8") as file:
        return file.read()


def in_source(text):
    """(name, reason) of each row of differences.c."""
    table = re.search(r"^const difference differences\[\] = \{\n(.*?)^\};", text, re.M | re.S)[1]
    rows = re.findall(r'\{"([^"]+)",\s*((?:"[^"]*"\s*)+)\}', table)
    return [(name, "".join(re.findall(r'"([^"]*)"', reason))) for name, reason in rows]


def in_page(text):
    """(name, reason) of each row of both tables of the page."""
    tables = re.findall(r"^\| Difference \| Reason \|\n\|---\|---\|\n((?:\|.*\n)+)", text, re.M)
    return [row for table in tables for row in re.findall(r"^\| (.*?) \| (.*) \|$", table, re.M)]


class Page(unittest.TestCase):
    def test_tables(self):
        source, page = in_source(read("tb/bench/decode/differences.c")), read("docs/decode.md")
        self.assertGreater(len(source), 40)
        self.assertEqual(in_page(page), source)
        self.assertNotEqual(in_page(page.replace("| SOFFSET | only", "| SOFFSET |")), source)


if __name__ == "__main__":
    unittest.main()
