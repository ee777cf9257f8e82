#!/usr/bin/env python3
"""Databases as users meet them: built, killed and gone on with, checked, given to agents, refused.

Usage: databases_test.py PROGRAM SOURCE_DIR [unittest arguments]
"""

import json
import os
import random
import signal
import struct
import subprocess
import sys
import time
import unittest
from pathlib import Path

from program import DATA, HAS_MPI, PROGRAM, SANITIZED, ProgramTest, mpirun, run

KINDS = {
    "paths": ["--delta", "12"],
    "knn": ["--records", "300"],
    "knn-2009": ["--records", "300"],
    "pdb": ["--level", "3"],
    "tree": ["--training", "5"],
}


def hash64(data):
    """Hash64 of src/base/hash.hpp, of a text."""

    def mix(z):
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    MASK, GAP = 2**64 - 1, 0x9E3779B97F4A7C15
    words = [len(data)] + [int.from_bytes(data[i : i + 8], "little") for i in range(0, len(data), 8)]
    state = mix(GAP)
    for count, word in enumerate(words, start=1):
        state = mix(state ^ mix((word + GAP * count) & MASK))
    return mix(state ^ len(words))


def children_of(pid):
    children = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name, in brackets, may hold anything; its parent comes second after it.
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
        if parent == pid:
            children.append(int(status.parent.name))
    return sorted(children)


class Databases(ProgramTest):
    def setUp(self):
        super().setUp()
        self.city = str(DATA / "city.map")

    def build(self, kind, *options, output=None, map_file=None):
        output = output or f"city.{kind}"
        text = self.succeeds("build", map_file or self.city, "--kind", kind, *KINDS[kind], *options, "-o", output)
        self.assertRegex(text, rf"^{output}: [\d,]+ bytes in ")
        self.assertFalse((self.folder / (output + ".journal")).exists())
        return output

    def bytes_of(self, name):
        return (self.folder / name).read_bytes()


