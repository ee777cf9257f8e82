"""What the pages say is so: their commands run as printed and print what is shown, and their programs are those of samples/.

Usage: docs_test.py PROGRAM SOURCE_FOLDER

A page is README.md, CONTRIBUTING.md, a page of docs/ and its folders or the README of an experiment. The commands of its fenced blocks run in order, in a
folder of their own with data/ and samples/ in it. Left out are
  - blocks behind a line `<!-- by hand: REASON -->`: they take minutes, or show what a kill does;
  - commands with a word in capitals where the reader's own folder or file goes (DIR, MAPS, MAP, FILE);
  - ./check and what it calls, which would run this test again, and what other tests run as it is printed: ./waymark demo, and the quick
    runs of the longer experiments.
Lines that begin with "$ " are commands and those below them what they print, where "..." stands for anything. Times differ between
machines, so any time is as good as another; with them the width of columns changes, so any number of blanks or dashes is as good as another.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve()
ROOT = Path(sys.argv[2]).resolve()
SANITIZED = b"__asan_" in PROGRAM.read_bytes()

BY_HAND = re.compile(r"<!-- by hand: \S.*-->")
READERS_OWN = re.compile(r"\b(DIR|MAPS?|FILE|R)\b")
NOT_HERE = re.compile(
    r"^(\./check|\./waymark demo|\./waymark lab run (jair2008|jair2010|pathology2006|thesis) --quick$|scripts/|cmake |ctest |ninja |sudo |git )"
)
TIME = re.compile(r"(?<![\w.])[\d.,]+ (ns|µs|us|ms|s)(?!\w)")


def pages():
    found = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "experiments").glob("*/README.md")]
    return sorted(page for page in found if page.is_file())


def blocks(text):
    """(language, lines, by hand) of each fenced block."""
    before = ""
    block = None
    for line in text.splitlines():
        if line.startswith("```"):
            if block is None:
                block = (line[3:].strip(), [], bool(BY_HAND.fullmatch(before)))
            else:
                yield block
                block = None
        elif block is not None:
            block[1].append(line)
        if line.strip():
            before = line.strip()


def commands(lines):
    """(command, what it prints or None) of a block of commands; nothing for other blocks."""
    if not lines or not re.match(r"(\$ |\./waymark )", lines[0]):
        return
    shown = lines[0].startswith("$ ")
    command = None
    output = []
    for line in lines:
        if command is not None and command.endswith("\\"):
            command = command[:-1] + line
        elif line.startswith("$ ") or not shown:
            if command is not None:
                yield command, output if shown else None
            command = line[2:] if shown else re.sub(r"\s+#\s.*", "", line)
            output = []
        else:
            output.append(line)
    if command is not None:
        yield command, output if shown else None


def comparable(line):
    return re.sub(r"-{2,}", "--", re.sub(r"\s+", " ", TIME.sub("TIME", line))).strip()


def matches(expected, printed):
    """Whether the lines printed are those expected, where "..." is any number of lines and, at a line's end, any text."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
            continue
        text = comparable(line)
        # A time as wide as its column may have moved the ones beside it.
        pattern += (re.escape(text[:-3]) + ".*" if text.endswith("...") else re.escape(text)) + r"\n"
    return re.fullmatch(pattern, "".join(comparable(line) + "\n" for line in printed)) is not None


