"""What the tests of the program share: how it is run, and what its output and its errors must look like."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "waymark"
DATA = Path(sys.argv[2] if len(sys.argv) > 2 else ".").resolve() / "data"

# Under a sanitizer everything takes ten times as long, and mpirun is not for it.
SANITIZED = b"__asan_" in Path(PROGRAM).read_bytes()
MPIRUN = shutil.which("mpirun")
HAS_MPI = MPIRUN is not None and b"MPI_Init_thread" in Path(PROGRAM).read_bytes()
SMALL_MAP = "type octile\nheight 3\nwidth 5\nmap\n..@..\n..@..\nGS@.W\n"
OPEN_MAP = "type octile\nheight 3\nwidth 4\nmap\n....\n.@..\n....\n"


def run(*arguments, cwd=None, **options):
    return subprocess.run(
        [PROGRAM, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=240, **options
    )


def mpirun(ranks):
    # More ranks than cores, also for the superuser of a container; both are mpirun's own safeguards.
    return [MPIRUN, "--allow-run-as-root", "--oversubscribe", "-n", str(ranks)]


class ProgramTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="waymark-program-")
        self.addCleanup(self.scratch.cleanup)
        self.folder = Path(self.scratch.name)
        self.small = self.file("small.map", SMALL_MAP)
        self.open = self.file("open.map", OPEN_MAP)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def succeeds(self, *arguments, **options):
        result = run(*arguments, cwd=self.folder, **options)
        self.assertEqual((result.returncode, result.stderr), (0, ""), arguments)
        return result.stdout

    def fails(self, code, message, *arguments, **options):
        """Exactly one line on stderr, `waymark: MESSAGE`, where MESSAGE may end in ... for "and so on"."""
        result = run(*arguments, cwd=self.folder, **options)
        self.assertEqual(result.returncode, code, (arguments, result.stderr))
        self.assertTrue(result.stderr.startswith("waymark: "), (arguments, result.stderr))
        self.assertEqual(result.stderr.count("\n"), 1, (arguments, result.stderr))
        line = result.stderr[len("waymark: ") : -1]
        if message.endswith("..."):
            self.assertTrue(line.startswith(message[:-3]), (arguments, line))
        else:
            self.assertEqual(line, message, arguments)
        return result

    def rows(self, *arguments):
        return [json.loads(line) for line in self.succeeds(*arguments, "--format", "jsonl").splitlines()]

    def databases(self, map_file):
        """One of each kind for a small map."""
        for kind, options in (("knn", ["--records", 20]), ("knn-2009", ["--records", 20]), ("pdb", ["--level", 1]),
                              ("depths", ["--level", 1, "--content", "depth"]), ("tree", []), ("paths", [])):
            self.succeeds("build", map_file, "--kind", kind.replace("depths", "pdb"), *options, "-o", f"every.{kind}")
        return ["every.knn", "every.knn-2009", "every.pdb", "every.depths", "every.tree", "every.paths"]
