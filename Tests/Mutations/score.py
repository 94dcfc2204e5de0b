#!/usr/bin/env python3
"""The mutation score of the library's modules: how many small changes of the source a test notices.

    python3 Tests/Mutations/score.py [--folder FOLDER] [--modules NAMES] [--sample COUNT] [--least COUNT] [--seed NUMBER]
        [--only TEXT] [--minutes LIMIT]

Left out are `ReceiptTesting`, `ReceiptInspection`, the tool, and the targets with instructions of the processor: their functions are compiled
with flags of their own and call no others, so nothing in them can be switched.

One build holds all mutants ("schemata"): `Schemata/Rewriter` puts each behind a number, and the environment variable
MUTANT switches one on. Sites that do not compile are taken back. Each suite of tests then runs once to see which mutants
it reaches; each mutant runs against those suites, the quickest first, until a test fails. A trap and a time-out count as
noticed. What the tests of RECEIPT_CORPUS notice counts when that variable is set.

A sample is random, and from each module in proportion, but no fewer than `--least` (40).

FOLDER keeps the build and the results (`results.tsv`), so that a second run goes on where the first one ended.
`equivalent.tsv` lists mutants that no test can notice, each with its reason; they are survivors in the first score.
`survivors.tsv` names the others that were found and stand, with why. A survivor in neither file makes the exit status 1.
"""
import argparse
import os
import pathlib
import random
import re
import selectors
import shutil
import signal
import subprocess
import sys
import time

from places import Range, statement_at
from swift_source import Package, short_name, tokenize

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
# Dependencies first.
MODULES = [
    "ProcessorInstructions", "TextCoding", "DERParsing", "CMSParsing", "ReceiptHashing", "ReceiptParsing",
    "ReceiptValidation", "ReceiptTrust", "ReceiptPurchases", "TransactionReceipts", "ReceiptRedaction", "AppStoreReceipt", "ReceiptJSON",
    "VerifyReceipt"]
LEFT_OUT = ["ReceiptInspection", "ReceiptTesting", "receipt"]
PACKAGE = "swift-app-store-receipt"


def sources(folder):
    files = []
    for module in MODULES:
        places = [folder / module, folder / "Processor" / module]
        files += sorted(p.relative_to(folder).as_posix() for place in places for p in place.rglob("*.swift"))
    return files


def build_rewriter(folder):
    """Compiles the rewriter with the parser that every toolchain has beside its compiler."""
    files = sorted((HERE / "Schemata/Rewriter").glob("*.swift"))
    swift = pathlib.Path(shutil.which("swift")).resolve()
    host = swift.parents[1] / "lib" / "swift" / "host"
    binary = folder / "rewrite"
    if binary.exists() and binary.stat().st_mtime > max(file.stat().st_mtime for file in files):
        return binary
    subprocess.run(
        ["swiftc", "-I", host, "-L", host, "-Xlinker", "-rpath", "-Xlinker", host, "-lSwiftSyntax", "-lSwiftParser",
         "-lSwiftOperators", *files, "-o", binary], check=True)
    return binary


def synchronise(source, target):
    """Makes one folder like another; files that are the same stay, so that they are not built again."""
    wanted = {path.relative_to(source) for path in source.rglob("*") if path.is_file()}
    for path in list(target.rglob("*")):
        if path.is_file() and path.relative_to(target) not in wanted:
            path.unlink()
    for name in wanted:
        old, new = target / name, (source / name).read_bytes()
        if not old.exists() or old.read_bytes() != new:
            old.parent.mkdir(parents=True, exist_ok=True)
            old.write_bytes(new)


def copy_package(folder):
    """The package without its sources, which the rewriter adds; with what the mutants need."""
    stage = folder / "stage"
    copy_sources(stage)
    support = stage / "Sources" / "MutantSupport"
    support.mkdir()
    shutil.copy(HERE / "Schemata/Support.swift", support)
    targets = ['.target(name: "CMutant")', '.target(name: "MutantSupport", dependencies: ["CMutant"])']
    (stage / "Package.swift").write_text(add_dependency("MutantSupport", MODULES, targets))
    return stage


