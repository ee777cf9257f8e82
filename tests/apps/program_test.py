#!/usr/bin/env python3
"""Runs the built program as its users do: every command, its output, exit codes and one-line errors.

Usage: program_test.py PROGRAM SOURCE_DIR [unittest arguments]
"""

import csv
import io
import json
import math
import os
import pty
import resource
import subprocess
import sys
import unittest

from program import DATA, PROGRAM, SANITIZED, SMALL_MAP, ProgramTest, run

ROW_NAMES = [
    "problem", "start", "goal", "status", "cost", "optimal", "suboptimality", "moves", "expanded", "generated", "updates",
    "update_volume", "peak_states", "max_expanded_per_move", "max_work_per_move", "mean_move_ns", "p99_move_ns",
    "max_move_ns", "first_move_ns", "distinct_states",
]  # fmt: skip
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
        self.succeeds("convert", "c.map", "c.map", "--scale", 2)
        self.assertIn("12 x 4", self.succeeds("info", "c.map"))

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
            self.assertIn(row.get("database", "knn"), ("knn", "knn-2009", "pdb", "tree"))
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
        self.assertEqual((row["start"], row["goal"], row["status"], row["moves"]), ([0, 0], [3, 2], "solved", 4))
        self.assertEqual(row["cost"], 3 + math.sqrt(2))
        self.assertEqual((row["optimal"], row["suboptimality"]), (row["cost"], 0))
        self.assertEqual((row["path"][0], row["path"][-1], len(row["path"])), ([0, 0], [3, 2], 5))
        self.assertEqual(row["max_expanded_per_move"], row["expanded"])
        self.assertEqual(row["first_move_ns"], row["max_move_ns"])
        self.assertAlmostEqual(row["mean_move_ns"] * row["moves"], row["first_move_ns"])

    def test_unreachable_is_an_answer(self):
        row = self.rows("solve", self.small, "-a", "jps", "--from", "0,0", "--to", "4,0", "--paths")[0]
        self.assertEqual(list(row), [name for name in ROW_NAMES if name not in ("cost", "optimal", "suboptimality")])
        self.assertEqual(row["status"], "unreachable")
        self.assertIn("unreachable", self.succeeds("solve", self.small, "-a", "jps", "--from", "0,0", "--to", "4,0"))

    def test_csv_and_jsonl_say_the_same(self):
        arguments = ["solve", DATA / "rooms.map", "-a", "weighted-a-star:w=3", "--random", 30, "--paths"]
        rows = self.rows(*arguments)
        table = list(csv.DictReader(io.StringIO(self.succeeds(*arguments, "--format", "csv"))))
        self.assertEqual(list(table[0]), [*ROW_NAMES, "path"])
        self.assertEqual(len(table), len(rows))
        for line, row in zip(table, rows):
            self.assertEqual(line["start"], ",".join(map(str, row["start"])))
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
        self.assertEqual(table.fieldnames, [*ROW_NAMES, "trials", "converged", "travel"])
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
        for name in ["boost", "jps", "expansion", "variants"]:
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

    def test_agents_shows_all_three_parts(self):
        result = run("bench", "agents", "--rounds", 1, "--problems", 1, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1), result.stderr)  # 1: too few problems to hold a bar
        for algorithm in ["lrta", "a-star", "tba:R=100", "lss-lrta:N=1000,moves=one"]:
            self.assertRegex(result.stdout, rf"(?m)^  {algorithm} ")
        self.assertEqual(result.stdout.count("at most 2 times a-star's: "), 3)
        self.assertIn("suboptimality falls from row to row: ", result.stdout)
        self.assertIn("units a move rises from row to row: ", result.stdout)

    @unittest.skipIf(SANITIZED, "too long with a sanitizer")
    def test_databases_shows_all_three_parts(self):
        result = run("bench", "databases", "--rounds", 1, "--problems", 2, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        for begin in ("pdb of level 3 with subgoals on", "rts: 1 maps", "knn-lrta: 2 problems"):
            self.assertRegex(result.stdout, rf"(?m)^{begin}")
        for row in ("lrta-pdb-pdb", "pra", "d-lrta:fallback=tb-wa", "knn-lrta:fallback=da-rtaa", "8,000"):
            self.assertRegex(result.stdout, rf"(?m)^ +{row} ")
        self.assertIn("spends more than 1,177 work units", result.stdout)

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
        self.fails(3, "missing...", "bench", "verify", "missing")
        self.fails(3, "missing/sc1...", "bench", "jps", "--maps", "missing")


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
            if SANITIZED and path.stem == "fortress":
                continue  # minutes: agents that learn scrub there
            self.assertIn("100/100", self.succeeds("demo", "--map", path.stem))
        self.fails(2, "--map wants one of caves, city, fortress, rooms, not 'x'", "demo", "--map", "x")

    def test_it_says_when_it_cannot_write(self):
        self.file("waymark-demo", "a file in the way")
        self.fails(3, "waymark-demo...", "demo")
        self.assertEqual((self.folder / "waymark-demo").read_text(), "a file in the way")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
