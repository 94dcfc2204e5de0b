#!/usr/bin/env python3
"""Writes the conformance set, `receipts.json`, and the page of its notes, `NOTES.md`.

    python3 Tests/Conformance/make_set.py             write both
    python3 Tests/Conformance/make_set.py --check     write nothing; exit 1 if a file differs
    python3 Tests/Conformance/make_set.py --schema    check receipts.json by schema.json

Every run writes the same bytes. Needs Python 3.11; `--schema` needs `jsonschema`.
"""

import argparse
import base64
import collections
import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "Fixtures"))

from cases import (  # noqa: E402
    attributes, binding, encodings, endpoint, forgeries, further_certificates, further_keys, further_signatures,
    isolated, isolated_lengths, known_receipts, limits, notes, ownership, transaction_receipts, transport, values, world)

# Major: the format or the meaning of a member changed. Minor: cases were added. Patch: a verdict or a field was
# corrected, or words. A case's id never gets another meaning.
VERSION = "1.1.0"
# Cases that are newer, by the beginnings of their ids. They join the set with its next version, when every runner is run
# again. Until then the set keeps its bytes, and the stored results are those of these bytes.
RECENT = ()

AREAS = (
    forgeries, further_signatures, further_certificates, further_keys, isolated, isolated_lengths, known_receipts,
    attributes, values, encodings, transport, binding, ownership, limits, transaction_receipts, endpoint)


ARTICLE = FOLDER.parents[1] / "Sources/AppStoreReceipt/AppStoreReceipt.docc/TheFormatOfAReceipt.md"


def line(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def table(name, members):
    rows = ",\n".join(f"{line(key)}: {line(value)}" for key, value in members.items())
    return f'"{name}": {{\n{rows}\n}}'


def make_all():
    """File name to contents."""
    made = world.World()
    every = [case for area in AREAS for case in area.cases(made)]
    cases = [case for case in every if not case.id.startswith(RECENT)]
    duplicates = [name for name, count in collections.Counter(case.id for case in every).items() if count > 1]
    assert not duplicates, duplicates
    blocks = dict(made.blocks)
    for case in cases:
        case.check()
        blocks |= case.blocks
    areas, ids = {case.id.split("/")[0] for case in every}, {case.id for case in every}
    named = {name for name in re.findall(r"`([a-z-]+/[^`]+)`", ARTICLE.read_text(encoding="utf-8"))
             if name.split("/")[0] in areas}
    assert named <= ids, f"the article names {named - ids}"
    unused = set(notes.FLAGS) - {flag for case in cases for flag in case.flags}
    unused |= set(notes.FEATURES) - {feature for case in cases for feature in case.features}
    assert not unused, unused
    header = {"format": "app-store-receipts", "version": VERSION, "license": "CC0-1.0", "schema": "schema.json"}
    parts = [f"{line(key)}: {line(value)}" for key, value in header.items()]
    parts += [
        table("reasons", notes.REASONS), table("features", notes.FEATURES), table("flags", notes.FLAGS),
        table("blocks", {name: base64.b64encode(block).decode() for name, block in blocks.items()}),
        '"cases": [\n' + ",\n".join(line(case.entry(blocks)) for case in cases) + "\n]",
    ]
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    return {"receipts.json": text.encode(), "NOTES.md": notes.page(cases).encode()}


def summary(files):
    cases = json.loads(files["receipts.json"])["cases"]
    areas = collections.Counter(case["id"].split("/")[0] for case in cases)
    refused = sum(case["result"] == "REFUSE" for case in cases)
    words = ", ".join(f"{area} {count}" for area, count in areas.items())
    return f"{len(cases)} cases, {refused} to refuse; {len(files['receipts.json'])} bytes\n{words}"


def check_schema():
    import jsonschema

    schema = json.loads((FOLDER / "schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    errors = list(validator.iter_errors(json.loads((FOLDER / "receipts.json").read_bytes())))
    for error in errors[:10]:
        print(f"{error.json_path}: {error.message[:200]}", file=sys.stderr)
    return 1 if errors else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--check", action="store_true", help="compare instead of writing")
    action.add_argument("--schema", action="store_true", help="check receipts.json by schema.json")
    arguments = parser.parse_args()
    if arguments.schema:
        sys.exit(check_schema())
    files = make_all()
    if arguments.check:
        differing = [name for name, contents in files.items()
                     if not (FOLDER / name).exists() or (FOLDER / name).read_bytes() != contents]
        for name in differing:
            print(f"differs: {name}", file=sys.stderr)
        sys.exit(1 if differing else 0)
    for name, contents in files.items():
        (FOLDER / name).write_bytes(contents)
    print(summary(files))


if __name__ == "__main__":
    main()