def copy_sources(stage):
    """The package without its manifest, and what tells which mutant is switched on."""
    shutil.rmtree(stage, ignore_errors=True)
    for name in ["Sources", "Tests", "Examples/Receipts"]:
        shutil.copytree(ROOT / name, stage / name)
    include = stage / "Sources" / "CMutant" / "include"
    include.mkdir(parents=True)
    shutil.copy(HERE / "Schemata/mutant.c", include.parent)
    shutil.copy(HERE / "Schemata/mutant.h", include)


def add_dependency(dependency, modules, targets):
    """The manifest with further targets, one of which the modules depend on."""
    manifest = (ROOT / "Package.swift").read_text()
    manifest = re.sub(r"  \.strictMemorySafety\(\),\n", "", manifest)
    for module in modules:
        pattern = rf'(\.target\(\s*name: "{module}",)( dependencies: \[|\s*dependencies: \[\s*)?'
        manifest = re.sub(
            pattern,
            lambda m: m[1] + f' dependencies: ["{dependency}"' + (", " if m[2] else "],"), manifest, count=1)
    lines = "".join(f"    {target},\n" for target in targets)
    return manifest.replace("  targets: [\n", "  targets: [\n" + lines, 1)


def run_swift(arguments, package):
    return subprocess.run(
        ["swift", *arguments], cwd=package, capture_output=True, text=True,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "RECEIPT_WARNINGS_ARE_ERRORS": "0"})


# Errors that the compiler places where something begins that has the mutant further down.
BEGINNINGS = re.compile("unable to type-check|failed to produce diagnostic|switch must be exhaustive")
NUMBER = re.compile(r"(?:\bM\(|\b_[A-Za-z]+\()(\d+)")


def build(stage, package, rewriter, folder):
    """Rewrites and builds until it compiles; gives the lines of the mutants that are in."""
    taken_back_file = folder / "taken-back.txt"
    taken_back = set(taken_back_file.read_text().split()) if taken_back_file.exists() else set()
    files = sources(ROOT / "Sources")
    # A line that a second time does not compile loses all its sites.
    seen = {}
    for attempt in range(200):
        lines = subprocess.run(
            [rewriter, stage / "Sources", " ".join(taken_back), ROOT / "Sources", *files],
            capture_output=True, text=True, check=True).stdout.splitlines()
        for name in ["Sources", "Tests", "Examples"]:
            synchronise(stage / name, package / name)
        if not (package / "Package.swift").exists() or (
                (package / "Package.swift").read_text() != (stage / "Package.swift").read_text()):
            shutil.copy(stage / "Package.swift", package)
        result = None
        for target in MODULES:
            result = run_swift(["build", "-c", "release", "-Xswiftc", "-enable-testing", "--target", target], package)
            if result.returncode:
                break
        if result.returncode == 0:
            break
        sites = {line.split("\t")[0]: line.split("\t")[1] for line in lines}
        removed = set()
        errors = set(re.findall(r"Sources/([\w+/ ]+\.swift):(\d+):(\d+): error: (.*)", result.stdout + result.stderr))
        for file, line, column, message in errors:
            text = (package / "Sources" / file).read_text().splitlines()
            seen[file, line] = seen.get((file, line), 0) + 1
            numbers = []
            row = int(line) - 1
            while 0 <= row < len(text) and not numbers:
                numbers = [(m.start(), m[1]) for m in NUMBER.finditer(text[row]) if m[1] in sites]
                row += 1 if BEGINNINGS.search(message) else -1
            before = [number for start, number in numbers if start < int(column) or row != int(line) - 2]
            chosen = before[-1:] or [number for _, number in numbers][:1]
            if seen[file, line] > 1:
                chosen = [number for _, number in numbers]
            removed |= {sites[number] for number in chosen}
        print(f"attempt {attempt}: {len(errors)} errors, {len(removed)} sites taken back", file=sys.stderr, flush=True)
        if not removed:
            sys.exit(result.stdout + result.stderr)
        taken_back |= removed
        taken_back_file.write_text(" ".join(sorted(taken_back, key=int)))
    return [line.split("\t") for line in lines]


