"""Transaction receipts that must be refused, each for one reason, and odd ones to accept (P)."""

import base64
from dataclasses import dataclass, field

import authority
import der
import transactions
from attacks.workshop import UNKNOWN, changed
from samples import BUNDLE
from transactions import date, expires, layout, milliseconds, property_list, purchase, receipt, signed

# Dates within the validity of each line of certificates.
V2_DAY, V3_DAY, TODAY = "2013-03-01T10:00:00Z", "2017-12-23T17:03:44Z", "2025-03-01T10:00:00Z"

BASIC_CONSTRAINTS, KEY_USAGE = "2.5.29.19", "2.5.29.15"


@dataclass(frozen=True)
class Case:
    """One receipt; `error` is the step and the code by which it is refused, or None."""

    id: str
    error: str | None
    reason: str
    data: bytes
    expect: dict = field(default_factory=dict)
    issuers: dict = field(default_factory=dict)  # certificates in the place of the usual issuers


class Shop:
    """Keys and certificates, and receipts signed with them."""

    def __init__(self, keys, certificates):
        self.keys = keys
        self.root = certificates["root"]
        self.store = certificates["store"]
        self.v2 = certificates["purchase-signing"]
        self.relations = certificates["developer-relations-sha1"]
        self.v3 = certificates["receipt-signing-sha1"]
        self.today = certificates["receipt-signing-sha256"]
        self.relations_today = certificates["developer-relations-sha256"]

    def info(self, version=2, **changes):
        return property_list(purchase(V2_DAY if version == 2 else V3_DAY, **changes))

    def signature(self, info, version=2, leaf=None, **more):
        leaf = leaf or (self.v2 if version == 2 else self.v3)
        return layout(version, signed(version, info, leaf, **more), leaf.encoding)

    def receipt(self, version=2, info=None, leaf=None, unsigned=None, **changes):
        """A receipt of a purchase with changes, signed like a genuine one."""
        info = self.info(version, **changes) if info is None else info
        return receipt(info, self.signature(info, version, leaf), **(unsigned or {}))

    def issue_v2(self, extensions=None, issuer=None, issuer_key=None, key=None,
                 validity=transactions.SIGNER_VALIDITY):
        key, issuer = key or self.v2.key, issuer or self.store
        extensions = extensions or transactions.signer_extensions(key, issuer.key)
        return authority.issue(
            transactions.SIGNER_NAME, key, 0x65C0FFEE5EED0004, *validity, "sha1", extensions,
            issuer.subject, issuer_key or issuer.key)

    def issue_v3(self, extensions=None, issuer=None, key=None):
        key, issuer = key or self.v3.key, issuer or self.relations
        extensions = extensions or authority.leaf_extensions(key, issuer.key)
        return authority.issue(
            authority.LEAF_NAME, key, 0x0E1157CA5EED0004, self.v3.not_before, self.v3.not_after,
            "sha1", extensions, issuer.subject, issuer.key)

    def issue_store(self, extensions=None, issuer=None, key=None, validity=None):
        """The issuer of version 2 with the genuine name and, unless told, the genuine key."""
        key, issuer = key or self.store.key, issuer or self.root
        extensions = extensions or transactions.store_extensions(key, issuer.key)
        return authority.issue(
            transactions.STORE_NAME, key, 0x1B, *(validity or transactions.STORE_VALIDITY), "sha1",
            extensions, issuer.subject, issuer.key)


