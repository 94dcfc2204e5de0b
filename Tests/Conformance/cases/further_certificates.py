"""Further forgeries of the path: issuers, purposes, dates, and Xcode's certificate."""

import authority
import der
from attacks.workshop import UNKNOWN, changed, payload
from samples import SAMPLES

from . import world
from .case import Case
from .further_signatures import forged

BASIC, USAGE, POLICIES = "2.5.29.19", "2.5.29.15", "2.5.29.32"


def chains(made):
    shop, keys = made.shop, made.shop.keys
    attacker = keys["attacker"]
    fake_root = shop.fake_root()
    fake_middle = shop.issue_intermediate(key=attacker, issuer=fake_root, issuer_key=attacker)
    fake_leaf = shop.issue_leaf(key=keys["developer"], issuer=fake_middle, issuer_key=attacker)
    parts = {
        "all-fake": [fake_leaf, fake_middle, fake_root], "fake-with-true-root": [fake_leaf, fake_middle, shop.root],
        "fake-without-root": [fake_leaf, fake_middle], "fake-leaf-alone": [fake_leaf],
        "fake-then-true": [fake_leaf, fake_middle, fake_root, *shop.chain],
    }
    for name, chain in parts.items():
        yield forged("chain", name, "an attacker's certificates with the genuine names", shop.receipt(chain=chain), "chain",
                     "EmbeddedRoot", importance="critical")
    without = {"no-intermediate": [shop.leaf, shop.root], "leaf-alone": [shop.leaf]}
    for name, chain in without.items():
        yield forged("chain", name, "the intermediate is missing", shop.receipt(chain=chain), "chain", "PathLength")
    yield forged("chain", "no-leaf", "the signer's certificate is missing",
                 shop.receipt(bag=[shop.intermediate.encoding, shop.root.encoding]), "signature", "NoSignature")
    yield forged("chain", "empty-bag", "the field of certificates is empty", shop.receipt(bag=[]), "signature", "NoSignature")
    old = made.certificates["developer-relations-sha1"]
    yield forged("chain", "other-intermediate", "the other genuine intermediate", shop.receipt(
        chain=[shop.leaf, old, shop.root]), "chain", "WrongIssuer")
    crossed = shop.issue_leaf(issuer=old, issuer_key=attacker)
    yield forged("chain", "leaf-by-name-of-other", "the leaf names the other intermediate, an attacker signed it",
                 shop.receipt(chain=[crossed, old, shop.root]), "chain", "WrongIssuer", importance="critical")
    by_root = shop.issue_leaf(issuer=shop.root)
    yield forged("chain", "leaf-by-root", "the root itself has issued the leaf", shop.receipt(chain=[by_root, shop.root]),
                 "chain", "PathLength", ("apple-policy",))
    for name, certificate in (("leaf", 0), ("intermediate", 1)):
        spoiled = list(shop.chain)
        encoding = bytearray(spoiled[certificate].encoding)
        encoding[-1] ^= 1
        bag = [bytes(encoding) if index == certificate else one.encoding for index, one in enumerate(spoiled)]
        yield forged("chain", f"{name}-signature-bit", f"a bit of the {name}'s signature was changed", shop.receipt(bag=bag),
                     "chain", "WrongIssuer", importance="critical")
        encoding = bytearray(spoiled[certificate].encoding)
        encoding[encoding.index(b"Example") + 1] ^= 1
        bag = [bytes(encoding) if index == certificate else one.encoding for index, one in enumerate(spoiled)]
        yield forged("chain", f"{name}-subject-changed", f"a letter of the {name} was changed", shop.receipt(bag=bag),
                     "signature" if name == "leaf" else "chain", "WrongIssuer", importance="critical")
    for digest in ("sha384", "sha512"):
        leaf = shop.issue_leaf(digest=digest)
        yield Case(f"chain/leaf-signed-with-{digest}", "verify", f"the leaf's certificate is signed with {digest}",
                   shop.with_leaf(leaf), flags=("AlgorithmConfusion",), importance="low")
    wrong_root = Case("chain/other-anchor", "verify", "a genuine receipt, for a caller who trusts another root", made.receipt,
                      "chain", (), ("EmbeddedRoot",), "critical", ("storekit-test",))
    yield wrong_root


