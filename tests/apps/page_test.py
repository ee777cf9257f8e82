#!/usr/bin/env python3
"""Shows pages in a browser, at desk and phone, light and dark: no table loses a column, axes have labels, pictures fit.

Usage: page_test.py PROGRAM SOURCE_DIR SAMPLE_PROGRAM [unittest arguments]
Without chromium nothing is tested (exit code 77, which ctest calls skipped). Reports of real runs are shown by
lab_test.py, which has them.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import BROWSER, WIDTHS, BrowserTest
from program import DATA, SANITIZED, run

SAMPLE = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 else "report_sample"
SORT = """page => {
  const table = page.querySelector("table.sortable"), heads = [...table.tHead.rows[1].cells];
  const column = () => [...table.tBodies[0].rows].map(row => row.cells[1].dataset.value);
  heads[1].querySelector("button").click();
  const rising = column();
  heads[1].querySelector("button").click();
  return {rising: rising, falling: column()};
}"""


class PageTest(BrowserTest):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="waymark-page-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.folder = Path(cls.scratch.name)


class Sample(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        subprocess.run([SAMPLE, cls.folder / "report.html", cls.folder / "changing.html"], check=True)
        cls.page = (cls.folder / "report.html").read_text()
        cls.changing = (cls.folder / "changing.html").read_text()

    def test_every_element_is_closed(self):
        self.check_closed(self.page)
        self.check_closed(self.changing)

    def test_everything_can_be_seen(self):
        seen = self.check_pages({"sample": self.page, "changing": self.changing})
        for width in WIDTHS:
            view = seen["changing", width]
            self.assertEqual([len(view["tables"]), len(view["plots"])], [2, 4])
            self.assertTrue(all(plot["bars"] for plot in view["plots"]))
        # Otherwise the checks of every page might be of nothing.
        desk, phone = (seen["sample", width] for width in WIDTHS)
        for view in (desk, phone):
            self.assertEqual(view["images"], [48, 64, 200, 40])
            self.assertGreater(view["lines"], 10)
            self.assertEqual(view["pictures"], 4)
            self.assertEqual(len(view["tables"]), 4)
            self.assertEqual(len(view["plots"]), 4)
        self.assertEqual([table["at_once"] for table in desk["tables"]], [True, False, True, True])
        self.assertEqual([table["at_once"] for table in phone["tables"]], [False] * 4)

    def test_tables_sort(self):
        seen, _ = self.browse({"sample": self.page}, more=SORT)
        for width in WIDTHS:
            with self.subTest(width=width):
                view = seen["sample", width]
                numbers = [float(value) for value in view["rising"] if value != "-"]
                self.assertEqual(numbers, sorted(numbers))
                self.assertGreater(len(numbers), 4)
                self.assertEqual([float(value) for value in view["falling"] if value != "-"], numbers[::-1])


@unittest.skipIf(SANITIZED, "the pages are the same, after ten times as long")
class DemoAndRace(PageTest):
    def made(self, *arguments):
        result = run(*arguments, cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)

    def test_everything_can_be_seen(self):
        self.made("demo", "--map", "caves")
        race = ["--algorithms", "a-star,jps,lrta,lrta:d=5,tba,rtaa", "--max-moves", 3000]
        self.made("race", DATA / "fortress.map", *race, "--random", 3, "--report", "race.html")
        # Far higher than wide, with cells smaller than a pixel.
        self.made("generate", "caves", "--size", "128x1024", "-o", "tall.map")
        self.made("race", "tall.map", *race, "--random", 1, "--min-cost", 700, "--report", "tall.html")
        files = {"demo": "waymark-demo/report.html", "race": "race.html", "tall": "tall.html"}
        pages = {name: (self.folder / file).read_text() for name, file in files.items()}
        seen = self.check_pages(pages)
        for name in pages:
            with self.subTest(page=name):
                view = seen[name, WIDTHS[0]]
                self.assertEqual([table["what"] for table in view["tables"] if not table["at_once"]], [])
                self.assertGreater(view["pictures"], 5)
                self.assertGreater(len(view["walks"]), 1)


if __name__ == "__main__":
    if BROWSER is None:
        print("skipped: there is no chromium to show pages with")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
