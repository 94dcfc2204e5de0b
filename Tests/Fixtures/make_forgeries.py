#!/usr/bin/env python3
"""Writes the forged receipts, and the odd but valid ones, with a manifest of their verdicts.

    python3 Tests/Fixtures/make_forgeries.py            write everything
    python3 Tests/Fixtures/make_forgeries.py --check    write nothing; exit 1 if a file differs
    python3 Tests/Fixtures/make_forgeries.py --judge    the verdict of judge.py on every receipt
    python3 Tests/Fixtures/make_forgeries.py --write-large DIR
                                                        build those too large to be committed

Every run writes the same bytes, as `make_fixtures.py` does, whose keys and certificates it needs.
"""

import argparse
import hashlib
import json
import pathlib
import sys

# Leaves no compiled copies of the modules among the fixtures.
sys.dont_write_bytecode = True

import attacks
import authority
import signing
from attacks import recipes, workshop
from attacks.errors import ERRORS
from make_fixtures import FIXTURES, ROOT, load_keys
from samples import BUNDLE, PHONE

FORGERIES = FIXTURES / "Forgeries"
KEYS = FIXTURES / "attacks" / "keys"
MANIFEST = FORGERIES / "manifest.json"

CALLER = {
    "bundleIdentifier": BUNDLE,
    "version": workshop.VERSION,
    "deviceIdentifierHex": PHONE.hex(),
    "environments": [workshop.ENVIRONMENT],
    "now": workshop.NOW,
    "root": "../authority/root.cer",
}


def key_path(name):
    return KEYS / f"{name}.pem"


def make_cases():
    keys = load_keys()
    certificates = authority.certificates(keys)
    keys |= {name: signing.Key.from_pem(key_path(name)) for name in attacks.KEYS}
    cases = attacks.all_cases(workshop.Workshop(keys, certificates))
    assert len({case.id for case in cases}) == len(cases)
    assert all(case.category in (None, *workshop.CLASSES) for case in cases)
    return cases


def entry(case):
    """A case as it stands in the manifest."""
    made = {
        "id": case.id,
        "file": None if case.runs else f"{case.id}.p7",
        "verdict": case.verdict,
        "class": case.category,
        "reason": case.reason,
        "error": None if case.verdict == "accept" else ERRORS[case.id],
        "expect": case.expect,
    }
    if case.runs:
        made["size"] = len(case.encoding)
        made["sha256"] = hashlib.sha256(case.encoding).hexdigest()
        made["generate"] = recipes.describe(case)
    return made


def manifest(cases):
    """A line for each receipt."""
    lines = ",\n".join(
        json.dumps(entry(case), ensure_ascii=False, separators=(",", ":")) for case in cases)
    caller = json.dumps(CALLER, ensure_ascii=False, separators=(",", ":"))
    return f'{{\n"caller": {caller},\n"receipts": [\n{lines}\n]\n}}\n'.encode("utf-8")


def make_all():
    """Path to contents, for everything but the keys."""
    cases = make_cases()
    files = {FORGERIES / f"{case.id}.p7": case.encoding for case in cases if not case.runs}
    files |= {FORGERIES / f"{case.id}.cer": case.root for case in cases if case.root}
    files[MANIFEST] = manifest(cases)
    return files


def strangers(files):
    """Files beside ours that we would not write."""
    known = files.keys() | {key_path(name) for name in attacks.KEYS}
    return sorted(
        path for folder in (FORGERIES, KEYS) for path in folder.glob("*") if path not in known)


def check():
    complaints = [f"missing: {path.relative_to(ROOT)}" for path in map(key_path, attacks.KEYS)
                  if not path.exists()]
    if complaints:
        return complaints
    files = make_all()
    for path, contents in files.items():
        if not path.exists():
            complaints.append(f"missing: {path.relative_to(ROOT)}")
        elif path.read_bytes() != contents:
            complaints.append(f"differs: {path.relative_to(ROOT)}")
    complaints += [f"not made by this script: {path.relative_to(ROOT)}"
                   for path in strangers(files)]
    return complaints


def write():
    for folder in (FORGERIES, KEYS):
        folder.mkdir(parents=True, exist_ok=True)
    for name, (bits, exponent) in attacks.KEYS.items():
        if not key_path(name).exists():
            signing.generate_pem(key_path(name), bits, exponent)
            print(f"new key: {key_path(name).relative_to(ROOT)}")
    files = make_all()
    for path, contents in files.items():
        path.write_bytes(contents)
    for path in strangers(files):
        print(f"not made by this script: {path.relative_to(ROOT)}", file=sys.stderr)
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")


def load(folder=FORGERIES):
    """(entry, bytes) for everything in the manifest, from the files alone."""
    listed = json.loads((folder / MANIFEST.name).read_text(encoding="utf-8"))
    for receipt in listed["receipts"]:
        if receipt["file"] is None:
            data = recipes.build(receipt["generate"])
            assert hashlib.sha256(data).hexdigest() == receipt["sha256"]
        else:
            data = (folder / receipt["file"]).read_bytes()
        yield {**receipt, "caller": listed["caller"] | (receipt["expect"] or {})}, data


def write_large(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for receipt, data in load():
        if receipt["file"] is None:
            path = folder / f"{receipt['id']}.p7"
            path.write_bytes(data)
            print(f"{path}  {len(data)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="compare instead of writing")
    action.add_argument("--judge", action="store_true", help="print judge.py's verdicts")
    action.add_argument(
        "--write-large", metavar="DIR", type=pathlib.Path, help="build what is not committed")
    arguments = parser.parse_args()

    if arguments.check:
        complaints = check()
        for complaint in complaints:
            print(complaint, file=sys.stderr)
        sys.exit(1 if complaints else 0)
    elif arguments.judge:
        import judging

        sys.exit(judging.report(load(), FIXTURES))
    elif arguments.write_large:
        write_large(arguments.write_large)
    else:
        write()


if __name__ == "__main__":
    main()
