#!/usr/bin/env python3
"""Runs the built program as its users do: every command, its output, exit codes and one-line errors.

Usage: program_test.py PROGRAM SOURCE_DIR [unittest arguments]
"""

import csv
import io
import itertools
import json
import math
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

from program import DATA, PROGRAM, SANITIZED, SMALL_MAP, ProgramTest, run

ROW_NAMES = [
    "format", "map", "algorithm", "problem", "start", "goal", "status", "cost", "optimal", "suboptimality", "moves", "expanded", "generated", "climb_steps", "updates",
    "update_volume", "peak_states", "max_expanded_per_move", "max_work_per_move", "mean_move_ns", "p99_move_ns",
    "max_move_ns", "first_move_ns", "distinct_states",
]  # fmt: skip
CSV_NAMES = [part for name in ROW_NAMES for part in ([f"{name}_x", f"{name}_y"] if name in ("start", "goal") else [name])]
COMMANDS = ["demo", "info", "generate", "convert", "scenarios", "algorithms", "build", "verify", "solve", "race", "bench"]


class Front(ProgramTest):
    def test_alone_it_prints_the_commands(self):
        text = self.succeeds()
        for command in COMMANDS:
            self.assertIn("\n  " + command, text)
        self.assertEqual(self.succeeds("--help"), text)

    def test_version(self):
        self.assertRegex(self.succeeds("--version"), r"^waymark \d+\.\d+\.\d+\n$")

    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            text = self.succeeds(command, "--help")
            self.assertIn("Usage: waymark " + command, text)
            self.assertIn("Example", text)
            self.assertIn("\n  waymark " + command, text)
            self.assertNotIn("\n\n\n", text)

    def test_bad_usage(self):
        self.fails(2, "there is no command 'solv'; did you mean solve?", "solv")
        self.fails(2, "there is no command 'qqqqqqqqqqqq'; waymark --help lists them", "qqqqqqqqqqqq")
        self.fails(2, "unexpected argument '--bogus'; see waymark --help", "--bogus")
        self.fails(2, "unexpected argument 'b'; see waymark info --help", "info", "a", "b")
        self.fails(2, "MAP is required; see waymark info --help", "info")
        self.fails(2, "--jobs wants exactly one value; see waymark solve --help", "solve", "m", "-a", "jps", "--jobs")
        self.fails(2, "--seed wants exactly one value...", "generate", "caves", "--seed", 1, "--seed", 2, "-o", "x")

    def test_errors_stay_on_one_line(self):
        self.fails(3, "no?such?file: ...", "info", "no\nsuch\tfile")

    def test_output_that_cannot_be_written(self):
        message = "cannot write to standard output: No space left on device"
        for arguments in (["--help"], ["algorithms"], ["info", self.small]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual((result.returncode, result.stderr), (3, f"waymark: {message}\n"), arguments)
        closed = subprocess.run(
            ["sh", "-c", '"$0" algorithms >&-', PROGRAM], stderr=subprocess.PIPE, text=True, timeout=60
        )
        self.assertEqual(closed.returncode, 3)
        self.assertEqual(closed.stderr, "waymark: cannot write to standard output: Bad file descriptor\n")

    def test_a_closed_output_is_not_mistaken_for_a_file(self):
        command = '"$0" generate caves --size 16x16 -o m.map >&-'
        subprocess.run(["sh", "-c", command, PROGRAM], cwd=self.folder, stderr=subprocess.DEVNULL, timeout=60)
        self.succeeds("info", "m.map")

    def test_a_reader_that_leaves_is_no_error(self):
        command = '"$0" solve "$1" -a a-star --random 3000 --format jsonl --paths | head -n 1'
        result = subprocess.run(
            ["sh", "-c", command, PROGRAM, str(DATA / "city.map")], capture_output=True, text=True, timeout=60
        )
        self.assertEqual(result.stderr, "")
        self.assertEqual(json.loads(result.stdout)["problem"], 0)


class Maps(ProgramTest):
    def test_info(self):
        text = self.succeeds("info", self.small)
        for part in ("5 x 3", "11 passable", "2, the largest of 6 states", "G  1", "W  1", "octile"):
            self.assertIn(part, text)

    def test_info_json(self):
        info = json.loads(self.succeeds("info", self.small, "--json"))
        self.assertEqual((info["width"], info["height"], info["cells"], info["states"]), (5, 3, 15, 11))
        self.assertEqual((info["components"], info["largest_component"]), (2, 6))
        self.assertRegex(info["fingerprint"], "^[0-9a-f]{16}$")
        self.assertEqual(info["letters"], {".": 9, "G": 1, "S": 1, "@": 3, "W": 1})

    def test_clusters(self):
        rooms = DATA / "rooms.map"
        info = json.loads(self.succeeds("info", rooms, "--clusters", "--json"))
        self.assertEqual([level["size"] for level in info["levels"]], [10, 20, 40])
        nodes = [level["nodes"] for level in info["levels"]]
        self.assertEqual(nodes, sorted(nodes, reverse=True))
        self.assertGreater(nodes[0], nodes[2])
        self.assertIn("links", self.succeeds("info", rooms, "--clusters", "--level", 2, "--picture", "clusters.png"))
        self.assertTrue((self.folder / "clusters.png").read_bytes().startswith(b"\x89PNG"))
        self.fails(2, "--level 4: clusters have 3 levels", "info", rooms, "--clusters", "--level", 4, "--picture", "c.png")

    def test_abstraction(self):
        rooms = DATA / "rooms.map"
        levels = json.loads(self.succeeds("info", rooms, "--abstraction", "--json"))["levels"]
        states = [level["states"] for level in levels]
        self.assertEqual(states, sorted(states, reverse=True))
        self.assertEqual((states[-1], levels[-1]["edges"]), (1, 0))
        text = self.succeeds("info", rooms, "--abstraction", "--level", 2, "--picture", "regions.png")
        self.assertIn(f"{states[0]:,}", text)
        self.assertEqual((self.folder / "regions.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.fails(2, "--level 60: ...", "info", rooms, "--abstraction", "--level", 60, "--picture", "regions.png")

    def test_sectors(self):
        rooms = DATA / "rooms.map"
        info = json.loads(self.succeeds("info", rooms, "--sectors", "--json"))
        self.assertGreaterEqual(info["regions"], info["sectors"])
        self.assertGreater(info["edges"], info["sectors"])
        self.assertLess(info["bytes"], 64 * info["regions"] + 1000)
        text = self.succeeds("info", rooms, "--sectors", "--picture", "sectors.png")
        self.assertIn(f"{info['regions']:,}", text)
        self.assertEqual((self.folder / "sectors.png").read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.fails(2, "--picture requires ...", "info", rooms, "--picture", "sectors.png")
        self.fails(2, "--sectors excludes --level; see waymark info --help", "info", rooms, "--sectors", "--level", 2, "--picture", "sectors.png")

    def test_a_map_without_states(self):
        self.assertIn("0 passable", self.succeeds("info", self.file("walls.map", "type octile\nheight 1\nwidth 1\nmap\n@\n")))

    def test_bad_files(self):
        self.fails(3, "missing.map: ...", "info", "missing.map")
        self.fails(3, f"{self.folder}: ...", "info", self.folder)
        header = "type octile\nheight {}\nwidth {}\nmap\n{}"
        for name, text, place in [
            ("header.map", "type hexagonal\nheight 1\nwidth 1\nmap\n.\n", ":1"),
            ("empty.map", "", ""),
            ("binary.map", "\x00\x01\x02" * 100, ""),
            ("short.map", header.format(2, 3, "...\n..\n"), ":6"),
            ("long.map", header.format(1, 3, "....\n"), ":5"),
            ("rows.map", header.format(3, 3, "...\n...\n"), ""),
            ("letter.map", header.format(1, 3, ".x.\n"), ":5"),
            ("huge.map", header.format(10**9, 10**9, "...\n"), ""),
            ("negative.map", header.format(-3, 3, "...\n"), ":2"),
            ("zero.map", header.format(0, 3, ""), ""),
        ]:
            self.file(name, text)
            for command in (["info"], ["solve", "--algorithm=jps", "--random=1"], ["scenarios", "-ox.scen"]):
                self.fails(3, f"{name}{place}:...", *command, name)
            self.fails(3, f"{name}{place}:...", "convert", name, "out.png")
        self.assertFalse((self.folder / "out.png").exists())
        self.file("bad.png", "not a picture")
        self.fails(3, "bad.png: ...", "info", "bad.png")

    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_an_unreadable_file(self):
        os.chmod(self.small, 0)
        self.fails(3, f"{self.small}: ...", "info", self.small)

    def test_generate(self):
        text = self.succeeds("generate", "caves", "--size", "40x30", "--seed", 5, "-o", "c.map")
        self.assertRegex(text, r"^c.map: caves, 40x30, seed 5, [\d,]+ states\n$")
        self.succeeds("generate", "caves", "--size", "40x30", "--seed", 5, "-o", "c.png")
        of = lambda name: json.loads(self.succeeds("info", name, "--json"))["fingerprint"]  # noqa: E731
        self.assertEqual(of("c.map"), of("c.png"))
        self.succeeds("generate", "caves", "--size", "40x30", "--seed", 6, "-o", "d.map")
        self.assertNotEqual(of("c.map"), of("d.map"))

    def test_generate_refuses(self):
        def refuses(code, message, *arguments):
            self.fails(code, message, "generate", *arguments, "-o", "x.map")
            self.assertFalse((self.folder / "x.map").exists())

        refuses(2, "there is no kind of map 'cave'; did you mean caves?", "cave")
        for size in ("0x5", "10x", "x10", "10", "-5x10", "7x8", "8193x10", "10x10x10", "axb", "99999999999x9", ""):
            refuses(2, f"--size wants WxH with both sides from 8 to 8192, not '{size}'", "caves", "--size", size)
        for seed in ("x", "-1", "1.5", "18446744073709551616", " 1", "1 "):
            refuses(2, f"--seed wants a whole number from 0 to 2^64 - 1, not '{seed}'", "caves", "--seed", seed)
        self.fails(2, "--output is required; see waymark generate --help", "generate", "caves")
        self.fails(3, "nowhere/x.map: ...", "generate", "caves", "-o", "nowhere/x.map")
        self.fails(3, "/dev/full: ...", "generate", "caves", "--size", "64x64", "-o", "/dev/full")

    def test_a_full_disk_keeps_the_old_file(self):
        for name in ("old.map", "old.png", "old.scen", "old.svg"):
            self.file(name, "old")
        city = str(DATA / "city.map")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))  # noqa: E731
        self.fails(3, "old.map: ...", "generate", "caves", "-o", "old.map", preexec_fn=limit)
        self.fails(3, "old.png: ...", "convert", city, "old.png", "--scale", 9, preexec_fn=limit)
        self.fails(3, "old.scen: ...", "scenarios", city, "-o", "old.scen", preexec_fn=limit)
        trace = ["solve", city, "-a", "jps", "--random", 1, "--trace", "old.svg"]
        self.fails(3, "old.svg: ...", *trace, preexec_fn=limit)
        for name in ("old.map", "old.png", "old.scen", "old.svg"):
            self.assertEqual((self.folder / name).read_text(), "old")
        self.assertEqual(len(list(self.folder.iterdir())), 6)  # no temporary files left

    def test_convert_keeps_every_letter(self):
        self.assertEqual(self.succeeds("convert", self.small, "a.png"), "a.png: 5x3\n")
        self.succeeds("convert", "a.png", "b.map")
        self.assertEqual((self.folder / "b.map").read_text(), SMALL_MAP)

    def test_convert_crops_then_scales(self):
        self.succeeds("convert", self.small, "c.map", "--crop", "0,2,3,1", "--scale", 2)
        self.assertEqual((self.folder / "c.map").read_text(), "type octile\nheight 2\nwidth 6\nmap\nGGSS@@\nGGSS@@\n")
        self.succeeds("convert", "c.map", "d.map", "--scale", 2)
        self.assertIn("12 x 4", self.succeeds("info", "d.map"))
        self.succeeds("convert", "d.map", "e.map", "--shrink", "3x1")
        self.assertEqual((self.folder / "e.map").read_text(), "type octile\nheight 1\nwidth 3\nmap\nGS@\n")
        self.fails(3, "d.map: --shrink 5x1: the map is no enlargement of one of 5x1 cells: cell 4,0 differs from 3,0, ...",
                   "convert", "d.map", "f.map", "--shrink", "5x1")  # fmt: skip

    def test_convert_refuses(self):
        for scale in ("0", "-1", "x", "32768", "1.5"):
            self.fails(2, f"--scale wants a whole number from 1 to 32767, not '{scale}'", "convert", self.small, "o.map",
                       "--scale", scale)  # fmt: skip
        for crop in ("1,2,3", "0,0,0,1", "-1,0,1,1", "a,b,c,d", "0,0,1,1,"):
            self.fails(2, "--crop wants an area as X,Y,W,H...", "convert", self.small, "o.map", f"--crop={crop}")
        self.fails(3, f"{self.small}: --crop 3,0,3,3: ...", "convert", self.small, "o.map", "--crop", "3,0,3,3")
        self.fails(3, f"{self.small}: --scale 32767: ...", "convert", self.small, "o.map", "--scale", 32767)
        self.fails(3, "nowhere/o.map: ...", "convert", self.small, "nowhere/o.map")
        self.assertFalse((self.folder / "o.map").exists())

    def test_scenarios(self):
        self.succeeds("scenarios", DATA / "rooms.map", "--count", 20, "--seed", 3, "-o", "r.scen")
        lines = (self.folder / "r.scen").read_text().splitlines()
        self.assertEqual((len(lines), lines[0]), (21, "version 1"))
        self.assertEqual(lines[1].split("\t")[1], "rooms.map")
        rows = self.rows("solve", DATA / "rooms.map", "-a", "a-star", "--scen", "r.scen")
        self.assertEqual(len(rows), 20)
        self.fails(2, "--count wants a whole number from 1 to 1000000, not '0'", "scenarios", self.small, "--count", 0,
                   "-o", "x.scen")  # fmt: skip


class Outputs(ProgramTest):
    """What is written: never over what is read, not into other data, and only told about where that is wanted."""

    def setUp(self):
        super().setUp()
        self.map = self.file("a.map", (DATA / "rooms.map").read_text())
        self.content = (self.folder / "a.map").read_bytes()
        os.link(self.map, self.folder / "hard.map")
        os.symlink("a.map", self.folder / "soft.map")

    def test_what_is_read_is_never_overwritten(self):
        for name in ("a.map", "./a.map", self.map, "hard.map", "soft.map"):
            for option, arguments in [
                ("-o", ["scenarios", "a.map", "-o", name]),
                ("--report", ["race", "a.map", "-a", "jps", "--random", 1, "--report", name]),
                ("--picture", ["info", "a.map", "--abstraction", "--level", 1, "--picture", name]),
                ("OUT", ["convert", "a.map", name]),
                ("-o", ["build", "a.map", "--kind", "knn", "--records", 1, "-o", name]),
            ]:
                self.fails(2, f"{option} {name} would overwrite what is read", *arguments)
        self.assertEqual((self.folder / "a.map").read_bytes(), self.content)
        self.assertEqual(len(list(self.folder.iterdir())), 5)

    def test_nor_are_scenarios_databases_and_edits(self):
        self.succeeds("scenarios", "a.map", "--count", 3, "-o", "a.svg")
        self.succeeds("build", "a.map", "--kind", "knn", "--records", 3, "-o", "db.svg")
        self.file("edits.svg", "1 block 0 0 1 1\n")
        shutil.copy(self.map, self.folder / "map.svg")
        for name, arguments in [
            ("a.svg", ["a.map", "-a", "jps", "--scen", "a.svg", "--limit", 1]),
            ("db.svg", ["a.map", "-a", "knn-lrta", "--database", "db.svg", "--random", 1]),
            ("edits.svg", ["a.map", "-a", "jps", "--edits", "edits.svg", "--random", 1]),
            ("map.svg", ["map.svg", "-a", "jps", "--random", 1]),
        ]:
            before = (self.folder / name).read_bytes()
            self.fails(2, f"--trace {name} would overwrite what is read", "solve", *arguments, "--trace", name)
            self.fails(2, f"--report {name} would overwrite what is read", "race", *arguments, "--report", name)
            self.assertEqual((self.folder / name).read_bytes(), before)

    def test_nor_what_the_shell_reads_or_appends_to(self):
        for command in ('"$0" convert - a.map < a.map', '"$0" convert a.map - >> a.map', '"$0" convert - - < a.map >> a.map'):
            result = subprocess.run(["sh", "-c", command, PROGRAM], cwd=self.folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(result.returncode, 2, command)
            self.assertRegex(result.stderr, "^waymark: OUT (a.map|-) would overwrite what is read\n$")
        self.assertEqual((self.folder / "a.map").read_bytes(), self.content)

    def test_what_cannot_be_written_is_said_before_the_work(self):
        for arguments in (
            ["race", "a.map", "-a", "jps", "--random", 1, "--format", "csv", "--report"],
            ["solve", "a.map", "-a", "jps", "--random", 1, "--trace"],
        ):
            for name, reason in (("nowhere/x.svg", "cannot write a file there: No such file..."),
                                 ("folder.svg", "cannot write the file: Is a directory")):  # fmt: skip
                (self.folder / "folder.svg").mkdir(exist_ok=True)
                self.assertEqual(self.fails(3, f"{name}: {reason}", *arguments, name).stdout, "")

    def pipe(self, command):
        result = subprocess.run(["bash", "-c", command, PROGRAM], cwd=self.folder, capture_output=True, timeout=60)
        self.assertEqual((result.returncode, result.stderr), (0, b""), command)
        return result.stdout

    def test_a_dash_is_standard_output(self):
        for arguments in (["generate", "caves", "--size", "20x10", "-o"], ["scenarios", "a.map", "-o"], ["convert", "a.map"],
                          ["build", "a.map", "--kind", "knn", "--records", 5, "-o"]):  # fmt: skip
            self.succeeds(*arguments, "plain")
            plain = (self.folder / "plain").read_bytes()
            words = " ".join(map(str, arguments))
            for output in ("-", "/dev/stdout", "- | cat", "/dev/stdout | cat", "- > to; cat to", "/dev/stdout > to; cat to"):
                self.assertEqual(self.pipe(f'"$0" {words} {output}'), plain, (words, output))
            # Behind what is there already.
            self.pipe(f'echo before > to; "$0" {words} /dev/stdout >> to')
            self.assertEqual((self.folder / "to").read_bytes(), b"before\n" + plain, words)
        self.assertFalse((self.folder / "-").exists())

    def test_pictures_and_pages_on_standard_output_come_alone(self):
        picture = self.pipe('"$0" info a.map --abstraction --level 1 --picture -')
        self.succeeds("info", "a.map", "--abstraction", "--level", 1, "--picture", "p.png")
        self.assertEqual(picture, (self.folder / "p.png").read_bytes())
        self.assertTrue(self.pipe('"$0" race a.map -a jps --random 2 --report -').startswith(b"<!DOCTYPE html>"))
        self.fails(2, "--report - and the rows cannot both go to standard output", "race", "a.map", "-a", "jps", "--random",
                   1, "--report", "-", "--format", "csv")  # fmt: skip

    def test_maps_come_through_pipes(self):
        whole = json.loads(self.succeeds("info", "a.map", "--json"))
        self.succeeds("convert", "a.map", "a.png")
        for source in ("a.map", "a.png"):
            for command in ("cat {} | \"$0\" info {} --json", "\"$0\" info --json <(cat {})"):
                for name in ("-", "/dev/stdin"):
                    piped = json.loads(self.pipe(command.format(source, name)))
                    self.assertEqual(piped["fingerprint"], whole["fingerprint"], (command, source, name))
        for command in (
            "cat a.map | \"$0\" solve - -a jps --random 2 | head -n 1",
            "cat a.map | \"$0\" race - -a jps --random 2 --report r.html | head -n 1",
            "cat a.map | \"$0\" convert - b.map",
            "cat a.map | \"$0\" scenarios - -o b.scen",
            "cat a.map | \"$0\" build - --kind knn --records 3 -o b.db | sed s/bytes.*//",
            "cat a.map | \"$0\" verify b.db -",
            "cat b.db | \"$0\" info - | head -n 2",
        ):
            self.assertNotEqual(self.pipe(command), b"", command)
        self.fails(3, "-:1: the file ends within the header...", "info", "-", input="")
        self.fails(3, "-:1: a map file begins with ...", "info", "-", input="type hexagonal\n")

    def test_quiet_says_nothing_but_results_and_errors(self):
        for arguments in (
            ["generate", "caves", "--size", "20x10", "-o", "c.map"],
            ["convert", "a.map", "c.png"],
            ["scenarios", "a.map", "-o", "c.scen"],
            ["build", "a.map", "--kind", "knn", "--records", 3, "-o", "c.db"],
        ):
            self.assertNotEqual(self.succeeds(*arguments), "")
            self.assertEqual(self.succeeds(*arguments, "--quiet"), "")
            self.assertEqual(self.succeeds(*arguments, "-q"), "")
        race = ["race", "a.map", "-a", "jps", "--random", 2]
        self.assertIn("Pictures", self.succeeds(*race))
        self.assertNotIn("Pictures", self.succeeds(*race, "--quiet"))
        self.assertIn("jps", self.succeeds(*race, "--quiet"))
        self.fails(3, "missing.map: ...", "info", "missing.map", "--quiet")

    def test_quiet_shows_no_progress(self):
        def shown(*options):
            controller, terminal = pty.openpty()
            count = 3000 if SANITIZED else 15000  # seconds
            command = [PROGRAM, "solve", DATA / "fortress.map", "-a", "dijkstra", "--random", str(count), *options]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=terminal)
            os.close(terminal)
            text = b""
            try:
                while b"left" not in text and (piece := os.read(controller, 1000)):
                    text += piece
            except OSError:
                pass  # the other side is gone
            finally:
                process.kill()
                process.wait()
                os.close(controller)
            return text

        self.assertIn(b"solving [", shown())
        self.assertEqual(shown("--quiet"), b"")

    def test_pictures_have_a_limit(self):
        # The first bytes say enough: 16384x16384 pixels.
        head = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + (16384).to_bytes(4, "big") * 2 + b"\x01\0\0\0\0" + b"\0" * 300000
        (self.folder / "large.png").write_bytes(head)
        message = "large.png: a map of 16384x16384 cells is too large for a picture; the limit is 67108864 cells..."
        self.fails(3, message, "info", "large.png")
        self.fails(3, "x.png: a map of 8320x8320 cells is too large for a picture...", "convert",
                   self.file("line.map", "type octile\nheight 1\nwidth 1\nmap\n.\n"), "x.png", "--scale", 8320)  # fmt: skip
        self.assertFalse((self.folder / "x.png").exists())


class Strict(ProgramTest):
    def test_what_was_not_solved_is_a_failure_if_asked(self):
        arguments = ["solve", self.small, "-a", "jps", "--from", "0,0", "--to", "4,0"]
        self.succeeds(*arguments)
        result = self.fails(1, "1 of 1 problems not solved: 1 unreachable, 0 out of budget", *arguments, "--strict")
        self.assertIn("unreachable", result.stdout)
        lrta = ["solve", DATA / "rooms.map", "-a", "lrta", "--random", 4, "--min-cost", 30]
        self.succeeds(*lrta, "--strict")
        self.fails(1, "4 of 4 problems not solved: 0 unreachable, 4 out of budget", *lrta, "--max-moves", 5, "--strict")

    def test_races_too(self):
        race = ["race", self.small, "-a", "jps,lrta", "--from", "0,0", "--to", "4,0"]
        self.succeeds(*race)
        self.fails(1, "2 of 2 runs not solved: 2 unreachable, 0 out of budget", *race, "--strict")
        self.assertTrue((self.folder / "race.html").exists())


class Water(ProgramTest):
    MAP = "type octile\nheight 1\nwidth 5\nmap\n..W..\n"

    def test_it_can_be_walked_on_if_asked(self):
        lake = self.file("lake.map", self.MAP)
        self.succeeds("convert", lake, "lake.png")
        for name in (lake, "lake.png"):
            info = json.loads(self.succeeds("info", name, "--json", "--water"))
            self.assertEqual((info["states"], info["components"], info["letters"]["W"]), (5, 1, 1))
            self.assertIn("W  1 (water, passable)", self.succeeds("info", name, "--water"))
            self.assertIn("W  1 (water, blocked)", self.succeeds("info", name))
            across = ["solve", name, "-a", "a-star", "--from", "0,0", "--to", "4,0"]
            self.assertEqual(self.rows(*across)[0]["status"], "unreachable")
            self.assertEqual(self.rows(*across, "--water")[0]["cost"], 4)
        self.assertIn("100.0 %", self.succeeds("race", lake, "-a", "jps", "--from", "0,0", "--to", "4,0", "--water"))

    def test_databases_and_scenarios_are_of_the_map_with_it(self):
        lake = self.file("lake.map", self.MAP)
        self.succeeds("build", lake, "--kind", "pdb", "--level", 1, "-o", "lake.db", "--water")
        self.succeeds("verify", "lake.db", lake, "--water")
        self.fails(3, "lake.db: built for another map", "verify", "lake.db", lake)
        self.succeeds("scenarios", lake, "--count", 20, "--water", "-o", "lake.scen")
        self.assertIn("\t4.00000000\n", (self.folder / "lake.scen").read_text())

    def test_lengths_of_files_do_not_count_with_it(self):
        pond = self.file("pond.map", "type octile\nheight 2\nwidth 3\nmap\n.W.\n...\n")
        self.file("pond.scen", "version 1\n0\tpond.map\t3\t2\t0\t0\t2\t0\t4.0\n")
        row = self.rows("solve", pond, "-a", "jps", "--scen", "pond.scen", "--water")[0]
        self.assertEqual((row["cost"], row["optimal"]), (2, 2))


class Edits(ProgramTest):
    """A saved game: the map as shipped, its database, then what was built and torn down since."""

    def setUp(self):
        super().setUp()
        self.field = self.file("field.map", "type octile\nheight 5\nwidth 7\nmap\n" + ".......\n" * 5)
        self.edited = self.file("edited.map", "type octile\nheight 5\nwidth 7\nmap\n" + "...@...\n" * 4 + ".......\n")
        self.across = ["--from", "0,0", "--to", "6,0"]

    def test_the_map_is_as_edited(self):
        wanted = self.rows("solve", self.edited, "-a", "a-star", *self.across)[0]["cost"]
        for edits in (
            ["--block", "3,0,1,4"],
            ["--block", "3,0,1,5", "--free", "3,4,1,1"],
            ["--free", "3,0,1,1", "--block", "3,0,1,2", "--block", "3,2,1,2"],
        ):
            self.assertEqual(self.rows("solve", self.field, "-a", "a-star", *self.across, *edits)[0]["cost"], wanted, edits)
        closed = ["--free", "3,4,1,1", "--block", "3,0,1,5"]  # the last one wins
        self.assertEqual(self.rows("solve", self.field, "-a", "a-star", *self.across, *closed)[0]["status"], "unreachable")

    def test_databases_are_of_the_map_before(self):
        names = self.databases(self.field)
        given = [argument for name in names for argument in ("--database", name)]
        knn = ["--database", "every.knn"]
        self.fails(3, "every.knn: built for another map", "solve", self.edited, "-a", "knn-lrta", *knn, *self.across)
        for row in json.loads(self.succeeds("algorithms", "--json")):
            arguments = ["-a", row["key"], *given, *self.across, "--block", "3,0,1,4"]
            solved = self.rows("solve", self.field, *arguments)[0]
            self.assertEqual(solved["status"], "solved", row["key"])
        text = self.succeeds("race", self.field, "-a", "knn-lrta,d-lrta", *given, "--random", 20, "--block", "3,0,1,4", "--strict")
        self.assertIn("100.0 %", text)
        self.succeeds("build", self.field, "--kind", "pdb", "--level", 2, "--base", 1, "-o", "pr.db")
        self.fails(2, "a database of --base above 0 is for the map as it is in its file; leave out edits", "solve", self.field,
                   "-a", "pr-lrta:goal=pdb", "--database", "pr.db", *self.across, "--block", "3,0,1,1")  # fmt: skip
        self.file("one.edits", "1 block 3 0 1 1\n")
        self.fails(2, "a database of --base above 0 is for the map as it is in its file; leave out edits", "solve", self.field,
                   "-a", "pr-lrta:goal=pdb", "--database", "pr.db", *self.across, "--edits", "one.edits")  # fmt: skip

    def test_lengths_of_files_do_not_count_after(self):
        self.file("f.scen", "version 1\n0\tf\t7\t5\t0\t0\t6\t0\t6.0\n")
        row = self.rows("solve", self.field, "-a", "jps", "--scen", "f.scen", "--block", "3,0,1,1")[0]
        self.assertGreater(row["cost"], 6)
        self.assertEqual(row["optimal"], row["cost"])

    def test_bad_edits(self):
        solve = ["solve", self.field, "-a", "jps", *self.across]
        for area in ("1,2,3", "0,0,0,1", "-1,0,1,1", "x"):
            self.fails(2, f"--block wants an area as X,Y,W,H with X and Y from 0, W and H from 1, not '{area}'", *solve,
                       f"--block={area}")  # fmt: skip
        for area in ("7,0,1,1", "6,0,2,1", "0,4,1,2", "2147483647,0,2147483647,1"):
            self.fails(3, f"{self.field}: --free {area} reaches beyond the map of 7x5", *solve, "--free", area)

class Scripts(ProgramTest):
    """Edits that go on under the walking unit, checked by a map of plain letters."""

    DOOR = ["...@...", ".......", "...@..."]

    def setUp(self):
        super().setUp()
        self.door = self.file("door.map", "type octile\nheight 3\nwidth 7\nmap\n" + "\n".join(self.DOOR) + "\n")
        self.across = ["--from", "0,1", "--to", "6,1"]

    def maps_of_time(self, lines, edits):
        """For each step that has edits: the step, the map from then on, and for each free cell its component."""
        grid = [list(line) for line in lines]
        maps = []
        for step in sorted({0, *(edit[0] for edit in edits)}):
            for _, verb, left, top, width, height in (edit for edit in edits if edit[0] == step):
                for y in range(top, top + height):
                    grid[y][left : left + width] = ("@" if verb == "block" else ".") * width
            free = {(x, y) for y, row in enumerate(grid) for x, letter in enumerate(row) if letter in ".GS"}
            component = {}
            for cell in free:
                stack = [cell] if cell not in component else []
                while stack:
                    x, y = stack.pop()
                    if (x, y) in free and (x, y) not in component:
                        component[x, y] = cell
                        stack += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            maps.append((step, component))
        return maps

    def check(self, row, maps):
        """Every move of the row's path against the map of its time, and when it had to wait."""
        cost, moves, blocked, now = 0.0, 0, 0, 0
        goal = tuple(row["goal"])
        self.assertEqual(row["path"][0], row["start"])
        for step, ((x, y), (u, v)) in enumerate(zip(row["path"], row["path"][1:]), 1):
            while now + 1 < len(maps) and maps[now + 1][0] <= step:
                now += 1
            free = maps[now][1]
            has_way = (x, y) in free and free.get(goal) == free[x, y]
            blocked += not has_way
            if (x, y) == (u, v):
                continue
            self.assertTrue(has_way, (row, step))
            self.assertEqual(max(abs(x - u), abs(y - v)), 1, (row, step))
            self.assertTrue({(u, v), (x, v), (u, y)} <= free.keys(), (row, step))
            cost += math.sqrt(2) if x != u and y != v else 1
            moves += 1
        self.assertEqual((row["moves"], row["blocked_steps"]), (moves, blocked), row)
        self.assertEqual(row["status"] == "solved", row["path"][-1] == row["goal"], row)
        if row["status"] == "solved":
            self.assertAlmostEqual(row["cost"], cost, places=6)

    def script(self, name):
        edits = []
        for line in (self.folder / name).read_text().splitlines():
            step, verb, *area = line.split()
            edits.append((int(step), verb, *map(int, area)))
        return edits

    def test_every_move_is_legal_at_its_time(self):
        solved = waited = replanned = 0
        for kind in ("rooms", "caves", "maze"):
            self.succeeds("generate", kind, "--size", "40x32", "-o", "k.map")
            self.succeeds("generate", "edits", "k.map", "--count", 400, "--seed", 4, "--steps", 150, "-o", "s.edits")
            edits = self.script("s.edits")
            self.assertEqual(len(edits), 400)
            maps = self.maps_of_time((self.folder / "k.map").read_text().splitlines()[4:], edits)
            for algorithm in ("a-star", "jps", "lss-lrta", "tba", "rta"):
                for row in self.rows("solve", "k.map", "-a", algorithm, "--edits", "s.edits", "--random", 8, "--paths"):
                    self.assertEqual(list(row)[-3:], ["replans", "blocked_steps", "path"])
                    self.check(row, maps)
                    solved += row["status"] == "solved"
                    waited += row["blocked_steps"] > 0
                    replanned += row["replans"] > 0
        self.assertGreater(min(solved, waited, replanned), 20)

    def test_each_problem_begins_on_the_map_as_loaded(self):
        self.file("s.edits", "# the door closes, and opens again\n2 block 3 1 1 1\n\n8 free 3 1 1 1\n")
        self.file("d.scen", "version 1\n" + "0\td\t7\t3\t0\t1\t6\t1\t6.0\n" * 3)
        rows = self.rows("solve", self.door, "-a", "a-star", "--edits", "s.edits", "--scen", "d.scen", "--paths", "--jobs", 2)
        for row in rows:
            self.assertEqual((row["status"], row["cost"], row["optimal"], row["moves"]), ("solved", 6, 6, 6))
            self.assertEqual((row["replans"], row["blocked_steps"]), (0, 6))  # the path it had is whole again
            self.assertEqual(row["path"], [[x, 1] for x in (0, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6)])
            self.check(row, self.maps_of_time(self.DOOR, [(2, "block", 3, 1, 1, 1), (8, "free", 3, 1, 1, 1)]))
        # Before the script begins, --block and --free have been.
        row = self.rows("solve", self.door, "-a", "a-star", "--edits", "s.edits", "--free", "3,0,1,1", *self.across)[0]
        self.assertEqual((row["blocked_steps"], row["replans"], row["optimal"]), (0, 1, 6))

    def test_it_gives_up_when_the_script_is_over(self):
        self.file("s.edits", "2 block 3 1 1 1\n5 block 0 0 1 1\n")
        for algorithm in ("jps", "lrta"):
            row = self.rows("solve", self.door, "-a", algorithm, "--edits", "s.edits", *self.across, "--paths")[0]
            self.assertEqual((row["status"], row["blocked_steps"], len(row["path"])), ("unreachable", 4, 6))
            self.assertNotIn("cost", row)
            row = self.rows("solve", self.door, "-a", algorithm, "--edits", "s.edits", *self.across, "--max-moves", 3)[0]
            self.assertEqual(row["status"], "out_of_budget")
        self.fails(1, "1 of 1 problems not solved: 1 unreachable, 0 out of budget", "solve", self.door, "-a", "jps", "--edits",
                   "s.edits", *self.across, "--strict")  # fmt: skip

    def test_all_formats_have_the_figures(self):
        self.file("s.edits", "2 block 3 1 1 1\n4 free 3 1 1 1\n")
        solve = ["solve", self.door, "-a", "a-star", "--edits", "s.edits", *self.across]
        table = csv.DictReader(io.StringIO(self.succeeds(*solve, "--format", "csv")))
        self.assertEqual([(line["replans"], line["blocked_steps"]) for line in table], [("0", "2")])
        self.assertEqual(table.fieldnames, [*CSV_NAMES, "replans", "blocked_steps"])
        self.assertIn("blocked steps", self.succeeds(*solve))
        many = ["solve", DATA / "rooms.map", "-a", "a-star", "--random", 21]
        self.assertIn("stood without a way", self.succeeds(*many, "--edits", self.file("one.edits", "1 free 0 0 1 1\n")))
        self.assertNotIn("replans", self.succeeds(*many))
        self.succeeds(*solve, "--trace", "t.svg")
        self.assertIn("stood on once", (self.folder / "t.svg").read_text())
        self.succeeds(*solve, "--trace", "t.png")

    def test_race(self):
        self.succeeds("generate", "edits", DATA / "rooms.map", "--count", 200, "-o", "s.edits")
        race = ["race", DATA / "rooms.map", "-a", "jps,lss-lrta", "--edits", "s.edits", "--random", 10]
        text = self.succeeds(*race)
        self.assertIn("While the map was edited:", text)
        lines = text.splitlines()
        at = lines.index("While the map was edited:")
        self.assertEqual(lines[at + 2].split(), ["algorithm", "replans", "blocked", "steps", "cut", "off"])
        rows = [json.loads(line) for line in self.succeeds(*race, "--format", "jsonl", "-q").splitlines()]
        for line, algorithm in zip(lines[at + 4 : at + 6], ("jps", "lss-lrta")):
            of = [row for row in rows if row["algorithm"] == algorithm]
            self.assertEqual(line.split(), [algorithm, f"{sum(row['replans'] for row in of) / 10:.2f}",
                                            f"{sum(row['blocked_steps'] for row in of) / 10:.2f}",
                                            str(sum(row["status"] == "unreachable" for row in of))])  # fmt: skip
        page = (self.folder / "race.html").read_text()
        for part in ("While the map was edited", "as the edits had left it", "How often jps stood on each cell"):
            self.assertIn(part, page)

    def test_every_algorithm(self):
        self.file("s.edits", "2 block 3 1 1 1\n9 free 3 1 1 1\n")
        given = [argument for name in self.databases(self.door) for argument in ("--database", name)]
        for row in json.loads(self.succeeds("algorithms", "--json")):
            solved = self.rows("solve", self.door, "-a", row["key"], *given, *self.across, "--edits", "s.edits", "--paths")[0]
            self.assertEqual(solved["status"], "solved", row["key"])
            self.check(solved, self.maps_of_time(self.DOOR, self.script("s.edits")))

    def test_generate_edits(self):
        rooms = DATA / "rooms.map"
        text = self.succeeds("generate", "edits", rooms, "--count", 31, "--seed", 9, "-o", "a.edits")
        self.assertRegex(text, rf"^a.edits: 31 edits of {rooms}, seed 9, the last before step \d+\n$")
        same = self.succeeds("generate", "edits", rooms, "--count", 31, "--seed", 9, "-o", "-")
        self.assertEqual(same, (self.folder / "a.edits").read_text())
        self.assertNotEqual(same, self.succeeds("generate", "edits", rooms, "--count", 31, "-o", "-"))
        self.assertEqual(len(self.succeeds("generate", "edits", rooms, "-o", "-").splitlines()), 100)
        self.assertEqual(
            max(int(line.split()[0]) for line in self.succeeds("generate", "edits", rooms, "--steps", 9, "-o", "-").splitlines()), 9
        )
        self.fails(2, "generate edits wants the map that they are for; see waymark generate --help", "generate", "edits", "-o", "x")
        self.fails(2, "edits have no size of their own; leave out --size", "generate", "edits", rooms, "--size", "9x9", "-o", "x")
        self.fails(2, "unexpected argument 'a.map': only generate edits is for a map", "generate", "caves", "a.map", "-o", "x")
        self.fails(2, "--count is for generate edits", "generate", "caves", "--count", 3, "-o", "x")
        self.fails(2, "--steps is for generate edits", "generate", "caves", "--steps", 3, "-o", "x")
        self.fails(2, "--count wants a whole number from 1 to 500000, not '0'", "generate", "edits", rooms, "--count", 0, "-o", "x")
        self.fails(2, "--steps wants a whole number from 2 to 1000000, not '1'", "generate", "edits", rooms, "--steps", 1, "-o", "x")
        walls = self.file("walls.map", "type octile\nheight 1\nwidth 1\nmap\n@\n")
        self.fails(3, f"{walls}: the map has no passable cell", "generate", "edits", walls, "-o", "x")
        copy = self.file("copy.map", rooms.read_text())
        self.fails(2, f"-o {copy} would overwrite what is read", "generate", "edits", copy, "-o", copy)
        self.assertFalse((self.folder / "x").exists())

    def test_bad_scripts(self):
        solve = ["solve", self.door, "-a", "jps", *self.across, "--edits", "bad.edits"]
        for text, message in (
            ("1 free 0 0 1 1\nblock 3,0,1,5\n", "2: an edit is 'STEP block X Y W H' or 'STEP free X Y W H', not 'block 3,0,1,5'"),
            ("2 free 0 0 1 1\n1 free 0 0 1 1\n", "2: step 1 after step 2 of line 1: steps must not fall"),
            ("0 free 0 0 1 1\n", "1: the step must be a whole number from 1 to 1000000, not '0'"),
            ("# big\n1 free 6 0 2 1\n", "2: the area 6 0 2 1 reaches beyond the map of 7x3"),
        ):
            self.file("bad.edits", text)
            self.fails(3, "bad.edits:" + message, *solve)
            self.fails(3, "bad.edits:" + message, "race", *solve[1:])
        self.fails(3, "none.edits: ...", *solve[:-1], "none.edits")
        self.file("bad.edits", "")
        self.fails(2, "--trials learns on a map that stays; leave out --edits", *solve, "--trials", 3)


class Chases(ProgramTest):
    """A goal that moves while the unit is on its way."""

    def legal(self, path, lines):
        free = {(x, y) for y, row in enumerate(lines) for x, letter in enumerate(row) if letter in ".GS"}
        for (x, y), (u, v) in zip(path, path[1:]):
            self.assertLessEqual(max(abs(x - u), abs(y - v)), 1)
            self.assertLessEqual({(x, y), (u, v), (x, v), (u, y)}, free)

    def test_the_goal_is_caught(self):
        lines = (DATA / "rooms.map").read_text().splitlines()[4:]
        self.succeeds("build", DATA / "rooms.map", "-o", "rooms.db")
        for rule, speed in (("walk:0.5", 0.5), ("flee:0.4", 0.4), ("walk", 0.5), ("wander:0.3", 0.3)):
            walks = []
            for algorithm in ("a-star", "jps", "tba", "lss-lrta", "paths"):
                solve = ["solve", DATA / "rooms.map", "-a", algorithm, "--chase", rule, "--random", 4, "--paths"]
                rows = self.rows(*solve, *(["--database", "rooms.db"] if algorithm == "paths" else []))
                for row in rows:
                    keys = list(row)
                    at = keys.index("replans")
                    self.assertEqual(keys[at:at + 4], ["replans", "blocked_steps", "steps", "goal_moves"])
                    self.assertEqual(keys[-2:], ["path", "goal_path"])
                    self.assertEqual((row["status"], row["path"][-1]), ("solved", row["goal_path"][-1]))
                    self.assertEqual(row["steps"] + 1, len(row["path"]))
                    self.assertEqual(len(row["path"]), len(row["goal_path"]))
                    self.assertLessEqual(row["goal_moves"], row["steps"] * speed)
                    self.assertNotIn("optimal", row)
                    self.legal(row["path"], lines)
                    self.legal(row["goal_path"], lines)
                walks.append([row["goal_path"] for row in rows])
            if rule != "flee:0.4":  # the same for all, as long as they need
                for one, other in itertools.combinations(walks, 2):
                    for a, b in zip(one, other):
                        shorter = min(len(a), len(b)) - 1  # one that is caught stays
                        self.assertEqual(a[:shorter], b[:shorter])

    def test_with_edits_and_in_tables(self):
        self.succeeds("generate", "edits", DATA / "rooms.map", "--count", 100, "-o", "s.edits")
        both = ["--chase", "walk:0.5", "--edits", "s.edits", "--random", 5]
        self.assertIn("goal moves", self.succeeds("solve", DATA / "rooms.map", "-a", "d-star-lite", *both))
        text = self.succeeds("race", DATA / "rooms.map", "-a", "jps,tba", *both)
        self.assertIn("While the map was edited and the goal moved:", text)
        self.assertIn("Until the goal was caught:", text)
        self.assertIn("the goal moved", (self.folder / "race.html").read_text())
        self.succeeds("solve", DATA / "rooms.map", "-a", "jps", "--chase", "flee", "--random", 1, "--trace", "t.svg")

    def test_bad_usage(self):
        solve = ["solve", DATA / "rooms.map", "-a", "jps", "--random", 1]
        for rule in ("run", "walk:", "flee:11", "walk:0.1234"):
            self.fails(2, f"a chase is walk, wander or flee, or with a speed from 0 to 10 as flee:0.8, not '{rule}'", *solve, "--chase", rule)
        self.fails(2, "--trials learns the way to one goal; leave out --chase", *solve, "--chase", "walk", "--trials", 2)


class RefreshPage(ProgramTest):
    """scripts/refresh-page: tables of a page made anew by its commands."""

    def refresh(self, page, *options):
        path = self.file("page.md", page)
        script = [sys.executable, DATA.parent / "scripts/refresh-page", path, "--program", PROGRAM, *options]
        done = subprocess.run([str(word) for word in script], capture_output=True, text=True, check=False)
        return done, (self.folder / "page.md").read_text()

    def test_only_what_is_between_the_marks_changes(self):
        mark = "<!-- text of: waymark generate rooms --size 32x32 -o r.map && waymark info r.map -->"
        other = "<!-- made by: waymark bench changing --maps DIR -->\nkept\n<!-- end -->"
        done, page = self.refresh(f"# Title\n\n{mark}\nold\n<!-- end -->\n\nprose\n{other}\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(page, r"^# Title\n\n" + re.escape(mark) + r"\n\n```\n[^`]*32 x 32[^`]*```\n\n<!-- end -->\n\nprose\n")
        self.assertTrue(page.endswith(other + "\n"))
        self.assertIn("left as it is, without DIR", done.stderr)

    def test_paths_are_not_shown(self):
        shutil.copy(DATA / "rooms.map", self.folder / "mine.map")
        done, page = self.refresh("<!-- made by: waymark info DIR/mine.map -->\n<!-- end -->\n", "--maps", self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("DIR/mine.map", page)
        self.assertNotIn(str(self.folder.resolve()), page)

    def test_a_command_that_fails_leaves_the_page(self):
        for page in ("no marks\n", "<!-- text of: waymark info none.map -->\nold\n<!-- end -->\n", "<!-- text of: rm x -->\n<!-- end -->\n"):
            done, after = self.refresh(page)
            self.assertEqual((done.returncode, after), (1, page))


class Visions(ProgramTest):
    """Units that know of the map only what they have seen."""

    def test_every_move_is_legal_and_all_arrive(self):
        free = {(x, y) for y, row in enumerate((DATA / "rooms.map").read_text().splitlines()[4:])
                for x, letter in enumerate(row) if letter in ".GS"}  # fmt: skip
        longer = 0
        for algorithm in ("a-star", "jps", "d-star-lite", "tba", "lss-lrta", "pra"):
            for row in self.rows("solve", DATA / "rooms.map", "-a", algorithm, "--vision", 4, "--random", 6, "--paths"):
                self.assertEqual(list(row)[-4:], ["replans", "blocked_steps", "discovered", "path"])
                self.assertEqual((row["status"], row["path"][-1]), ("solved", row["goal"]))
                for (x, y), (u, v) in zip(row["path"], row["path"][1:]):
                    self.assertLessEqual(max(abs(x - u), abs(y - v)), 1)
                    self.assertLessEqual({(x, y), (u, v), (x, v), (u, y)}, free)
                self.assertGreaterEqual(row["suboptimality"], 0)
                longer += row["suboptimality"] > 0
        self.assertGreater(longer, 10)

    def test_race(self):
        names = "a-star,d-star-lite,focussed-d-star,gaa,rtd,da-rtaa,lss-lrta"
        race = ["race", DATA / "rooms.map", "-a", names, "--vision", 5, "--random", 4]
        self.assertIn("While the map was explored:", self.succeeds(*race))
        page = (self.folder / "race.html").read_text()
        self.assertEqual([name for name in names.split(",") if name not in page], [])

    def test_who_sees_all_walks_as_who_knows_all(self):
        for algorithm in ("a-star", "jps", "tba", "rtaa"):
            solve = ["solve", DATA / "rooms.map", "-a", algorithm, "--random", 5]
            seen = self.rows(*solve, "--vision", 32767)
            for a, b in zip(seen, self.rows(*solve)):
                for name in ("cost", "optimal", "moves", "expanded", "generated", "distinct_states"):
                    self.assertEqual(a[name], b[name])

    def test_with_all_that_changes(self):
        self.succeeds("generate", "edits", DATA / "rooms.map", "--count", 100, "-o", "s.edits")
        world = ["--vision", 6, "--chase", "walk:0.5", "--edits", "s.edits", "--random", 5]
        self.assertIn("discovered", self.succeeds("solve", DATA / "rooms.map", "-a", "lpa", *world))
        text = self.succeeds("race", DATA / "rooms.map", "-a", "jps,tba", *world)
        self.assertIn("While the map was edited and the goal moved and the map was explored:", text)

    def test_bad_usage(self):
        solve = ["solve", self.open, "--random", 1, "-a"]
        self.fails(2, "--vision wants a whole number from 1 to 32767, not '0'", *solve, "jps", "--vision", 0)
        self.fails(2, "--trials learns on a map that is known; leave out --vision", *solve, "rta", "--vision", 2, "--trials", 2)
        name = self.databases(self.open)[0]
        message = "knn-lrta has a database, which is of a map that is known: it cannot be run with a vision"
        self.fails(2, message, *solve, "knn-lrta", "--vision", 2, "--database", name)


class Setup(ProgramTest):
    def options(self):
        """Every option by its command, from the help texts."""
        found = {}
        for command in [*COMMANDS, "lab run", "lab list", "lab report", "lab compare", "man", "completion"]:
            text = self.succeeds(*command.split(), "--help")
            found[command] = set(re.findall(r"(?m)^  (?:-\w,)?(--[a-z0-9-]+)", text))
            self.assertIn("--help", found[command])
        return found

    def test_the_manual_tells_of_every_command_and_option(self):
        text = self.succeeds("man").replace("\\-", "-")
        sections = dict(re.findall(r"(?ms)^\.SS ([a-z -]+)\n(.*?)(?=^\.S[SH])", text))
        for command, options in self.options().items():
            for option in options:
                self.assertIn(option, sections[command], command)
            self.assertTrue("waymark " in sections[command] or command.startswith("lab "), command)

    @unittest.skipIf(shutil.which("groff") is None, "without groff")
    def test_the_manual_is_sound(self):
        page = subprocess.run([PROGRAM, "man"], capture_output=True, timeout=60).stdout
        result = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, timeout=60)
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        text = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", result.stdout.decode())
        for part in ("NAME", "SYNOPSIS", "COMMANDS", "--algorithm", "waymark generate caves -o caves.map", "EXIT STATUS"):
            self.assertIn(part, text)

    def complete(self, line):
        """What bash offers for the last word of `line`."""
        words = line.split(" ")
        script = (
            'source <("$0" completion bash); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _waymark; '
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        result = subprocess.run(
            ["bash", "-c", script, PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        self.assertEqual((result.returncode, result.stderr), (0, ""), line)
        return set(result.stdout.split("\n")) - {""}

    def test_bash_completes(self):
        self.assertEqual(self.complete("waymark so"), {"solve"})
        self.assertTrue({*COMMANDS, "lab", "man", "completion"} <= self.complete("waymark "))
        for command, options in self.options().items():
            self.assertTrue(options <= self.complete(f"waymark {command} --"), command)
        self.assertEqual(self.complete("waymark solve small.map --diagonal a"), {"always"})
        self.assertEqual(self.complete("waymark solve small.map --format "), {"table", "jsonl", "csv"})
        self.assertEqual(self.complete("waymark race open.map --algorithms a-s"), {"a-star"})
        self.assertEqual(self.complete("waymark race open.map -a jps,lrta:d=3,a-s"), {"jps,lrta:d=3,a-star"})
        keys = {row["key"] for row in json.loads(self.succeeds("algorithms", "--json"))}
        self.assertEqual(self.complete("waymark solve -a "), keys)
        self.assertEqual(self.complete("waymark generate c"), {"caves", "city"})
        self.assertEqual(self.complete("waymark lab "), {"list", "run", "report", "compare"})
        self.assertEqual(self.complete("waymark completion "), {"bash", "zsh", "fish"})
        self.assertEqual(self.complete("waymark bench ver"), {"verify"})
        self.assertEqual(self.complete("waymark bench dynamic x.scen --algorithms a-star,jp"), {"a-star,jps"})
        self.assertEqual(self.complete("waymark bench dynamic x.scen --format "), {"table", "jsonl"})
        self.assertEqual(self.complete("waymark generate ed"), {"edits"})
        self.assertEqual(self.complete("waymark race open.map --chase w"), {"walk", "wander"})

    def test_bash_completes_names_of_files(self):
        self.file("with blank.map", SMALL_MAP)
        (self.folder / "sub").mkdir()
        self.assertEqual(self.complete("waymark info "), {"small.map", "open.map", "with blank.map", "sub"})
        self.assertEqual(self.complete("waymark solve open.map --scen s"), {"small.map", "sub"})
        self.assertEqual(self.complete("waymark bench jps --maps "), {"sub"})
        self.assertEqual(self.complete("waymark bench dynamic s"), {"small.map", "sub"})
        # Kinds of maps, too: which argument it is the shell does not count.
        self.assertEqual(self.complete("waymark generate edits s"), {"small.map", "sub", "scrub"})
        self.assertEqual(self.complete("waymark race open.map --edits s"), {"small.map", "sub"})
        self.assertEqual(self.complete("waymark solve open.map --limit "), set())

    def test_other_shells(self):
        for shell in ("zsh", "fish"):
            script = self.succeeds("completion", shell)
            for command, options in self.options().items():
                for option in options:
                    self.assertIn(option if shell == "zsh" else f" -l {option[2:]}", script, (shell, command))
            if shutil.which(shell):
                subprocess.run([shell, "-n", self.file(f"completion.{shell}", script)], check=True, timeout=60)

    def test_bad_usage(self):
        self.fails(2, "SHELL wants one of bash, zsh, fish, not 'csh'", "completion", "csh")
        self.fails(2, "SHELL is required; see waymark completion --help", "completion")


class Interrupted(ProgramTest):
    def interrupt(self, *arguments, kind=signal.SIGINT):
        """Stops a command once its journal grows; what it said."""
        journal = lambda: sum(path.stat().st_size for path in self.folder.rglob("*.journal"))  # noqa: E731
        before = max(journal(), 32)  # the size of one without items
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)  # fmt: skip
        while journal() <= before:
            self.assertIsNone(process.poll(), "ended before it could be interrupted")
            time.sleep(0.01)
        process.send_signal(kind)
        _, text = process.communicate(timeout=60)
        self.assertEqual(process.returncode, -kind)
        return text

    def test_a_build_tells_how_to_go_on(self):
        self.file("it's.map", (DATA / "city.map").read_text())
        arguments = ["build", "it's.map", "--kind", "knn", "--records", 1000000, "-o", "x.db"]
        for kind in (signal.SIGINT, signal.SIGTERM):
            command = f"{PROGRAM} build 'it'\\''s.map' --kind knn --records 1000000 -o x.db"
            self.assertEqual(self.interrupt(*arguments, kind=kind), f"waymark: interrupted; resume with: {command}\n")
        self.assertFalse((self.folder / "x.db").exists())

    def test_so_does_the_lab_and_the_command_works(self):
        text = self.interrupt("lab", "run", "jair2008", "--quick", "--out", "o", "--jobs", 1)
        match = re.fullmatch(r"waymark: interrupted; resume with: (.*)\n", text)
        self.assertTrue(match, text)
        self.assertEqual(match[1], f"{PROGRAM} lab run jair2008 --quick --out o --jobs 1 --resume")
        again = self.interrupt(*match[1].split()[1:])
        self.assertEqual(again, text)


class Algorithms(ProgramTest):
    def test_json_describes_every_algorithm(self):
        rows = json.loads(self.succeeds("algorithms", "--json"))
        keys = [row["key"] for row in rows]
        self.assertEqual(len(set(keys)), len(keys))
        for key in ("dijkstra", "a-star", "weighted-a-star", "bidirectional-a-star", "jps"):
            self.assertIn(key, keys)
        for row in rows:
            for name in ("key", "title", "family", "citation"):
                self.assertTrue(row[name] and isinstance(row[name], str), row)
            for name in ("optimal", "real_time", "needs_database"):
                self.assertIsInstance(row[name], bool)
            self.assertEqual(row["needs_database"], "database" in row)
            self.assertIn(row.get("database", "knn"), ("knn", "knn-2009", "pdb", "tree", "paths"))
            for parameter in row["parameters"]:
                for name in ("name", "symbol", "kind", "description"):
                    self.assertIsInstance(parameter[name], str)
                if parameter["kind"] in ("number", "whole"):
                    if parameter["kind"] == "whole":
                        for name in ("minimum", "default", "maximum"):
                            self.assertIsInstance(parameter[name], int)
                    self.assertLessEqual(parameter["minimum"], parameter["default"])
                    self.assertLessEqual(parameter["default"], parameter["maximum"])
                else:
                    self.assertEqual(parameter["kind"], "choice")
                    self.assertIn(parameter["default"], parameter["choices"])

    def test_the_table_names_them_all(self):
        text = self.succeeds("algorithms")
        for row in json.loads(self.succeeds("algorithms", "--json")):
            self.assertIn(row["key"], text)
            self.assertIn(row["citation"], text)
            for parameter in row["parameters"]:
                self.assertIn(parameter["name"], text)

    def test_every_one_runs_with_the_defaults_written_out(self):
        databases = [argument for name in self.databases(self.open) for argument in ("--database", name)]
        for row in json.loads(self.succeeds("algorithms", "--json")):
            values = ",".join(f"{p['name']}={p['default']}" for p in row["parameters"])
            text = row["key"] + (":" + values if values else "")
            rows = self.rows("solve", self.open, "-a", text, "--from", "0,0", "--to", "3,2", *databases)
            self.assertEqual(rows[0]["status"], "solved", text)


class Solve(ProgramTest):
    def test_rows_have_the_names_of_the_contract(self):
        row = self.rows("solve", self.open, "--algorithm", "a-star", "--from", "0,0", "--to", "3,2", "--paths")[0]
        self.assertEqual(list(row), [*ROW_NAMES, "path"])
        self.assertEqual((row["format"], row["map"], row["algorithm"]), (4, self.open, "a-star"))
        self.assertEqual((row["start"], row["goal"], row["status"], row["moves"]), ([0, 0], [3, 2], "solved", 4))
        self.assertEqual(row["cost"], 3 + math.sqrt(2))
        self.assertEqual((row["optimal"], row["suboptimality"]), (row["cost"], 0))
        self.assertEqual((row["path"][0], row["path"][-1], len(row["path"])), ([0, 0], [3, 2], 5))
        self.assertEqual(row["max_expanded_per_move"], row["expanded"])
        self.assertEqual(row["first_move_ns"], row["max_move_ns"])
        self.assertAlmostEqual(row["mean_move_ns"] * row["moves"], row["first_move_ns"])

    def test_sga_tells_how_far_it_got(self):
        cut_off = ["solve", self.small, "-a", "sga", "--from", "0,0", "--to", "4,0"]
        row = self.rows(*cut_off, "--paths")[0]
        way = row["partial_path"]
        self.assertEqual((row["status"], way[0]), ("unreachable", [0, 0]))
        for (x, y), (u, v) in zip(way, way[1:]):
            self.assertEqual(max(abs(x - u), abs(y - v)), 1)
        self.assertIn("\npartial path of problem 0: 0,0", self.succeeds(*cut_off, "--paths"))
        self.assertTrue(self.succeeds(*cut_off, "--paths", "--format", "csv").startswith("format,"))
        self.assertNotIn("partial", self.succeeds(*cut_off))
        self.assertNotIn("partial", self.succeeds(*cut_off[:3], "sga:labels=on", *cut_off[4:], "--paths"))
        self.assertNotIn("partial_path", self.rows(*cut_off[:-2], "--to", "1,0", "--paths")[0])

    def test_unreachable_is_an_answer(self):
        row = self.rows("solve", self.small, "-a", "jps", "--from", "0,0", "--to", "4,0", "--paths")[0]
        self.assertEqual(list(row), [name for name in ROW_NAMES if name not in ("cost", "optimal", "suboptimality")])
        self.assertEqual(row["status"], "unreachable")
        self.assertIn("unreachable", self.succeeds("solve", self.small, "-a", "jps", "--from", "0,0", "--to", "4,0"))

    def test_csv_and_jsonl_say_the_same(self):
        arguments = ["solve", DATA / "rooms.map", "-a", "weighted-a-star:w=3", "--random", 30, "--paths"]
        rows = self.rows(*arguments)
        table = list(csv.DictReader(io.StringIO(self.succeeds(*arguments, "--format", "csv"))))
        self.assertEqual(list(table[0]), [*CSV_NAMES, "path"])
        self.assertEqual(len(table), len(rows))
        for line, row in zip(table, rows):
            for name in ("start", "goal"):
                self.assertEqual([line[f"{name}_x"], line[f"{name}_y"]], [str(part) for part in row[name]])
            for name in ("format", "map", "algorithm", "status"):
                self.assertEqual(line[name], str(row[name]))
            self.assertEqual(line["path"], " ".join(f"{x},{y}" for x, y in row["path"]))
            for name in ("cost", "optimal", "suboptimality", "expanded", "generated", "peak_states"):
                self.assertEqual(float(line[name]), row[name], name)

    def test_paths_are_walks_of_their_cost(self):
        lines = (DATA / "caves.map").read_text().splitlines()[4:]
        free = lambda x, y: 0 <= y < len(lines) and 0 <= x < len(lines[y]) and lines[y][x] == "."  # noqa: E731
        for row in self.rows("solve", DATA / "caves.map", "-a", "jps", "--random", 20, "--paths"):
            cost = 0.0
            for (x, y), (u, v) in zip(row["path"], row["path"][1:]):
                self.assertEqual(max(abs(x - u), abs(y - v)), 1)
                self.assertTrue(free(u, v) and free(x, v) and free(u, y))
                cost += math.sqrt(2) if x != u and y != v else 1
            self.assertAlmostEqual(cost, row["cost"], places=6)
            self.assertEqual(len(row["path"]), row["moves"] + 1)

    def test_smooth_tells_what_paths_cost_then(self):
        arguments = ["solve", DATA / "caves.map", "-a", "weighted-a-star:w=5", "--random", 40, "--paths"]
        names = ["smoothed_cost", "smoothed_suboptimality", "smoothing_ns", "path", "smoothed_path"]
        gained = 0
        for smooth in (["rays"], ["box"], ["box", "--box", "6"]):
            rows = self.rows(*arguments, "--smooth", *smooth)
            self.assertEqual(list(rows[0]), [*ROW_NAMES, *names])
            for row in rows:
                self.assertLessEqual(row["smoothed_cost"], row["cost"])
                self.assertGreaterEqual(row["smoothed_cost"], row["optimal"] * (1 - 1e-9))
                self.assertEqual((row["smoothed_path"][0], row["smoothed_path"][-1]), (row["start"], row["goal"]))
                gained += row["smoothed_cost"] < row["cost"]
        self.assertGreater(gained, 30)
        for row in self.rows(*arguments, "--smooth", "sight"):
            points = row["smoothed_path"]
            self.assertAlmostEqual(sum(math.dist(a, b) for a, b in zip(points, points[1:])), row["smoothed_cost"])
            self.assertLessEqual(row["smoothed_cost"], row["cost"] * (1 + 1e-9))
            self.assertNotIn("smoothed_suboptimality", row)
        table = self.succeeds(*arguments[:-1], "--smooth", "rays")
        self.assertRegex(table, r"smoothed +\d")
        self.assertIn("smoothed_path", self.succeeds(*arguments, "--smooth", "rays", "--format", "csv"))
        one = ["solve", self.open, "--from", "0,0", "--to", "3,2"]
        self.assertIn("smoothed", self.succeeds(*one, "-a", "a-star", "--smooth", "rays"))
        self.fails(2, "--smooth wants one of rays, box, sight, not 'all'", *one, "-a", "a-star", "--smooth", "all")
        message = "--smooth is for searches that find a whole path; lrta plans as it goes"
        self.fails(2, message, *one, "-a", "lrta", "--smooth", "rays")
        self.fails(2, message.replace("lrta", "pra:K=2"), *one, "-a", "pra:K=2", "--smooth", "rays")
        self.assertIn("smoothed", self.succeeds(*one, "-a", "pra", "--smooth", "rays"))
        self.fails(2, "--box is the size of --smooth box", *one, "-a", "a-star", "--smooth", "rays", "--box", "9")
        message = "--smooth wants a path that is found once; leave out --edits, --chase, --vision and --trials"
        self.fails(2, message, *one, "-a", "a-star", "--smooth", "rays", "--vision", "3")
        message = "lines at any angle need a map of eight neighbours with diagonal moves"
        self.fails(2, message, *one, "-a", "a-star", "--smooth", "sight", "--diagonal", "never")

    def test_nearest_sends_to_the_cell_nearest_to_a_goal_out_of_reach(self):
        arguments = ["solve", self.small, "-a", "jps", "--from", "0,0"]
        row = self.rows(*arguments, "--to", "4,0", "--nearest")[0]
        self.assertEqual((row["status"], row["goal"]), ("solved", [4, 0]))
        self.assertNotEqual(row["nearest"], [4, 0])
        self.assertEqual(row["cost"], row["optimal"])
        self.assertNotIn("nearest", self.rows(*arguments, "--to", "0,0", "--nearest")[0])
        self.assertIn("sent to", self.succeeds(*arguments, "--to", "4,0", "--nearest"))
        for goal, cell in (("4,0", [str(part) for part in row["nearest"]]), ("0,0", ["", ""])):
            text = self.succeeds(*arguments, "--to", goal, "--nearest", "--format", "csv")
            line = next(csv.DictReader(io.StringIO(text)))
            self.assertEqual([line["nearest_x"], line["nearest_y"]], cell)
        lines = SMALL_MAP.splitlines()[4:]
        blocked = next((x, y) for y, text in enumerate(lines) for x, letter in enumerate(text) if letter == "@")
        self.assertEqual(self.rows(*arguments, "--to", "{},{}".format(*blocked), "--nearest")[0]["status"], "solved")
        message = "{}: the goal {},{} is a blocked cell".format(self.small, *blocked)
        self.fails(3, message, *arguments, "--to", "{},{}".format(*blocked))
        message = f"{self.small}: the goal 400,0 lies outside the map of 5x3"
        self.fails(3, message, *arguments, "--to", "400,0", "--nearest")
        message = "--nearest is of a map and a goal that stay; leave out --edits, --chase and --vision"
        self.fails(2, message, *arguments, "--to", "4,0", "--nearest", "--chase", "walk")

    def test_rules_change_the_costs(self):
        def cost(*rules):
            return self.rows("solve", self.open, "-a", "a-star", "--from", "0,0", "--to", "2,2", *rules)[0]["cost"]

        self.assertAlmostEqual(cost(), 4)
        self.assertAlmostEqual(cost("--diagonal", "one"), 2 + math.sqrt(2))
        self.assertAlmostEqual(cost("--diagonal", "never"), 4)
        self.assertAlmostEqual(cost("--diagonal", "always", "--metric", "1.4"), 3.4)

    def test_scenarios_choose_rows(self):
        arguments = ["solve", DATA / "city.map", "-a", "jps", "--scen", DATA / "city.map.scen"]
        self.assertEqual(len(self.rows(*arguments)), 100)
        self.assertEqual([row["problem"] for row in self.rows(*arguments, "--every", 30)], [0, 30, 60, 90])
        self.assertEqual([row["problem"] for row in self.rows(*arguments, "--every", 30, "--limit", 2)], [0, 30])

    def test_the_number_of_threads_changes_only_times(self):
        def rows(jobs):
            arguments = ["solve", DATA / "fortress.map", "-a", "bidirectional-a-star", "--random", 40, "--seed", 7]
            return [
                {name: value for name, value in row.items() if not name.endswith("_ns")}
                for row in self.rows(*arguments, "--jobs", jobs, "--paths")
            ]

        one = rows(1)
        self.assertEqual(len(one), 40)
        self.assertEqual(one, rows(2))
        self.assertEqual(one, rows(5))

    def test_random_problems_keep_to_their_bounds(self):
        arguments = ["solve", DATA / "caves.map", "-a", "jps", "--random", 25]
        for row in self.rows(*arguments, "--min-cost", 20, "--max-cost", 40.5):
            self.assertTrue(20 <= row["optimal"] <= 40.5)
        self.fails(3, f"{DATA / 'caves.map'}: no connected pair of cells of cost 9999 or more...", *arguments, "--min-cost", 9999)

    def test_tables(self):
        few = self.succeeds("solve", DATA / "city.map", "-a", "a-star", "--random", 20)
        self.assertEqual(len(few.splitlines()), 24)
        many = self.succeeds("solve", DATA / "city.map", "-a", "a-star", "--random", 21)
        self.assertIn("21 problems: 21 solved, 0 unreachable", many)
        for name in ("cost", "suboptimality", "expanded", "time per query", "first move"):
            self.assertIn("\n" + name, many)

    def test_trace_draws_the_smoothed_path(self):
        arguments = ["solve", DATA / "caves.map", "-a", "hpa", "--random", 1, "--seed", 3, "--paths"]
        for smooth in ("rays", "sight"):
            row = self.rows(*arguments, "--smooth", smooth, "--trace", "smooth.svg")[0]
            self.assertNotEqual(row["smoothed_path"], row["path"])
            points = re.search(r'class="walk"[^>]* points="([^"]*)"', (self.folder / "smooth.svg").read_text())[1].split()
            drawn = [tuple(float(value) for value in point.split(",")) for point in points]
            zoom = 2 * drawn[0][0] / (2 * row["start"][0] + 1)
            cells = [[round(x / zoom - 0.5), round(y / zoom - 0.5)] for x, y in drawn]
            self.assertEqual([cell for cell in cells if cell not in row["smoothed_path"]], [])
            self.assertEqual((cells[0], cells[-1]), (row["start"], row["goal"]))

    def test_trace_draws_all_that_remember_or_have_little_memory(self):
        listed = json.loads(self.succeeds("algorithms", "--json"))
        names = [one["key"] for one in listed if one["family"] in ("incremental", "anytime")]
        self.assertGreater(len(names), 8)
        edits = self.file("t.edits", "1 block 2 0 1 2\n")
        ends = ["--from", "0,1", "--to", "3,1"]
        for name in [*names, "rtd", "fringe", "ida", "me-ida", "sma"]:
            for living in ([], ["--edits", edits]):
                self.succeeds("solve", self.open, "-a", name, *ends, *living, "--trace", "all.svg")
                svg = (self.folder / "all.svg").read_text()
                self.assertTrue("<polyline " in svg or "stood on once" in svg)  # a path, or where a unit walked
                self.assertEqual("expanded by the repair" in svg, name in names and living != [])

    def test_trace_draws_one_problem(self):
        arguments = ["solve", DATA / "rooms.map", "-a", "a-star"]
        self.succeeds(*arguments, "--random", 1, "--trace", "t.svg")
        svg = (self.folder / "t.svg").read_text()
        for part in ("<svg ", "<polyline ", "data:image/png;base64,", "a-star", "states expanded"):
            self.assertIn(part, svg)
        self.succeeds(*arguments, "--random", 1, "--trace", "t.png", "--format", "jsonl")
        self.assertTrue((self.folder / "t.png").read_bytes().startswith(b"\x89PNG"))
        self.succeeds("solve", self.small, "-a", "jps", "--from", "0,0", "--to", "4,0", "--trace", "u.svg")
        for algorithm, shown, hidden in [("jps", "seen, not expanded", "stood on once"),
                                         ("lrta", "stood on once", "not expanded")]:  # fmt: skip
            self.succeeds("solve", self.open, "-a", algorithm, "--from", "0,0", "--to", "3,2", "--trace", "legend.svg")
            drawing = (self.folder / "legend.svg").read_text()
            self.assertIn(shown, drawing)
            self.assertNotIn(hidden, drawing)
        self.assertIn("unreachable", (self.folder / "u.svg").read_text())
        self.fails(2, "--trace draws one problem, not 2; choose one with --from and --to, --random 1, or --scen and --limit 1", *arguments,
                   "--random", 2, "--trace", "v.svg")  # fmt: skip
        self.assertFalse((self.folder / "v.svg").exists())
        self.fails(3, "nowhere/t.svg: ...", *arguments, "--random", 1, "--trace", "nowhere/t.svg")

    def test_a_length_that_does_not_hold(self):
        self.file("wrong.scen", "version 1\n0\tm\t4\t3\t0\t0\t3\t0\t3.0\n0\tm\t4\t3\t0\t0\t3\t2\t4.0\n")
        result = self.fails(1, "1 of 2 problems went wrong; problem 1: the path costs 4.41...", "solve", self.open, "-a",
                            "jps", "--scen", "wrong.scen", "--format", "jsonl")  # fmt: skip
        self.assertEqual(len(result.stdout.splitlines()), 2)

    def test_bad_scenarios(self):
        solve = ["solve", self.open, "-a", "jps", "--scen"]
        row = "0\tm\t{}\t{}\t{}\t{}\t3\t0\t3.0\n"
        for name, text, place in [
            ("size.scen", row.format(5, 3, 0, 0), ":2"),
            ("wall.scen", row.format(4, 3, 0, 0) + row.format(4, 3, 1, 1), ":3"),
            ("outside.scen", row.format(4, 3, 4, 0), ":2"),
            ("fields.scen", "0\tm\t4\n", ":2"),
        ]:
            self.file(name, "version 1\n" + text)
            self.fails(3, f"{name}{place}: ...", *solve, name)
        self.fails(3, "none.scen: ...", *solve, "none.scen")
        self.fails(3, f"{DATA / 'city.map.scen'}:2: the scenario is of another map...", *solve, DATA / "city.map.scen")

    def test_bad_cells(self):
        solve = ["solve", self.open, "-a", "jps"]
        self.fails(3, f"{self.open}: the start 1,1 is a blocked cell", *solve, "--from", "1,1", "--to", "0,0")
        self.fails(3, f"{self.open}: the goal 4,0 lies outside the map of 4x3", *solve, "--from", "0,0", "--to", "4,0")
        self.fails(3, f"{self.open}: the start -1,0 lies outside the map of 4x3", *solve, "--from", "-1,0", "--to", "0,0")
        for cell in ("1", "1,", "1,2,3", "a,b", "1;2", "99999999999,1"):
            self.fails(2, f"--from wants a cell as X,Y (e.g. 12,7), not '{cell}'", *solve, "--from", cell, "--to", "0,0")

    def test_bad_usage(self):
        random = ["solve", self.open, "--random", 3]
        self.fails(2, "there is no algorithm 'a-sta'; did you mean a-star?", *random, "-a", "a-sta")
        self.fails(2, "weighted-a-star has no parameter 'weight'...", *random, "-a", "weighted-a-star:weight=2")
        self.fails(2, "parameter w is 0.5; it must be 1 to 1000", *random, "-a", "weighted-a-star:w=0.5")
        self.fails(2, "--algorithm is required; see waymark solve --help", *random)
        self.assertEqual(run(*random, "-a", "a-star:heuristic=manhattan").returncode, 2)
        solve = ["solve", self.open, "-a", "jps"]
        one = "solve wants its problems from exactly one of --scen, --random, or --from with --to"
        self.fails(2, one, *solve)
        self.fails(2, one, *solve, "--random", 1, "--from", "0,0", "--to", "1,0")
        self.fails(2, "--from and --to belong together", *solve, "--from", "0,0")
        self.fails(2, "--limit goes with --scen only", *solve, "--random", 1, "--limit", 1)
        self.fails(2, "--seed goes with --random only", *solve, "--from", "0,0", "--to", "1,0", "--seed", 1)
        self.fails(2, "--min-cost is above --max-cost", *solve, "--random", 1, "--min-cost", 2, "--max-cost", 1)
        for option, value, text in [
            ("--random", "0", "a whole number from 1 to 10000000"),
            ("--random", "x", "a whole number from 1 to 10000000"),
            ("--jobs", "0", "a whole number from 1 to 256"),
            ("--jobs", "257", "a whole number from 1 to 256"),
            ("--seed", "x", "a whole number from 0 to 2^64 - 1"),
            ("--min-cost", "-1", "a number from 0"),
            ("--max-cost", "nan", "a number from 0"),
            ("--metric", "2", "one of sqrt2, 1.4"),
            ("--diagonal", "two", "one of both, one, always, never"),
            ("--format", "xml", "one of table, jsonl, csv"),
        ]:
            source = [] if option == "--random" else ["--random", 1]
            self.fails(2, f"{option} wants {text}, not '{value}'", *solve, *source, option, value)
        for option, value in (("--limit", "-1"), ("--limit", "0"), ("--every", "0")):
            self.fails(2, f"{option} wants a whole number from 1 to 2^64 - 1, not '{value}'", *solve, "--scen", "x.scen",
                       option, value)  # fmt: skip

    def test_a_terminal_sees_progress(self):
        controller, terminal = pty.openpty()
        process = subprocess.Popen(
            [PROGRAM, "solve", DATA / "fortress.map", "-a", "dijkstra", "--random", "1000000"],
            stdout=subprocess.DEVNULL, stderr=terminal,
        )  # fmt: skip
        os.close(terminal)
        text = ""
        try:
            while "left" not in text:
                text += os.read(controller, 1000).decode()
        finally:
            process.kill()
            process.wait()
            os.close(controller)
        self.assertRegex(text, r"\rsolving \[[#-]{24}\] +\d+ %  \d+/1000000  \d+:\d\d(:\d\d)? left")


class Trials(ProgramTest):
    SOLVE = ["solve", DATA / "rooms.map", "-a", "lrta", "--random", 3, "--max-cost", 12]

    def test_rows_tell_whether_it_converged_only_when_asked(self):
        rows = self.rows(*self.SOLVE, "--trials", 1000, "--paths")
        for row in rows:
            self.assertEqual(list(row), [*ROW_NAMES, "trials", "converged", "travel", "path"])
            self.assertIs(row["converged"], True)
            self.assertGreaterEqual(row["trials"], 1)
            self.assertEqual(row["updates"], 0)
            self.assertAlmostEqual(row["suboptimality"], 0)
            self.assertGreaterEqual(row["travel"] + 1e-6, row["cost"] * row["trials"])
        self.assertGreater(max(row["trials"] for row in rows), 1)
        for row in self.rows(*self.SOLVE, "--paths"):
            self.assertEqual(list(row), [*ROW_NAMES, "path"])

    def test_all_formats_have_them(self):
        table = csv.DictReader(io.StringIO(self.succeeds(*self.SOLVE, "--trials", 2, "--format", "csv")))
        self.assertEqual([line["trials"] for line in table], [str(row["trials"]) for row in self.rows(*self.SOLVE, "--trials", 2)])
        self.assertEqual(table.fieldnames, [*CSV_NAMES, "trials", "converged", "travel"])
        for arguments in (self.SOLVE, ["solve", DATA / "rooms.map", "-a", "lrta", "--random", 21, "--max-cost", 12]):
            text = self.succeeds(*arguments, "--trials", 2)
            for name in ("trials", "converged", "travel"):
                self.assertIn(name, text)
                self.assertNotIn(name, self.succeeds(*arguments))

    def test_a_whole_path_needs_one(self):
        row = self.rows("solve", self.open, "-a", "a-star", "--from", "0,0", "--to", "3,2", "--trials", 5)[0]
        self.assertEqual((row["trials"], row["converged"], row["travel"]), (1, True, row["cost"]))
        row = self.rows("solve", self.small, "-a", "lrta", "--from", "0,0", "--to", "4,0", "--trials", 5)[0]
        self.assertEqual((row["trials"], row["converged"], row["travel"]), (1, False, 0))

    def test_bad_usage(self):
        self.fails(2, "--trials wants a whole number from 1 to 1000000000, not '0'", *self.SOLVE, "--trials", 0)
        self.fails(2, "--trace draws one trial; leave out --trials", *self.SOLVE, "--trials", 2, "--trace", "t.svg")


class Race(ProgramTest):
    RACE = ["race", DATA / "rooms.map", "--algorithms"]

    def test_one_table_and_a_page(self):
        text = self.succeeds(*self.RACE, "a-star,lrta:d=3,gamma=0.5,rta", "--random", 20)
        lines = text.splitlines()
        self.assertEqual(lines[0], f"20 problems on {DATA / 'rooms.map'}")
        for name in ("time/move", "p99", "max", "expanded/move", "subopt", "median", "visits/state", "states", "solved"):
            self.assertIn(name, lines[2])
        self.assertEqual([line.split()[0] for line in lines[4:7]], ["a-star", "lrta:d=3,gamma=0.5", "rta"])
        self.assertEqual(lines[4].split()[1:3], ["100.0", "%"])
        self.assertEqual(lines[-1], "Pictures and plot: race.html")
        page = (self.folder / "race.html").read_text()
        self.assertEqual(page.count("<figure"), 3)
        self.assertEqual(page.count("data:image/png;base64,"), 3)
        self.assertIn('class="front"', page)
        self.assertIn("How often rta stood on each cell", page)
        self.assertNotIn("http", page)

    def test_the_figures_are_those_of_solve(self):
        arguments = ["--scen", DATA / "rooms.map.scen", "--every", 10, "--diagonal", "one", "--jobs", 2]
        line = self.succeeds(*self.RACE, "lrta", *arguments, "--report", "r.html").splitlines()[4].replace(",", "")
        rows = self.rows("solve", DATA / "rooms.map", "-a", "lrta", *arguments)
        mean = lambda values: sum(values) / len(values)  # noqa: E731
        suboptimality = mean([row["suboptimality"] for row in rows])
        self.assertIn(f" {suboptimality:.{2 if suboptimality < 100 else 0}f} % ", line)
        self.assertIn(f" {sum(row['expanded'] for row in rows) / sum(row['moves'] for row in rows):.2f} ", line)
        self.assertIn(f" {mean([(row['moves'] + 1) / row['distinct_states'] for row in rows]):.2f} ", line)
        self.assertTrue(line.endswith(f" {max(row['peak_states'] for row in rows)}"))
        self.assertTrue((self.folder / "r.html").exists())

    def test_rows_of_all_algorithms(self):
        race = [*self.RACE, "a-star,lrta:d=3,gamma=0.5", "--random", 5]
        result = run(*race, "--format", "jsonl", cwd=self.folder)
        self.assertEqual((result.returncode, result.stderr), (0, "Pictures and plot: race.html\n"))
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([row["algorithm"] for row in rows], ["a-star"] * 5 + ["lrta:d=3,gamma=0.5"] * 5)
        for row in rows:
            self.assertEqual(list(row), ROW_NAMES)
            self.assertEqual(row["map"], str(DATA / "rooms.map"))
        solved = self.rows("solve", DATA / "rooms.map", "-a", "lrta:d=3,gamma=0.5", "--random", 5)
        for name in ("problem", "start", "cost", "expanded", "updates"):
            self.assertEqual([row[name] for row in rows[5:]], [row[name] for row in solved])
        table = csv.DictReader(io.StringIO(self.succeeds(*race, "--format", "csv", "-q")))
        self.assertEqual([line["algorithm"] for line in table], [row["algorithm"] for row in rows])
        self.assertEqual(table.fieldnames, CSV_NAMES)
        self.fails(2, "--format wants one of table, jsonl, csv, not 'xml'", *race, "--format", "xml")

    def test_rows_with_and_without_a_database(self):
        self.succeeds("build", DATA / "rooms.map", "--kind", "knn", "--records", 50, "-o", "r.db")
        race = [*self.RACE, "jps,knn-lrta", "--database", "r.db", "--random", 3, "-q", "--format"]
        table = list(csv.DictReader(io.StringIO(self.succeeds(*race, "csv"))))
        self.assertEqual([line["database_states"] != "" for line in table], [False] * 3 + [True] * 3)
        rows = [json.loads(line) for line in self.succeeds(*race, "jsonl").splitlines()]
        self.assertEqual(["database_states" in row for row in rows], [False] * 3 + [True] * 3)

    def test_problems_not_solved_are_counted(self):
        text = self.succeeds(*self.RACE, "lrta,a-star", "--random", 10, "--min-cost", 30, "--max-moves", 5)
        for line in text.splitlines()[4:6]:
            self.assertEqual(line.split()[1:4], ["0.0", "%", "10"])
        self.assertIn("of the solved problems only", text)

    def test_one_problem_without_a_path(self):
        text = self.succeeds("race", self.small, "-a", "jps,lrta", "--from", "0,0", "--to", "4,0")
        self.assertIn("One of the problems has no path", text)
        self.assertIn("unreachable", (self.folder / "race.html").read_text())

    def test_bad_usage(self):
        random = ["--random", 3]
        self.fails(2, "there is no algorithm 'lrtaa'; did you mean lrta?", *self.RACE, "a-star,lrtaa:d=3", *random)
        self.fails(2, "'d=3' in 'lrta,d=3' follows no algorithm that takes it...", *self.RACE, "lrta,d=3", *random)
        self.fails(2, "'lrta:d=2' is in 'lrta:d=2,rta,lrta:d=2' twice", *self.RACE, "lrta:d=2,rta,lrta:d=2", *random)
        self.fails(2, "there is no algorithm ''...", *self.RACE, "lrta,", *random)
        self.fails(2, "--algorithms is required; see waymark race --help", "race", self.open, *random)
        self.fails(2, "race wants its problems from exactly one of --scen, --random, or --from with --to", *self.RACE, "jps")
        self.fails(2, "lrta needs at least ...", *self.RACE, "a-star,lrta", *random, "--budget", 1)
        self.assertFalse((self.folder / "race.html").exists())
        self.fails(3, "nowhere/r.html: ...", *self.RACE, "jps", *random, "--report", "nowhere/r.html")


class Bench(ProgramTest):
    def test_each_runs_on_maps_of_its_own(self):
        for name in ["variants"] if SANITIZED else ["boost", "jps", "expansion", "variants"]:
            result = run("bench", name, "--rounds", 1, "--problems", 5, cwd=self.folder)
            self.assertIn(result.returncode, (0, 1), result.stderr)  # 1: too few problems to hold a bar
            self.assertIn(f"== {name}: ", result.stdout)
            self.assertIn("times", result.stdout)
            self.assertEqual(result.stdout.count("; 0 costs differ"), 3 if name == "boost" else 0)

    def test_a_set_that_is_missing_is_skipped(self):
        (self.folder / "sets" / "dao").mkdir(parents=True)
        for name in ("city.map", "city.map.scen"):
            (self.folder / "sets" / "dao" / name).write_bytes((DATA / name).read_bytes())
        result = run("bench", "boost", "--maps", "sets", "--rounds", 1, "--problems", 5, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        self.assertIn("bg512: skipped, for sets has no such folder\nsc1: skipped, for sets has no such folder\n", result.stdout)
        self.assertIn("dao: 5 queries", result.stdout)

    @unittest.skipIf(SANITIZED, "too long with a sanitizer")
    def test_agents_shows_all_three_parts(self):
        result = run("bench", "agents", "--rounds", 1, "--problems", 1, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)  # 1: too few problems to hold a bar
        for algorithm in ["lrta", "a-star", "tba:R=100", "lss-lrta:N=1000,moves=one"]:
            self.assertRegex(result.stdout, rf"(?m)^  {algorithm} ")
        self.assertEqual(result.stdout.count("at most 2 times a-star's: "), 3)
        self.assertIn("suboptimality falls from row to row: ", result.stdout)
        self.assertIn("units a move rises from row to row: ", result.stdout)

    @unittest.skipIf(SANITIZED, "too long with a sanitizer")
    def test_edits_of_a_large_map_are_measured_against_those_of_a_small_one(self):
        result = run("bench", "edits", "--rounds", 1, "--problems", 5, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)  # 1: too few edits to hold a bar
        for kind in ("caves", "rooms"):
            self.assertIn(f"{kind}: 512x512 against 8192x8192 of the same ground", result.stdout)
        for kind in ("serpentine", "comb"):
            self.assertIn(f"{kind}: 256 and 4096 corridors", result.stdout)
        self.assertEqual(result.stdout.count("at most 3: "), 8)

    @unittest.skipIf(SANITIZED, "too long with a sanitizer")
    def test_databases_shows_all_three_parts(self):
        result = run("bench", "databases", "--rounds", 1, "--problems", 2, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        for begin in ("pdb of level 3 with subgoals on", "rts: 1 maps", "knn-lrta: 2 problems"):
            self.assertRegex(result.stdout, rf"(?m)^{begin}")
        for row in ("lrta-pdb-pdb", "pra", "d-lrta:fallback=tb-wa,exit=last,ties=region,goal_region=on",
                    "knn-lrta:fallback=da-rtaa,legs=climb", "8,000"):
            self.assertRegex(result.stdout, rf"(?m)^ +{row} ")
        self.assertIn("spends more than 1,178 work units", result.stdout)

    @unittest.skipIf(SANITIZED, "too long with a sanitizer")
    def test_choosing_shows_every_kind_of_algorithm(self):
        text = self.succeeds("bench", "choosing", "--problems", 1)
        for algorithm in ("a-star", "jps", "sga:variant=3,refine=jps", "dba", "paths", "auto", "tb-wa", "d-star-lite"):
            rows = re.findall(rf"(?m)^{re.escape(algorithm)} .*$", text)
            self.assertEqual(len(rows), 2, algorithm)
            self.assertTrue(rows[0].endswith(" 3/3"), rows[0])
        self.assertRegex(text, r"(?m)^path us +rts +caves +fortress$")

    @unittest.skipIf(SANITIZED, "too long with a sanitizer")
    def test_paths_shows_what_they_cost_and_how_they_heal(self):
        (self.folder / "sets" / "dao").mkdir(parents=True)
        for name in ("city.map", "city.map.scen"):
            (self.folder / "sets" / "dao" / name).write_bytes((DATA / name).read_bytes())
        command = ["bench", "paths", "--maps", "sets", "--sets", "dao", "--problems", 4]
        result = run(*command, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)  # 1: too few problems to hold a bar
        self.assertIn("dao: 1 maps, 4 problems", result.stdout)
        for name in ("paths, delta auto", "paths, delta 64", "knn-lrta:fallback=tb-wa", "d-lrta:fallback=tb-wa", "dba", "jps"):
            rows = re.findall(rf"(?m)^  {re.escape(name)} .*$", result.stdout)
            self.assertEqual(len(rows), 2, name)
            self.assertIn(" 4/4 ", rows[1])
        self.assertIn("every problem solved: holds", result.stdout)
        result = run(*command, "--edits", cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        self.assertEqual(result.stdout.count("every move legal, every goal reached: holds"), 3)
        message = "--sets, --maps-per-set, --all, --edits, --chase, --ranks and --sizes are for bench paths"
        self.fails(2, message, "bench", "jps", "--edits")
        self.fails(2, message, "bench", "jps", "--ranks")
        message = "--edits, --chase, --ranks and --sizes are measurements of their own; leave out all but one"
        self.fails(2, message, "bench", "paths", "--edits", "--chase")

    def one_set_of(self, name):
        (self.folder / "sets" / name).mkdir(parents=True)
        for file in ("city.map", "city.map.scen"):
            (self.folder / "sets" / name / file).write_bytes((DATA / file).read_bytes())
        return ["--maps", "sets", "--rounds", 1, "--problems", 1]

    def test_changing_tells_every_story_of_a_set_and_of_a_scenario(self):
        self.file("a.patch", "type patch\npatches 1\npatch 0\nheight 2\nwidth 1\nmap\n@\n@\n")
        self.file("a.scen", Dynamic.HEAD + "Q 0 0 0 3 0 3\nP 1 0 1 0\nQ 1 0 0 3 0 6.41421356\n")
        one_set = self.one_set_of("dao")
        text = self.succeeds("bench", "changing", "a.scen", *one_set, "--report", "page.html")
        for story in ("on the path", "before a walker", "far away", "many", "unknown", "moving goal"):
            self.assertRegex(text, rf"(?m)^dao, {story}: .* replans\)$")
        self.assertRegex(text, r"(?m)^a, competition: .* \(1 replans\)$")
        self.assertEqual(len(re.findall(r"(?m)^  ad-star ", text)), 7)
        self.assertEqual(len(re.findall(r"(?m)^  algorithm .* first path +its bound ", text)), 7)
        self.assertIn("0 of all answers are not the cheapest path's: holds", text)
        self.assertIn("<h2>a, competition</h2>", (self.folder / "page.html").read_text())
        text = self.succeeds("bench", "changing", *one_set, "--markdown")
        self.assertIn("\n1 problems a set, at most 1 rounds.\n\n### How many times as fast as jump point search", text)
        self.assertIn("<details><summary>dao</summary>", text)

    def test_units_shows_what_each_holds_and_all_together(self):
        result = run("bench", "units", "--problems", 1, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)  # 1: one problem is no measure
        self.assertIn("caves of 128x128, 1 problems, at most 4,000 steps each", result.stdout)
        row = r"(?m)^  {} +\d[\d.]* K?B( !)? +\d[\d.]* K?B +\d[\d.]* K?B +\d[\d.]* K?B$"
        for agent in ("lrta", "lss-lrta", "tba", "knn-lrta", "lrta-pdb-pdb", "dba", "paths", "rtd"):
            self.assertRegex(result.stdout, row.format(agent))
        self.assertIn("at rest at most 256 B with a database and for lrta, 1 KB for the others: holds", result.stdout)
        # Of searches that keep their tree ten units hold more than one; the last column is of as many as the one before.
        for search in ("jps", "lss-lrta", "lpa", "d-star-lite", "focussed-d-star", "gaa", "ara", "ad-star", "rtd"):
            held = re.search(rf"(?m)^  {search} +([\d.]+) MB +([\d.]+) MB +([\d.]+) MB$", result.stdout)
            self.assertIsNotNone(held, search)
            one, ten, all_of_them = map(float, held.groups())
            self.assertLess(one, ten, search)
            self.assertEqual(ten, all_of_them, search)
        self.assertRegex(result.stdout, r"(?m)^250 units of knn-lrta:\S+ on one map of 128x128, pages capped at 40000.0 KB: [\d,]+ frames, ")
        self.assertRegex(result.stdout, r"(?m)^  [\d.]+ MB together, at most 64 MB: ")

    def test_repair_judges_expansions_and_edits(self):
        result = run("bench", "repair", *self.one_set_of("dao"), cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)  # 1: too few problems to hold a bar
        for search in ("fringe", "lpa", "d-star-lite"):
            self.assertRegex(result.stdout, rf"(?m)^  an expansion of {search} / a-star's +[0-9.]+ times   \(at most 2")
        self.assertRegex(result.stdout, r"(?m)^  an expansion of fringe:list=linked / a-star's +[0-9.]+ times$")
        self.assertRegex(result.stdout, r"(?m)^  an edit where d-star-lite has not been \(\d+ edits\) +[0-9.]+ us   \(at most 1: ")

    @unittest.skipIf(SANITIZED, "too long with a sanitizer")
    def test_thesis_sets_its_claims_beside_what_is_here(self):
        text = self.succeeds("bench", "thesis", "--rounds", 1, "--problems", 1)
        self.assertEqual(len(re.findall(r"(?m)^time of fringe over .* about 0.75 +[0-9.]+  (?:holds|does not hold)$", text)), 3)
        self.assertEqual(len(re.findall(r"(?m)^time of me-ida over .* more than 19 ", text)), 2)
        self.assertEqual(len(re.findall(r"(?m)^steps of rtd over d-star-lite's .* arrived: [01] and [01] of 1 ", text)), 4)
        self.assertRegex(text, r"(?m)^mt-adaptive-a is faster .* about 10 times +[0-9.]+ times ")

    def test_verify_holds_on_the_bundled_maps(self):
        text = self.succeeds("bench", "verify", DATA, "--jobs", 2)
        self.assertIn("400 problems, each solved by 3 searches: every length is the published one", text)

    def test_verify_names_what_does_not_hold(self):
        self.file("open.map.scen", "version 1\n0\topen.map\t4\t3\t0\t0\t3\t0\t3.5\n")
        result = run("bench", "verify", self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("open.map.scen:2: a-star gives solved 3.00000000, the file says 3.50000000", result.stdout)

    def test_bad_usage(self):
        self.fails(2, "there is no benchmark 'jsp'; did you mean jps?", "bench", "jsp")
        self.fails(2, "bench verify wants the folder of maps and scenarios; see waymark bench --help", "bench", "verify")
        self.fails(2, "--rounds wants...", "bench", "jps", "--rounds", 0)
        kinds = "rooms, maze, caves, rts, city, fortress, scrub"
        for more in ((), ("--edits",)):
            self.fails(2, f"--sets dao: without --maps DIR it takes {kinds}", "bench", "paths", "--sets", "caves,dao", *more)
        self.fails(3, "missing/dao...", "bench", "paths", "--sets", "dao", "--maps", "missing")
        self.fails(3, "missing...", "bench", "verify", "missing")
        self.fails(3, "missing/sc1...", "bench", "jps", "--maps", "missing")


class Dynamic(ProgramTest):
    SHARED = DATA.parent.parent / "shared" / "dynamic" / "dao_arena2.scen"
    HEAD = "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch a.patch\ncommands\n"

    def setUp(self):
        super().setUp()
        self.file("a.patch", "type patch\npatches 1\npatch 0\nheight 2\nwidth 1\nmap\n@\n@\n")
        self.file("a.scen", self.HEAD + "Q 0 0 0 3 0 3\nP 1 0 1 0\nQ 1 0 0 3 0 6.41421356\nP 2 0 1 1\nQ 2 0 0 3 0 -1\n")

    def test_one_row_a_query(self):
        rows = self.rows("bench", "dynamic", "a.scen", "--algorithms", "a-star,jps")
        self.assertEqual([row["algorithm"] for row in rows], ["a-star"] * 3 + ["jps"] * 3)
        self.assertEqual([row["query"] for row in rows], [0, 1, 2] * 2)
        for row in rows:
            self.assertGreater(row["time_us"], 0)
            names = ["query", "algorithm", "status", "cost", "optimal", "time_us"]
            self.assertEqual(list(row), names if row["query"] < 2 else [name for name in names if name not in ("cost", "optimal")])
        self.assertEqual([row["status"] for row in rows[:3]], ["solved", "solved", "unreachable"])
        self.assertAlmostEqual(rows[1]["cost"], 5 + math.sqrt(2))

    def test_the_table(self):
        lines = self.succeeds("bench", "dynamic", "a.scen").splitlines()
        self.assertEqual(lines[0], "a.scen: a map of 4x3, 1 patches in a.patch")
        for name in ("queries", "wrong lengths", "mean query", "worst query", "mean patch", "worst patch"):
            self.assertIn(name, lines[2])
        self.assertEqual([line.split()[:3] for line in lines[4:]],
                         [[key, "3", "0"] for key in ("a-star", "jps", "bidirectional-a-star", "dijkstra")])  # fmt: skip

    def test_a_wrong_length_is_named(self):
        self.file("b.scen", self.HEAD + "Q 0 0 0 3 0 3\nQ 0 0 0 3 0 4\n")
        self.fails(1, "1 of 2 lengths are wrong; the first: b.scen:8: jps gives solved 3.00000000, the file says 4.00000000",
                   "bench", "dynamic", "b.scen", "-a", "jps")  # fmt: skip

    def test_bad_files(self):
        for text, message in (
            ("version 1\n", "1: a dynamic scenario begins with 'version 2', not with 'version 1'"),
            (self.HEAD.replace("a.patch", "../a.patch"), "5: the file of patches lies beside the scenario and is named without..."),
            (self.HEAD + "Q 0 0 0 4 0 3\n", "7: the goal x must be a whole number from 0 to 3, not '4'"),
            (self.HEAD + "P 0 1 0 0\n", "7: there is no patch 1 in 'a.patch', which has 1"),
            (self.HEAD + "P 0 0 0 2\n", "7: patch 0 of 1x2 reaches beyond the map of 4x3"),
        ):
            self.file("bad.scen", text)
            self.fails(3, "bad.scen:" + message, "bench", "dynamic", "bad.scen")
        self.fails(3, "none.scen: ...", "bench", "dynamic", "none.scen")
        self.file("a.patch", "type patch\npatches 1\npatch 0\nheight 2\nwidth 1\nmap\n@\n")
        self.fails(3, "a.patch:7: the file ends where row 1 of patch 0 should follow", "bench", "dynamic", "a.scen")
        self.fails(3, "a.scen:1: this is a dynamic scenario, of version 2, where one of version 1 is wanted", "solve", self.open,
                   "-a", "jps", "--scen", "a.scen")  # fmt: skip

    def test_bad_usage(self):
        self.fails(2, "bench dynamic wants a scenario of version 2; see waymark bench --help", "bench", "dynamic")
        self.fails(2, "lrta has no path before it has walked it; bench dynamic is for whole-path searches", "bench", "dynamic",
                   "a.scen", "-a", "jps,lrta")  # fmt: skip
        self.fails(2, "--algorithms and --format are for bench dynamic", "bench", "jps", "--format", "jsonl")
        self.fails(2, "--format wants one of table, jsonl, not 'csv'", "bench", "dynamic", "a.scen", "--format", "csv")

    @unittest.skipUnless(SHARED.exists(), f"without {SHARED}")
    def test_the_competition(self):
        rows = self.rows("bench", "dynamic", self.SHARED, "--algorithms", "jps")
        self.assertEqual(len(rows), 2000)
        for row in rows:
            self.assertEqual(row["status"], "solved")
            self.assertAlmostEqual(row["cost"], row["optimal"], places=4)


class Memory(ProgramTest):
    def peak_megabytes(self, *arguments):
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss / 1024

    def test_info_of_the_largest_maps(self):
        if SANITIZED:
            self.skipTest("a sanitizer takes memory of its own")
        for kind in ["maze", "rts", "caves"]:
            self.succeeds("generate", kind, "--size", "8192x8192", "--seed", 3, "-o", "large.map")
            self.assertLess(self.peak_megabytes("info", "large.map"), 200, kind)


class Demo(ProgramTest):
    def test_it_writes_a_page(self):
        text = self.succeeds("demo")
        self.assertIn("waymark-demo/report.html", text)
        page = (self.folder / "waymark-demo" / "report.html").read_text()
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertNotIn("http", page)
        for row in json.loads(self.succeeds("algorithms", "--json")):
            self.assertIn(row["title"], text)
            self.assertIn(row["title"], page)

    def test_every_bundled_map(self):
        for path in sorted(DATA.glob("*.map")):
            if path.stem in ("caves", "fortress"):
                continue  # caves: the test above; fortress: agents that learn scrub there for half a minute
            self.assertIn("100/100", self.succeeds("demo", "--map", path.stem))
        self.fails(2, "--map wants one of caves, city, fortress, rooms, not 'x'", "demo", "--map", "x")

    def test_it_says_when_it_cannot_write(self):
        self.file("waymark-demo", "a file in the way")
        self.fails(3, "waymark-demo...", "demo")
        self.assertEqual((self.folder / "waymark-demo").read_text(), "a file in the way")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