def accepted(shop):
    yield Case("P01-v2", None, "version 2", shop.receipt(2))
    yield Case("P02-v3", None, "version 3", shop.receipt(3))
    info = property_list(purchase(TODAY))
    yield Case(
        "P03-v3-today", None, "version 3 under the certificates of today, signed with SHA-1",
        receipt(info, shop.signature(info, 3, shop.today)))
    sandbox = {"without": ("app-item-id", "version-external-identifier")}
    yield Case(
        "P04-sandbox", None, "the sandbox, for a caller who allows it",
        shop.receipt(2, unsigned={"environment": "Sandbox"}, **sandbox),
        {"environments": ["Production", "Sandbox"]})
    yield Case(
        "P05-subscription", None, "a subscription whose period has not ended",
        shop.receipt(3, **{"is-trial-period": "false"}, **expires("2026-12-02T00:00:00Z")))
    yield Case(
        "P06-few-keys", None, "only what is needed",
        shop.receipt(info=property_list({
            "bid": BUNDLE, "purchase-date-ms": str(milliseconds(V2_DAY)), "app-item-id": "1"})),
        {"vendorIdentifier": None, "version": None})
    end = shop.v2.not_after
    yield Case(
        "P07-last-instant", None, "bought in the last millisecond of the signer's certificate",
        shop.receipt(info=property_list(purchase(end, 999))))
    odd = (
        "// a comment\n{ bid = com.example.app; /* another */ 'bvrs'=\"1\\U002e2\\0563\";"
        f"\"purchase-date-ms\" = {milliseconds(V2_DAY)};app-item-id='1';"
        f"'unique-vendor-identifier'={transactions.VENDOR};}}\n").encode()
    yield Case("P08-odd-list", None, "quotes, escapes and comments as Apple does not write them",
               shop.receipt(info=odd))
    info = shop.info()
    signature = base64.b64encode(shop.signature(info)).decode()
    yield Case(
        "P09-bare", None, "nothing but signature and purchase, with line breaks in the Base64",
        f"{{'purchase-info'='{base64.encodebytes(info).decode()}';signature='{signature}';}}"
        .encode())
    yield Case(
        "P10-cancelled", None, "refunded, for a caller who looks at that himself",
        shop.receipt(**date("cancellation-date", "2013-04-01T00:00:00Z")),
        {"acceptsCancelled": True})
    yield Case(
        "P11-expired", None, "a period that ended, for a caller who looks at that himself",
        shop.receipt(**expires("2013-04-01T10:00:00Z")), {"now": None})
    yield Case(
        "P12-dates-disagree", None, "the date in words is another one; milliseconds count",
        shop.receipt(purchase_date="2001-01-01 00:00:00 Etc/GMT"))
    extensions = transactions.signer_extensions(shop.v2.key, shop.store.key)
    extra = authority.extension(f"{UNKNOWN}.1", der.null())
    yield Case(
        "P13-unknown-extension", None, "an unknown extension of the signer's that is not critical",
        shop.receipt(leaf=shop.issue_v2([*extensions, extra])))


