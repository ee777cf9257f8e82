#!/usr/bin/env python3
"""Experiments as users meet them: listed, run, killed and gone on with, reported, compared.

Usage: lab_test.py PROGRAM SOURCE_DIR [unittest arguments]
"""

import functools
import html
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from browser import BROWSER, WIDTHS, BrowserTest
from program import DATA, HAS_MPI, PROGRAM, SANITIZED, ProgramTest, mpirun, run

EXPERIMENTS = ("pathology2006", "jair2008", "knn2009", "jair2010", "thesis")
RUN_HERE = ("knn2009",) if SANITIZED else EXPERIMENTS
SPECS = DATA.parent / "experiments"
SCRATCH = tempfile.TemporaryDirectory(prefix="waymark-lab-")
VERDICTS = {"holds", "within the noise", "does not hold", "not comparable"}
# What differs from run to run: times. Not what agents hold, as one thread walks all problems of a row.
PASSING_SAMPLES = ("ns", "first_move_ns", "smoothing_ns")
PASSING_FIGURES = ("build_seconds", "derived_ns", "edit_ns")


def tearDownModule():
    SCRATCH.cleanup()


def spec_of(name):
    return json.loads((SPECS / name / "spec.json").read_text())


def lines_of(folder):
    return (Path(folder) / "results.jsonl").read_text().splitlines()


def rows_of(folder):
    return [json.loads(line) for line in lines_of(folder)]


def lasting(rows):
    """What of the rows is the same in every run."""
    kept = []
    for row in rows:
        samples = {name: values for name, values in row["samples"].items() if name not in PASSING_SAMPLES}
        figures = {name: value for name, value in row["figures"].items() if name not in PASSING_FIGURES}
        kept.append({**row, "samples": samples, "figures": figures})
    return kept


class QuickRun:
    """They cost seconds each: one for all tests, also if it fails. Its folder has the name that the program gives it."""

    def __init__(self, name):
        self.name = name
        self.folder = Path(SCRATCH.name) / f"lab-{name}-quick"
        self.output, self.rows, self.page, self.tables = "", [], "", ""
        try:
            result = run("lab", "run", name, "--quick", cwd=SCRATCH.name)
        except subprocess.TimeoutExpired as expired:
            self.outcome = str(expired)
            return
        self.outcome = (result.returncode, result.stderr)
        if result.returncode == 0:
            self.output = result.stdout
            self.rows = rows_of(self.folder)
            self.page = (self.folder / "report.html").read_text()
            self.tables = (self.folder / "tables.md").read_text()


quick_run = functools.cache(QuickRun)


def for_each_experiment(test):
    def tests(self):
        for name in RUN_HERE:
            with self.subTest(experiment=name):
                test(self, spec_of(name), quick_run(name))

    return tests


class LabTest(ProgramTest):
    def quick(self, name, out, *options):
        self.succeeds("lab", "run", name, "--quick", "--out", out, *options)
        return rows_of(self.folder / out)

    def finished(self, name, out):
        """A finished run in a folder of the test's own: a copy of the shared one."""
        shutil.copytree(quick_run(name).folder, self.folder / out)

    def mine(self):
        """The small experiment of docs/lab.md, as a file."""
        guide = (DATA.parent / "docs" / "lab.md").read_text()
        return self.file("mine.json", guide.partition("```json\n")[2].partition("```")[0])

    def assert_same_rows(self, rows, expected):
        """Row by row: all of them at once would print megabytes."""
        self.assertEqual(len(rows), len(expected))
        for mine, other in zip(lasting(rows), lasting(expected)):
            self.assertEqual(mine, other)


