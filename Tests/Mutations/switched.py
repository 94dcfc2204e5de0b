"""Many changes of the sources in one build: each function that has some is there once for each, and once as it is. The
environment variable MUTANT says which of them runs.
"""
import collections
import sys

from places import body_of
from score import add_dependency, copy_sources, run_swift, synchronise


def variants(edits):
    """For each file its text with all edits in it, each behind its number, from 1 on. Edits of one number go together."""
    changes = collections.defaultdict(lambda: collections.defaultdict(list))
    for number, edit in edits:
        changes[block_of(edit)][number].append(edit)
    inserted = collections.defaultdict(list)
    for block, numbered in changes.items():
        inserted[block.source].append(switched(block, numbered))
    return {source.name: with_changes(source, parts) for source, parts in inserted.items()}


def block_of(edit):
    """What the declaration does that has the edit, or one of its accessors."""
    source, index = edit.source, edit.source.index_at(edit.start)
    body = body_of(source.declaration_at(index))
    accessors = [place for place in body.top if source.words[place] == "{" and source.words[place - 1] in ("get", "set")]
    if not accessors:
        return body
    opening = next(place for place in accessors if index < source.closing[place])
    return body.part(opening + 1, source.closing[opening], "body")


def switched(body, numbered):
    """What a block does, and beside it what it does with the edits of each number: where it is, and what comes instead."""
    source = body.source
    first = body.first
    if is_value := body.kind == "declaration":
        first = next(index for index in body.top if source.words[index] == "=") + 1
    start, end = source.tokens[first].start, source.tokens[body.last - 1].end
    original = source.text[start:end]
    text = f"({original})" if is_value else f"{{\n{original}\n}}"
    for number, edits in numbered.items():
        mutated = replaced(original, [(edit.start - start, edit.end - start, edit.text) for edit in edits])
        text = f"M({number}) ? ({mutated}) : {text}" if is_value else f"if M({number}) {{\n{mutated}\n}} else {text}"
    return start, end, text


def with_changes(source, parts):
    return "public import CMutant; " + replaced(source.text, parts)


def replaced(text, parts):
    """A text with others in the places of some of its parts."""
    result, position = "", 0
    for start, end, new in sorted(parts):
        result += text[position:start] + new
        position = end
    return result + text[position:]


def stage(folder, edits):
    """A copy of the package with all edits in it; gives the copy's folder."""
    stage, copy = folder / "stage", folder / "package"
    copy_sources(stage)
    changed = variants(edits)
    for name, text in changed.items():
        (stage / "Sources" / name).write_text(text)
    modules = {edit.source.module for _, edit in edits}
    (stage / "Package.swift").write_text(add_dependency("CMutant", modules, [".target(name: \"CMutant\")"]))
    copy.mkdir(exist_ok=True)
    synchronise(stage, copy)
    return copy


def build(folder, edits, *arguments):
    """Builds that copy, and gives its folder."""
    copy = stage(folder, edits)
    result = run_swift(["build", "-c", "release", *arguments], copy)
    if result.returncode:
        sys.exit("\n".join(line for line in result.stdout.splitlines() if "error:" in line) or result.stderr)
    return copy


def found(package, mutations):
    """The edits of `mutations.py`, each with its number."""
    return [(number, change.find(package, place)) for number, (_, place, change) in enumerate(mutations, 1)]
