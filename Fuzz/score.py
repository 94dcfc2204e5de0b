#!/usr/bin/env python3
"""The fuzz mutation score: how many small changes of the library's source a fuzzer notices.

    Fuzz/score.py [--sample COUNT] [--least COUNT] [--seed NUMBER] [--modules NAMES] [--only TEXT] [--seconds 60]
        [--targets 2] [--minutes LIMIT] [--again] [--built] [--folder FOLDER]

The mutants are those of `Tests/Mutations/score.py`, without the equivalent ones that it lists: all in one build, in which
the fuzzers have AddressSanitizer, as with `Fuzz/run`. First each fuzzer runs without a mutant, to see which ones it
reaches. Then for each mutant of a random sample all fuzzers that reach it run their committed seeds, and the nearest
`--targets` of them fuzz for `--seconds` of a core each, until one ends. A fuzzer is the nearer to a file, the more of
what it reaches is there.

FOLDER keeps the build and the results (`results.tsv`), so that a second run goes on where the first one ended; `--again`
judges anew what was not found, `--built` takes the fuzzers as they were built. Exit status 1 if a mutant is not found.
"""

import argparse
import functools
import json
import pathlib
import signal
import statistics
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import fuzzing

sys.path.insert(0, str(fuzzing.ROOT / "Tests" / "Mutations"))

import score
from swift_source import Package

REACH_SECONDS = 10
# Receipts that are not part of the project are none of the committed seeds. Only read once for each target.
fuzzing.corpus_folder = lambda: None
fuzzing.seeds = functools.cache(fuzzing.seeds)


def build(folder):
    """Builds the fuzzers with all mutants in the library; writes down the mutants."""
    package = folder / "package"
    package.mkdir(exist_ok=True)
    mutants = score.build(score.copy_package(folder), package, score.build_rewriter(folder), folder)
    (folder / "mutants.tsv").write_text("".join("\t".join(mutant) + "\n" for mutant in mutants))
    fuzzing.copy_fuzzers(package, score.synchronise)
    fuzzing.build(fuzzing.TARGETS, "address", package / "Fuzz")


def run(target, binaries, seconds, mutant, *extra, of_core=True):
    """Whether a fuzzer ended by itself, its seconds of a core, and what it said."""
    fuzzing.ENVIRONMENT["MUTANT"] = str(mutant)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            result = fuzzing.fuzz(target, binaries, seconds, folder, extra, artifacts=folder, of_core=of_core)
        except SystemExit:
            return True, 0.0, "ended before its first input"
    # Killed when its time is over.
    ended = result["crash"] is not None or result["status"] not in (0, -signal.SIGKILL)
    return ended, result["core seconds"], " ".join(result["violated"].split()) or f"status {result['status']}"


def reach(binaries, folder):
    """The mutants that each fuzzer reaches, with its seeds and a little later."""
    file = folder / "reached.json"
    known = json.loads(file.read_text()) if file.exists() else {}
    for target in fuzzing.TARGETS:
        built = (binaries / fuzzing.product(target)).stat().st_mtime
        if known.get(target, {}).get("built") == built:
            continue
        with tempfile.TemporaryDirectory() as hits:
            fuzzing.ENVIRONMENT["MUTANTS_REACHED"] = f"{hits}/hit"
            ended, seconds, said = run(target, binaries, REACH_SECONDS, 0, "-seed=1", of_core=False)
            del fuzzing.ENVIRONMENT["MUTANTS_REACHED"]
            if ended:
                sys.exit(f"{target} ends without any mutant: {said}")
            numbers = {int(line) for hit in pathlib.Path(hits).iterdir() for line in hit.read_text().split()}
        known[target] = {"built": built, "numbers": sorted(numbers)}
        file.write_text(json.dumps(known))
        fuzzing.report(f"{target} reaches {len(numbers)} mutants, {seconds} s")
    return {target: set(known[target]["numbers"]) for target in fuzzing.TARGETS}


