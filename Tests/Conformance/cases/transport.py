"""The text in which receipts travel: Base64, and what becomes of it."""

import base64

from receipts import raw
from samples import BUNDLE

from . import world
from .case import Case, Text

FINE = {"/bundleIdentifier": BUNDLE}


def receipts_of_each_length(made):
    found = {}
    for size in range(3):
        data = made.sign(world.usual(extra=[raw(99, bytes(size))]))
        found[len(data) % 3] = data
    assert len(found) == 3
    return found


def good(made):
    by_remainder = receipts_of_each_length(made)
    for remainder, data in sorted(by_remainder.items()):
        count = -remainder % 3
        yield f"padding-{count}", f"standard, {count} characters of padding", Text((data,)), "Base64", ()
    data = by_remainder[2]
    text = base64.b64encode(data).decode()
    url = text.replace("+", "-").replace("/", "_")
    assert "+" in text and "/" in text and text.endswith("=") and not text.endswith("==")
    lax = ("base64-forms",)
    yield "trailing-newline", "a line feed at the end", Text((data, "\n")), "Base64", lax
    yield "trailing-crlf", "CR and LF at the end", Text((data, "\r\n")), "Base64", lax
    yield "surrounding-space", "white space around", Text((" \t\n", data, "\n  ")), "Base64", lax
    for width, end, name in ((64, "\n", "pem-lines"), (76, "\r\n", "mime-lines"), (1, "\n", "one-a-line")):
        lines = end.join(text[start:start + width] for start in range(0, len(text), width))
        yield name, f"lines of {width}", Text((lines,)), "Base64", lax
    yield "tabs", "tabs inside", Text((text[:100] + "\t" + text[100:],)), "Base64", lax
    yield "unpadded", "without padding", Text((text.rstrip("="),)), "Base64", lax
    two = base64.b64encode(by_remainder[1]).decode()
    yield "unpadded-two", "without two characters of padding", Text((two.rstrip("="),)), "Base64", lax
    yield "url-safe", "the URL-safe alphabet", Text((url,)), "Base64Alphabet", lax
    yield "url-safe-unpadded", "the URL-safe alphabet, without padding", Text((url.rstrip("="),)), "Base64Alphabet", lax


def loosened(text, count):
    """Base64 with one of the unused bits set: the text ends with `count` characters of padding."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    place = len(text) - count - 1
    return text[:place] + letters[letters.index(text[place]) + 1] + text[place + 1:]


def bad(made):
    by_remainder = receipts_of_each_length(made)
    data, two_left = by_remainder[2], by_remainder[1]
    text, two = base64.b64encode(data).decode(), base64.b64encode(two_left).decode()
    whole = base64.b64encode(by_remainder[0]).decode()

    yield "loose-bits", "unused bits that are not zero, two of them", loosened(text, 1), "Base64LooseBits", ("apple-base64",)
    yield "loose-bits-four", "unused bits that are not zero, four of them", loosened(two, 2), "Base64LooseBits", ("apple-base64",)
    yield "padding-missing-one", "one of two characters of padding", two[:-1], "Base64", ()
    yield "padding-extra", "a character of padding too many", text + "=", "Base64", ()
    yield "padding-on-whole", "padding where none belongs", whole + "=", "Base64", ()
    yield "padding-four", "four characters of padding", whole + "====", "Base64", ()
    yield "padding-inside", "padding in the middle", text[:100] + "==" + text[100:], "Base64", ()
    yield "padding-first", "padding first", "=" + text, "Base64", ()
    yield "behind-padding", "more behind the padding", text + "MIIT", "Base64", ()
    yield "one-character-left", "a group of one character", text.rstrip("=")[:-2], "Base64", ()
    yield "spaces-for-plus", "plus signs became spaces", text.replace("+", " "), "Mangled", ()
    yield "percent", "percent-encoded", text.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"), "Mangled", ()
    yield "json-escapes", "slashes with JSON's backslashes", text.replace("/", "\\/"), "Mangled", ()
    yield "nul", "a NUL inside", text[:100] + "\0" + text[100:], "Base64", ()
    yield "trailing-nul", "a NUL at the end", text + "\0", "Base64", ()
    yield "stray-letter", "an umlaut inside", text[:100] + "ä" + text[100:], "Base64", ()
    yield "stray-exclamation", "an exclamation mark inside", text[:100] + "!" + text[100:], "Base64", ()
    yield "full-width", "a full-width letter", "Ｍ" + text[1:], "Base64", ()
    yield "no-break-space", "a no-break space at the end", text + "\u00a0", "Base64", ()
    yield "quotes", "in quotation marks", f'"{text}"', "Mangled", ()
    yield "form-field", "with the name of the form field", f"receipt-data={text}", "Mangled", ()
    yield "data-url", "a data URL", f"data:application/octet-stream;base64,{text}", "Mangled", ()
    yield "pem", "with PEM's lines", f"-----BEGIN PKCS7-----\n{text}\n-----END PKCS7-----\n", "Mangled", ()
    yield "byte-order-mark", "with a byte order mark", "\ufeff" + text, "Mangled", ()
    yield "twice", "encoded twice", base64.b64encode(text.encode()).decode(), "Mangled", ()
    yield "hexadecimal", "hexadecimal digits", data.hex(), "Mangled", ()
    yield "swift-description", "what printing Data gives", f"{len(data)} bytes", "Mangled", ()
    yield "ns-description", "what printing NSData gave", f"<{data[:16].hex()}>", "Mangled", ()
    yield "empty", "nothing", "", "NotAReceipt", ()
    yield "white-space", "nothing but white space", " \n\t", "NotAReceipt", ()
    yield "transaction-identifier", "a transaction identifier", "730001800000001", "NotAReceipt", ()
    yield "json-web-signature", "a StoreKit 2 transaction", "eyJhbGciOiJFUzI1NiJ9.e30.AA", "NotAReceipt", ()
    yield "json", "a JSON object", '{"receipt-data":"MIIT"}', "NotAReceipt", ()
    yield "web-page", "a web page", "<!DOCTYPE html><html></html>", "NotAReceipt", ()
    yield "other-bytes", "Base64 of something else", "SGVsbG8sIHdvcmxkIQ==", "NotAReceipt", ()
    cut = base64.b64encode(data[:len(data) // 3 * 2 // 3 * 3]).decode()
    yield "cut", "the Base64 is cut off", cut, "Truncated", ()
    yield "trailing-byte", "a byte behind the receipt, inside the Base64", base64.b64encode(
        data + b"\x00").decode(), "TrailingBytes", ("trailing-bytes",)


def cases(made):
    for name, words, text, flag, features in good(made):
        importance = "high" if name.startswith("padding") else "medium"
        yield Case(f"transport/{name}", "base64", words, text, None, features, (flag,), importance, fields=FINE)
    for name, words, text, flag, features in bad(made):
        yield Case(f"transport/{name}", "base64", words, Text((text,)), "encoding", features, (flag,))
