#!/usr/bin/env python3
"""Takes one check after the other out of the validator and the verifier, and demands that a test notices.

    python3 Tests/Mutations/run.py [--only WORD] [--list] [--check]

Works on a copy of the package in a temporary folder. For each mutation of `mutations.py` it replaces the text,
builds, runs the tests that are meant to notice, and prints which one did. Exit status 1 if any mutation survives,
or if the text to replace is not there exactly once; `--check` looks for the latter only. A run takes about half a minute
for each mutation.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from mutations import MUTATIONS

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The first filter finds nearly all; the others are run only for what it lets through.
FILTERS = ["ForgeryTests", "ReceiptTrustTests", "AppStoreReceiptTests", "ReceiptHashingTests"]


def first_failure(folder, pattern):
    """The name of the first test that fails, 'does not build', or None."""
    run = subprocess.run(
        ["swift", "test", "--filter", pattern],
        cwd=folder, capture_output=True, text=True, timeout=1200,
    )
    if run.returncode == 0:
        return None
    output = run.stdout + run.stderr
    issue = re.search(r'Test (.*?) recorded an issue', output)
    if not issue:
        return "a trap" if "unexpected signal" in output else "does not build"
    detail = re.search(r"↳ ([A-Z]\d\d[\w^+-]*):", output)
    return issue[1].strip('"') + (f" ({detail[1]})" if detail else "")


def run(mutation, folder):
    name, file, old, new = mutation
    path = folder / "Sources" / file
    text = path.read_text()
    if text.count(old) != 1:
        return f"TEXT FOUND {text.count(old)} TIMES"
    path.write_text(text.replace(old, new))
    try:
        for pattern in FILTERS:
            if failure := first_failure(folder, pattern):
                return failure
        return None
    finally:
        path.write_text(text)


def check(mutations):
    """Whether each text to replace is still there, once; says which are not."""
    stale = 0
    for name, file, old, _ in mutations:
        path = ROOT / "Sources" / file
        count = path.read_text().count(old) if path.exists() else 0
        if count != 1:
            print(f"{name}: text found {count} times in {file}")
            stale += 1
    print(f"{len(mutations) - stale} of {len(mutations)} texts found")
    return 1 if stale else 0


def main():
    words = sys.argv[1:]
    chosen = MUTATIONS
    if "--only" in words:
        chosen = [m for m in MUTATIONS if words[words.index("--only") + 1] in m[0]]
    if "--list" in words:
        print("\n".join(m[0] for m in chosen))
        return 0
    if "--check" in words:
        return check(chosen)
    survivors = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "package"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".build*", ".git"))
        if failure := first_failure(folder, "|".join(FILTERS)):
            sys.exit(f"the tests fail without any mutation: {failure}")
        print("| check taken out | test that notices |\n|---|---|")
        for mutation in chosen:
            caught = run(mutation, folder)
            is_caught = caught is not None and not caught.startswith(("TEXT", "does not"))
            survivors += not is_caught
            print(f"| {mutation[0]} | {caught or 'NONE'} |", flush=True)
    print(f"\n{len(chosen) - survivors} of {len(chosen)} noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
