#!/usr/bin/env python3
"""Takes one check after the other out of the validator and the verifier, and demands that a test notices.

    python3 Tests/Mutations/run.py [--only TEXT] [--list] [--check] [--folder FOLDER] [--filter TESTS]

The mutations are those of `mutations.py`, all in one build, which FOLDER keeps: see `switched.py`. For each it runs the
tests that are meant to notice, and prints which one did. Exit status 1 if any mutation survives, or if a place is not
there exactly once. After the build a mutation takes a few seconds.

`--check` takes a second: it looks whether all places are there, those of `equivalent.tsv` and `survivors.tsv` too, and
whether they would still be if files and functions moved. `--only`, which may be given several times, chooses mutations by
their names.
"""
import argparse
import pathlib
import sys
import tempfile
import unittest

from mutations import MUTATIONS
from places import PlaceError
from score import LEFT_OUT, MODULES, Tests, stale_rows
from swift_source import Package
from switched import build, found

ROOT = pathlib.Path(__file__).resolve().parents[2]


def filters(package):
    """For each mutation the tests to run, one filter after the other: what the first lets through, the next may notice."""
    modules = {name: change.find(package, place).source.module for name, place, change in MUTATIONS}
    everything = "|".join(f"^{module}Tests" for module in sorted(set(modules.values())))
    return {name: ["ForgeryTests", f"^{module}Tests", everything] for name, module in modules.items()}


def first_failure(tests, patterns, number):
    """The name of the first test that fails with a mutation, or 'a trap', or None."""
    for pattern in patterns:
        outcome, _ = tests.run([pattern], 600, mutant=number)
        if outcome != "passed":
            return "a trap" if outcome.startswith("trap") else outcome.strip('"')
    return None


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
    # Those with instructions of the processor are beside ProcessorInstructions.
    listed = {folder.name for folder in (ROOT / "Sources").iterdir() if folder.is_dir()} - {"Processor"}
    if unscored := listed ^ {*MODULES, *LEFT_OUT} ^ {"ProcessorInstructions"}:
        gone.append(f"score.py and Sources differ in {', '.join(sorted(unscored))}")
        print(gone[-1])
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
    try:
        patterns = filters(package)
    except PlaceError as error:
        sys.exit(str(error))
    if options.filter:
        patterns = {name: [options.filter] for name in patterns}
    survivors = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or pathlib.Path(temporary)).resolve()
        tests = Tests(build(folder, found(package, MUTATIONS), "-Xswiftc", "-enable-testing", "--build-tests"))
        every = sorted({pattern for name, _, _ in chosen for pattern in patterns[name]})
        if failure := first_failure(tests, every, 0):
            sys.exit(f"the tests fail without any mutation: {failure}")
        print("| check taken out | test that notices |\n|---|---|")
        for number, (name, _, _) in enumerate(MUTATIONS, 1):
            if not any(name == other for other, _, _ in chosen):
                continue
            caught = first_failure(tests, patterns[name], number)
            survivors += caught is None
            print(f"| {name} | {caught or 'NONE'} |", flush=True)
    print(f"\n{len(chosen) - survivors} of {len(chosen)} noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
