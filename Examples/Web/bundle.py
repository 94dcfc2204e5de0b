"""Puts the page into one file that works from any server and from none: bundle.py FOLDER-WITH-receipt.wasm"""

import base64
import hashlib
import pathlib
import sys

web = pathlib.Path(__file__).parent
project = web.parent.parent
out = pathlib.Path(sys.argv[1])


def source(policy: str, text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"{policy} 'sha256-{digest}'"


def replace(text: str, place: str, content: str) -> str:
    if text.count(place) != 1:
        sys.exit(f"{place} is there {text.count(place)} times")
    return text.replace(place, content)


def base64_of(path: pathlib.Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()


style = (web / "Page/page.css").read_text()
# One module in place of two: a page without a server cannot import.
script = replace((web / "Page/reader.js").read_text(), "export class", "class")
script += replace(
    (web / "Page/page.js").read_text(), 'import { ReceiptReader } from "./reader.js";\n', "")
# Nothing is allowed but this very script and style, and to compile WebAssembly.
policy = "; ".join([
    "default-src 'none'", source("script-src 'wasm-unsafe-eval'", script), source("style-src", style),
    "base-uri 'none'", "form-action 'none'",
])
page = (web / "Page/index.html").read_text()
for place, content in {
    "{{policy}}": policy,
    "{{style}}": style,
    "{{module}}": base64_of(out / "receipt.wasm"),
    "{{sample}}": base64_of(project / "Examples/Receipts/ios.p7"),
    "{{root}}": base64_of(project / "Tests/Fixtures/authority/root.cer"),
    "{{script}}": script,
}.items():
    page = replace(page, place, content)
(out / "receipt.html").write_text(page)