class Pages(unittest.TestCase):
    def test_commands_run_as_printed(self):
        ran = 0
        for page in pages():
            with tempfile.TemporaryDirectory(prefix="waymark-docs-") as scratch:
                folder = Path(scratch)
                (folder / "waymark").symlink_to(PROGRAM)
                for name in ("data", "samples", "experiments"):
                    (folder / name).symlink_to(ROOT / name)
                for _, lines, by_hand in blocks(page.read_text(encoding="utf-8")):
                    for command, output in [] if by_hand else commands(lines):
                        if READERS_OWN.search(command) or NOT_HERE.match(command):
                            continue
                        with self.subTest(page=page.name, command=command):
                            self.run_command(folder, command, output)
                        ran += 1
        self.assertGreater(ran, 10)

    def run_command(self, folder, command, output):
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
        environment["OMPI_MCA_rmaps_base_oversubscribe"] = "1"
        result = subprocess.run(
            ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        printed = result.stdout.splitlines() + result.stderr.splitlines()
        if output is None:
            self.assertEqual(result.returncode, 0, result.stderr)
        elif not matches(output, printed):
            self.fail("printed:\n" + "\n".join(printed) + "\nwhere the page shows:\n" + "\n".join(output))

    def test_programs_are_those_of_the_samples(self):
        def program(text):
            return re.sub(r"\A(//.*\n)+", "", text)  # what it is about stands beside it on the page

        samples = [program(path.read_text(encoding="utf-8")) for path in (ROOT / "samples").glob("*.cpp")]
        programs = 0
        for page in pages():
            text = page.read_text(encoding="utf-8")
            for language, lines, _ in blocks(text):
                if language == "cpp" and lines and lines[0].startswith("#include"):
                    self.assertTrue("\n".join(lines) + "\n" in samples, f"a program of {page.name} is none of the samples")
                    programs += 1
        self.assertGreater(programs, 0)

    def test_what_samples_print_is_what_they_print(self):
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        shown = ["\n".join(lines) for language, lines, _ in blocks(readme) if language == ""]
        for name in ("hello", "units", "paths", "databases"):
            expected = (ROOT / "samples" / f"{name}.expected").read_text(encoding="utf-8").strip("\n")
            self.assertIn(expected, shown, f"README.md does not show what samples/{name}.cpp prints")


    def test_files_that_are_named_are_there(self):
        tops = "include|src|lab|apps|tests|samples|scripts|cmake|docs|data|experiments|fuzz"
        rooms = "base|space|search|repair|hierarchy|subgoals|agent|io|offline"
        named = 0
        for page in pages():
            text = page.read_text(encoding="utf-8")
            prose = "\n".join(part for i, part in enumerate(re.split(r"(?m)^ *```.*$", text)) if i % 2 == 0)
            for name in re.findall(rf"`((?:{tops}|{rooms})/[\w./-]+)`", prose):
                if re.search(r"my_|[A-Z]{2}", name.replace("README", "")):
                    continue  # yours, or NAME
                places = [ROOT / folder / (name + end) for folder in (".", "include/waymark", "src") for end in ("", ".cpp")]
                with self.subTest(page=page.name, name=name):
                    self.assertTrue(any(place.exists() for place in places))
                named += 1
            for link in re.findall(r"\]\(([^)#:]+?)(?:#[\w-]+)?\)", prose):
                with self.subTest(page=page.name, link=link):
                    self.assertTrue((page.parent / link).exists())
                named += 1
        self.assertGreater(named, 50)


class Results(unittest.TestCase):
    """The overview of docs/results: made of its pages, but for what stands between two marks."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        for page in (ROOT / "docs" / "results").glob("*.md"):
            (self.folder / page.name).write_bytes(page.read_bytes())
        self.readme = self.folder / "README.md"

    def publish(self):
        return subprocess.run([ROOT / "scripts" / "publish-results", "--to", self.folder], capture_output=True, text=True, timeout=60)

    def test_it_is_that_of_its_pages_and_keeps_what_is_written_by_hand(self):
        before = self.readme.read_text()
        self.assertGreater(len(before.partition("<!-- written by hand")[2].splitlines()), 10)
        done = self.publish()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.readme.read_text(), before)

    def test_claims_that_are_not_comparable_have_a_column_where_there_are_any(self):
        (self.folder / "knn2009.md").write_text("# A\n\nB\n\n- **not comparable**: C (1 against 2). Not comparable: D\n- **holds**: E\n")
        self.assertEqual(self.publish().returncode, 0)
        text = self.readme.read_text()
        self.assertIn("| hold | within the noise | do not hold | not comparable |\n", text)
        self.assertIn("| [knn2009](knn2009.md) | B | 2 | 1 | 0 | 0 | 1 |\n", text)

    def test_broken_marks_are_told_and_nothing_is_lost(self):
        broken = self.readme.read_text().replace("<!-- end of what is written by hand -->", "")
        self.readme.write_text(broken)
        done = self.publish()
        self.assertEqual(done.returncode, 1)
        self.assertIn("the marks of what is written by hand must stand there once each, in order", done.stderr)
        self.assertEqual(self.readme.read_text(), broken)


class Matching(unittest.TestCase):
    """That a page which says something else is found."""

    def test_times_and_widths_do_not_count_and_all_else_does(self):
        self.assertTrue(matches(["a: 12 bytes in 5.1 ms", "--- ----"], ["a:  12 bytes in 1.20 s", "----- --"]))
        self.assertFalse(matches(["a: 12 bytes in 5.1 ms"], ["a: 13 bytes in 5.1 ms"]))
        self.assertTrue(matches(["first", "...", "last of..."], ["first", "x", "y", "last of all"]))
        self.assertFalse(matches(["first", "..."], ["second", "x"]))
        self.assertFalse(matches([], ["something"]))

    def test_commands_are_found(self):
        found = list(commands(["$ ./waymark a \\", "   b", "out", "$ cmp x y"]))
        self.assertEqual(found, [("./waymark a    b", ["out"]), ("cmp x y", [])])
        self.assertEqual(list(commands(["./waymark a   # why"])), [("./waymark a", None)])
        self.assertEqual(list(commands(["lrta:d=2 solved"])), [])
        self.assertEqual([by_hand for _, _, by_hand in blocks("<!-- by hand: long -->\n```\n$ x\n```\n```\n```")], [True, False])


if __name__ == "__main__":
    if SANITIZED:
        print("skipped: the commands of the pages run once, with the program as it is shipped")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