class Build(Databases):
    def test_each_kind_is_the_same_for_any_number_of_threads(self):
        for kind in KINDS:
            first = self.bytes_of(self.build(kind, "--threads", 1))
            for threads in (2, 3):
                self.assertEqual(self.bytes_of(self.build(kind, "--threads", threads)), first, (kind, threads))

    @unittest.skipUnless(HAS_MPI and not SANITIZED, "needs mpirun, and a program with MPI and without sanitizers")
    def test_each_kind_is_the_same_for_any_number_of_ranks(self):
        for kind, options in KINDS.items():
            first = self.bytes_of(self.build(kind))
            for ranks in (1, 2, 3):
                command = [*mpirun(ranks), PROGRAM, "build", self.city, "--kind", kind, *options, "-o", "ranks"]
                result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(result.stdout.count("ranks: "), 1 + kind.startswith(("knn", "paths")))  # and its coverage, or delta
                self.assertEqual(self.bytes_of("ranks"), first, (kind, ranks))

    def test_the_name_of_the_file_follows_from_the_map(self):
        self.succeeds("build", self.city, "--kind", "knn", "--records", 10)
        self.assertTrue((self.folder / "city.knn.db").exists())

    def test_without_a_kind_it_is_paths(self):
        text = self.succeeds("build", self.city)
        self.assertRegex(text, r"city\.paths\.db: [\d,]+ bytes in ")
        self.assertRegex(text, r"city\.paths\.db: delta 32 \(16 would take about [\d.]+ bytes a cell\), [\d,]+ rows, [\d.]+ bytes a passable cell\n")
        chosen = self.bytes_of("city.paths.db")
        self.succeeds("build", self.city, "--kind", "paths", "--delta", 32, "-o", "named")
        self.assertEqual(self.bytes_of("named"), chosen)
        self.succeeds("build", self.city, "--delta", "auto", "-o", "auto")
        self.assertEqual(self.bytes_of("auto"), chosen)

    @unittest.skipUnless(HAS_MPI and not SANITIZED, "needs mpirun, and a program with MPI and without sanitizers")
    def test_ranks_choose_delta_together(self):
        line = self.succeeds("build", self.city, "-o", "ranks").splitlines()[1]
        expected = self.bytes_of("ranks")
        for ranks in (2, 3):
            command = [*mpirun(ranks), PROGRAM, "build", self.city, "-o", "ranks"]
            result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(result.stdout.splitlines()[1], line)
            self.assertEqual(self.bytes_of("ranks"), expected, ranks)

    def test_delta_follows_from_the_size_that_is_wanted(self):
        text = self.succeeds("build", self.city, "--bytes-per-cell", 1, "-o", "small")
        self.assertRegex(text, r"small: (warning: )?delta \d+ \(\d+ would take about [\d.]+ bytes a cell\), ")
        text = self.succeeds("build", self.city, "--bytes-per-cell", 1, "--delta", 8, "-o", "large")
        self.assertRegex(text, r"large: warning: delta 8, \d+ rows, [\d.]+ bytes a passable cell, more than 1\n")
        deltas = [json.loads(self.succeeds("info", name, "--json"))["delta"] for name in ("small", "large")]
        self.assertGreater(deltas[0], 16)
        self.assertEqual(deltas[1], 8)

    def test_a_size_that_was_asked_for_is_kept_where_the_estimate_misses_it(self):
        self.succeeds("generate", "city", "--size", "120x120", "--seed", 1, "-o", "small.map")
        options = ["build", "small.map", "--bytes-per-cell", 10]
        text = self.succeeds(*options, "-o", "small")
        self.assertRegex(text, r"small: delta 64 \(32 took 10\.\d bytes a cell\), ")
        info = json.loads(self.succeeds("info", "small", "--json"))
        self.assertLessEqual(info["bytes_per_cell"], 10)
        self.assertEqual(sorted(file.name for file in self.folder.glob("small*")), ["small", "small.map"])
        self.succeeds("build", "small.map", "--delta", 64, "-o", "named")
        self.assertEqual(self.bytes_of("small"), self.bytes_of("named"))
        if HAS_MPI and not SANITIZED:
            command = [*mpirun(2), PROGRAM, *map(str, options), "-o", "ranks"]
            result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(self.bytes_of("ranks"), self.bytes_of("named"))

    def test_between_scattered_obstacles_it_says_what_would_make_the_file_smaller(self):
        self.succeeds("generate", "scrub", "--size", "160x160", "--seed", 1, "-o", "scrub.map")
        text = self.succeeds("build", "scrub.map", "-o", "scrub")
        self.assertRegex(text, r"scrub: delta (16|32)( \(.*\))?, \d+ rows, [\d.]+ bytes a passable cell; smaller, with longer ways: --bytes-per-cell 16\n")
        self.assertGreater(json.loads(self.succeeds("info", "scrub", "--json"))["bytes_per_cell"], 16)
        self.succeeds("build", "scrub.map", "--bytes-per-cell", 16, "-o", "less")
        less = json.loads(self.succeeds("info", "less", "--json"))
        self.assertLessEqual(less["bytes_per_cell"], 16)
        self.assertGreater(less["delta"], 32)

    def test_info_tells_what_paths_are_made_of(self):
        name = self.build("paths")
        info = json.loads(self.succeeds("info", name, "--json"))
        self.assertEqual((info["kind"], info["delta"], info["chosen"]), ("paths", 12, 1))
        self.assertEqual(info["bytes_per_cell"], len(self.bytes_of(name)) / info["cells"])
        self.assertEqual(info["sections"]["entries"], 2 * info["rows"] * info["tiles"])
        self.assertEqual(info["sections"]["block_ends"], 4 * (info["blocks"] + 1))
        self.assertIn("bytes_per_cell", self.succeeds("info", name))

    def test_ways_along_rows_can_be_smoothed(self):
        name = self.build("paths")
        text = self.succeeds("solve", self.city, "-a", "paths", "--database", name, "--random", 3, "--smooth", "rays")
        self.assertRegex(text, r"(?m)^ +0 .* solved +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ ")
        self.assertIn("smoothed", text)

    def test_a_row_is_told_and_drawn(self):
        name = self.build("paths")
        passable = next(y for y, row in enumerate(Path(self.city).read_text().split("map\n")[1].splitlines()) if row[20] == ".")
        row = ["info", self.city, "--database", name, "--row", f"20,{passable}"]
        info = json.loads(self.succeeds(*row, "--json"))
        self.assertLess(info["row"], info["rows"])
        self.assertRegex(self.succeeds(*row), r"centroid +\d+,\d+\n")
        self.succeeds(*row, "--picture", "row.png")
        self.assertTrue(self.bytes_of("row.png").startswith(b"\x89PNG"))
        self.fails(2, "--row goes with --database only", "info", self.city, "--row", "1,1")
        self.fails(2, "--row wants the map first...", "info", name, "--database", name, "--row", "1,1")
        self.fails(3, f"{self.city}: --row -1,0 is no passable cell", *row[:-1], "-1,0")
        self.fails(2, "--picture ... would overwrite what is read".replace("... ", "city.paths "), *row, "--picture", name)

    def test_paths_may_keep_distances(self):
        self.succeeds("build", self.city, "--delta", 32, "--distances", "-o", "far.db")
        sections = json.loads(self.succeeds("info", "far.db", "--json"))["sections"]
        rows = sections["centroids"] // 4
        self.assertEqual(sections["distances"], 4 * rows + 2 * sections["entries"])
        self.succeeds("verify", "far.db", self.city)
        self.succeeds("solve", self.city, "-a", "paths", "--database", "far.db", "--random", 1)

    def test_seeds_and_given_problems_make_other_records(self):
        first = self.bytes_of(self.build("knn"))
        self.assertNotEqual(self.bytes_of(self.build("knn", "--seed", 2)), first)
        self.succeeds("build", self.city, "--kind", "knn", "--problems", self.city + ".scen", "-o", "given")
        info = json.loads(self.succeeds("info", "given", "--json"))
        self.assertEqual((info["kind"], info["records"]), ("knn", 100))
        self.succeeds("verify", "given", self.city)

    def test_problems_without_a_path_are_left_out(self):
        self.file("some.scen", "version 1\n" + "".join(
            f"0\tsmall.map\t5\t3\t{row}\t0\n" for row in ("0\t0\t0\t0", "0\t0\t4\t0", "0\t0\t1\t2")
        ))
        self.succeeds("build", self.small, "--kind", "knn", "--problems", "some.scen", "-o", "some")
        self.assertEqual(json.loads(self.succeeds("info", "some", "--json"))["records"], 1)
        self.file("none.scen", "version 1\n0\tsmall.map\t5\t3\t0\t0\t0\t0\t0\n")
        message = "none.scen: no row has a path of a step or more"
        self.fails(3, message, "build", self.small, "--kind", "knn", "--problems", "none.scen", "-o", "none")

    def test_no_records_are_a_database_too(self):
        self.succeeds("build", self.city, "--kind", "knn", "--records", 0, "-o", "none")
        self.succeeds("verify", "none", self.city)
        row = self.rows("solve", self.city, "-a", "knn-lrta", "--database", "none", "--random", 1)[0]
        self.assertEqual(row["status"], "solved")

    def test_bad_usage(self):
        build = ["build", self.city, "--kind"]
        self.fails(2, "--kind wants one of paths, knn, knn-2009, pdb, tree, not 'x'", *build, "x")
        self.fails(2, "--kind pdb wants --level L", *build, "pdb")
        self.fails(2, "--level does not go with --kind knn", *build, "knn", "--level", 3)
        self.fails(2, "--records does not go with --kind pdb", *build, "pdb", "--level", 3, "--records", 3)
        self.fails(2, "--records wants a whole number...", *build, "knn", "--records", "many")
        self.fails(2, "--kind knn is built for one map", "build", self.city, self.open, "--kind", "knn")
        self.fails(2, "--problems gives the pairs; leave out --records and --seed", *build, "knn", "--problems", "x", "--seed", 1)
        self.fails(2, "--threads wants...", *build, "knn", "--threads", 0)
        self.fails(2, "--base must not lie above --level", *build, "pdb", "--level", 2, "--base", 3)
        self.fails(2, "--delta does not go with --kind knn", *build, "knn", "--delta", 16)
        self.fails(2, "--distances does not go with --kind knn", *build, "knn", "--distances")
        self.fails(2, "--records does not go with --kind paths", "build", self.city, "--records", 16)
        self.fails(2, "--delta wants auto or a whole number from 4 to 256, not 'x'", *build, "paths", "--delta", "x")
        self.fails(2, "--delta wants auto or a whole number from 4 to 256, not '3'", *build, "paths", "--delta", 3)
        self.fails(2, "--bytes-per-cell wants a whole number...", *build, "paths", "--bytes-per-cell", 0)
        self.fails(2, "--kind paths is built for one map", "build", self.city, self.open)
        self.fails(3, "missing.map...", "build", "missing.map", "--kind", "knn")
        self.fails(3, "no/folder/x: cannot write a file there: No such file...", *build, "knn", "--records", 5, "-o", "no/folder/x")

    def test_outputs_that_cannot_be_written_are_noticed_before_the_work(self):
        (self.folder / "folder").mkdir()
        build = ["build", self.city, "--kind", "knn", "--records", "100000", "-o"]
        self.fails(3, "folder: cannot write the file: Is a directory", *build, "folder")
        self.fails(3, "new/: cannot write the file: it is the name of a folder", *build, "new/")
        copy = self.file("own.map", Path(self.city).read_text())
        self.fails(2, "-o own.map would overwrite what is read", "build", copy, "--kind", "knn", "-o", "own.map")
        self.assertEqual(sorted(path.name for path in self.folder.glob("**/*.journal")), [])

    def test_a_pipe_gets_the_file_and_nothing_else(self):
        name = self.build("knn")
        command = '"$0" build "$1" --kind knn --records 300 -o /dev/stdout | cat > piped'
        subprocess.run(["sh", "-c", command, PROGRAM, self.city], cwd=self.folder, check=True, timeout=60)
        self.assertEqual(self.bytes_of("piped"), self.bytes_of(name))

    def test_a_build_that_must_fail_leaves_no_journal(self):
        walls = self.file("walls.map", "type octile\nheight 1\nwidth 3\nmap\n@@@\n")
        for kind in ("tree", "knn", "pdb"):
            options = ["--level", "0"] if kind == "pdb" else []
            result = run("build", walls, "--kind", kind, *options, "-o", "walls.db", cwd=self.folder)
            self.assertEqual((result.returncode, result.stderr.count("\n")), (3, 1), result.stderr)
            self.assertEqual(list(self.folder.glob("walls.db*")), [])

    @unittest.skipUnless(HAS_MPI and not SANITIZED, "needs mpirun, and a program with MPI and without sanitizers")
    def test_ranks_with_different_maps_are_refused(self):
        for rank in "01":
            (self.folder / rank).mkdir()
            text = Path(self.city).read_text()
            (self.folder / rank / "m.map").write_text(text if rank == "0" else text.replace(".", "@", 1))
        for options in ("--kind knn --records 3000", "--kind paths --delta 32", "--kind paths --delta auto"):
            script = f'cd "$OMPI_COMM_WORLD_RANK" && exec "$0" build m.map {options} -o ../ranks'
            command = [*mpirun(2), "sh", "-c", script, PROGRAM]
            result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
            self.assertNotEqual(result.returncode, 0, options)
            self.assertIn("rank 1 has another map, other options or another version than rank 0", result.stderr)
            self.assertFalse((self.folder / "ranks").exists())
            for journal in self.folder.glob("ranks.journal"):
                journal.unlink()

    def test_a_map_without_trips(self):
        lonely = self.file("lonely.map", "type octile\nheight 1\nwidth 3\nmap\n.@.\n")
        result = run("build", lonely, "--kind", "knn", cwd=self.folder)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1)

    def test_a_level_beyond_the_top(self):
        result = run("build", self.city, "--kind", "pdb", "--level", 60, cwd=self.folder)
        self.assertIn(result.returncode, (2, 3))
        self.assertEqual(result.stderr.count("\n"), 1)


