"""What all runners in Python share: reading the set, building inputs, writing answers."""

import base64
import json
import sys


class Skip(Exception):
    """The library has nothing for this case."""


def build(recipe, blocks):
    """The bytes of an input."""
    made = []
    for piece in recipe:
        if "text" in piece:
            unit = piece["text"].encode()
        elif "block" in piece:
            unit = base64.b64decode(blocks[piece["block"]])
        elif "encode" in piece:
            unit = base64.b64encode(build(piece["encode"], blocks))
        else:
            unit = base64.b64decode(piece["base64"])
        offset = piece.get("counterOffset")
        for number in range(piece.get("count", 1)):
            made.append(unit if offset is None else unit[:offset] + number.to_bytes(2, "big") + unit[offset + 2:])
    return b"".join(made)


def value_at(document, pointer):
    """The value at a JSON Pointer (RFC 6901), None if there is none."""
    for key in pointer.split("/")[1:]:
        key = key.replace("~1", "/").replace("~0", "~")
        try:
            document = document[int(key)] if isinstance(document, list) else document[key]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return document


def run(judge, known=lambda pointer: True):
    """Calls judge(case, data, anchors), which returns a document or None, and raises for a refusal.

    `known` says which pointers the document can have at all.
    """
    document = json.load(sys.stdin)
    blocks = document["blocks"]
    for case in document["cases"]:
        answer = {"id": case["id"], "result": "ACCEPT"}
        try:
            anchors = [base64.b64decode(blocks[name]) for name in case["anchors"]]
            found = judge(case, build(case["input"], blocks), anchors)
        except Skip as reason:
            answer |= {"result": "SKIPPED", "detail": str(reason)}
        except Exception as error:
            found = error.args[1] if len(error.args) > 1 and isinstance(error.args[1], dict) else None
            answer |= {"result": "REFUSE", "detail": f"{type(error).__name__}: {str(error)[:150]}"}
        if answer["result"] != "SKIPPED" and found is not None and "fields" in case:
            pointers = [pointer for pointer in case["fields"] if known(pointer)]
            answer["fields"] = {pointer: value_at(found, pointer) for pointer in pointers}
        print(json.dumps(answer), flush=True)