class Usage(LabTest):
    def test_list_names_the_experiments(self):
        lines = self.succeeds("lab", "list").splitlines()[2:]
        self.assertEqual({line.split()[0] for line in lines}, set(EXPERIMENTS))
        for line in lines:
            spec = spec_of(line.split()[0])
            self.assertIn(spec["title"], line)
            self.assertIn(spec["paper"], line)

    def test_bad_usage(self):
        self.fails(2, "there is no experiment 'knn209'; did you mean knn2009?", "lab", "run", "knn209", "--quick")
        self.fails(2, "there is no experiment 'bogus'; waymark lab list names them", "lab", "run", "bogus", "--quick")
        self.fails(2, "--jobs wants a whole number...", "lab", "run", "knn2009", "--quick", "--jobs", 0)
        for name in EXPERIMENTS:
            self.fails(2, "a full run wants --maps DIR...", "lab", "run", name)
        self.assertEqual([path.name for path in self.folder.glob("lab-*")], [])

    def test_maps_that_are_not_there(self):
        for name in EXPERIMENTS:
            first = spec_of(name)["maps"][0]
            variables = {key: values[0] for key, values in first.get("for", {}).items()}
            file = self.folder / first["set"] / (first["name"].format(**variables) + ".map")
            message = f"{file}: cannot open the file: No such file or directory"
            self.fails(3, message, "lab", "run", name, "--maps", self.folder)
            self.assertFalse((self.folder / f"lab-{name}").exists())

    def test_a_report_is_made_anew_from_its_rows(self):
        self.finished("knn2009", "run")
        before = {name: (self.folder / "run" / name).read_bytes() for name in ("tables.md", "report.html")}
        for name in before:
            (self.folder / "run" / name).unlink()
        self.succeeds("lab", "report", "run")
        for name, content in before.items():
            self.assertEqual((self.folder / "run" / name).read_bytes(), content)
        (self.folder / "none").mkdir()
        self.file("none/results.jsonl", "")
        self.fails(3, "none/results.jsonl: holds no rows", "lab", "report", "none")

    def test_an_experiment_of_ones_own_is_a_file(self):
        spec = Path(self.mine()).read_text()
        text = self.succeeds("lab", "run", "mine.json", "--quick", "--out", "run")
        self.assertIn("1,000 records beat every depth", text)
        table = (self.folder / "run" / "tables.md").read_text()
        self.assertNotIn("published", table)
        # With figures to compare with, which a report made anew shows too.
        json_spec = json.loads(spec)
        json_spec["tables"][0]["table"] = "1"
        json_spec["configurations"][0]["published"] = {"algorithm": "LRTA*", "parameters": "d={d}"}
        self.file("mine.json", json.dumps(json_spec))
        self.file("mine.csv", "table,algorithm,parameters,measure,value,unit\n1,LRTA*,d=3,suboptimality,123.25,%\n")
        self.succeeds("lab", "run", "mine.json", "--quick", "--out", "run", "--overwrite")
        self.assertIn("| 123.25 |", (self.folder / "run" / "tables.md").read_text())
        (self.folder / "mine.csv").rename(self.folder / "kept.csv")
        (self.folder / "mine.json").rename(self.folder / "kept.json")
        page = (self.folder / "run" / "report.html").read_bytes()
        self.succeeds("lab", "report", "run")
        self.assertEqual((self.folder / "run" / "report.html").read_bytes(), page)
        # A run without figures into the same folder leaves none of the run before.
        (self.folder / "kept.json").rename(self.folder / "mine.json")
        self.succeeds("lab", "run", "mine.json", "--quick", "--out", "run", "--overwrite")
        self.succeeds("lab", "report", "run")
        self.assertNotIn("123.25", (self.folder / "run" / "tables.md").read_text())

    def test_what_is_wrong_with_ones_own_experiment_is_told(self):
        run = ["lab", "run", "mine.json", "--quick"]
        self.fails(3, "mine.json: cannot open the file: ...", *run)
        self.file("mine.json", "{")
        self.fails(3, "mine.json: ...", *run)
        self.file("mine.json", '{"title": 1}')
        self.fails(3, "mine.json: spec: title is no text", *run)
        self.file("knn2009.json", "{}")
        message = "knn2009 is the name of an experiment of the program; call the file otherwise"
        self.fails(2, message, "lab", "run", "knn2009.json", "--quick")

    def test_which_exits_a_pattern_database_holds_is_asked_for_as_the_agent_asks(self):
        def run(algorithm, **database):
            few = {"maps": [{"bundled": "city"}], "problems": {"count": 1, "min_cost": 10, "max_cost": 100}}
            row = {"name": "one", "algorithm": algorithm, "database": {"kind": "pdb", "content": "goal", **database}}
            table = {"id": "T", "title": "t", "rows": ["one"], "columns": ["suboptimality"]}
            mine = {"title": "t", "paper": "p", "rules": {"metric": "sqrt2", "diagonal": "both"}, "seed": 1, **few, "quick": few,
                    "configurations": [row], "tables": [table], "figures": [], "claims": []}  # fmt: skip
            self.file("mine.json", json.dumps(mine))
            return ["lab", "run", "mine.json", "--quick", "--out", "run", "--overwrite"]

        place = "mine.json: spec.configurations[0].database: "
        self.fails(3, place + "exit must be first, last or centroid", *run("d-lrta", exit="middle"))
        self.fails(3, place + "depths for global goals have no exit", *run("lrta-pdb-g", content="depth", exit="last"))
        self.succeeds(*run("d-lrta:exit=centroid", exit="centroid"))
        self.succeeds(*run("d-lrta:exit=last", exit="last"))
        self.assertIn("exit=last", (self.folder / "run" / "results.jsonl").read_text())
        self.succeeds(*run("d-lrta"))

    def test_a_printed_figure_that_nobody_uses_is_told_before_the_run(self):
        self.mine()
        self.file("mine.csv", "table,algorithm,parameters,measure,value,unit\n1,LRTA*,d=3,suboptimality,9.5,%\n1,A*,,moves,8,\n")
        message = ("mine.json: printed, but in no table, no claim and not in left_out: "
                   "Table 1, LRTA* (d=3): suboptimality = 9.5 % (and 1 more)")
        self.fails(3, message, "lab", "run", "mine.json", "--quick")
        self.assertFalse((self.folder / "lab-mine-quick").exists())

    def test_a_quick_run_takes_no_maps(self):
        message = "--quick takes the bundled maps: leave out --maps"
        self.fails(2, message, "lab", "run", "knn2009", "--quick", "--maps", self.folder)

    def test_a_folder_that_cannot_be_made(self):
        self.file("taken", "")
        self.fails(3, "taken: cannot make the folder: ...", "lab", "run", "knn2009", "--quick", "--out", "taken")

    def test_the_folder_has_a_name_of_its_own(self):
        made = quick_run("knn2009")
        self.assertEqual(made.outcome, (0, ""))
        self.assertTrue((Path(SCRATCH.name) / "lab-knn2009-quick" / "report.html").exists())


