#!/usr/bin/env python3
"""Takes one check after the other out, and demands that a case of the conformance set comes out wrong.

    python3 Tests/Mutations/conformance.py [--folder FOLDER] [--only TEXT] [--all]

The checks are those of `mutations.py`, all in one build, which FOLDER keeps: see `switched.py`. `--only`, which may be given
several times, chooses checks by their names; `--all` names all cases that notice, not only the first. Exit status 1 if no
case notices a check that `unnoticed.tsv` does not excuse. After the build it takes a few minutes.
"""
import argparse
import json
import os
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

from mutations import MUTATIONS
from score import ROOT
from swift_source import Package
from switched import build, found

sys.path.insert(0, str(ROOT / "Tests/Conformance"))

from run import Runner, is_right, outcome, run_all  # noqa: E402


def wrong_cases(runner, document, number):
    """The cases that come out wrong with a mutation, in the order of the set."""
    os.environ["MUTANT"] = str(number)
    answers = run_all(runner, document, document["cases"], 10)
    return [case["id"] for case in document["cases"] if not is_right(case, outcome(case, answers[case["id"]]))]


def excused():
    """Checks that no case can notice, each with the reason."""
    rows = [line.split("\t") for line in (ROOT / "Tests/Mutations/unnoticed.tsv").read_text().splitlines()]
    return {row[0]: row[1] for row in rows if not row[0].startswith("#")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=pathlib.Path, help="where the build is, and stays")
    parser.add_argument("--only", action="append", help="checks whose name contains this text")
    parser.add_argument("--all", action="store_true", help="name all cases that notice")
    options = parser.parse_args()
    document = json.loads((ROOT / "Tests/Conformance/receipts.json").read_bytes())
    excuses = excused()
    if unknown := excuses.keys() - {name for name, _, _ in MUTATIONS}:
        sys.exit(f"unnoticed.tsv names no check: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or pathlib.Path(temporary)).resolve()
        copy = build(folder, found(Package.read(ROOT / "Sources"), MUTATIONS), "--product", "conformance")
        runner = Runner(ROOT / "Tests/Conformance/Runners/swift-app-store-receipt")
        runner.command = [str(copy / ".build/release/conformance")]
        if wrong := wrong_cases(runner, document, 0):
            sys.exit(f"wrong without any mutation: {', '.join(wrong)}")
        print("| check taken out | cases | the first |\n|---|--:|---|")
        missing = []
        for number, (name, _, _) in enumerate(MUTATIONS, 1):
            if options.only and not any(text in name for text in options.only):
                continue
            wrong = wrong_cases(runner, document, number)
            if not wrong and name not in excuses:
                missing.append(name)
            first = ", ".join(wrong if options.all else wrong[:1]) or f"none: {excuses.get(name, 'NO CASE')}"
            print(f"| {name} | {len(wrong)} | {first} |", flush=True)
    print(f"\n{len(missing)} checks without a case" + "".join(f"\n  {name}" for name in missing))
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