def policies(made):
    shop = made.shop
    leaf, middle = shop.leaf_extensions(), authority.intermediate_extensions(shop.intermediate.key, shop.root.key)
    marker, relations = authority.RECEIPT_SIGNING_MARKER, authority.DEVELOPER_RELATIONS_MARKER
    unknown = authority.extension(f"{UNKNOWN}.1", der.null(), critical=True)
    extended = authority.extended_key_usage("1.3.6.1.5.5.7.3.3")
    constraints = authority.extension("2.5.29.30", der.sequence(), critical=True)
    rows = [
        ("leaf-markers-of-others", "markers of other uses: developer, WWDR, transactions", changed(leaf, marker, *(
            authority.marker(f"1.2.840.113635.100.6.{arc}") for arc in ("1.2", "2.1", "5.1"))), "NoMarker", ("apple-policy",)),
        ("leaf-marker-shorter", "the marker without its last arc", changed(leaf, marker, authority.marker(
            "1.2.840.113635.100.6.11")), "NoMarker", ("apple-policy",)),
        ("leaf-marker-next", "the next marker, 6.11.2", changed(leaf, marker, authority.marker(
            "1.2.840.113635.100.6.11.2")), "NoMarker", ("apple-policy",)),
        ("leaf-other-policy", "another certificate policy", changed(leaf, POLICIES, authority.certificate_policies(
            "1.2.840.113635.100.5.1")), "NoPolicy", ("policy-oid",)),
        ("leaf-any-policy", "the policy anyPolicy", changed(leaf, POLICIES, authority.certificate_policies("2.5.29.32.0")),
         "NoPolicy", ("policy-oid",)),
        ("leaf-no-policies", "no certificate policies", changed(leaf, POLICIES), "NoPolicy", ("policy-oid",)),
        ("leaf-no-key-usage", "no key usage", changed(leaf, USAGE), "KeyUsage", ("apple-policy",)),
        ("leaf-signs-certificates", "a key for signing certificates", changed(leaf, USAGE, authority.key_usage(
            authority.KEY_CERT_SIGN)), "KeyUsage", ("key-usage",)),
        ("leaf-key-encipherment", "a key for enciphering keys", changed(leaf, USAGE, authority.key_usage(2)), "KeyUsage",
         ("key-usage",)),
        ("leaf-authority", "the leaf may issue certificates", changed(leaf, BASIC, authority.basic_constraints(True)),
         "NotAnAuthority", ("apple-policy",)),
        ("leaf-critical-extended-key-usage", "a critical extended key usage", [*leaf, extended], "Extensions",
         ("apple-policy",)),
        ("leaf-critical-name-constraints", "critical name constraints", [*leaf, constraints], "Extensions", ("apple-policy",)),
        ("leaf-key-usage-twice", "key usage twice", [*leaf, authority.key_usage(0)], "Extensions", ()),
    ]
    for name, words, extensions, flag, features in rows:
        yield forged("policy", name, words, shop.with_leaf(shop.issue_leaf(extensions=extensions)), "policy", flag, features)
    rows = [
        ("intermediate-no-marker", "no marker", changed(middle, relations), "NoMarker", ("apple-policy",)),
        ("intermediate-marker-of-leaf", "the leaf's marker", changed(middle, relations, authority.marker(marker)),
         "NoMarker", ("apple-policy",)),
        ("intermediate-marker-of-store", "the marker of the iTunes Store's authority", changed(
            middle, relations, authority.marker("1.2.840.113635.100.6.2.2")), "NoMarker", ("apple-policy",)),
        ("intermediate-critical", "a critical extension that nobody knows", [*middle, unknown], "Extensions", ()),
        ("intermediate-signs-only-lists", "a key for signing revocation lists", changed(
            middle, USAGE, authority.key_usage(authority.CRL_SIGN)), "KeyUsage", ()),
        ("intermediate-basic-constraints-twice", "basicConstraints twice", [*middle, authority.basic_constraints(True)],
         "Extensions", ()),
    ]
    for name, words, extensions, flag, features in rows:
        intermediate = shop.issue_intermediate(extensions=extensions)
        data = shop.receipt(chain=[shop.leaf, intermediate, shop.root])
        reason = "chain" if "only-lists" in name else "policy"
        yield forged("policy", name, f"the intermediate: {words}", data, reason, flag, features)
    extra = [*leaf, authority.extension("2.5.29.31", der.sequence()), authority.extension(f"{UNKNOWN}.2", b"\xff\xff")]
    yield Case("policy/leaf-more-extensions", "verify", "a revocation list's place and an unknown extension, not critical",
               shop.with_leaf(shop.issue_leaf(extensions=extra)), flags=("Extensions",))
    two = changed(leaf, POLICIES, authority.certificate_policies("2.5.29.32.0", authority.RECEIPT_SIGNING_POLICY))
    yield Case("policy/leaf-two-policies", "verify", "the policy beside another one",
               shop.with_leaf(shop.issue_leaf(extensions=two)), flags=("Extensions",))