def signatures(shop):
    info = shop.info()
    good = shop.signature(info)
    yield Case(
        "S01-purchase-changed", "signature.signatureMismatch", "another product under a signature",
        receipt(info.replace(b".pro", b".max"), good))
    yield Case(
        "S02-signature-changed", "signature.signatureMismatch", "one bit of the signature",
        receipt(info, good[:64] + bytes([good[64] ^ 1]) + good[65:]))
    yield Case(
        "S03-other-signature", "signature.signatureMismatch", "the signature of another purchase",
        receipt(info, shop.signature(shop.info(quantity="2"))))
    yield Case(
        "S04-version-not-covered", "signature.signatureMismatch",
        "the signature covers the purchase without the version",
        receipt(info, shop.signature(info, covered=info)))
    yield Case(
        "S05-other-version-covered", "signature.signatureMismatch", "signed as version 3, sent as 2",
        receipt(info, shop.signature(info, covered=b"\x03" + info)))
    yield Case(
        "S06-sha256", "signature.signatureMismatch", "signed with SHA-256",
        receipt(info, shop.signature(info, digest="sha256")))
    yield Case(
        "S07-other-key", "signature.signatureMismatch", "signed with another key of the same length",
        receipt(info, shop.signature(info, key=shop.keys["rsa-1024"])))
    yield Case("S08-no-signature", "signature.signatureMissing", "no signature", receipt(info, None))
    yield Case("S09-empty-signature", "signature.signatureMissing", "an empty one", receipt(info, b""))
    for version in (0, 1, 4, 255):
        yield Case(
            f"S10-version-{version}", "signature.unsupportedSignatureVersion", f"version {version}",
            receipt(info, bytes([version]) + good[1:]))
    yield Case(
        "S11-version-3-over-2", "signature.truncated",
        "version 3 in front of the layout of version 2: the length lies in the certificate",
        receipt(info, b"\x03" + good[1:]))
    three = shop.info(3)
    yield Case(
        "S12-version-2-over-3", "signature.truncated",
        "version 2 in front of the layout of version 3: the length lies in the signature",
        receipt(three, b"\x02" + shop.signature(three, 3)[1:]))
    for name, end in (("version", 1), ("signature", 100), ("length", 131), ("certificate", -1)):
        yield Case(
            f"S13-truncated-{name}", "signature.truncated", f"cut off in or behind the {name}",
            receipt(info, good[:end]))
    leaf = shop.v2.encoding
    signature = good[1:129]
    for name, count, error in (
            ("long", len(leaf) + 1, "signature.truncated"),
            ("huge", 0xFFFFFFFF, "signature.truncated"),
            ("short", len(leaf) - 1, "signature.trailingBytes"),
            ("zero", 0, "signature.trailingBytes")):
        yield Case(
            f"S14-length-{name}", error, f"the certificate's length is {count}",
            receipt(info, layout(2, signature, leaf, count)))
    for name, encoding, words in (
            ("missing", b"", "no certificate"),
            ("trailing", leaf + b"\x00", "a byte behind the certificate"),
            ("twice", leaf + leaf, "two certificates"),
            ("with-issuer", leaf + shop.store.encoding, "the issuer behind the certificate"),
            ("cut", leaf[:-1], "a certificate that is cut off"),
            ("text", b"PurchaseReceiptCertificate", "text in place of the certificate")):
        yield Case(
            f"S15-certificate-{name}", "signature.malformedCertificate", words,
            receipt(info, layout(2, signature, encoding)))
    yield Case(
        "S16-version-3-replayed", "signature.signatureMismatch",
        "a genuine version 3 under the purchase of version 2",
        receipt(info.replace(b"2013-03-01", b"2017-12-23").replace(
            str(milliseconds(V2_DAY)).encode(), str(milliseconds(V3_DAY)).encode()),
            shop.signature(shop.info(3, quantity="2"), 3)))


