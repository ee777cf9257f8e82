"""Pages as a browser shows them: whether all of them can be seen and read at desk and phone, light and dark."""

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
HEIGHT = 800  # of the window
SHOT_HEIGHT = 180  # what of each page is looked at for its colours

# A browser's window has a least width, a frame has none. A frame made of text may be looked into, without a server.
FRAME = '<iframe id="{name} {width}" style="border:0;width:{width}px;height:{height}px" srcdoc="{page}"></iframe>'
ROW = '<div style="height:{height}px;overflow:hidden;white-space:nowrap">{frames}</div>'
WRAPPER = """<!DOCTYPE html>
<html><head><meta charset="utf-8"></head><body style="margin:0">{rows}<pre id="seen"></pre>
<script>{script}</script></body></html>"""
LOOK = """
const more = MORE;
const look = frame => {
  const page = frame.contentDocument, view = frame.contentWindow;
  const box = element => element.getBoundingClientRect();
  const all = selector => [...page.querySelectorAll(selector)];
  const short = element => element.outerHTML.slice(0, 120);
  const overlaps = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const meeting = list => list.flatMap((a, i) => list.slice(i + 1).filter(
    b => a.parentNode === b.parentNode && overlaps(box(a), box(b))).map(b => a.textContent + " / " + b.textContent));
  page.querySelectorAll("details").forEach(fold => fold.open = true);

  const wide = all("main *").filter(
    element => !element.closest(".scroll, svg") && box(element).right > view.innerWidth + 0.5);
  const texts = all(".plot > svg text");
  const drawn = texts.filter(text => !text.closest(".bars"));  // names beside bars may be long
  const tables = all("table").map(table => {
    const place = table.parentNode, rows = [...table.rows], last = rows[rows.length - 1].lastElementChild;
    const shows = () => box(last).right <= box(place).right + 0.5 && box(last).right <= view.innerWidth + 0.5;
    const cue = view.getComputedStyle(place.parentNode, "::after");
    const name = rows[rows.length - 1].firstElementChild;
    const lines = Math.max(...[...table.tBodies[0].rows].map(row => {
      const words = page.createRange();
      words.selectNodeContents(row.cells[0]);
      return new Set([...words.getClientRects()].map(part => Math.round(part.top))).size;
    }));
    const seen = {what: name.textContent, columns: last.cellIndex + 1, lines: lines, at_once: shows(),
                  cue: cue.content !== "none" && parseFloat(cue.width) > 20 && cue.backgroundImage !== "none",
                  focusable: place.tabIndex === 0};
    place.scrollLeft = 1e6;
    seen.after_scrolling = shows();
    place.scrollLeft = 0;
    return seen;
  });
  const plots = all(".plot > svg").map(svg => {
    const ticks = axis => [...svg.querySelectorAll(`text[data-axis=${axis}]`)].filter(text => box(text).width > 0);
    const near = (edge, list) => list.some(text => Math.abs(box(text).top - edge) < 60);
    const names = axis => [...new Set(ticks(axis).map(text => text.textContent))];
    return {what: svg.getAttribute("aria-label"), bars: !!svg.closest(".bars"), x: names("x"), y: names("y"),
            ends: near(box(svg).top, ticks("x")) && near(box(svg).bottom, ticks("x"))};
  });
  const xs = line => line.getAttribute("points").split(" ").map(place => parseFloat(place.split(",")[0]));
  const rises = line => xs(line).every((x, i, list) => i === 0 || x >= list[i - 1]);
  const touches = card => {
    const before = card.previousElementSibling;
    return before && box(before).height > 0 && box(before).bottom <= box(card).top && box(before).bottom > box(card).top - 8;
  };
  const in_window = card => box(card).height <= view.innerHeight;
  return {
    inner: view.innerWidth, scroll: page.documentElement.scrollWidth,
    wide: wide.map(short),
    meeting: meeting(drawn).concat(meeting(texts.filter(text => text.matches(".tick"))),
                                   meeting(all(".legend li"))),
    cut: drawn.filter(text => box(text).left < box(text.ownerSVGElement).left - 0.5 ||
                              box(text).right > box(text.ownerSVGElement).right + 0.5).map(text => text.textContent),
    smallest: Math.min(...drawn.map(text => parseFloat(view.getComputedStyle(text).fontSize) * text.getScreenCTM().a)),
    scrolls: all(".scroll").filter(part => part.scrollWidth > part.clientWidth).length,
    images: [...page.images].map(image => image.naturalWidth),
    targets: all(".contents a").filter(link => !page.getElementById(link.getAttribute("href").slice(1))).length,
    tables: tables, plots: plots,
    zigzag: all(".plot > svg polyline").filter(line => !rises(line)).map(short),
    lines: all(".plot > svg polyline").length,
    touching: all(".card").filter(touches).map(short),
    tall: all("figure.card, .card.lines").filter(card => !in_window(card)).map(short),
    pictures: all("figure.card").length,
    walks: all("svg.trace polyline").map(
      line => parseFloat(line.getAttribute("stroke-width")) * line.getScreenCTM().a),
    ...more(page),
  };
};
addEventListener("load", () => {
  const seen = {};
  // Observers of sizes have been told by then.
  setTimeout(() => {
    document.querySelectorAll("iframe").forEach(frame => seen[frame.id] = look(frame));
    document.getElementById("seen").textContent = JSON.stringify(seen);
  }, 200);
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

    def browse(self, pages, *options, more="page => ({})"):
        """Pages by name, in frames of all widths side by side: what each is like, by name and width, and the colours of
        each row of its top.

        `more` is a script's function from a page to what else is to be seen of it.
        """
        rows = []
        for name, page in pages.items():
            frames = [
                FRAME.format(name=name, width=width, height=HEIGHT, page=html.escape(page)) for width in WIDTHS
            ]
            rows.append(ROW.format(height=SHOT_HEIGHT, frames="".join(frames)))
        wrapper, shot = self.folder / "wrapper.html", self.folder / "shot.png"
        wrapper.write_text(WRAPPER.format(rows="".join(rows), script=LOOK.replace("MORE", more)))
        text = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
             "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=5000", "--dump-dom",
             f"--screenshot={shot}", f"--window-size={sum(WIDTHS)},{SHOT_HEIGHT * len(pages)}", *options,
             wrapper.as_uri()],
            capture_output=True, text=True, timeout=100, check=True,
        ).stdout  # fmt: skip
        found = re.search(r'<pre id="seen">(\{.*?\})</pre>', text, re.S)
        self.assertTrue(found, text[-500:])
        seen = json.loads(html.unescape(found[1]))
        shown, size = pixels(shot.read_bytes())
        colours = {}
        for i, name in enumerate(pages):
            begin = 0
            for width in WIDTHS:
                places = range(begin * size, (begin + width) * size, size)
                lines = shown[i * SHOT_HEIGHT : (i + 1) * SHOT_HEIGHT]
                colours[name, width] = [{bytes(row[i : i + 3]) for i in places} for row in lines]
                begin += width
        return {(name, width): seen[f"{name} {width}"] for name in pages for width in WIDTHS}, colours

    def check_pages(self, pages):
        """Light and dark, at all widths, everything can be seen and read. What was seen."""
        seen = {}
        for options in ((), ("--force-dark-mode",)):
            seen, colours = self.browse(pages, *options)
            self.check_colours(colours, is_dark=bool(options))
            for (name, width), view in seen.items():
                with self.subTest(page=name, width=width, options=options):
                    self.check_view(view, width)
        return seen

    def check_closed(self, page):
        balance = Balance()
        balance.feed(page)
        self.assertEqual((balance.open, balance.faults), ([], []))

    def check_view(self, view, width):
        self.check_fit(view, width)
        self.check_tables(view)
        self.check_plots(view)
        if width == WIDTHS[0]:
            self.assertLessEqual(max(table["lines"] for table in view["tables"]), 3)  # that a name is broken into
        self.assertEqual(view["touching"], [])
        self.assertEqual(view["tall"], [])  # a picture's caption is seen with it
        for thickness in view["walks"]:
            self.assertGreaterEqual(thickness, 2.5)

    def check_fit(self, view, width):
        """No part of the page lies beyond the window, and the contents lead somewhere."""
        self.assertEqual(view["inner"], width)
        self.assertLessEqual(view["scroll"], width)
        self.assertEqual(view["wide"], [])
        self.assertEqual(view["targets"], 0)

    def check_tables(self, view):
        """The last column is seen, or can be reached, and the reader is told."""
        self.assertGreater(len(view["tables"]), 0)
        for table in view["tables"]:
            self.assertTrue(table["at_once"] or table["after_scrolling"], table)
            self.assertEqual(table["cue"], not table["at_once"], table)
            self.assertEqual(table["focusable"], not table["at_once"], table)

    def check_plots(self, view):
        """Their texts can be read, their axes have labels, their lines go from left to right."""
        self.assertEqual(view["meeting"], [])
        self.assertEqual(view["cut"], [])
        if any(not plot["bars"] for plot in view["plots"]):
            self.assertGreaterEqual(view["smallest"], 9)
        self.assertEqual(view["zigzag"], [])
        for plot in view["plots"]:
            self.assertGreaterEqual(len(plot["x"]), 2, plot)
            if plot["bars"]:
                self.assertTrue(plot["ends"], plot)  # there may be many bars between them
            else:
                self.assertGreaterEqual(len(plot["y"]), 2, plot)

    def check_colours(self, colours, is_dark):
        for (name, width), rows in colours.items():
            with self.subTest(page=name, width=width, is_dark=is_dark):
                self.assertGreater(len(set.union(*rows)), 50)  # not blank
                self.assertGreater(sum(1 for row in rows if len(row) > 4), len(rows) / 4)
                ground = set.intersection(*rows)
                self.assertGreater(len(ground), 0)
                self.assertEqual({sum(colour) < 3 * 60 for colour in ground}, {is_dark})