class Kill(Databases):
    """A build of a second, killed again and again, ends with the bytes of one that was left alone."""

    def setUp(self):
        super().setUp()
        size = "200x200" if SANITIZED else "400x400"
        self.succeeds("generate", "rooms", "--size", size, "--seed", 5, "-o", "large.map")
        self.command = [PROGRAM, "build", "large.map", "--kind", "knn", "--records", "6000", "--threads", "2"]

    def start(self, command):
        return subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def undisturbed(self):
        began = time.monotonic()
        subprocess.run([*self.command, "-o", "whole"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=120)
        return self.bytes_of("whole"), time.monotonic() - began

    def kill_again_and_again(self, command, expected, longest, kills, victim):
        """Until so many kills met a build under way. Returns how often its journal had grown by then."""
        journal = self.folder / "killed.journal"
        output = self.folder / "killed"
        moments = random.Random(7)
        grown = landed = 0
        deadline = time.monotonic() + 300
        while landed < kills:
            self.assertLess(time.monotonic(), deadline, f"only {landed} kills met a build under way")
            before = journal.stat().st_size if journal.exists() else 0
            process = self.start(command)
            time.sleep(moments.uniform(0, longest))
            if process.poll() is None:
                victim(process)
            process.communicate()
            if output.exists():  # whole or not at all; then the next one begins anew
                self.assertEqual(output.read_bytes(), expected)
                output.unlink()
                journal.unlink(missing_ok=True)
                continue
            self.assertNotEqual(process.returncode, 0)
            landed += 1
            after = journal.stat().st_size if journal.exists() else 0
            self.assertGreaterEqual(after, before - 100_000, "what was done is kept, but for a torn end")
            grown += after > before
            if grown == 0:
                longest *= 1.2  # on a busy machine the first item may take longer than it took undisturbed
        return grown

    def test_twenty_times_at_random_moments(self):
        expected, seconds = self.undisturbed()
        command = [*self.command, "-o", "killed"]
        end = lambda process: os.killpg(process.pid, signal.SIGKILL)
        grown = self.kill_again_and_again(command, expected, max(0.3, seconds / 4), 20, end)
        self.assertGreater(grown, 0, "no kill came after an item was written")
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=120)
        self.assertEqual(self.bytes_of("killed"), expected)
        self.assertFalse((self.folder / "killed.journal").exists())

    @unittest.skipUnless(HAS_MPI and not SANITIZED, "needs mpirun, and a program with MPI and without sanitizers")
    def test_one_of_two_ranks(self):
        expected, seconds = self.undisturbed()
        command = [*mpirun(2), *self.command, "-o", "killed"]

        def kill_a_rank(process):
            victims = children_of(process.pid)
            if victims:
                os.kill(random.Random(len(victims)).choice(victims), signal.SIGKILL)
            else:
                os.killpg(process.pid, signal.SIGKILL)
            try:
                process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise

        self.kill_again_and_again(command, expected, seconds + 1, 5, kill_a_rank)
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=180)
        self.assertEqual(self.bytes_of("killed"), expected)

    def test_the_journal_of_another_build_is_kept(self):
        process = self.start([*self.command, "-o", "killed"])
        journal = self.folder / "killed.journal"
        deadline = time.monotonic() + 60
        while not journal.exists() and time.monotonic() < deadline:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        self.assertTrue(journal.exists())
        held = journal.read_bytes()
        message = "killed.journal: the journal of another build; finish that one with its own options, or remove the file"
        self.fails(3, message, *self.command[1:], "--seed", 2, "-o", "killed")
        self.assertEqual(journal.read_bytes(), held)