def signers(shop):
    extensions = transactions.signer_extensions(shop.v2.key, shop.store.key)
    three = authority.leaf_extensions(shop.v3.key, shop.relations.key)
    no_marker = changed(extensions, transactions.PURCHASE_MARKER)
    authority_too = changed(extensions, BASIC_CONSTRAINTS, authority.basic_constraints(True))
    other_use = changed(extensions, KEY_USAGE, authority.key_usage(authority.KEY_CERT_SIGN))
    critical = authority.extension(f"{UNKNOWN}.1", der.null(), critical=True)
    for name, error, words, used in (
            ("no-marker", "leafMarkerMissing", "the signer is not marked", no_marker),
            ("marker-of-3", "leafMarkerMissing", "the signer has the marker of version 3",
             [*no_marker, authority.marker(authority.RECEIPT_SIGNING_MARKER),
              authority.certificate_policies(authority.RECEIPT_SIGNING_POLICY)]),
            ("marker-of-issuer", "leafMarkerMissing", "the signer has the marker of its issuer",
             [*no_marker, authority.marker(transactions.STORE_MARKER)]),
            ("authority", "isAnAuthority", "the signer is an authority", authority_too),
            ("key-usage", "wrongKeyUsage", "the signer's key is not for signatures", other_use),
            ("no-key-usage", "wrongKeyUsage", "the signer's key is for nothing",
             changed(extensions, KEY_USAGE)),
            ("critical", "unknownCriticalExtension", "an unknown extension is critical",
             [*extensions, critical]),
            ("marker-twice", "repeatedExtension", "the marker is there twice",
             [*extensions, authority.marker(transactions.PURCHASE_MARKER)])):
        yield Case(
            f"L01-v2-{name}", f"signature.{error}", words, shop.receipt(leaf=shop.issue_v2(used)))
    no_marker = changed(three, authority.RECEIPT_SIGNING_MARKER)
    for name, error, words, used in (
            ("no-marker", "leafMarkerMissing", "a developer's certificate", no_marker),
            ("marker-of-2", "leafMarkerMissing", "the signer has the marker of version 2",
             [*no_marker, authority.marker(transactions.PURCHASE_MARKER)]),
            ("no-policy", "leafPolicyMissing", "the signer lacks the policy",
             changed(three, "2.5.29.32")),
            ("authority", "isAnAuthority", "the signer is an authority",
             changed(three, BASIC_CONSTRAINTS, authority.basic_constraints(True))),
            ("key-usage", "wrongKeyUsage", "the signer's key is not for signatures",
             changed(three, KEY_USAGE, authority.key_usage(authority.KEY_CERT_SIGN)))):
        yield Case(
            f"L02-v3-{name}", f"signature.{error}", words,
            shop.receipt(3, leaf=shop.issue_v3(used)))
    yield Case(
        "L03-v3-issuer-signs", "signature.leafMarkerMissing", "the issuer has signed, not the signer",
        shop.receipt(3, leaf=shop.relations))
    short = shop.issue_v3(key=shop.keys["rsa-1024"])
    info = shop.info(3)
    padded = bytes(128) + signed(3, info, short)
    yield Case(
        "L04-v3-rsa-1024", "signature.keyNotUsable", "a key of 1,024 bits, which version 2 may have",
        receipt(info, layout(3, padded, short.encoding)))
    long = shop.issue_v2(key=shop.v3.key)
    info = shop.info()
    yield Case(
        "L05-v2-rsa-2048", "signature.signatureMismatch",
        "a key of 2,048 bits, whose signatures do not fit version 2",
        receipt(info, layout(2, signed(2, info, long)[128:], long.encoding)))
    yield Case(
        "L06-v2-expired", "signature.certificateExpired", "bought one second after the signer's last",
        shop.receipt(info=property_list(purchase("2014-06-14T22:00:01Z"))))
    yield Case(
        "L07-v2-not-yet-valid", "signature.certificateNotYetValid",
        "bought one millisecond before the signer's first second",
        shop.receipt(info=property_list(purchase("2009-06-15T21:59:59Z", 999))))
    later = shop.issue_v2(validity=(transactions.SIGNER_VALIDITY[0], "2018-01-01T00:00:00Z"))
    yield Case(
        "L08-issuer-expired", "signature.certificateExpired",
        "bought one second after the issuer's last, in the signer's validity",
        shop.receipt(info=property_list(purchase("2016-05-18T18:00:01Z")), leaf=later))
    yield Case(
        "L09-v3-expired", "signature.certificateExpired", "bought one second after the signer's last",
        shop.receipt(3, info=property_list(purchase("2023-02-07T21:00:01Z"))))
    yield Case(
        "L10-no-date", "signature.missing", "no purchase-date-ms to judge certificates at",
        shop.receipt(without=("purchase-date-ms",)))
    for name, value in (("text", V2_DAY), ("negative", "-1"), ("huge", "9" * 19)):
        yield Case(
            f"L11-date-{name}", "signature.unreadable", "a purchase-date-ms that is none",
            shop.receipt(purchase_date_ms=value))