class Overwrite(LabTest):
    """Nothing is lost that nobody gave up."""

    RUN = ("lab", "run", "knn2009", "--quick", "--out", "run")
    MINE = ("lab", "run", "mine.json", "--quick", "--out", "run")

    def contents(self):
        return {path.name: path.read_bytes() for path in (self.folder / "run").iterdir()}

    def refused(self, message, *arguments):
        before = self.contents()
        self.fails(2, message, *arguments)
        self.assertEqual(self.contents(), before)

    def test_a_finished_run_stays_unless_it_is_given_up(self):
        self.mine()
        self.succeeds(*self.MINE)
        message = "run holds a finished run: --overwrite replaces it; or choose another --out"
        self.refused(message, *self.MINE)
        self.refused(message, *self.MINE, "--resume")
        before = self.contents()
        self.succeeds(*self.MINE, "--overwrite")
        self.assertEqual(self.contents().keys(), before.keys())
        self.assertNotEqual(self.contents(), before)  # times

    def test_a_run_of_another_experiment_stays_unless_it_is_given_up(self):
        self.mine()
        self.finished("knn2009", "run")
        self.refused("run holds a finished run: --overwrite...", *self.MINE)
        note = self.file("run/note.txt", "mine")
        self.succeeds(*self.MINE, "--overwrite")
        self.assertEqual({row["experiment"] for row in rows_of(self.folder / "run")}, {"mine"})
        self.assertEqual(Path(note).read_text(), "mine")
        self.assertTrue((self.folder / "run" / "spec.json").exists())
        # What the other way leaves is of one run too.
        self.succeeds(*self.RUN, "--overwrite")
        self.assertFalse((self.folder / "run" / "spec.json").exists())
        self.assertEqual(Path(note).read_text(), "mine")

    def test_what_the_lab_did_not_write_is_never_overwritten(self):
        (self.folder / "run").mkdir()
        for name in ("report.html", "tables.md", "results.jsonl", "map_caves.png", "results.journal", "spec.json"):
            with self.subTest(file=name):
                file = Path(self.file(f"run/{name}", "my own"))
                for option in ([], ["--overwrite"], ["--resume"]):
                    message = f"run/{name} was not written by a run of the lab and is left alone: move it away, or ..."
                    self.refused(message, *self.RUN, *option)
                file.unlink()
        self.file("run/files.json", '["../stolen"]')
        self.refused("run/files.json is no list of files that the lab wrote: ...", *self.RUN, "--overwrite")
        self.file("run/files.json", "my own")
        self.refused("run/files.json is no list of files that the lab wrote: ...", *self.RUN, "--overwrite")

    def test_a_report_made_anew_leaves_what_is_not_the_labs(self):
        (self.folder / "copied").mkdir()
        shutil.copy(quick_run("knn2009").folder / "results.jsonl", self.folder / "copied")
        page = Path(self.file("copied/report.html", "my own"))
        self.fails(2, "copied/report.html was not written by a run of the lab ...", "lab", "report", "copied")
        self.assertEqual(page.read_text(), "my own")
        page.unlink()
        for _ in range(2):
            self.succeeds("lab", "report", "copied")

    def test_two_runs_at_once(self):
        """The second is told of the first, not of a run that was cut off."""
        command = [PROGRAM, "lab", "run", "jair2008", "--quick", "--out", "run"]
        first = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 100
            while not (self.folder / "run" / "results.journal").exists():
                self.assertIsNone(first.poll(), "it ended before it could be met")
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.005)
            message = "another run writes into run at this moment: wait for it, or choose another --out"
            for option in ([], ["--resume"], ["--overwrite"]):
                self.fails(2, message, *self.RUN, *option)
            self.assertIsNone(first.poll(), "it ended too early to tell")
        finally:
            first.kill()
            first.wait()
        # Whoever is gone holds no lock.
        self.mine()
        self.fails(2, "run/results.journal holds a run that was cut off: ...", *self.MINE)
        self.succeeds(*self.MINE, "--overwrite")