def judge(mutant, reached, numbers_of, binaries, options):
    """How a mutant is found, by which fuzzer, in how many seconds of a core, and what that says."""
    number, file = int(mutant[0]), mutant[2]
    near = sorted((target for target in reached if number in reached[target]),
                  key=lambda target: -len(reached[target] & numbers_of[file]) / len(reached[target]))
    for how, targets, seconds, extra in (("seeds", near, 60, ["-runs=0"]),
                                         ("fuzzing", near[: options.targets], options.seconds, [])):
        for target in targets:
            ended, took, said = run(target, binaries, seconds, number, f"-seed={options.seed}", *extra)
            if ended:
                return how, target, f"{took:.1f}", said[:120]
    return "NOT FOUND" if near else "NOT REACHED", " ".join(near[: options.targets]), "", ""


def report(rows, options):
    """Prints a table, and each mutant that was not found; whether all were."""
    print("| module | mutants | found by seeds | found by fuzzing | median s | not found | of these not reached | score |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in [*score.MODULES, ""]:
        outcomes = [outcome for mutant, outcome in rows if not name or score.module_of(mutant) == name]
        if outcomes:
            how = [outcome[0] for outcome in outcomes]
            seconds = [float(outcome[2]) for outcome in outcomes if outcome[2]]
            missed, unreached = len(how) - len(seconds), how.count("NOT REACHED")
            print(f"| {f'`{name}`' if name else 'all'} | {len(how)} | {how.count('seeds')} | {how.count('fuzzing')} "
                  f"| {f'{statistics.median(seconds):.1f}' if seconds else '–'} | {missed} | {unreached} "
                  f"| {len(seconds) / len(how):.1%} |")
    missed = [(mutant, outcome) for mutant, outcome in rows if not outcome[2]]
    for mutant, outcome in sorted(missed):
        print(f"{mutant[2]}:{mutant[3]}", f"{mutant[5]} → {mutant[6]}", *outcome[:2], sep="\t")
    return not missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=fuzzing.FUZZ / ".build-score")
    parser.add_argument("--sample", type=int, help="so many mutants, chosen at random from each module in proportion")
    parser.add_argument("--least", type=int, default=5, help="so many of each module at least in a sample")
    parser.add_argument("--seed", type=int, default=1, help="of the sample and of the fuzzers")
    parser.add_argument("--modules", help="mutants of these modules, separated by commas")
    parser.add_argument("--only", help="mutants whose line in mutants.tsv contains this text")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--targets", type=int, default=2)
    parser.add_argument("--minutes", type=float, help="judge no more after so many minutes")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--built", action="store_true")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if not options.built:
        build(folder)
    mutants = [line.split("\t") for line in (folder / "mutants.tsv").read_text().splitlines()]
    binaries = folder / "package" / "Fuzz" / ".build-address" / "release"
    reached = reach(binaries, folder)
    numbers_of = {}
    for mutant in mutants:
        numbers_of.setdefault(mutant[2], set()).add(int(mutant[0]))

    package, equivalent = Package.read(fuzzing.ROOT / "Sources"), score.listed("equivalent.tsv")
    chosen = mutants
    if options.modules:
        chosen = [mutant for mutant in chosen if score.module_of(mutant) in options.modules.split(",")]
    if options.only:
        chosen = [mutant for mutant in chosen if options.only in "\t".join(mutant)]
    if options.sample:
        chosen = score.sample(chosen, options.sample, options.least, options.seed)
    chosen = [mutant for mutant in chosen if score.identity(package, mutant) not in equivalent]

    file = folder / "results.tsv"
    lines = [line.split("\t") for line in file.read_text().splitlines()] if file.exists() else []
    known = {tuple(line[:5]): line[5:] for line in lines}
    start, rows = time.monotonic(), []
    with file.open("a") as log:
        for mutant in chosen:
            key = tuple(mutant[2:])
            if key not in known or options.again and not known[key][2]:
                if options.minutes is not None and time.monotonic() - start > 60 * options.minutes:
                    continue
                known[key] = judge(mutant, reached, numbers_of, binaries, options)
                log.write("\t".join([*key, *known[key]]) + "\n")
                log.flush()
            rows.append((mutant, known[key]))
    sys.exit(not report(rows, options))


if __name__ == "__main__":
    main()