def issuers(shop):
    attacker = shop.keys["attacker"]
    yield Case(
        "I01-other-key", "signature.certificateSignatureMismatch",
        "the signer's certificate names the issuer, whose key has not signed it",
        shop.receipt(leaf=shop.issue_v2(issuer_key=attacker)))
    yield Case(
        "I02-issued-by-root", "signature.untrustedRoot", "the root has issued the signer's certificate",
        shop.receipt(leaf=shop.issue_v2(issuer=shop.root)))
    yield Case(
        "I03-issued-by-signer", "signature.issuerMissing", "another signer has issued it",
        shop.receipt(leaf=shop.issue_v2(issuer=shop.v3)))
    own = authority.issue(
        transactions.SIGNER_NAME, shop.v2.key, 1, *transactions.SIGNER_VALIDITY, "sha1",
        transactions.signer_extensions(shop.v2.key, shop.v2.key))
    yield Case(
        "I04-self-signed", "signature.untrustedRoot", "the signer has issued its own certificate",
        shop.receipt(leaf=own))
    yield Case(
        "I05-v2-by-relations", "signature.intermediateMarkerMissing",
        "the issuer of version 3 has issued a signer of version 2",
        shop.receipt(
            info=property_list(purchase(V2_DAY)), leaf=shop.issue_v2(issuer=shop.relations)))
    early = "2016-01-01T00:00:00Z"
    yield Case(
        "I06-v3-by-store", "signature.intermediateMarkerMissing",
        "the issuer of version 2 has issued a signer of version 3",
        shop.receipt(
            3, info=property_list(purchase(early)), leaf=shop.issue_v3(issuer=shop.store)))
    yield Case("I07-no-issuers", "signature.issuerMissing", "the caller has no issuers",
               shop.receipt(), {"issuers": []})
    # Issuers that the caller was made to take.
    genuine = transactions.store_extensions(shop.store.key, shop.root.key)
    root = authority.issue(
        authority.ROOT_NAME, attacker, 2, shop.root.not_before, shop.root.not_after, "sha1",
        [authority.key_usage(authority.KEY_CERT_SIGN), authority.basic_constraints(True)])
    self_signed = authority.issue(
        transactions.STORE_NAME, shop.store.key, 0x1C, *transactions.STORE_VALIDITY, "sha1", genuine)
    for name, error, words, issuer in (
            ("by-other-root", "certificateSignatureMismatch",
             "an issuer under the root's name, by another key", shop.issue_store(issuer=root)),
            ("self-signed", "untrustedRoot", "an issuer that is its own root", self_signed),
            ("by-relations", "untrustedRoot", "an issuer by another issuer",
             shop.issue_store(issuer=shop.relations)),
            ("not-authority", "notAnAuthority", "an issuer that is no authority",
             shop.issue_store(changed(genuine, BASIC_CONSTRAINTS))),
            ("key-usage", "wrongKeyUsage", "an issuer whose key is not for certificates",
             shop.issue_store(changed(
                 genuine, KEY_USAGE, authority.key_usage(authority.DIGITAL_SIGNATURE)))),
            ("no-marker", "intermediateMarkerMissing", "an issuer without marker",
             shop.issue_store(changed(genuine, transactions.STORE_MARKER))),
            ("short-key", "keyNotUsable", "an issuer with a key of 1,024 bits",
             shop.issue_store(key=shop.keys["rsa-1024"]))):
        leaf = shop.issue_v2(issuer=issuer)
        yield Case(
            f"I08-{name}", f"signature.{error}", words, shop.receipt(leaf=leaf),
            issuers={f"I08-{name}": issuer})