def exactly(suite):
    """The filter that only this suite passes."""
    return "^" + re.escape(suite)


class Tests:
    """The test program, built in release mode; the environment variable MUTANT switches a mutant on."""

    def __init__(self, package):
        folder = package / ".build" / "release"
        self.program = folder / f"{PACKAGE}PackageTests.xctest"
        self.package = package

    def suites(self):
        listed = run_swift(["test", "list", "-c", "release", "-Xswiftc", "-enable-testing", "--skip-build"], self.package)
        names = set()
        for line in listed.stdout.splitlines():
            if "/" in line and "." in line:
                names.add(line.rsplit("/", 1)[0] + "/")
            elif "." in line:
                names.add(line.split("(")[0])
        return sorted(names)

    def run(self, patterns, timeout, mutant=0, reached=None):
        """'passed', or what failed; and the seconds."""
        environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", "MUTANT": str(mutant), "NO_COLOR": "1"}
        if reached:
            environment["MUTANTS_REACHED"] = str(reached)
        filters = [word for pattern in patterns for word in ("--filter", pattern)]
        start = time.monotonic()
        process = subprocess.Popen(
            [self.program, "--testing-library", "swift-testing", *filters], cwd=self.package,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, start_new_session=True)
        outcome = None
        rest = b""
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while outcome is None:
                left = timeout - (time.monotonic() - start)
                if left <= 0 or not selector.select(left):
                    outcome = "time-out"
                    break
                data = os.read(process.stdout.fileno(), 1 << 16)
                if not data:
                    break
                rest += data
                found = re.search(rb"\xe2\x9c\x98[^ ]* Test (.*?) recorded an issue", rest)
                if found:
                    outcome = found[1].decode("utf-8", "replace")[:100]
                    if os.environ.get("MUTANT_TRACE"):
                        print(rest.decode("utf-8", "replace"))
                rest = rest[rest.rfind(b"\n") + 1:]
        if outcome is not None:
            os.killpg(process.pid, signal.SIGKILL)
        code = process.wait()
        process.stdout.close()
        if outcome is None:
            outcome = "passed" if code == 0 else f"trap ({code})" if code < 0 else "failed"
        return outcome, time.monotonic() - start


def reach(tests, folder, limit):
    """For each suite: its seconds, and the mutants that it reaches; none for one that takes longer than the limit."""
    table = folder / "reached.tsv"
    result = {}
    if table.exists() and table.stat().st_mtime > tests.program.stat().st_mtime:
        for line in table.read_text().splitlines():
            name, seconds, numbers = line.split("\t")
            result[name] = (float(seconds), set(map(int, numbers.split())))
    log = table.open("a" if result else "w")
    for suite in tests.suites():
        if suite in result:
            continue
        for old in folder.glob("hit.*"):
            old.unlink()
        outcome, seconds = tests.run([exactly(suite)], limit, reached=folder / "hit")
        if outcome not in ("passed", "time-out"):
            # A suite about files that the copy does not have, such as the documentation.
            print(f"left out, it fails without any mutant: {suite} {outcome}", file=sys.stderr, flush=True)
            continue
        numbers = set()
        for file in folder.glob("hit.*"):
            numbers |= set(map(int, file.read_text().split()))
        result[suite] = (seconds, numbers)
        log.write(f"{suite}\t{seconds:.3f}\t{' '.join(map(str, sorted(numbers)))}\n")
        log.flush()
        print(f"{seconds:6.1f} s  {len(numbers):5}  {suite}", file=sys.stderr, flush=True)
    return result


