#!/usr/bin/env python3
"""Shows a report's page in a browser: it fits desk and phone, follows the reader's colours, and its tables sort.

Usage: page_test.py SAMPLE_PROGRAM [unittest arguments]
Without chromium nothing is tested (exit code 77, which ctest calls skipped).
"""

import html
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib
from html.parser import HTMLParser
from pathlib import Path

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SAMPLE = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "report_sample"
WIDTHS = (1280, 375)
SHOT_HEIGHT = 260

# A browser's window has a least width, a frame has none. A frame made of text may be looked into, without a server.
FRAME = '<iframe id="w{width}" style="border:0;width:{width}px;height:{height}px" srcdoc="{page}"></iframe>'
WRAPPER = """<!DOCTYPE html><html><body style="margin:0">{frames}<pre id="seen"></pre><script>{script}</script></body></html>"""
LOOK = """
addEventListener("load", () => {
  const seen = {};
  document.querySelectorAll("iframe").forEach(frame => {
    const page = frame.contentDocument, view = frame.contentWindow;
    const box = element => element.getBoundingClientRect();
    const wide = [...page.querySelectorAll("main *")].filter(
      element => !element.closest(".scroll, svg") && box(element).right > view.innerWidth + 0.5);
    const texts = [...page.querySelectorAll(".chart > svg text")];
    const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const meeting = list => list.flatMap((a, i) => list.slice(i + 1).filter(
      b => a.parentNode === b.parentNode && overlaps(box(a), box(b))).map(b => a.textContent + " / " + b.textContent));
    const table = page.querySelector("table.sortable"), heads = [...table.tHead.rows[1].cells];
    const column = () => [...table.tBodies[0].rows].map(row => row.cells[1].dataset.value);
    heads[1].querySelector("button").click();
    const rising = column();
    heads[1].querySelector("button").click();
    seen[frame.id] = {
      inner: view.innerWidth, scroll: page.documentElement.scrollWidth, wide: wide.map(element => element.outerHTML.slice(0, 80)),
      meeting: meeting(texts).concat(meeting([...page.querySelectorAll(".legend li")])),
      cut: texts.filter(text => box(text).left < box(text.ownerSVGElement).left - 0.5 ||
                                box(text).right > box(text.ownerSVGElement).right + 0.5).map(text => text.textContent),
      smallest: Math.min(...texts.map(text => parseFloat(view.getComputedStyle(text).fontSize) *
                                              box(text.ownerSVGElement).width / text.ownerSVGElement.viewBox.baseVal.width)),
      scrolls: [...page.querySelectorAll(".scroll")].filter(part => part.scrollWidth > part.clientWidth).length,
      images: [...page.images].map(image => image.naturalWidth), rising: rising, falling: column(),
      targets: [...page.querySelectorAll(".contents a")].filter(
        link => !page.getElementById(link.getAttribute("href").slice(1))).length,
    };
  });
  document.getElementById("seen").textContent = JSON.stringify(seen);
});
"""


def pixels(png):
    """Rows of bytes and the bytes a pixel has, of a PNG with 8 bits a channel."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, interlaced) == (8, 0) and kind in (2, 6), (depth, kind, interlaced)
    size = 3 if kind == 2 else 4
    packed, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += length + 12
    data = zlib.decompress(packed)
    rows, above = [], bytearray(width * size)
    for y in range(height):
        begin = y * (width * size + 1)
        filtering, row = data[begin], bytearray(data[begin + 1 : begin + 1 + width * size])
        if filtering:
            for i, value in enumerate(row):
                left = row[i - size] if i >= size else 0
                up, corner = above[i], above[i - size] if i >= size else 0
                guess = left + up - corner
                nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
                row[i] = (value + (0, left, up, (left + up) // 2, nearest)[filtering]) & 255
        rows.append(row)
        above = row
    return rows, size


class Balance(HTMLParser):
    """Elements that are open, and whether each was closed in its turn."""

    def __init__(self):
        super().__init__()
        self.open, self.faults = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append((tag, self.getpos()))


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="waymark-page-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.folder = Path(cls.scratch.name)
        subprocess.run([SAMPLE, cls.folder / "report.html"], check=True)
        cls.page = (cls.folder / "report.html").read_text()

    def wrapper(self, *widths, height=900):
        frames = [FRAME.format(width=width, height=height, page=html.escape(self.page)) for width in widths]
        path = self.folder / "wrapper.html"
        path.write_text(WRAPPER.format(frames="".join(frames), script=LOOK))
        return path

    def browse(self, *arguments):
        return subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
             f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=5000", *map(str, arguments)],
            capture_output=True, text=True, timeout=60, check=True,
        ).stdout  # fmt: skip

    def screenshot(self, width, *options):
        file = self.folder / "shot.png"
        size = f"--window-size={max(width, 500)},{SHOT_HEIGHT}"
        self.browse(*options, f"--screenshot={file}", size, self.wrapper(width).as_uri())
        rows, size = pixels(file.read_bytes())
        return [{bytes(row[i : i + 3]) for i in range(0, width * size, size)} for row in rows]

    def test_every_element_is_closed(self):
        balance = Balance()
        balance.feed(self.page)
        self.assertEqual((balance.open, balance.faults), ([], []))

    def test_it_fits_the_window(self):
        text = self.browse("--dump-dom", "--window-size=1700,1000", self.wrapper(*WIDTHS).as_uri())
        found = re.search(r'<pre id="seen">(\{.*?\})</pre>', text, re.S)
        self.assertTrue(found, text[-500:])
        seen = json.loads(html.unescape(found[1]))
        for width in WIDTHS:
            with self.subTest(width=width):
                view = seen[f"w{width}"]
                self.assertEqual(view["inner"], width)
                self.assertLessEqual(view["scroll"], width)
                self.assertEqual(view["wide"], [])
                self.assertEqual(view["meeting"], [])
                self.assertEqual(view["cut"], [])
                self.assertGreaterEqual(view["smallest"], 9)
                self.assertEqual(view["targets"], 0)
                self.assertEqual(view["images"], [48, 64, 200])
                numbers = [float(value) for value in view["rising"] if value != "-"]
                self.assertEqual(numbers, sorted(numbers))
                self.assertGreater(len(numbers), 4)
                self.assertEqual([float(value) for value in view["falling"] if value != "-"], numbers[::-1])
        self.assertGreater(seen["w375"]["scrolls"], 0)  # in its own box

    def test_it_is_not_blank_and_follows_the_colours(self):
        for width, options, is_dark in ((1280, [], False), (375, ["--force-dark-mode"], True)):
            with self.subTest(width=width, is_dark=is_dark):
                rows = self.screenshot(width, *options)
                self.assertGreater(len(set.union(*rows)), 50)
                self.assertGreater(sum(1 for row in rows if len(row) > 4), len(rows) / 4)
                page = set.intersection(*rows)  # what every row has: the ground
                self.assertEqual([sum(colour) < 3 * 60 for colour in page], [is_dark] * len(page))
                self.assertGreater(len(page), 0)


if __name__ == "__main__":
    if BROWSER is None:
        print("skipped: there is no chromium to show pages with")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
