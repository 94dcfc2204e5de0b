"""iOS-6-style transaction receipts: property lists, the layout of their signatures, and the
certificates of their signers.

    root ── store ───────────────────── purchase-signing            version 2, RSA 1024, SHA-1
        └── developer-relations-sha1 ── receipt-signing-sha1        version 3, RSA 2048, SHA-1
        └── developer-relations-sha256 ── receipt-signing-sha256    version 3 of today
"""

import base64
import datetime

import authority
import der
from authority import Name, basic_constraints, key_usage, marker
from samples import BUNDLE, PHONE

# Keys of their own, beside the manifest. The signer's has 1,024 bits, as the real ones have.
KEYS = {"store": 2048, "purchase-signing": 1024}

PURCHASE_MARKER = "1.2.840.113635.100.6.5.1"
STORE_MARKER = "1.2.840.113635.100.6.2.2"

UTF8, PRINTABLE = der.utf8_string, der.printable_string
STORE_NAME = Name((
    (authority.COUNTRY, PRINTABLE, "US"),
    (authority.ORGANIZATION, UTF8, authority.ORGANIZATION_NAME),
    (authority.UNIT, UTF8, "Example Certification Authority"),
    (authority.COMMON_NAME, UTF8, "Example Store Certification Authority"),
))
SIGNER_NAME = Name((
    (authority.COMMON_NAME, UTF8, "ExamplePurchaseReceiptCertificate"),
    (authority.UNIT, UTF8, "Example Store"),
    (authority.ORGANIZATION, UTF8, authority.ORGANIZATION_NAME),
    (authority.COUNTRY, PRINTABLE, "US"),
))

STORE_VALIDITY = ("2009-05-19T18:00:00Z", "2016-05-18T18:00:00Z")
SIGNER_VALIDITY = ("2009-06-15T22:00:00Z", "2014-06-14T22:00:00Z")

APP_ITEM = "6444000001"
VENDOR = "5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"
assert bytes.fromhex(VENDOR.replace("-", "")) == PHONE


def store_extensions(key, root_key):
    return [
        key_usage(authority.DIGITAL_SIGNATURE, authority.KEY_CERT_SIGN, authority.CRL_SIGN),
        basic_constraints(True),
        authority.subject_key_identifier(key),
        authority.authority_key_identifier(root_key),
        marker(STORE_MARKER),
    ]


def signer_extensions(key, issuer_key):
    return [
        basic_constraints(False),
        authority.authority_key_identifier(issuer_key),
        key_usage(authority.DIGITAL_SIGNATURE),
        authority.subject_key_identifier(key),
        marker(PURCHASE_MARKER),
    ]


def certificates(keys, given):
    """The two of version 2, under the root among those given."""
    root, store, signer = given["root"], keys["store"], keys["purchase-signing"]
    return {
        "store": authority.issue(
            STORE_NAME, store, 0x1A, *STORE_VALIDITY, "sha1",
            store_extensions(store, root.key), root.subject, root.key),
        "purchase-signing": authority.issue(
            SIGNER_NAME, signer, 0x65C0FFEE5EED0003, *SIGNER_VALIDITY, "sha1",
            signer_extensions(signer, store), STORE_NAME, store),
    }


def property_list(entries):
    """A list as the store writes it; the values need no escapes."""
    lines = "".join(f'\t"{key}" = "{value}";\n' for key, value in entries.items())
    return f"{{\n{lines}}}".encode("utf-8")


def milliseconds(iso, fraction=0):
    moment = datetime.datetime.strptime(iso, "%Y-%m-%dT%H:%M:%SZ")
    moment = moment.replace(tzinfo=datetime.timezone.utc)
    return int(moment.timestamp()) * 1000 + fraction


def date(name, iso, fraction=0, exact="-ms", words=""):
    """The two keys of a date; California's time is left out, since it needs a time zone database."""
    text = iso.replace("T", " ").replace("Z", " Etc/GMT")
    return {f"{name}{words}": text, f"{name}{exact}": str(milliseconds(iso, fraction))}


def expires(iso):
    return date("expires-date", iso, exact="", words="-formatted")


def purchase(bought, fraction=0, transaction="1000000046000001", without=(), **changes):
    """The keys of a purchase by the caller's app. `changes` have `_` for `-` and replace or add."""
    made = {
        "original-transaction-id": transaction,
        "bvrs": "1.2.3",
        "transaction-id": transaction,
        "quantity": "1",
        "unique-vendor-identifier": VENDOR,
        "product-id": f"{BUNDLE}.pro",
        "item-id": "6700000002",
        "app-item-id": APP_ITEM,
        "version-external-identifier": "825366855",
        "bid": BUNDLE,
        **date("original-purchase-date", bought, fraction),
        **date("purchase-date", bought, fraction),
    }
    made |= {key.replace("_", "-"): value for key, value in changes.items()}
    return {key: value for key, value in made.items() if key not in without}


def signed(version, info, leaf, digest="sha1", key=None, covered=None):
    """The signature by the leaf's key over the version and the purchase."""
    covered = bytes([version]) + info if covered is None else covered
    return (key or leaf.key).sign(covered, digest)


def layout(version, signature, certificate, count=None):
    count = len(certificate) if count is None else count
    return bytes([version]) + signature + count.to_bytes(4, "big") + certificate


def receipt(info, signature, **unsigned):
    """The receipt around a purchase and the bytes of a signature."""
    entries = {"signature": base64.b64encode(signature).decode()} if signature is not None else {}
    entries["purchase-info"] = base64.b64encode(info).decode()
    entries |= {key.replace("_", "-"): value for key, value in unsigned.items()}
    return property_list(entries | {"pod": "16", "signing-status": "0"})
