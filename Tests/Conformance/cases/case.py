"""One case, and how it stands in the set."""

import base64
import re
from dataclasses import dataclass, field

from . import notes


@dataclass(frozen=True)
class Run:
    """Bytes that are repeated in an input; with a counter, two of them are the copy's number."""

    unit: bytes
    count: int
    counter: int | None = None


@dataclass(frozen=True)
class Text:
    """An input that is text and holds the Base64 of bytes: strings and bytes, to be joined."""

    parts: tuple

    @property
    def data(self):
        return b"".join(
            part.encode() if isinstance(part, str) else base64.b64encode(part)
            for part in self.parts)


@dataclass(frozen=True)
class Case:
    """An input, the question about it, and the answer. `reason` decides about the result."""

    id: str
    operation: str
    comment: str
    input: bytes | Text
    reason: str | None = None
    features: tuple = ()
    flags: tuple = ()
    importance: str = "medium"
    anchors: tuple = ("root",)
    caller: dict = field(default_factory=dict)
    fields: dict = field(default_factory=dict)
    runs: tuple = ()
    blocks: dict = field(default_factory=dict)  # certificates that only this case needs

    @property
    def result(self):
        return "REFUSE" if self.reason else "ACCEPT"

    def check(self):
        """Only known names; a feature or flag that is misspelt would never be found again."""
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*/[A-Za-z0-9^+_.-]+", self.id), self.id
        assert self.operation in notes.OPERATIONS, self.id
        assert self.reason is None or self.reason in notes.REASONS, (self.id, self.reason)
        assert self.importance in notes.IMPORTANCE, self.id
        for names, known in ((self.features, notes.FEATURES), (self.flags, notes.FLAGS)):
            assert len(set(names)) == len(names) and set(names) <= known.keys(), (self.id, names)
        assert self.flags, self.id
        assert self.result == "ACCEPT" or self.operation == "endpoint" or not self.fields, self.id

    def entry(self, blocks):
        """The case as it stands in the set."""
        made = {"id": self.id, "operation": self.operation, "comment": self.comment,
                "input": pieces(self.input, blocks, self.runs)}
        assert build(made["input"], blocks) == data(self.input), self.id
        made["anchors"] = list(self.anchors)
        if self.caller:
            made["caller"] = self.caller
        made["result"] = self.result
        if self.reason:
            made["reason"] = self.reason
        if self.fields:
            made["fields"] = self.fields
        if self.features:
            made["features"] = sorted(self.features)
        return made | {"flags": sorted(self.flags), "importance": self.importance}


def data(source):
    return source.data if isinstance(source, Text) else source


def split(source, separators):
    """[(bytes, None or the name of the separator)]: the source cut where a separator stands."""
    parts = [(source, None)]
    for name, separator in separators:
        cut = []
        for part, known in parts:
            if known is not None:
                cut.append((part, known))
                continue
            pieces = part.split(separator)
            for index, piece in enumerate(pieces):
                cut += [(separator, name)] if index else []
                cut += [(piece, None)] if piece else []
        parts = cut
    return parts


def run_bytes(run):
    units = []
    for index in range(run.count):
        unit = run.unit
        if run.counter is not None:
            unit = unit[:run.counter] + index.to_bytes(2, "big") + unit[run.counter + 2:]
        units.append(unit)
    return b"".join(units)


def run_piece(run):
    made = {"base64": base64.b64encode(run.unit).decode(), "count": run.count}
    return made if run.counter is None else made | {"counterOffset": run.counter}


def pieces(source, blocks, runs=()):
    """The recipe of an input: certificates by name, repetitions by count, Base64 as what it encodes."""
    if isinstance(source, Text):
        return [
            {"text": part} if isinstance(part, str) else {"encode": pieces(part, blocks)}
            for part in source.parts if part]
    separators = [(run, run_bytes(run)) for run in runs]
    separators += [(name, block) for name, block in blocks.items()]
    made = []
    for part, known in split(source, separators):
        if known is None:
            made.append({"base64": base64.b64encode(part).decode()})
        else:
            made.append({"block": known} if isinstance(known, str) else run_piece(known))
    return made or [{"base64": ""}]


def build(recipe, blocks):
    """The bytes of a recipe: what every runner has to do."""
    made = []
    for piece in recipe:
        if "text" in piece:
            unit = piece["text"].encode()
        elif "block" in piece:
            unit = blocks[piece["block"]]
        elif "encode" in piece:
            unit = base64.b64encode(build(piece["encode"], blocks))
        else:
            unit = base64.b64decode(piece["base64"])
        made.append(run_bytes(Run(unit, piece.get("count", 1), piece.get("counterOffset"))))
    return b"".join(made)