class Use(Databases):
    def test_every_agent_is_led_by_its_database(self):
        names = [self.build(kind) for kind in KINDS]
        arguments = [argument for name in names for argument in ("--database", name)]
        info = json.loads(self.succeeds("info", self.city, "--json"))
        cells = info["cells"]
        for algorithm in ("knn-lrta", "knn-lrta:fallback=da-rtaa", "knn-lrta:fallback=tb-wa", "knn-lrta-2009", "d-lrta",
                          "lrta-pdb-pdb", "lrta-dt-g", "paths", "auto"):
            rows = self.rows("solve", self.city, "-a", algorithm, *arguments, "--random", 20)
            self.assertEqual({row["status"] for row in rows}, {"solved"}, algorithm)
            for row in rows:
                self.assertGreater(row["database_bytes"], 0)
                self.assertEqual(row["cumulative_states"], row["database_states"] + row["peak_states"])
                self.assertAlmostEqual(row["database_relative"], row["database_states"] / cells)
                self.assertIsInstance(row["fell_back"], bool)
                self.assertGreater(row["online_bytes"], 0)

    def test_csv_and_jsonl_say_the_same(self):
        name = self.build("knn")
        arguments = ["solve", self.city, "-a", "knn-lrta", "--database", name, "--random", 3]
        heading = self.succeeds(*arguments, "--format", "csv").splitlines()[0].split(",")
        both = [name for name in heading if not name.startswith(("start_", "goal_"))]
        self.assertEqual(both, [name for name in self.rows(*arguments)[0] if name not in ("start", "goal")])

    def test_race_accounts_for_memory(self):
        name = self.build("knn")
        text = self.succeeds("race", self.city, "-a", "knn-lrta,tba,lrta", "--database", name, "--random", 5)
        heading, _, knn, tba = text[text.index("\nMemory, ") :].splitlines()[3:7]
        for column in ("on-line KB", "agent KB", "database KB", "file KB", "relative", "cumulative KB", "break-even", "fell back"):
            self.assertIn(column, heading)
        self.assertRegex(knn, r"^knn-lrta ")
        self.assertRegex(tba, r" - +- +- ")
        without = self.succeeds("race", self.city, "-a", "tba,lrta", "--random", 5)
        self.assertNotIn("database KB", without)

    def test_a_missing_database_says_how_to_make_one(self):
        message = (
            "knn-lrta needs a database of kind knn: make one with `waymark build MAP --kind knn -o FILE`, then give it "
            "with --database FILE"
        )
        self.fails(2, message, "solve", self.city, "-a", "knn-lrta", "--random", 1)

    def test_a_state_visited_again_is_led_by_a_second_database(self):
        name = self.build("pdb", "--depth-cap", 3000)
        deep = self.build("pdb", "--depth-cap", 3000, "--content", "depth", output="city.depths")
        solve = ["solve", self.city, "-a", "lrta-pdb-pdb:fallback=lrta-pdb-g", "--random", 20, "--database", name]
        rows = self.rows(*solve, "--database", deep)
        self.assertEqual({row["status"] for row in rows}, {"solved"})
        self.assertEqual(rows[0]["database_bytes"], len(self.bytes_of(name)) + len(self.bytes_of(deep)))
        self.fails(2, "lrta-pdb-pdb:fallback=lrta-pdb-g needs a second database of kind pdb: make one with ...", *solve)
        message = "pr-lrta:goal=pdb,revisit=depths needs a database of kind pdb: make one with `waymark build MAP --kind pdb --base L --level L2 ..."
        self.fails(2, message, "solve", self.city, "-a", "pr-lrta:goal=pdb,revisit=depths", "--random", 1)

    def test_an_agent_takes_only_the_exits_that_its_name_tells(self):
        first = self.build("pdb", output="first.db")
        last = self.build("pdb", "--exit", "last", output="last.db")
        self.assertNotEqual(self.bytes_of(first), self.bytes_of(last))
        self.assertRegex(self.succeeds("info", last, self.city), r"\nexit +1\n")
        self.succeeds("verify", last, self.city)
        centroid = self.build("pdb", "--exit", "centroid", output="centroid.db")
        takers = (("d-lrta", first, last), ("d-lrta:exit=last", last, first), ("d-lrta:exit=centroid", centroid, first))
        for agent, own, other in takers:
            solve = ["solve", self.city, "-a", agent, "--random", 2, "--database"]
            self.succeeds(*solve, own)
            self.fails(2, f"{other}: its subgoals are the ...", *solve, other)
        self.fails(2, "--content depth has no subgoals; leave out --exit",
                   "build", self.city, "--kind", "pdb", "--level", 2, "--content", "depth", "--exit", "last", "-o", "x.db")  # fmt: skip
        message = "d-lrta:exit=last needs a database of kind pdb: make one with `waymark build MAP --kind pdb --level L --exit last -o ..."
        self.fails(2, message, "solve", self.city, "-a", "d-lrta:exit=last", "--random", 1)

    def test_wrong_databases_are_refused(self):
        name = self.build("knn")
        solve = ["solve", self.city, "-a", "knn-lrta", "--random", 1, "--database"]
        caves = str(DATA / "caves.map")
        self.fails(3, f"{name}: built for another map", "solve", caves, "-a", "knn-lrta", "--random", 1, "--database", name)
        self.fails(3, f"{name}: built for another metric...", *solve, name, "--metric", "1.4")
        self.fails(3, f"{name}: built for other rules of movement", *solve, name, "--diagonal", "one")
        self.fails(3, f"{name}: the second database of kind knn", *solve, name, "--database", name)
        self.fails(3, "nothing: ...", *solve, "nothing")
        self.fails(3, f"{self.city}: byte 0: not a Waymark database", *solve, self.city)
        whole = self.bytes_of(name)
        (self.folder / "short").write_bytes(whole[:-1])
        self.fails(3, "short: byte 48: the header promises...", *solve, "short")
        (self.folder / "flipped").write_bytes(whole[:-5] + bytes([whole[-5] ^ 4]) + whole[-4:])
        self.fails(3, "flipped: byte...", *solve, "flipped")
        self.fails(3, "flipped: byte...", "verify", "flipped", self.city)
        self.fails(3, "flipped: byte...", "info", "flipped")