def dates(made):
    """The first and last second of each certificate, and the seconds before and after."""
    shop = made.shop
    start, end = shop.leaf.not_before, shop.leaf.not_after
    rows = [
        ("leaf-first-second", start, True), ("leaf-last-second", end, True),
        ("leaf-second-before", "2024-07-24T14:29:59Z", False), ("leaf-second-after", "2026-08-23T14:30:00Z", False),
        ("year-before", "2023-07-24T14:30:00Z", False), ("year-after", "2027-08-23T14:29:59Z", False),
        ("epoch", "1970-01-01T00:00:00Z", False), ("far-future", "9999-12-31T23:59:59Z", False),
        ("fraction-after-last", "2026-08-23T14:29:59.999Z", True), ("zone", "2025-03-01T11:00:00+01:00", True),
        ("zone-before-first", "2024-07-24T15:29:59+01:00", False), ("zone-after-last", "2026-08-23T13:30:00-01:00", False),
    ]
    for name, created, fits in rows:
        features = ["creation-date"] if not fits else []
        features += ["date-forms"] if "zone" in name or "fraction" in name else []
        features += ["last-second"] if "fraction" in name else []
        yield Case(f"validity/{name}", "verify", f"created {created}; the leaf is valid from {start} to {end}",
                   shop.receipt(payload(created=created)), None if fits else "validity", tuple(features),
                   ("ExpiredSince" if fits else "NotValidThen",), "high")
    for name, value in (("integer", der.integer(1740823200)), ("utc-time", der.time("2025-03-01T10:00:00Z")),
                        ("raw", b"2025-03-01T10:00:00Z"), ("two-strings", der.ia5_string("2025-03-01T10:00:00Z") * 2)):
        yield forged("validity", f"creation-date-{name}", "a creation date that cannot be read",
                     shop.receipt(payload(created=value)), "validity", "CreationDate", ("creation-date", "strict-der"))


def xcode(made):
    """Xcode's certificate, for callers of every kind."""
    data = SAMPLES["xcode-ber"](made.certificates).encoding
    allowed = {"xcode": {"allowed": True, "certificates": ["storekit-test"]}}
    yield Case("xcode/allowed", "verify", "for a caller who accepts this certificate", data, None, ("ber", "xcode"),
               ("Xcode",), "high", caller=allowed)
    yield Case("xcode/not-allowed", "verify", "for a caller who does not", data, "chain", (), ("Xcode",), "critical")
    yield Case("xcode/other-certificate", "verify", "for a caller who accepts another certificate", data, "chain",
               ("xcode",), ("Xcode",), "high", caller={"xcode": {"allowed": True, "certificates": []}})
    yield Case("xcode/forbidden", "verify", "for a caller who has the certificate and has not allowed it", data, "chain",
               ("xcode",), ("Xcode",), "high", caller={"xcode": {"allowed": False, "certificates": ["storekit-test"]}})
    yield Case("xcode/genuine-for-tester", "verify", "a store's receipt, for a caller who accepts Xcode's too", made.receipt,
               None, ("xcode",), ("Genuine",), "high", caller=allowed)
    leaf = made.certificates["storekit-test"]
    named = made.shop.receipt(payload(environment="Production"), chain=[leaf])
    yield Case("xcode/names-production", "verify", "it calls itself Production", named, "chain", ("xcode",), ("Xcode",),
               "critical", caller=allowed)
    changed_data = bytearray(data)
    changed_data[len(data) // 3] ^= 1
    yield Case("xcode/changed", "verify", "a bit was changed", bytes(changed_data), "signature", ("xcode",),
               ("Xcode", "ContentChanged"), "high", caller=allowed)
    shop = made.shop
    middle = shop.issue_intermediate(issuer=leaf)
    data = shop.receipt(chain=[shop.issue_leaf(issuer=middle), middle])
    yield Case("xcode/certificate-as-anchor", "verify", "a path of three to a certificate of Xcode's that is an anchor, too",
               data, "chain", ("xcode",), ("Xcode",), "high", ("storekit-test",), allowed)


def cases(made):
    for group in (chains, policies, dates, xcode):
        yield from group(made)
