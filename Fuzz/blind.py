#!/usr/bin/env python3
"""Whether fuzzers and tests notice bugs that somebody has planted who has read neither.

    Fuzz/blind.py FILE [--seconds 60] [--targets 2] [--only REGEX] [--by fuzzers|tests] [--fuzzers NAMES]
        [--folder FOLDER]

FILE is a JSON list of `{"name", "file", "old", "new"}`: a path below `Sources`, a text that is there once, in a function or
a computed property, and what comes instead. All are in one build, each behind a switch: see `Tests/Mutations/switched.py`.
Fuzzers judge as in `score.py` here, tests as in `Tests/Mutations/score.py`. FOLDER keeps the builds. Exit status 1 if
one of the two notices a bug less.
"""

import argparse
import importlib.machinery
import json
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True

import fuzzing
import planted

sys.path.insert(0, str(fuzzing.ROOT / "Tests" / "Mutations"))

import score
import switched
from swift_source import Package

# The one of this folder, which has the same name.
fuzz_score = importlib.machinery.SourceFileLoader("fuzz_score", str(fuzzing.FUZZ / "score.py")).load_module()


def by_fuzzers(bugs, copy, folder, options):
    """What each bug is found by."""
    fuzzing.copy_fuzzers(copy, switched.synchronise)
    binaries = fuzzing.build(fuzzing.TARGETS, "address", copy / "Fuzz")
    reached = fuzz_score.reach(binaries, folder)
    # So few are in one file that a fuzzer is the nearer the more it reaches of the whole module.
    numbers_of = {
        bug["file"]: {number for number, other in bugs if other["file"].split("/")[0] == bug["file"].split("/")[0]}
        for _, bug in bugs}
    for number, bug in bugs:
        how, target, seconds, said = fuzz_score.judge((number, "", bug["file"]), reached, numbers_of, binaries, options)
        yield f"{how} {target} {seconds} {said}", bool(seconds)


def by_tests(bugs, copy, folder, options):
    """What each bug is noticed by."""
    result = score.run_swift(["build", "-c", "release", "-Xswiftc", "-enable-testing", "--build-tests"], copy)
    if result.returncode:
        sys.exit(result.stdout[-8000:] + result.stderr)
    tests = score.Tests(copy)
    reached = score.reach(tests, folder, options.suite_seconds)
    reached = {name: row for name, row in reached.items() if row[0] <= options.suite_seconds}
    for number, _ in bugs:
        outcome = score.judge(number, tests, reached)
        yield outcome or "NOT NOTICED", outcome is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--targets", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--suite-seconds", type=float, default=20)
    parser.add_argument("--only", default="", metavar="REGEX")
    parser.add_argument("--by", choices=["fuzzers", "tests"])
    parser.add_argument("--fuzzers", help="only these, separated by commas")
    parser.add_argument("--folder", type=pathlib.Path)
    options = parser.parse_args()
    for target in fuzzing.TARGETS.keys() - set((options.fuzzers or ",".join(fuzzing.TARGETS)).split(",")):
        del fuzzing.TARGETS[target]
    listed = json.loads(options.file.read_text())
    bugs = [planted.Bug(bug["name"], "", [(bug["file"], bug["old"], bug["new"])]) for bug in listed]
    if problems := list(planted.stale(bugs)):
        sys.exit("\n".join(problems))
    package = Package.read(fuzzing.ROOT / "Sources")
    edits = [(number, edit) for number, bug in enumerate(bugs, 1) for edit in planted.edits(package, bug)]
    chosen = [(number, bug) for number, bug in enumerate(listed, 1) if re.search(options.only, bug["name"])]
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or pathlib.Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        copy = switched.stage(folder, edits)
        missed = 0
        for way, judge in {"fuzzers": by_fuzzers, "tests": by_tests}.items():
            if options.by in (None, way):
                for (_, bug), (said, found) in zip(chosen, judge(chosen, copy, folder, options)):
                    print(f"{way}\t{bug['file']}\t{bug['name']}\t{said}", flush=True)
                    missed += not found
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
