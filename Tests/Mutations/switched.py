"""All checks of `mutations.py` in one build: each function that has some is there once for each, and once as it is. The
environment variable MUTANT says which of them runs.
"""
import collections
import sys

from places import body_of
from score import add_dependency, copy_sources, run_swift, synchronise


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


def build(folder, package, mutations, *arguments):
    """Builds a copy of the package with all mutations in it; gives the copy's folder."""
    stage, copy = folder / "stage", folder / "package"
    copy_sources(stage)
    changed = variants(package, mutations)
    for name, text in changed.items():
        (stage / "Sources" / name).write_text(text)
    modules = {name.split("/")[0] for name in changed}
    (stage / "Package.swift").write_text(add_dependency("CMutant", modules, [".target(name: \"CMutant\")"]))
    copy.mkdir(exist_ok=True)
    synchronise(stage, copy)
    result = run_swift(["build", "-c", "release", *arguments], copy)
    if result.returncode:
        sys.exit("\n".join(line for line in result.stdout.splitlines() if "error:" in line) or result.stderr)
    return copy