def bindings(shop):
    for name, value in (
            ("other", "com.example.other"), ("prefix", BUNDLE + ".more"), ("suffix", "com.example.ap"),
            ("case", "com.example.App"), ("nul", BUNDLE + "\\000"), ("space", BUNDLE + " ")):
        yield Case(f"E01-bundle-{name}", "bundleIdentifier.differs", "for another app",
                   shop.receipt(bid=value))
    yield Case("E02-bundle-missing", "bundleIdentifier.missing", "no bid",
               shop.receipt(without=("bid",)))
    yield Case("E03-bundle-empty", "bundleIdentifier.missing", "an empty bid", shop.receipt(bid=""))
    yield Case(
        "E04-bundle-unsigned", "bundleIdentifier.differs", "the right bid, where nobody has signed it",
        shop.receipt(bid="com.example.other", unsigned={"bid": BUNDLE}))
    yield Case("E05-version", "appVersion.differs", "another version", shop.receipt(bvrs="1.2.30"))
    yield Case("E06-version-missing", "appVersion.missing", "no version",
               shop.receipt(without=("bvrs",)))
    other = "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C58"
    yield Case("E07-device", "device.otherDevice", "another device",
               shop.receipt(unique_vendor_identifier=other))
    yield Case("E08-device-missing", "device.missing", "no vendor identifier",
               shop.receipt(without=("unique-vendor-identifier",)))
    yield Case("E09-device-unreadable", "device.unreadable", "a vendor identifier that is no UUID",
               shop.receipt(unique_vendor_identifier="02005e102030"))
    yield Case(
        "E10-cancelled", "cancellation.cancelled", "refunded",
        shop.receipt(**date("cancellation-date", "2013-04-01T00:00:00Z")))
    yield Case(
        "E11-cancelled-unreadable", "cancellation.cancelled", "refunded at no date that can be read",
        shop.receipt(cancellation_date_pst="2013-03-31 17:00:00 America/Los_Angeles"))
    yield Case("E12-expired", "expiration.expired", "the period has ended",
               shop.receipt(**expires("2013-04-01T10:00:00Z")))
    yield Case("E13-expires-now", "expiration.expired", "the period ends right now",
               shop.receipt(**expires("2026-12-01T00:00:00Z")))
    yield Case("E14-expiration-unreadable", "expiration.unreadable", "a period that ends never or ever",
               shop.receipt(expires_date="never"))
    yield Case(
        "E15-expiration-words", "expiration.expired", "the period has ended, in words only",
        shop.receipt(expires_date_formatted="2013-04-01 10:00:00 Etc/GMT"))
    without = ("app-item-id", "version-external-identifier")
    yield Case("E16-sandbox", "environment.environment", "from the sandbox",
               shop.receipt(without=without, unsigned={"environment": "Sandbox"}))
    yield Case("E17-sandbox-hidden", "environment.environment",
               "from the sandbox, and the line that says so deleted", shop.receipt(without=without))
    yield Case("E18-sandbox-renamed", "environment.environment", "an environment nobody has signed",
               shop.receipt(without=without, unsigned={"environment": "Production"}))
    yield Case("E19-production", "environment.environment", "from the App Store, for a tester",
               shop.receipt(), {"environments": ["Sandbox"]})
    yield Case("E20-app-item-unsigned", "environment.environment",
               "an app-item-id where nobody has signed it",
               shop.receipt(without=without, unsigned={"app-item-id": transactions.APP_ITEM}))
    yield Case("E21-app-item-zero", "environment.environment", "an app-item-id of 0",
               shop.receipt(app_item_id="0"))


def lists(shop):
    info = shop.info()
    good = shop.receipt(info=info)
    line = f'\t"purchase-info" = "{base64.b64encode(info).decode()}";\n'.encode()
    yield Case("A01-two-purchases", "structure.duplicateKey", "purchase-info is there twice",
               good.replace(line, line + line))
    yield Case("A02-two-bundles", "structure.duplicateKey", "bid is there twice, signed",
               shop.receipt(info=info.replace(b"{\n", b'{\n\t"bid" = "com.example.other";\n')))
    yield Case("A03-nested", "structure.nestedValue", "a list in the place of a value, signed",
               shop.receipt(info=info.replace(b'"1"', b'{ "a" = "1"; }')))
    yield Case("A04-trailing", "structure.trailingBytes", "a list behind the list", good + good)
    yield Case("A05-trailing-signed", "structure.trailingBytes", "more behind the purchase, signed",
               shop.receipt(info=info + b"\x00"))
    yield Case("A06-no-purchase", "structure.purchaseInfoMissing", "no purchase-info",
               good.replace(line, b""))
    yield Case("A07-truncated", "structure.truncated", "cut off", good[:-1])


def all_cases(shop):
    cases = [case for group in (accepted, signatures, signers, issuers, bindings, lists)
             for case in group(shop)]
    assert len({case.id for case in cases}) == len(cases)
    return sorted(cases, key=lambda case: case.id)
