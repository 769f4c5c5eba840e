# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/sentences.py counts as a sentence, in documents, comments and messages."""
import contextlib
import io
import os
import tempfile
import unittest
import unittest.mock

from wl.checks import sentences


LONG = "One two three four five six seven eight nine ten eleven twelve"  # 12 words


def found(name, text, most=10):
    return [(line, words) for line, words, _ in sentences.long_sentences(name, text, most)]


class Sentences(unittest.TestCase):
    def test_split(self):
        text = "It uses v0 (e.g. lane 3). See lds.md 3.2 for 1.5 of it. No? Yes!"
        self.assertEqual(len(list(sentences.sentences_of(text))), 4)

    def test_count(self):
        self.assertEqual(sentences.words_in("A wave waits - for `x`."), 5)
        self.assertEqual(sentences.words_in("of s0, s1, s2, s3, s4, s5 and s6"), 3)

    def test_document(self):
        self.assertEqual(found("docs/a.md", f"# {LONG}\n\nShort.\n{LONG}\n"), [(1, 12), (3, 12)])
        self.assertEqual(found("docs/a.md", "One two three four five six.\nOne two three four five six.\n"), [])
        self.assertEqual(found("docs/a.md", f"```\n{LONG}\n```\n\n    {LONG}\n"), [])
        self.assertEqual(found("docs/a.md", "| one two three four five six | one two three four five six |\n"), [])
        self.assertEqual(found("docs/a.md", "- one two three four five six\n- one two three four five six\n"), [])
        self.assertEqual(found("docs/a.md", "One two three `four five six seven eight` [nine ten](a b c d e f).\n"), [])

    def test_comment(self):
        self.assertEqual(found("tb/a.c", f"int a;\n// {LONG[:27]}\n// {LONG[27:]}\nint b;  // one two\n"), [(2, 12)])
        self.assertEqual(
            found("tb/a.c", "int a;  // one two three four five six\nint b;  // one two three four five\n"), []
        )
        self.assertEqual(found("rtl/a.sv", f"// one\n// - two\n//\n// {LONG}\n"), [(4, 12)])
        self.assertEqual(found("Makefile", f"# {LONG}\nall:  # one two three\n"), [(1, 12)])
        self.assertEqual(found("a.py", f'"""Short.\n\n{LONG}\n"""\n# {LONG}\n'), [(5, 12), (3, 12)])

    def test_coverage(self):
        """The reason of a comment for coverage is a sentence; its list of names is not."""
        names = ", ".join(f"s[{n}].a" for n in range(40))
        self.assertEqual(found("rtl/a.sv", f"// coverage off toggle {names},\n//   t[1]: tied\n"), [])
        self.assertEqual(found("rtl/a.sv", f"// coverage off toggle {names}: {LONG}\n"), [(1, 12)])

    def test_forms(self):
        """Each form is found in a comment and in a page, also over two lines, and not in a string."""
        bad = (
            "Of the instruction that is checked.",
            "It waits. Of FLAT each half by itself.",
            "The same of an atomic.",
            "Those of the compute unit.",
            "Its number is that\n// of the shortest format.",
            "First the lanes of VOP1, that of VOPC, then those of VOP2.",
            "NULL: the result is none.",
        )
        for text in bad:
            count = len({sentence for _, _, sentence in sentences.bad_forms("tb/a.h", f"int a;\n// {text}\n")})
            self.assertEqual(count, 1, text)
            page = text.replace("\n// ", "\n")
            self.assertTrue(list(sentences.bad_forms("docs/a.md", f"# A\n\n{page}\n")), text)
        good = (
            "State of policies that the unit did not declare is unused.",
            "NULL: there is none.",
            "Of course it waits. None of them is left, and a wave has none.",
            "The order is the order of issue. It differs from that of the LDS.",
            "Often. Offsets of lanes.",
        )
        for text in good:
            self.assertEqual(list(sentences.bad_forms("tb/a.h", f"// {text}\n")), [], text)
        self.assertEqual(list(sentences.bad_forms("tb/a.c", 'f("Of the wave");\n')), [])

    def test_forms_in_python(self):
        """Messages are looked at too, but strings of tests are data."""
        for text, at in (('"""Of a wave."""\n', (1, 1)), ("# Of a wave.\n", (1, 1)), ('f("Of a wave.")\n', (1, 0))):
            for name, count in zip(("scripts/wl/a.py", "scripts/tests/test_a.py"), at):
                self.assertEqual(len(list(sentences.bad_forms(name, text))), count, (name, text))

    def test_file(self):
        """A file with such a sentence is listed, and fails."""
        with tempfile.TemporaryDirectory() as folder:
            name = os.path.join(folder, "a.h")
            with open(name, "w", encoding="utf-8") as file:
                file.write("// Of a wave.\n")
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                with unittest.mock.patch("sys.argv", ["sentences.py", name]):
                    self.assertEqual(sentences.main(), 1)
            self.assertEqual(printed.getvalue().count('begins with "Of"'), 1)

    def test_message(self):
        self.assertEqual(found("tb/a.c", f'f("{LONG[:27]}"\n  "{LONG[27:]}");\n'), [(1, 12)])
        self.assertEqual(found("tb/a.c", f'f("{LONG[:27]}");\ng("{LONG[27:]}");\n'), [])
        self.assertEqual(found("a.py", f'print(f"{{a}} {LONG}")\n'), [(1, 13)])

    def test_specification(self):
        self.assertFalse(sentences.looked_at("docs/spec/lds.md"))
        self.assertTrue(sentences.looked_at("docs/lds.md"))


if __name__ == "__main__":
    unittest.main()
