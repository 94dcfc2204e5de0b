"""App, version, device, environment and expiration: what fits the caller, and what does not."""

import hashlib

import der
import receipts
from receipts import ascii_text, device_hash, raw
from samples import BUNDLE, MAC, PHONE

from . import world
from .world import validation, workshop

OPAQUE = workshop.OPAQUE


def bundles(made):
    pairs = [
        ("equal", BUNDLE, BUNDLE, True), ("umlaut", "com.example.über", "com.example.über", True),
        ("composed", "com.example.caf\u00e9", "com.example.cafe\u0301", False),
        ("decomposed", "com.example.cafe\u0301", "com.example.caf\u00e9", False),
        ("upper-case", "COM.EXAMPLE.APP", BUNDLE, False), ("turkish", "com.example.ıd", "com.example.id", False),
        ("sharp-s", "com.example.straße", "com.example.strasse", False), ("empty", "", BUNDLE, False),
        ("leading-space", f" {BUNDLE}", BUNDLE, False), ("trailing-newline", f"{BUNDLE}\n", BUNDLE, False),
        ("trailing-dot", f"{BUNDLE}.", BUNDLE, False), ("wildcard", "com.example.*", BUNDLE, False),
        ("star", "*", BUNDLE, False), ("team-prefix", f"ABCDE12345.{BUNDLE}", BUNDLE, False),
        ("homoglyph", "com.ex\u0430mple.app", BUNDLE, False), ("soft-hyphen", "com.exam\u00adple.app", BUNDLE, False),
        ("byte-order-mark", f"\ufeff{BUNDLE}", BUNDLE, False), ("long", "a" * 300, "a" * 300, True),
        ("long-differs-at-end", "a" * 299 + "b", "a" * 300, False), ("percent", "com%2Eexample.app", BUNDLE, False),
        ("null-word", "null", BUNDLE, False), ("numbers", "com.example.１", "com.example.1", False),
    ]
    for name, found, expected, fits in pairs:
        yield validation(
            f"bundle/{name}", f"{found[:40]!r} for a caller who expects {expected[:40]!r}",
            made.sign(bundle=der.utf8_string(found)), None if fits else "app",
            features=() if fits else ("bundle-identifier",), flags=("Genuine",) if fits else ("OtherApp",),
            importance="critical", caller=world.caller(bundleIdentifier=expected))
    yield validation(
        "bundle/ia5-string", "the bundle identifier in an IA5String", made.sign(bundle=der.ia5_string(BUNDLE)),
        features=("ia5-strings",), flags=("WrongType",), importance="low")
    yield validation(
        "bundle/bmp-string", "the bundle identifier in a BMPString", made.sign(bundle=der.bmp_string(BUNDLE)), "app",
        features=("bundle-identifier",), flags=("WrongType", "OtherApp"))
    yield validation(
        "bundle/bare", "the bundle identifier without a header", made.sign(bundle=BUNDLE.encode()), "app",
        features=("bundle-identifier",), flags=("WrongType", "OtherApp"))


def versions(made):
    for name, found, expected, fits in [
            ("equal", "1.2.3", "1.2.3", True), ("longer", "1.2.3.0", "1.2.3", False), ("shorter", "1.2", "1.2.3", False),
            ("leading-zero", "1.02.3", "1.2.3", False), ("newer", "1.2.4", "1.2.3", False), ("older", "1.2.2", "1.2.3", False),
            ("empty", "", "1.2.3", False), ("space", "1.2.3 ", "1.2.3", False), ("letters", "1.2.3b", "1.2.3B", False),
            ("build", "412", "412", True), ("not-checked", "7", None, True)]:
        yield validation(
            f"version/{name}", f"version {found!r} for a caller who expects {expected!r}", made.sign(version=found),
            None if fits else "app", features=() if fits else ("app-version",),
            flags=("Genuine",) if fits else ("OtherVersion",), caller=world.caller(appVersion=expected))


