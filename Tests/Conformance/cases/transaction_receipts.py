"""The transaction receipts of iOS 6: those of `Tests/Fixtures`, and further lists."""

import base64
import re

import transaction_forgeries
from samples import BUNDLE
from transactions import date, property_list, purchase, receipt

from . import world
from .case import Case, Text

# The step and code of the error there, by their beginnings, and the reason here.
REASONS = {
    "structure": "encoding", "bundleIdentifier": "app", "appVersion": "app", "device": "device",
    "cancellation": "expiration", "expiration": "expiration", "environment": "environment",
    "signature.signature": "signature", "signature.unsupportedSignature": "signature", "signature.truncated": "signature", "signature.trailing": "signature",
    "signature.malformedCertificate": "signature", "signature.certificateSignature": "chain",
    "signature.issuerMissing": "chain", "signature.untrusted": "chain", "signature.notAn": "chain",
    "signature.isAn": "policy", "signature.wrongKeyUsage": "policy", "signature.leaf": "policy",
    "signature.intermediate": "policy", "signature.unknownCritical": "policy", "signature.repeated": "policy",
    "signature.keyNot": "algorithm", "signature.certificateExpired": "validity",
    "signature.certificateNotYet": "validity", "signature.missing": "validity", "signature.unreadable": "validity",
}
FLAGS = {"A": "PropertyList", "S": "TransactionSignature", "L": "TransactionSigner", "I": "TransactionSigner", "P": "Genuine"}
BINDING = {"app": "bundle-identifier", "device": "device", "environment": "environment", "expiration": "expiration"}
ENCODED = re.compile(r'("signature" = "|"purchase-info" = ")([A-Za-z0-9+/=]+)(")')


def reason(error):
    if error is None:
        return None
    return REASONS[max((key for key in REASONS if error.startswith(key)), key=len)]


def text(data):
    """The list with its Base64 as what it encodes, so that certificates stand in the set once."""
    try:
        source = data.decode()
    except UnicodeDecodeError:
        return data
    parts, end = [], 0
    for match in ENCODED.finditer(source):
        try:
            decoded = base64.b64decode(match[2], validate=True)
        except ValueError:
            continue
        if base64.b64encode(decoded).decode() == match[2]:
            parts += [source[end:match.start(2)], decoded]
            end = match.end(2)
    made = Text((*parts, source[end:]))
    return made if made.data == data else data


def flags(name, error):
    letter = name[0]
    if letter != "E":
        return (FLAGS[letter],)
    if error.startswith("environment"):
        return ("UnsignedEnvironment",)
    words = {"app": "OtherApp", "device": "OtherDevice", "expiration": "Expired"}[reason(error)]
    return ("Cancelled",) if "cancel" in name else (words,)


def features(name, why, error):
    found = []
    if name[0] == "E":
        found = ["app-version" if "version" in name else "cancellation" if "cancel" in name else BINDING[why]]
    if name[:3] in ("E16", "E17", "E18", "E20", "E21"):
        found.append("judged-environment")
    if name.startswith("P07"):
        found.append("last-second")
    if name.startswith("L02-v3-no-policy"):
        found.append("policy-oid")
    if error and "arker" in error:
        found.append("apple-policy")
    return tuple(found)


def forgeries(made):
    for case in transaction_forgeries.all_cases(made.transaction_shop):
        why = reason(case.error)
        expect = {("appVersion" if name == "version" else name): value for name, value in case.expect.items()}
        caller = world.TRANSACTION_CALLER | expect
        # Two receipts may have an issuer of one name, so these have the names of their cases.
        blocks = {f"transaction-{name}": one.encoding for name, one in case.issuers.items()}
        if blocks:
            caller["issuers"] = list(blocks)
        caller = {name: value for name, value in caller.items() if value is not None}
        fields = {} if why or case.id.startswith(("P06", "P08")) else {
            "/bundleIdentifier": BUNDLE, "/productIdentifier": f"{BUNDLE}.pro", "/quantity": 1,
            "/transactionIdentifier": "1000000046000001"}
        yield Case(
            f"transactions/{case.id}", "transaction", case.reason, text(case.data), why,
            features(case.id, why, case.error), flags(case.id, case.error),
            "high" if case.id[0] in "PSE" else "medium", caller=caller, fields=fields, blocks=blocks)


