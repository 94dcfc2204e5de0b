#!/usr/bin/env python3
"""Takes one check after the other out, and demands that a case of the conformance set comes out wrong.

    python3 Tests/Mutations/conformance.py [--folder FOLDER] [--only TEXT] [--all]

The checks are those of `mutations.py`. One build holds them all: each function that has some is there once for each, and
the environment variable MUTANT says which is run. FOLDER keeps the build. `--only`, which may stand several times, chooses
checks by their names; `--all` names all cases that notice, not only the first. Exit status 1 if no case notices a check that
`unnoticed.tsv` does not excuse. After the build it takes a few minutes.
"""
import argparse
import collections
import json
import os
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True

from mutations import MUTATIONS
from places import body_of
from score import ROOT, add_dependency, copy_sources, run_swift, synchronise
from swift_source import Package

sys.path.insert(0, str(ROOT / "Tests/Conformance"))

from run import Runner, is_right, outcome, run_all  # noqa: E402


def variants(package, mutations):
    """For each file its text with every mutation in it, each behind its number, from 1 on."""
    changes = collections.defaultdict(list)
    for number, (_, place, change) in enumerate(mutations, 1):
        edit = change.find(package, place)
        changes[edit.source.declaration_at(edit.source.index_at(edit.start))].append((number, edit))
    inserted = collections.defaultdict(list)
    for declaration, edits in changes.items():
        start, end, text = switched(declaration, edits)
        inserted[declaration.source].append((start, end, text))
    return {source.name: with_changes(source, parts) for source, parts in inserted.items()}


def switched(declaration, edits):
    """What a declaration does, and beside it what it does with each edit: where it stands, and what comes instead."""
    source, body = declaration.source, body_of(declaration)
    first = body.first
    if is_value := body.kind == "declaration":
        first = next(index for index in body.top if source.words[index] == "=") + 1
    start, end = source.tokens[first].start, source.tokens[body.last - 1].end
    original = source.text[start:end]
    text = f"({original})" if is_value else f"{{\n{original}\n}}"
    for number, edit in edits:
        mutated = original[:edit.start - start] + edit.text + original[edit.end - start:]
        text = f"M({number}) ? ({mutated}) : {text}" if is_value else f"if M({number}) {{\n{mutated}\n}} else {text}"
    return start, end, text


def with_changes(source, parts):
    result, position = "public import CMutant; ", 0
    for start, end, text in sorted(parts):
        result += source.text[position:start] + text
        position = end
    return result + source.text[position:]


def build(folder, package, mutations):
    """The runner with all mutations."""
    stage, copy = folder / "stage", folder / "package"
    copy_sources(stage)
    changed = variants(package, mutations)
    for name, text in changed.items():
        (stage / "Sources" / name).write_text(text)
    modules = {name.split("/")[0] for name in changed}
    (stage / "Package.swift").write_text(add_dependency("CMutant", modules, [".target(name: \"CMutant\")"]))
    copy.mkdir(exist_ok=True)
    synchronise(stage, copy)
    products = folder.resolve() / "build"
    result = run_swift(["build", "-c", "release", "--product", "conformance", "--scratch-path", str(products)], copy)
    if result.returncode:
        sys.exit("\n".join(line for line in result.stdout.splitlines() if "error:" in line) or result.stderr)
    return products


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
        products = build(options.folder or pathlib.Path(temporary), Package.read(ROOT / "Sources"), MUTATIONS)
        runner = Runner(ROOT / "Tests/Conformance/Runners/swift-app-store-receipt")
        runner.command = [str(products / "release/conformance")]
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