class Verify(Databases):
    def test_what_was_built_holds(self):
        for kind in KINDS:
            self.assertIn("well", self.succeeds("verify", self.build(kind), self.city))

    def test_the_map_must_be_its_own(self):
        name = self.build("pdb")
        self.fails(3, f"{name}: built for another map", "verify", name, DATA / "caves.map")

    def test_rules_must_be_its_own(self):
        name = self.build("knn", "--metric", "1.4")
        self.fails(3, f"{name}: built for another metric...", "verify", name, self.city)
        self.succeeds("verify", name, self.city, "--metric", "1.4")


    def test_forged_parameters_do_not_hold(self):
        def forge(name, parameter, value):
            """Changes a number of the header and makes its checksum right again (docs/formats.md)."""
            data = bytearray(self.bytes_of(name))
            parameters, sections = struct.unpack_from("<II", data, 36)
            for i in range(parameters):
                at = 56 + 24 * i
                if data[at : at + 16].rstrip(b"\0").decode() == parameter:
                    struct.pack_into("<Q", data, at + 16, value)
            end = 56 + 24 * parameters + 40 * sections
            struct.pack_into("<Q", data, end, hash64(bytes(data[:end])))
            (self.folder / "forged").write_bytes(data)

        knn = self.build("knn")
        forge(knn, "drawn", 1)
        self.succeeds("verify", "forged", self.city)  # as it was
        forge(knn, "drawn", 0)
        self.fails(1, "forged: drawn is 0 and the seed 1; trips that were given make it ...", "verify", "forged", self.city)
        forge(knn, "seed", 2)
        self.fails(1, "forged: record 0: leads from ...", "verify", "forged", self.city)
        self.succeeds("build", self.city, "--kind", "pdb", "--level", 2, "--content", "depth", "--depth-cap", 3, "-o", "depths")
        forge("depths", "depth_cap", 4)
        self.fails(1, "forged: regions ...", "verify", "forged", self.city)
        self.succeeds("build", self.city, "--kind", "pdb", "--level", 2, "--content", "goal", "-o", "goals")
        forge("goals", "depth_cap", 20)
        self.fails(1, "forged: depth_cap is 20; without depths it is 0", "verify", "forged", self.city)
        forge(self.build("paths"), "delta", 16)
        self.fails(1, "forged: has ...", "verify", "forged", self.city)


