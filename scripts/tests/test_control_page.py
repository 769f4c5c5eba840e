# SPDX-License-Identifier: Apache-2.0
"""The program of docs/control-words-unit.md assembles, has the finding that the page shows, and passes when mended."""
import os
import re
import tempfile
import unittest

from wl import ROOT
from wl.mutation import changed_model
from wl.runs import results


MODEL = "build/control_page/wavelock-model"
PAGE = os.path.join("docs", "control-words-unit.md")


class Page(unittest.TestCase):
    def test_program(self):
        os.chdir(ROOT)
        changed_model.build(MODEL, [], unit=("control_words",))
        with open(PAGE, encoding="utf-8") as file:
            page = file.read()
        program, description = (re.search(f"^```{kind}\n(.*?)^```", page, re.M | re.S)[1] for kind in ("asm", "json"))
        finding = re.search(r"^HAZARD: (.*)$", page, re.M)[1]
        mended = program.replace("ctrl 1+W0, 3\n", "ctrl 1+W0, 4\n")
        with tempfile.TemporaryDirectory() as folder:
            test = os.path.join(folder, "add.json")
            with open(test, "w", encoding="utf-8") as file:
                file.write(description)
            for text, verdict, why in ((program, "HAZARD", finding), (mended, "PASS", "")):
                with open(os.path.join(folder, "add.s"), "w", encoding="utf-8") as file:
                    file.write(text)
                done, result = results.of_run([MODEL, test])
                self.assertEqual((result["verdict"], result["why"]), (verdict, why), done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