def judge(number, tests, reached):
    """Which test notices a mutant; None if none does."""
    suites = sorted((name for name in reached if number in reached[name][1]), key=lambda name: reached[name][0])
    # A few at a time: starting a process takes longer than most suites.
    batches, size = [], 0.0
    for name in suites:
        if not batches or size + reached[name][0] > 1.5 * len(batches) ** 2:
            batches.append([])
            size = 0.0
        batches[-1].append(name)
        size += reached[name][0]
    for batch in batches:
        limit = 15 + 8 * sum(reached[name][0] for name in batch)
        outcome, _ = tests.run(map(exactly, batch), limit, mutant=number)
        if outcome != "passed":
            return outcome
    return None


def listed(name):
    """The mutants of `equivalent.tsv` or `survivors.tsv`, each with the reason: see `identity`."""
    rows = [line.split("\t") for line in (HERE / name).read_text().splitlines() if line and not line.startswith("#")]
    return {(row[0], words(row[1]), int(row[2]), words(row[3]), words(row[4])): row[5] for row in rows}


def words(text):
    return tuple(token.text for token in tokenize(text))


def alike(source, index, text):
    """Where a text stands in a declaration, in statements that read like the one at a token; in order."""
    declaration, wanted = source.declaration_at(index), statement_at(source, index).words
    return [
        other for other in range(declaration.first, declaration.last)
        if tuple(source.words[other:other + len(text)]) == text and statement_at(source, other).words == wanted]


def identity(package, mutant):
    """What names a mutant wherever its file, its function and its lines have gone: as in `equivalent.tsv`, the
    declaration, the statement, which of the places there that read so, what stands there, and what comes instead."""
    name, statement, number, before, after = row(package, mutant)
    return name, words(statement), int(number), words(before), words(after)


def row(package, mutant):
    """The first columns for a mutant in `equivalent.tsv` and `survivors.tsv`."""
    _, _, file, place, _, before, after = mutant
    source = next(source for source in package.sources if source.name == file)
    index = source.index_at(source.offset_of(*map(int, place.split(":"))))
    places = alike(source, index, words(before))
    if index not in places:
        # Inside a string literal, which is one token.
        before = source.tokens[index].text
        places = alike(source, index, (before,))
    statement = statement_at(source, index)
    tokens = source.tokens[statement.first:statement.last]
    text = "".join(" " * token.has_space_before + token.text for token in tokens).strip()
    return [short_name(source.declaration_at(index)), text, str(1 + places.index(index)), before, after]


