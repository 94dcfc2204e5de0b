"""Puts the page into one file that works from any server and from none: bundle.py FOLDER-WITH-receipt.wasm"""

import base64
import hashlib
import lzma
import pathlib
import re
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


def base64_of(content: bytes) -> str:
    return base64.b64encode(content).decode()


def compressed(content: bytes) -> bytes:
    """As `.lzma`, with the size in its header. The settings suit WebAssembly, which has no alignment."""
    setting = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0}
    file = lzma.compress(content, format=lzma.FORMAT_ALONE, filters=[setting])
    return file[:5] + len(content).to_bytes(8, "little") + file[13:]


def script(name: str, done: set[str]) -> str:
    """A module and what it imports as one: a page without a server cannot import."""
    if name in done:
        return ""
    done.add(name)
    text = (web / "Page" / name).read_text()
    statement = re.compile(r'^import \{[^}]*\} from "\./(.*)";\n', re.MULTILINE)
    imported = "".join(script(other, done) for other in statement.findall(text))
    # Names at the top have to differ; else the script is no script, as the tests would find.
    return imported + re.sub(r"^export ", "", statement.sub("", text), flags=re.MULTILINE)


style = "".join(
    (web / "Page" / f"{name}.css").read_text()
    for name in ["page", "overview", "anatomy", "timeline"])
page_script = script("page.js", set())
# Nothing is allowed but this very script and style, its worker, and to compile WebAssembly.
policy = "; ".join([
    "default-src 'none'", source("script-src 'wasm-unsafe-eval'", page_script),
    source("style-src", style), "worker-src blob:", "base-uri 'none'", "form-action 'none'",
])
page = (web / "Page/index.html").read_text()
for place, content in {
    "{{policy}}": policy,
    "{{style}}": style,
    "{{module}}": base64_of(compressed((out / "receipt.wasm").read_bytes())),
    "{{sample}}": base64_of((project / "Examples/Receipts/ios.p7").read_bytes()),
    "{{root}}": base64_of((project / "Tests/Fixtures/authority/root.cer").read_bytes()),
    "{{worker}}": script("worker.js", set()),
    "{{script}}": page_script,
}.items():
    page = replace(page, place, content)
(out / "receipt.html").write_text(page)