class Quick(BrowserTest):
    """What each quick run writes."""

    @for_each_experiment
    def test_it_ends_well(self, spec, made):
        self.assertEqual(made.outcome, (0, ""))
        self.assertTrue(made.output.endswith(f"{made.folder.name}: results.jsonl, tables.md, report.html\n"))
        self.assertFalse((made.folder / "results.journal").exists())

    @for_each_experiment
    def test_verdicts_come_with_their_caveat(self, spec, made):
        note = "A quick run: bundled maps, few problems; the shapes, not the figures."
        self.assertTrue(made.output.startswith(note + "\n\n"))
        self.assertIn(note, made.page)

    @for_each_experiment
    def test_rows_say_where_they_come_from(self, spec, made):
        self.assertGreater(len(made.rows), 0)
        maps = {choice["bundled"] for choice in spec["quick"]["maps"]}
        self.assertEqual({row["map"].split()[0] for row in made.rows}, maps)
        for row in made.rows:
            self.assertEqual((row["experiment"], row["seed"], row["quick"]), (made.name, spec["seed"], True))
            for field in ("machine", "compiler", "commit", "algorithm", "map", "configuration"):
                self.assertTrue(isinstance(row[field], str) and row[field], (field, row[field]))
            self.assertIsInstance(row["flags"], str)  # a build without a type may have none
            self.assertRegex(row["fingerprint"], "^[0-9a-f]{16}$")
            self.assertGreater(row["states"], 0)
            self.assertEqual(len({len(values) for values in row["samples"].values()}), 1, row["configuration"])
        sources = [(row["configuration"], row["map"], row["database"]) for row in made.rows]
        self.assertEqual(len(sources), len(set(sources)))

    @for_each_experiment
    def test_rows_are_possible(self, spec, made):
        """No walk is shorter than the optimum, and no move expands more than all."""
        for row in made.rows:
            samples = row["samples"]
            if "optimal" not in samples:
                continue
            columns = ("solved", "cost", "optimal", "expanded", "max_expanded", "moves")
            for solved, cost, optimal, expanded, most, moves in zip(*(samples[column] for column in columns)):
                self.assertLessEqual(most, expanded)
                if solved:
                    self.assertGreaterEqual(cost, optimal - 1e-6, row["configuration"])
                    self.assertGreaterEqual(cost, moves - 1e-6)

    @for_each_experiment
    def test_tables_and_figures_are_those_of_the_spec(self, spec, made):
        tables = [f"{table['id']}: {table['title']}" for table in spec["tables"]]
        figures = [f"{figure['id']}: {figure['title']}" for figure in spec["figures"]]
        shown = [html.unescape(text) for text in re.findall(r'<h3 id="table-\d+">(.*?)</h3>', made.page)]
        self.assertEqual(shown, tables)
        shown = [html.unescape(text) for text in re.findall(r' id="figure-\d+"><h3>(.*?)</h3>', made.page)]
        self.assertEqual(shown, figures)
        headings = re.findall(r"^## (.*)$", re.sub(r"\\(.)", r"\1", made.tables), re.M)
        self.assertEqual([text for text in headings if text not in ("Claims", "Printed and left out", "Maps", "Provenance")], tables)

    @for_each_experiment
    def test_tables_and_figures_are_not_empty(self, spec, made):
        for part in re.split(r"^## ", made.tables, flags=re.M)[1:]:
            if part.startswith(("Claims", "Printed and left out", "Provenance")):
                continue
            body = [line for line in part.splitlines() if line.startswith("| ")][2:]
            self.assertTrue(any(re.search(r"\d", line.split(" | ", 1)[1]) for line in body), part)
        for plot in re.split(r' id="figure-\d+"', made.page)[1:]:
            self.assertIn('class="mark"', plot.split("</div>")[0])

    @for_each_experiment
    def test_claims_have_verdicts(self, spec, made):
        texts = [claim["text"] for claim in spec["claims"]]
        found = re.findall(r'<li><span class="badge[^"]*">([^<]+)</span><div>(.*?)(?:<p |</div>)', made.page)
        self.assertEqual([html.unescape(text) for _, text in found], texts)
        self.assertLessEqual({verdict for verdict, _ in found}, VERDICTS)
        plain = re.sub(r"\\(.)", r"\1", made.tables)
        for verdict, text in zip((verdict for verdict, _ in found), texts):
            self.assertIn(f"\n- **{verdict}**: {text}", plain)
            self.assertRegex(made.output, f"(?m)^{re.escape(text)} +{verdict}$")

    @for_each_experiment
    def test_the_page_needs_nothing_else(self, spec, made):
        self.check_closed(made.page)
        self.assertEqual(re.findall(r'(?:src|href|action|data)\s*=\s*"(?!#|data:)[^"]*', made.page), [])
        self.assertEqual(re.findall(r"https?:|<link|<object|<embed|@import|url\(|fetch\(", made.page), [])

    @for_each_experiment
    def test_every_number_is_one(self, spec, made):
        page = re.sub(r'"data:[^"]*"', "", made.page)
        for text in (page, made.tables, made.output):
            self.assertEqual(re.findall(r"(?i).{0,30}(?<![a-z])-?(?:nan|inf|infinity)(?![a-z]).{0,30}", text), [])
        for picture in re.findall(r'<code class="soft">(.*?)</code>', page):
            self.assertEqual((made.folder / picture).read_bytes()[:4], b"\x89PNG")


