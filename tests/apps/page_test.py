#!/usr/bin/env python3
"""Shows a report's page in a browser: it fits desk and phone, follows the reader's colours, and its tables sort.

Usage: page_test.py SAMPLE_PROGRAM [unittest arguments]
Without chromium nothing is tested (exit code 77, which ctest calls skipped).
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import BROWSER, WIDTHS, BrowserTest

SAMPLE = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "report_sample"
SORT = """page => {
  const table = page.querySelector("table.sortable"), heads = [...table.tHead.rows[1].cells];
  const column = () => [...table.tBodies[0].rows].map(row => row.cells[1].dataset.value);
  heads[1].querySelector("button").click();
  const rising = column();
  heads[1].querySelector("button").click();
  return {rising: rising, falling: column()};
}"""


class Page(BrowserTest):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="waymark-page-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.folder = Path(cls.scratch.name)
        subprocess.run([SAMPLE, cls.folder / "report.html"], check=True)
        cls.page = (cls.folder / "report.html").read_text()

    def test_every_element_is_closed(self):
        self.check_closed(self.page)

    def test_it_fits_the_window_and_sorts(self):
        seen, colours = self.browse(self.page, more=SORT)
        self.check_colours(colours, is_dark=False)
        self.check_fit(seen)
        self.check_plots(seen)
        for width in WIDTHS:
            with self.subTest(width=width):
                view = seen[f"w{width}"]
                self.assertEqual(view["images"], [48, 64, 200])
                numbers = [float(value) for value in view["rising"] if value != "-"]
                self.assertEqual(numbers, sorted(numbers))
                self.assertGreater(len(numbers), 4)
                self.assertEqual([float(value) for value in view["falling"] if value != "-"], numbers[::-1])

    def test_it_is_dark_for_those_who_like_that(self):
        self.check_colours(self.browse(self.page, "--force-dark-mode")[1], is_dark=True)


if __name__ == "__main__":
    if BROWSER is None:
        print("skipped: there is no chromium to show pages with")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