def stale_rows(package, file):
    """The rows of `equivalent.tsv` or `survivors.tsv` whose place is not in the code any more."""
    for name, statement, number, before, after in listed(file):
        sources = [
            (d.source, index) for d in package.by_name.get(name, []) for index in range(d.first, d.last)
            if d.source.words[index] == before[0]]
        if not any(
                tuple(statement_at(source, index).words) == statement
                and index in alike(source, index, before)[number - 1:number] for source, index in sources):
            yield f"{name}: {' '.join(statement)}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / ".build-mutants")
    parser.add_argument("--only", help="mutants whose line in the list contains this text")
    parser.add_argument("--modules", help="mutants of these modules, separated by commas")
    parser.add_argument("--sample", type=int, help="so many mutants, chosen at random from each module in proportion")
    parser.add_argument("--least", type=int, default=40, help="so many of each module at least in a sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="judge no more after so many minutes")
    parser.add_argument(
        "--suite-seconds", type=float, default=3, help="leave out slower suites, so the score is a lower bound")
    parser.add_argument("--numbers", help="these mutants, separated by commas, judged anew")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)

    rewriter = build_rewriter(folder)
    stage = copy_package(folder)
    package = folder / "package"
    package.mkdir(exist_ok=True)
    mutants = build(stage, package, rewriter, folder)
    result = run_swift(["build", "-c", "release", "-Xswiftc", "-enable-testing", "--build-tests"], package)
    if result.returncode:
        sys.exit(result.stdout[-8000:] + result.stderr)
    (folder / "mutants.tsv").write_text("\n".join("\t".join(m) for m in mutants) + "\n")
    tests = Tests(package)
    reached = {
        name: row for name, row in reach(tests, folder, options.suite_seconds).items()
        if row[0] <= options.suite_seconds}

    chosen = mutants
    if options.only:
        chosen = [m for m in chosen if options.only in "\t".join(m)]
    if options.modules:
        chosen = [m for m in chosen if module_of(m) in options.modules.split(",")]
    if options.sample:
        chosen = sample(chosen, options.sample, options.least, options.seed)
    results_file = folder / "results.tsv"
    known = {}
    # What other tests noticed, or these in another library, is not known.
    if results_file.exists() and results_file.stat().st_mtime < tests.program.stat().st_mtime:
        results_file.unlink()
    if results_file.exists():
        for line in results_file.read_text().splitlines():
            *key, outcome = line.split("\t")
            known[tuple(key)] = outcome
    if options.numbers:
        numbers = set(options.numbers.split(","))
        chosen = [m for m in chosen if m[0] in numbers]
        known = {}
    start = time.monotonic()
    outcomes = []
    with results_file.open("a") as log:
        for mutant in chosen:
            key = tuple(mutant[2:])
            if key not in known:
                if options.minutes and time.monotonic() - start > 60 * options.minutes:
                    continue
                known[key] = judge(int(mutant[0]), tests, reached) or "NONE"
                log.write("\t".join([*key, known[key]]) + "\n")
                log.flush()
            outcomes.append((mutant, known[key]))
    status = report(outcomes, mutants)
    if unjudged := len(chosen) - len(outcomes):
        print(f"\n{unjudged} of {len(chosen)} not judged: {options.minutes:g} minutes were over.")
    return status or unjudged > 0


def module_of(mutant):
    return next(part for part in mutant[2].split("/") if part in MODULES)


def sample(mutants, count, least, seed):
    """Some mutants of each module, in an order that is random, too."""
    chosen = []
    for module in MODULES:
        rows = [m for m in mutants if module_of(m) == module]
        size = max(least, round(count * len(rows) / len(mutants)))
        chosen += random.Random(f"{seed} {module}").sample(rows, min(size, len(rows)))
    random.Random(seed).shuffle(chosen)
    return chosen


def report(outcomes, mutants):
    """Prints the scores and each survivor; 1 if one stands in neither file."""
    package = Package.read(ROOT / "Sources")
    equivalent, standing = listed("equivalent.tsv"), listed("survivors.tsv")
    print("| module | mutants | sample | noticed | survived | score | of these equivalent | score without them |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    alive = [m for m, outcome in outcomes if outcome == "NONE"]
    same = [m for m in alive if identity(package, m) in equivalent]
    for name in [*MODULES, ""]:
        total, judged, left, excused = (
            sum(not name or module_of(m) == name for m in group)
            for group in (mutants, [m for m, _ in outcomes], alive, same))
        if judged:
            killed = judged - left
            print(f"| {f'`{name}`' if name else 'all'} | {total:,} | {judged} | {killed} | {left} | {killed / judged:.1%} "
                  f"| {excused} | {killed / max(judged - excused, 1):.1%} |")
    survivors = [m for m in alive if m not in same]
    print(f"\n{len(survivors)} survivors that are not equivalent:\n")
    unnamed = 0
    for mutant in sorted(survivors, key=lambda m: int(m[0])):
        reason = standing.get(identity(package, mutant))
        unnamed += reason is None
        print(f"{mutant[2]}:{mutant[3]} {mutant[0]}", *row(package, mutant), reason or "NOT NAMED", sep="\t")
    return 1 if unnamed else 0


if __name__ == "__main__":
    sys.exit(main())
