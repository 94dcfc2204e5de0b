"""Sizes: what large receipts need, and what no receipt does."""

import container
import der
import receipts
from receipts import raw
from samples import BUNDLE

from . import world
from .case import Case, Run
from .world import reading

FINE = {"/bundleIdentifier": BUNDLE}


def depths(made):
    """Chunks in chunks around the content. A receipt is 11 levels deep."""
    for levels in (1, 3, 8):
        content = container.primitive_content(made.payload)
        for _ in range(levels):
            content = container.constructed_content([content])
        yield Case(f"limits/content-{levels}-deep", "verify", f"the content {levels} levels deep",
                   made.shop.receipt(made.payload, content=content), None, ("ber", "depth-limit") if levels > 3 else ("ber",),
                   ("DeepNesting", "ChunkedContent"))
    for levels in (40, 200, 5000, 100_000):
        for name, opening, closing in (("indefinite", b"\x24\x80", b"\x00\x00"), ("sequences", b"\x30\x80", b"\x00\x00")):
            data = opening * levels + closing * levels
            runs = (Run(opening, levels), Run(closing, levels))
            yield Case(f"limits/{name}-{levels}-deep", "read", f"{levels} values in each other and nothing else", data,
                       "encoding" if levels < 100 else "limits", (), ("DeepNesting",), "critical", runs=runs)
        header = b"\x30\x84\x7f\xff\xff\xff"
        yield Case(f"limits/definite-{levels}-deep", "read", f"{levels} headers that each announce 2^31 - 1 bytes",
                   header * levels, "encoding", (), ("DeepNesting", "LengthOverflow"), "critical",
                   runs=(Run(header, levels),))


def counts(made):
    """Many attributes, purchases and bytes are no error."""
    many = [raw(1000 + index, bytes([index % 256])) for index in range(1000)]
    yield reading("limits/1000-attributes", "a thousand unknown attributes",
                  made.around(receipts.attribute_set(world.usual(extra=many), "der")[0]), fields=FINE, flags=("Costly",))
    same = raw(99, b"x")
    payload = receipts.attribute_set(world.usual(extra=[same] * 3000), "type")[0]
    yield reading("limits/3000-times-one-type", "an unknown attribute three thousand times", made.around(payload),
                  fields=FINE, flags=("Costly",), features=("duplicates",), runs=(Run(same.encoding, 3000),))
    large = b"\x5a" * 1_000_000
    payload = receipts.attribute_set(world.usual(extra=[raw(99, large)]), "der")[0]
    yield reading("limits/megabyte-value", "an unknown attribute of a million bytes", made.around(payload),
                  fields=FINE, flags=("Costly",), runs=(Run(b"\x5a", len(large)),))
    small = receipts.in_app([receipts.number(1701, 1), receipts.text(1702, "a"), receipts.text(1703, "1"),
                             receipts.ascii_text(1704, "2025-02-01T00:00:00Z")])
    payload = receipts.attribute_set(world.usual(extra=[small] * 2000), "type")[0]
    yield reading("limits/2000-purchases", "two thousand purchases", made.around(payload),
                  fields=FINE | {"/inAppCount": 2001}, flags=("Costly",), runs=(Run(small.encoding, 2000),))
    long = der.utf8_string("x" * 100_000)
    payload = receipts.attribute_set(world.usual(without=(19,), extra=[raw(19, long)]), "der")[0]
    yield reading("limits/long-string", "a version of 100,000 characters", made.around(payload),
                  fields=FINE, flags=("Costly",), runs=(Run(b"x", 100_000),))


def certificates(made):
    """Strangers among the certificates: a few are no error, and none is trusted."""
    shop = made.shop
    strangers = [shop.issue_leaf(serial=index + 1000).encoding for index in range(40)]
    bag = [certificate.encoding for certificate in shop.chain]
    yield Case("limits/4-certificates", "verify", "a stranger among the certificates",
               shop.receipt(made.payload, bag=[*bag, strangers[0]]), flags=("Costly",))
    yield Case("limits/16-certificates", "verify", "sixteen certificates",
               shop.receipt(made.payload, bag=[*bag, *strangers[:13]]), flags=("Costly",), features=("certificate-limits",),
               importance="low")
    yield Case("limits/17-certificates", "verify", "seventeen certificates, none of which is needed",
               shop.receipt(made.payload, bag=[*bag, *strangers[:14]]), "limits", ("certificate-limits",), ("Costly",), "low")
    twice = shop.receipt(made.payload, bag=bag * 3)
    yield Case("limits/certificates-three-times", "verify", "each certificate three times", twice, flags=("Costly",))


def chunks(made):
    """Thousands of chunks; time must not grow with their square."""
    for count, reason in ((7000, None), (20_000, "limits")):
        yield from chunks_around(made, count, reason)


def chunks_around(made, count, reason):
    filler = b"\x5a" * count
    payload = receipts.attribute_set(world.usual(extra=[raw(99, filler)]), "der")[0]
    pieces = b"".join(b"\x04\x01" + payload[index:index + 1] for index in range(len(payload)))
    content = container.Content(der.indefinite(0x24, pieces), ())
    features, flags = ("ber", "chunk-limit"), ("Costly", "ChunkedContent")
    yield Case(f"limits/{count}-chunks", "verify", f"the content in more than {count} chunks of one byte",
               made.shop.receipt(payload, content=content), reason, features, flags, runs=(Run(b"\x04\x01\x5a", count),))
    empty = container.Content(der.indefinite(0x24, b"\x04\x00" * count + der.octet_string(made.payload)), ())
    yield Case(f"limits/{count}-empty-chunks", "verify", f"{count} empty chunks before the content",
               made.shop.receipt(made.payload, content=empty), reason, features, flags, runs=(Run(b"\x04\x00", count),))


def cases(made):
    for group in (depths, counts, certificates, chunks):
        yield from group(made)