class Repeat(LabTest):
    def setUp(self):
        super().setUp()
        if SANITIZED:  # a small experiment passes the same lines
            self.experiment = self.mine()
            self.expected = self.quick(self.experiment, "first")
        else:
            self.experiment = "knn2009"
            self.expected = quick_run("knn2009").rows

    def test_any_number_of_jobs_makes_the_same_rows(self):
        for jobs in (1, 5):  # those expected were made by as many as there are cores
            self.assert_same_rows(self.quick(self.experiment, f"jobs{jobs}", "--jobs", jobs), self.expected)

    @unittest.skipUnless(HAS_MPI and not SANITIZED, "needs mpirun, and a program with MPI and without sanitizers")
    def test_any_number_of_ranks_makes_the_same_rows(self):
        command = [*mpirun(2), PROGRAM, "lab", "run", "knn2009", "--quick", "--jobs", "1", "--out", "ranks"]
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.count("ranks: results.jsonl"), 1)
        self.assert_same_rows(rows_of(self.folder / "ranks"), quick_run("knn2009").rows)

    def test_nothing_to_resume_is_no_fault(self):
        self.assert_same_rows(self.quick(self.experiment, "new", "--resume"), self.expected)


@unittest.skipIf(SANITIZED, "takes minutes under a sanitizer")
class Kill(LabTest):
    NAME = "knn2009"

    def setUp(self):
        super().setUp()
        self.out = self.folder / "killed"
        self.journal = self.out / "results.journal"

    def kill_when_the_journal_has(self, size):
        command = [PROGRAM, "lab", "run", self.NAME, "--quick", "--out", self.out]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 100
        while not (self.journal.exists() and self.journal.stat().st_size > size):
            self.assertIsNone(process.poll(), "it ended before it could be killed")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
        self.assertEqual(process.wait(), -signal.SIGKILL)

    def test_a_run_that_was_killed_goes_on(self):
        expected = quick_run(self.NAME).rows
        self.kill_when_the_journal_has(6_000)
        held = self.journal.read_bytes()
        self.assertFalse((self.out / "results.jsonl").exists())
        arguments = ["lab", "run", self.NAME, "--quick", "--out", self.out]
        message = f"{self.journal} holds a run that was cut off: --resume goes on with it, --overwrite begins anew"
        self.fails(2, message, *arguments)
        other = ["lab", "run", "pathology2006", "--quick", "--out", self.out]
        self.fails(3, f"{self.journal}: the journal of another build...", *other, "--resume")
        self.fails(2, f"{self.journal} holds a run that was cut off...", *other)
        self.assertEqual(self.journal.read_bytes(), held)

        self.succeeds(*arguments, "--overwrite", "--resume")  # goes on, whatever else it may do
        self.assert_same_rows(rows_of(self.out), expected)
        self.assertFalse(self.journal.exists())
        # With their times: what was measured before the end is not measured again.
        kept = [line for line in lines_of(self.out) if line.encode() + b"\n" in held]
        self.assertGreater(sum(map(len, kept)), 4_000)
        for name in ("tables.md", "report.html"):
            self.assertTrue((self.out / name).exists())