def refunds(made):
    """Dates and ownership of one transaction, as it says it."""
    shop = made.transaction_shop
    accepting = world.TRANSACTION_CALLER | {"acceptsCancelled": True}
    accepting.pop("now")
    day = transaction_forgeries.V2_DAY
    rows = [
        ("bought", {}, {"isCancelled": False, "purchaseDate": day, "originalPurchaseDate": day}),
        ("refunded", date("cancellation-date", "2013-04-01T00:00:00Z"),
         {"isCancelled": True, "cancellationDate": "2013-04-01T00:00:00Z"}),
        ("restored", {"original-transaction-id": "900", **date("original-purchase-date", "2012-01-02T03:04:05Z")},
         {"originalTransactionIdentifier": "900", "originalPurchaseDate": "2012-01-02T03:04:05Z"}),
        ("refund-unreadable", {"cancellation-date-ms": "soon"}, {"isCancelled": True, "cancellationDate": None}),
        ("subscription", transaction_forgeries.expires("2013-04-01T10:00:00Z"), {"expiresDate": "2013-04-01T10:00:00Z"}),
        ("trial", {"is-trial-period": "true"}, {"isTrialPeriod": True}),
        ("no-trial", {"is-trial-period": "false"}, {"isTrialPeriod": False}),
        ("quantity", {"quantity": "10"}, {"quantity": 10}),
        ("quantity-unreadable", {"quantity": "ten"}, {"quantity": None}),
        ("web-order", {"web-order-line-item-id": "910000000000000123"},
         {"webOrderLineItemIdentifier": 910000000000000123}),
    ]
    for name, changes, fields in rows:
        info = property_list(purchase(day) | changes)
        yield Case(
            f"transactions/{name}", "transaction", f"a purchase: {name.replace('-', ' ')}",
            text(receipt(info, shop.signature(info))), flags=("Cancelled",) if "refund" in name else ("Genuine",),
            caller=accepting, fields={f"/{key}": value for key, value in fields.items()})


def lists(made):
    """The grammar of the list, outside of what is signed."""
    data = made.transaction_shop.receipt(2)
    plain = data.decode()
    odd = [
        ("comment", "/* a comment */ " + plain, True), ("line-comment", "// a comment\n" + plain, True),
        ("trailing-newline", plain + "\n", True), ("crlf", plain.replace("\n", "\r\n"), True),
        ("single-quotes", plain.replace('"', "'"), True), ("one-line", plain.replace("\n", " "), True),
        ("json", "{\"purchase-info\": \"\"}", False), ("xml", "<?xml version=\"1.0\"?><plist/>", False),
        ("no-brace", plain[1:], False), ("no-end", plain[:-1], False), ("no-semicolon", plain.replace(";", ""), False),
        ("unclosed-comment", "/* " + plain, False), ("array", plain.replace('"16"', "( 1, 2 )"), False),
        ("data", plain.replace('"16"', "<0a0b>"), False), ("two-lists", plain + plain, False),
        ("nul", plain.replace('"16"', '"1\0006"') + "\0", False), ("empty", "", False), ("no-keys", "{}", False),
        ("pod-twice", plain.replace('"pod"', '"pod" = "1"; "pod"'), False),
    ]
    for name, source, fine in odd:
        yield Case(
            f"transactions/list-{name}", "transaction", f"the list: {name.replace('-', ' ')}", text(source.encode()),
            None if fine else "encoding", flags=("PropertyList",), caller=world.TRANSACTION_CALLER)
    yield Case("transactions/base64", "transaction", "the list in Base64", Text((data,)), flags=("PropertyList", "Base64"),
               caller=world.TRANSACTION_CALLER)
    yield Case("transactions/app-receipt", "transaction", "an App Store receipt where a transaction receipt belongs",
               made.receipt, "encoding", flags=("NotAReceipt",), caller=world.TRANSACTION_CALLER)
    yield Case("transactions/for-reading", "read", "a transaction receipt where an App Store receipt belongs", text(data),
               "encoding", flags=("NotAReceipt",))


def cases(made):
    for group in (forgeries, refunds, lists):
        yield from group(made)
