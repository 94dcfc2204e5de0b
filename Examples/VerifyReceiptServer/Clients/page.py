"""The results as tables, between two marks of README.md."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent
FILE = FOLDER / "README.md"
START, END = "<!-- results: made by page.py -->\n", "<!-- end of results -->\n"
SIGNS = {"valid": "✓", "refused": "✗", "crashed": "!"}


def read(name):
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def table(head, rows):
    def line(cells):
        return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(head), line(["---"] * len(head)), *map(line, rows)]) + "\n"


def made():
    results, receipts = read("results.json"), read("receipts.json")
    names = [receipt["name"] for receipt in receipts]
    clients = [about for about in read("clients.json") if about["name"] in results["default"]]
    languages = len({about["language"] for about in clients})
    parts = [f"{len(clients)} clients in {languages} languages.\n"]
    parts.append(table(["receipt", "what it is"], [[one["name"], one["is"]] for one in receipts]))
    rows = []
    for about in clients:
        answers = results["default"][about["name"]]
        rows.append([about["name"], about["language"], *(SIGNS[answers[name]["verdict"]] for name in names)])
    parts.append("✓ the client accepts the receipt, ✗ it refuses it, ! it fails in another way:\n")
    parts.append(table(["client", "language", *names], rows))
    parts.append("### Without `latest_receipt_info` and `pending_renewal_info`\n")
    parts.append(table(["client", "what it does without them", "what the option changes"],
                       [[about["name"], about["without"], about["option"]] for about in clients]))
    for about in clients:
        answers = results["default"][about["name"]]
        parts.append(f"### {about['name']} {about['version']}\n")
        parts.append(f"{about['language']}; {about['source']}. The URL: {about['url']}.\n")
        parts.append(table(["receipt", "asked", "", "says"], [
            [name, answers[name]["asked"], SIGNS[answers[name]["verdict"]], answers[name]["says"]] for name in names]))
        changed = [
            [name, answer["asked"], SIGNS[answer["verdict"]], answer["says"]]
            for name, answer in results["latest_receipt_info"][about["name"]].items() if answer != answers[name]]
        if changed:
            parts.append("With the option:\n")
            parts.append(table(["receipt", "asked", "", "says"], changed))
    return "\n".join(parts)


def whole():
    text = FILE.read_text(encoding="utf-8")
    before, rest = text.split(START)
    return before + START + "\n" + made() + "\n" + END + rest.split(END)[1]


def write():
    FILE.write_text(whole(), encoding="utf-8")


def is_current():
    return FILE.read_text(encoding="utf-8") == whole()