class Compare(LabTest):
    def setUp(self):
        super().setUp()
        self.before = quick_run("knn2009").folder

    def changed(self, name, change):
        """A folder with the rows of the shared run, but for what `change` does to each; None leaves it out."""
        rows = [change(row) for row in quick_run("knn2009").rows]
        (self.folder / name).mkdir()
        self.file(f"{name}/results.jsonl", "".join(json.dumps(row) + "\n" for row in rows if row))
        return name

    @staticmethod
    def figures(output):
        """How many moved, of how many."""
        moved, of = re.search(r"(?m)^(\d+) of (\d+) figures moved: ", output).groups()
        return int(moved), int(of)

    def test_with_itself(self):
        output = self.succeeds("lab", "compare", self.before, self.before)
        moved, of = self.figures(output)
        self.assertEqual(moved, 0)
        self.assertGreater(of, 50)
        self.assertRegex(output, r"(?m)^0 of \d+ times moved: ")
        self.assertEqual(output.count("\n"), 2)

    def test_what_moved_is_told(self):
        def double(row):
            if row["configuration"] != "D LRTA*(5)":
                return row
            expanded = [2 * value for value in row["samples"]["expanded"]]
            return {**row, "samples": {**row["samples"], "expanded": expanded}}

        name = self.changed("doubled", double)
        for pair in ((self.before, name), (name, self.before)):
            output = self.succeeds("lab", "compare", *pair)
            self.assertEqual(self.figures(output)[0], 1)
            lines = [line for line in output.splitlines() if "LRTA*" in line]
            self.assertEqual(len(lines), 1)
            self.assertRegex(lines[0], r"^D LRTA\*\(5\) +expanded per move")

    def test_what_only_one_has_is_told(self):
        name = self.changed("fewer", lambda row: None if row["configuration"] == "LRTA*" else row)
        self.assertIn(f"only in {self.before}: LRTA*\n", self.succeeds("lab", "compare", self.before, name))
        self.assertIn(f"only in {self.before}: LRTA*\n", self.succeeds("lab", "compare", name, self.before))

    def test_what_makes_it_worth_little_is_told_first(self):
        name = self.changed("seed", lambda row: {**row, "seed": 2})
        output = self.succeeds("lab", "compare", self.before, name)
        self.assertTrue(output.startswith("Not all configurations have the same problems on both sides: "), output)
        name = self.changed("whole", lambda row: {**row, "quick": False, "seed": 2})
        output = self.succeeds("lab", "compare", self.before, name)
        self.assertTrue(output.startswith(f"Not alike: {self.before} is a quick run, {name} a whole run. "), output)
        output = self.succeeds("lab", "compare", name, self.before)
        self.assertTrue(output.startswith(f"Not alike: {name} is a whole run, {self.before} a quick run. "), output)
        name = self.changed("other", lambda row: {**row, "experiment": "mine"})
        output = self.succeeds("lab", "compare", self.before, name)
        self.assertTrue(output.startswith(f"Not the same experiment: {self.before} is of knn2009, "), output)

    def test_folders_without_results(self):
        message = f"{self.folder}/results.jsonl: cannot open the file: No such file or directory"
        self.fails(3, message, "lab", "compare", self.before, self.folder)
        self.fails(3, message, "lab", "compare", self.folder, self.before)
        self.fails(2, "B is required...", "lab", "compare", self.before)

    def test_results_that_are_none(self):
        row = quick_run("knn2009").rows[0]
        uneven = {**row, "samples": {**row["samples"], "moves": [1]}}
        for i, text in enumerate(("no row\n", "{}\n", "[]\n", "null\n", json.dumps(uneven), '{"samples": ')):
            (self.folder / str(i)).mkdir()
            self.file(f"{i}/results.jsonl", json.dumps(row) + "\n" + text)
            self.fails(3, f"{i}/results.jsonl: line 2 is no row of results: ...", "lab", "compare", self.before, i)


@unittest.skipIf(BROWSER is None or SANITIZED, "needs chromium, and a program without sanitizers")
class Page(BrowserTest):
    def test_everything_can_be_seen(self):
        with tempfile.TemporaryDirectory(prefix="waymark-page-") as folder:
            self.folder = Path(folder)
            pages = {name: quick_run(name).page for name in EXPERIMENTS}
            seen = self.check_pages(pages)
        for (name, width), view in seen.items():
            with self.subTest(experiment=name, width=width):
                self.assertGreater(len(view["images"]), 0)
                self.assertGreater(min(view["images"]), 0)
                self.assertGreater(view["lines"], 0)
                if width == WIDTHS[0]:  # no table loses a column
                    self.assertEqual([table["what"] for table in view["tables"] if not table["at_once"]], [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
