"""Pages as a browser shows them: whether they fit desk and phone, are not blank, and have the reader's colours."""

import html
import json
import re
import shutil
import struct
import subprocess
import unittest
import zlib
from html.parser import HTMLParser

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
WIDTHS = (1280, 375)
SHOT_HEIGHT = 180

# A browser's window has a least width, a frame has none. A frame made of text may be looked into, without a server.
FRAME = '<iframe id="w{width}" style="border:0;width:{width}px;height:{height}px" srcdoc="{page}"></iframe>'
WRAPPER = """<!DOCTYPE html>
<html><body style="margin:0">{frames}<pre id="seen"></pre><script>{script}</script></body></html>"""
LOOK = """
const more = MORE;
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
    seen[frame.id] = {
      inner: view.innerWidth, scroll: page.documentElement.scrollWidth,
      wide: wide.map(element => element.outerHTML.slice(0, 80)),
      meeting: meeting(texts).concat(meeting([...page.querySelectorAll(".legend li")])),
      cut: texts.filter(text => box(text).left < box(text.ownerSVGElement).left - 0.5 ||
                                box(text).right > box(text.ownerSVGElement).right + 0.5).map(text => text.textContent),
      smallest: Math.min(...texts.map(
        text => parseFloat(view.getComputedStyle(text).fontSize) * text.getScreenCTM().a)),
      scrolls: [...page.querySelectorAll(".scroll")].filter(part => part.scrollWidth > part.clientWidth).length,
      images: [...page.images].map(image => image.naturalWidth),
      targets: [...page.querySelectorAll(".contents a")].filter(
        link => !page.getElementById(link.getAttribute("href").slice(1))).length,
      ...more(page),
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
                nearest = min((left, up, corner), key=lambda near: abs(left + up - corner - near))
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


class BrowserTest(unittest.TestCase):
    """Its tests set `folder`, where the browser may write."""

    def browse(self, page, *options, more="page => ({})"):
        """The page in frames of all widths side by side: what it is like, and the colours of each row of each frame.

        `more` is a script's function from a page to what else is to be seen of it.
        """
        frames = [FRAME.format(width=width, height=900, page=html.escape(page)) for width in WIDTHS]
        wrapper, shot = self.folder / "wrapper.html", self.folder / "shot.png"
        wrapper.write_text(WRAPPER.format(frames="".join(frames), script=LOOK.replace("MORE", more)))
        text = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
             f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=5000", "--dump-dom",
             f"--screenshot={shot}", f"--window-size={sum(WIDTHS)},{SHOT_HEIGHT}", *options, wrapper.as_uri()],
            capture_output=True, text=True, timeout=100, check=True,
        ).stdout  # fmt: skip
        found = re.search(r'<pre id="seen">(\{.*?\})</pre>', text, re.S)
        self.assertTrue(found, text[-500:])
        rows, size = pixels(shot.read_bytes())
        colours, begin = {}, 0
        for width in WIDTHS:
            places = range(begin * size, (begin + width) * size, size)
            colours[width] = [{bytes(row[i : i + 3]) for i in places} for row in rows]
            begin += width
        return json.loads(html.unescape(found[1])), colours

    def check_closed(self, page):
        balance = Balance()
        balance.feed(page)
        self.assertEqual((balance.open, balance.faults), ([], []))

    def check_fit(self, seen):
        """No part of the page lies beyond the window, and the contents lead somewhere."""
        for width in WIDTHS:
            with self.subTest(width=width):
                view = seen[f"w{width}"]
                self.assertEqual(view["inner"], width)
                self.assertLessEqual(view["scroll"], width)
                self.assertEqual(view["wide"], [])
                self.assertEqual(view["targets"], 0)
        self.assertGreater(seen["w375"]["scrolls"], 0)  # in its own box

    def check_plots(self, seen):
        """Their texts can be read."""
        for width in WIDTHS:
            with self.subTest(width=width):
                view = seen[f"w{width}"]
                self.assertEqual(view["meeting"], [])
                self.assertEqual(view["cut"], [])
                self.assertGreaterEqual(view["smallest"], 9)

    def check_colours(self, colours, is_dark):
        for width, rows in colours.items():
            with self.subTest(width=width, is_dark=is_dark):
                self.assertGreater(len(set.union(*rows)), 50)  # not blank
                self.assertGreater(sum(1 for row in rows if len(row) > 4), len(rows) / 4)
                ground = set.intersection(*rows)
                self.assertGreater(len(ground), 0)
                self.assertEqual({sum(colour) < 3 * 60 for colour in ground}, {is_dark})