class Info(Databases):
    def test_it_tells_what_a_database_is(self):
        for kind in KINDS:
            name = self.build(kind)
            info = json.loads(self.succeeds("info", name, "--json"))
            self.assertEqual(info["kind"], kind)
            self.assertEqual(info["bytes"], len(self.bytes_of(name)))
            text = self.succeeds("info", name)
            self.assertRegex(text, rf"(?m)^kind +{kind}$")
        knn = json.loads(self.succeeds("info", "city.knn", "--json"))
        self.assertEqual((knn["records"], knn["seed"], knn["metric"], knn["diagonal"]), (300, 1, "sqrt2", "both"))
        self.assertEqual(knn["map"], json.loads(self.succeeds("info", self.city, "--json"))["fingerprint"])

    def test_it_tells_how_much_of_its_map_a_case_base_covers(self):
        caves = self.folder / "wide.map"
        self.succeeds("generate", "caves", "--size", "300x300", "--seed", 7, "-o", caves)
        for kind in ("knn", "knn-2009"):
            shares = []
            for records in (5, 4000):
                built = self.succeeds("build", caves, "--kind", kind, "--records", records, "-o", "base")
                line = built.splitlines()[1]
                self.assertRegex(line, r"^base: (warning: only )?[0-9.]+ % of 400 random problems find a record that serves")
                info = self.succeeds("info", "base", caves)
                self.assertRegex(info, rf"(?m)^coverage +{line[len('base: '):]}$")
                coverage = json.loads(self.succeeds("info", "base", caves, "--json"))["coverage"]
                self.assertEqual(coverage["problems"], 400)
                self.assertIn(f"{coverage['share'] * 100:.1f} % of 400", line)
                self.assertEqual("warning" in line, coverage["share"] < 0.5)
                if coverage["records_wanted"] > 0:
                    self.assertIn(f"; about {coverage['records_wanted']:,} records would serve 90 %", line)
                shares.append(coverage["share"])
            self.assertLess(shares[0], 0.5, kind)
            self.assertGreater(shares[1], shares[0], kind)
        self.assertRegex(self.succeeds("info", "base"), "(?m)^coverage +waymark info DB MAP tells")
        self.assertNotIn("coverage", json.loads(self.succeeds("info", self.build("pdb"), self.city, "--json")))
        self.fails(3, "base: built for another map", "info", "base", self.city)
        self.fails(2, f"unexpected argument '{self.city}'; see waymark info --help", "info", self.city, self.city)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
