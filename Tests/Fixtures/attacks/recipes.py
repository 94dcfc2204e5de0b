"""Recipes for receipts that are too large to be committed.

A recipe is a list of pieces, to be joined. A piece is hex, taken `count` times, once by default.
If it has a `counterOffset`, the two bytes there are the number of the copy, from 0, in each copy.
"""


def build(recipe):
    pieces = []
    for piece in recipe:
        unit = bytes.fromhex(piece["hex"])
        for index in range(piece.get("count", 1)):
            offset = piece.get("counterOffset")
            if offset is not None:
                unit = unit[:offset] + index.to_bytes(2, "big") + unit[offset + 2 :]
            pieces.append(unit)
    return b"".join(pieces)


def describe(case):
    """The recipe of a case from the runs that are known to be in it."""
    recipe, rest = [], case.encoding
    for run in case.runs:
        piece = {"hex": run.unit.hex(), "count": run.count}
        if run.counter is not None:
            piece["counterOffset"] = run.counter
        repeated = build([piece])
        before, rest = rest.split(repeated, 1)
        recipe += [{"hex": before.hex()}] if before else []
        recipe.append(piece)
    recipe += [{"hex": rest.hex()}] if rest else []
    assert build(recipe) == case.encoding
    return recipe