def devices(made):
    value = der.utf8_string(BUNDLE)
    for name, device in (("vendor-identifier", PHONE), ("mac-address", MAC)):
        yield validation(
            f"device/{name}", f"the hash of a device of {len(device)} bytes", made.sign(device=device),
            features=("device",), flags=("Genuine",), importance="high",
            caller=world.caller(deviceIdentifierHex=device.hex()))
    opaques = {"8-bytes": OPAQUE[:8], "1-byte": b"\x00", "64-bytes": bytes(range(64)), "looks-like-der": b"\x04\x02ab"}
    for name, opaque in opaques.items():
        yield validation(
            f"device/opaque-{name}", f"an opaque value of {len(opaque)} bytes", made.sign(opaque=opaque),
            features=("device",), flags=("Genuine",))
    yield validation("device/not-checked", "the hash of another device, for a caller who does not check it",
                     made.sign(device=bytes(16)), flags=("Genuine",), caller=world.caller(deviceIdentifierHex=None))
    right = device_hash(PHONE, OPAQUE, value)
    wrong = {
        "reversed": (device_hash(PHONE[::-1], OPAQUE, value), "the device's bytes reversed"),
        "text": (hashlib.sha1(str(PHONE.hex()).encode() + OPAQUE + value).digest(), "the device as text"),
        "other-order": (hashlib.sha1(PHONE + value + OPAQUE).digest(), "bundle identifier before opaque value"),
        "sha256": (hashlib.sha256(PHONE + OPAQUE + value).digest(), "SHA-256"),
        "sha256-cut": (hashlib.sha256(PHONE + OPAQUE + value).digest()[:20], "SHA-256, cut to 20 bytes"),
        "md5": (hashlib.md5(PHONE + OPAQUE + value).digest(), "MD5"),
        "opaque-only": (hashlib.sha1(OPAQUE + value).digest(), "without the device"),
        "without-opaque": (hashlib.sha1(PHONE + value).digest(), "without the opaque value"),
        "zeros": (bytes(20), "zeros"), "ones": (b"\xff" * 20, "ones"), "hex": (right.hex().encode(), "hexadecimal text"),
        "last-byte": (right[:-1] + bytes([right[-1] ^ 1]), "the last byte differs"),
        "first-byte": (bytes([right[0] ^ 0x80]) + right[1:], "the first byte differs"),
        "19-bytes": (right[:-1], "the last byte is missing"), "leading-zero": (b"\x00" + right, "a zero before it"),
        "octet-string": (der.octet_string(right), "an OCTET STRING of it"),
        "other-opaque-encoding": (hashlib.sha1(PHONE + der.octet_string(OPAQUE) + value).digest(),
                                  "the opaque value with a header"),
        "identifier-without-header": (hashlib.sha1(PHONE + OPAQUE + BUNDLE.encode()).digest(),
                                      "the bundle identifier without its header"),
    }
    for name, (digest, words) in wrong.items():
        yield validation(
            f"device/hash-{name}", f"the hash is wrong: {words}", made.sign(digest=digest), "device",
            features=("device",), flags=("HashInput" if "identifier" in name or "order" in name else "OtherDevice",),
            importance="high")
    for name, device in (("mac-for-phone", MAC), ("zeros", bytes(16)), ("one-bit", bytes([PHONE[0] ^ 1]) + PHONE[1:]),
                         ("cut", PHONE[:6])):
        yield validation(
            f"device/other-{name}", "a receipt of another device", made.sign(device=device), "device",
            features=("device",), flags=("OtherDevice",), importance="high")
    both = [attribute for attribute in world.usual(without=(4, 5))]
    yield validation(
        "device/nothing", "neither hash nor opaque value", made.sign(both), "device", features=("device",),
        flags=("OtherDevice",), importance="high")
    yield validation(
        "device/opaque-empty", "an empty opaque value, and the hash that fits it: empty means there is none",
        made.sign(opaque=b""), "device", features=("device",), flags=("OtherDevice", "EmptyValue"))
    empty = world.usual(without=(4, 5), extra=[raw(4, b""), raw(5, b"")])
    yield validation(
        "device/empty", "an empty hash and an empty opaque value", made.sign(empty), "device", features=("device",),
        flags=("OtherDevice", "EmptyValue"), importance="high")


