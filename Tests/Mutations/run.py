#!/usr/bin/env python3
"""Takes one check after the other out of the validator and the verifier, and demands that a test notices.

    python3 Tests/Mutations/run.py [--only TEXT] [--list] [--check] [--folder FOLDER] [--filter TESTS]

Works on a copy of the package, in FOLDER if a build is to be kept. For each mutation of `mutations.py` it changes the place,
builds, runs the tests that are meant to notice, and prints which one did. Exit status 1 if any mutation survives, or if a
place is not there exactly once. A run takes about half a minute for each mutation.

`--check` takes a second: it looks whether all places are there, those of `equivalent.tsv` and `survivors.tsv` too, and
whether they would still be if files and functions moved. `--only`, which may stand several times, chooses mutations by
their names.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from mutations import MUTATIONS
from places import PlaceError
from score import stale_rows
from swift_source import Package

ROOT = pathlib.Path(__file__).resolve().parents[2]


def filters(package):
    """For each mutation the tests to run, one filter after the other: what the first lets through, the next may notice."""
    modules = {name: change.find(package, place).source.module for name, place, change in MUTATIONS}
    everything = "|".join(f"^{module}Tests" for module in sorted(set(modules.values())))
    return {name: ["ForgeryTests", f"^{module}Tests", everything] for name, module in modules.items()}


def first_failure(folder, pattern):
    """The name of the first test that fails, 'does not build', or None."""
    run = subprocess.run(
        ["swift", "test", "--filter", pattern], cwd=folder, capture_output=True, text=True, timeout=1200,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "RECEIPT_WARNINGS_ARE_ERRORS": "0"})
    output = run.stdout + run.stderr
    if run.returncode == 0:
        return None if re.search(r"run with [1-9]", output) else f"no test is called {pattern}"
    issue = re.search(r'Test (.*?) recorded an issue', output)
    if not issue:
        error = re.search(r"\S+:\d+:\d+: error: .*", output)
        return "a trap" if "unexpected signal" in output else f"does not build: {error[0] if error else output[-300:]}"
    detail = re.search(r"↳ ([A-Z]\d\d[\w^+-]*):", output)
    return issue[1].strip('"') + (f" ({detail[1]})" if detail else "")


def copy_package(folder):
    """Copies the package; what was built in the folder before stays."""
    for name in ("Sources", "Tests"):
        shutil.rmtree(folder / name, ignore_errors=True)
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".build*", ".git"), dirs_exist_ok=True)


def run(edit, folder, patterns):
    path = folder / "Sources" / edit.source.name
    path.write_text(edit.result)
    try:
        for pattern in patterns:
            if failure := first_failure(folder, pattern):
                return failure
        return None
    finally:
        path.write_text(edit.source.text)


def check(package, mutations):
    """Whether each place is still there, once; says which are not."""
    stale = []
    for name, place, change in mutations:
        try:
            change.find(package, place)
        except PlaceError as error:
            stale.append(f"{name}: {error}")
    print("\n".join([*stale, f"{len(mutations) - len(stale)} of {len(mutations)} places found"]))
    gone = [f"{file}, not found: {row}" for file in ("equivalent.tsv", "survivors.tsv")
            for row in stale_rows(package, file)]
    print(*gone, sep="\n", end="\n" if gone else "")
    tests = unittest.defaultTestLoader.loadTestsFromName("test_places")
    is_tested = unittest.TextTestRunner(stream=sys.stdout, verbosity=0).run(tests).wasSuccessful()
    return 0 if not stale and not gone and is_tested else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", action="append", help="mutations whose name contains this text")
    parser.add_argument("--list", action="store_true", help="print the names")
    parser.add_argument("--check", action="store_true", help="only look whether the places are there")
    parser.add_argument("--filter", help="run these tests alone, such as ForgeryTests")
    parser.add_argument("--folder", type=pathlib.Path, help="where the copy is, and stays")
    options = parser.parse_args()
    chosen = [m for m in MUTATIONS if not options.only or any(text in m[0] for text in options.only)]
    if options.list:
        print("\n".join(m[0] for m in chosen))
        return 0
    package = Package.read(ROOT / "Sources")
    if options.check:
        return check(package, chosen)
    survivors = 0
    try:
        patterns = filters(package)
    except PlaceError as error:
        sys.exit(str(error))
    if options.filter:
        patterns = {name: [options.filter] for name in patterns}
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or pathlib.Path(temporary) / "package"
        copy_package(folder)
        every = sorted({pattern for name, _, _ in chosen for pattern in patterns[name]})
        if failure := first_failure(folder, "|".join(every)):
            sys.exit(f"the tests fail without any mutation: {failure}")
        print("| check taken out | test that notices |\n|---|---|")
        for name, place, change in chosen:
            caught = run(change.find(package, place), folder, patterns[name])
            is_caught = caught is not None and not caught.startswith(("no test", "does not"))
            survivors += not is_caught
            print(f"| {name} | {caught or 'NONE'} |", flush=True)
    print(f"\n{len(chosen) - survivors} of {len(chosen)} noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