def environments(made):
    names = ["Production", "ProductionVPP", "ProductionSandbox", "ProductionVPPSandbox"]
    for found in names:
        for accepted in (["Production"], ["Production", "ProductionVPP"], ["ProductionSandbox"], names):
            fits = found in accepted
            features = ("environment",) if not fits else ()
            if "VPP" in found:
                features += ("vpp",)
            label = "all" if len(accepted) == 4 else "-".join(accepted)
            yield validation(
                f"environment/{found}-for-{label}", f"a receipt of {found} for a caller who accepts {', '.join(accepted)}",
                made.sign(environment=found), None if fits else "environment", features=features,
                flags=("Genuine" if fits else "Sandbox" if "Sandbox" in found else "VolumePurchase",),
                importance="high", caller=world.caller(environments=accepted))
    for name, found in (("lower-case", "production"), ("space", "Production "), ("nul", "Production\0"), ("empty", ""),
                        ("xcode", "Xcode"), ("prefix", "Prod"), ("suffix", "Productions"), ("sandbox", "Sandbox"),
                        ("vpp-of-sandbox", "ProductionVPPSandbox")):
        yield validation(
            f"environment/{name}", f"the environment {found!r}", made.sign(environment=found), "environment",
            features=("environment",), flags=("Sandbox",), importance="high")
    for name, value in (("integer", der.integer(0)), ("bare", b"Production"), ("trailing", der.utf8_string("Production") + b"\0")):
        attributes = world.usual(without=(0,), extra=[raw(0, value)])
        yield validation(
            f"environment/{name}", "an environment that cannot be read", made.sign(attributes), "environment",
            features=("environment", "strict-der"), flags=("Sandbox", "WrongType"))
    yield validation("environment/not-checked", "a sandbox receipt, for a caller who does not check it",
                     made.sign(environment="ProductionSandbox"), flags=("Genuine",),
                     caller=world.caller(environments=None))


def expirations(made):
    def signed(value):
        extra = [raw(21, value) if isinstance(value, bytes) else ascii_text(21, value)]
        return made.sign(environment="ProductionVPP", extra=extra)

    caller = world.caller(environments=["ProductionVPP"])
    for name, value, fits in [
            ("later", "2026-12-01T00:00:01Z", True), ("now", "2026-12-01T00:00:00Z", False),
            ("earlier", "2026-11-30T23:59:59Z", False), ("far", "4001-01-01T00:00:00Z", True),
            ("long-ago", "1970-01-01T00:00:00Z", False), ("empty", "", True)]:
        yield validation(
            f"expiration/{name}", f"a volume purchase until {value or 'no date'}", signed(value),
            None if fits else "expiration", features=("vpp",) if fits else ("vpp", "expiration"),
            flags=("VolumePurchase" if fits else "Expired",), importance="high", caller=caller)
    for name, value in [
            ("words", der.ia5_string("never")), ("february-30", der.ia5_string("2027-02-30T00:00:00Z")),
            ("integer", der.integer(2)), ("no-zone", der.ia5_string("2027-01-01T00:00:00")), ("bare", b"2027-01-01T00:00:00Z"),
            ("trailing", der.ia5_string("2027-01-01T00:00:00Z") + b"\0")]:
        yield validation(
            f"expiration/{name}", "an expiration date that cannot be read counts as past", signed(value), "expiration",
            features=("vpp", "expiration", "strict-dates"), flags=("Expired", "BadDate"), caller=caller)
    zone = signed("2026-12-01T01:00:00+01:00")
    yield validation("expiration/zone", "the same instant as now, in another zone", zone, "expiration",
                     features=("vpp", "expiration", "date-forms"), flags=("Expired", "DateForm"), caller=caller)
    yield validation("expiration/not-checked", "expired, for a caller who does not look",
                     signed("2026-01-01T00:00:00Z"), features=("vpp",), flags=("VolumePurchase",),
                     caller=world.caller(environments=["ProductionVPP"], now=None))
    yield validation("expiration/of-a-person", "an expiration date in a receipt of Production",
                     made.sign(extra=[ascii_text(receipts.EXPIRATION, "2026-01-01T00:00:00Z")]), "expiration",
                     features=("expiration",), flags=("Expired",))


def cases(made):
    for group in (bundles, versions, devices, environments, expirations):
        yield from group(made)
