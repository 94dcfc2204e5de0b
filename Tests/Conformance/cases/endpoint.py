"""What verifyReceipt, or what stands in for it, answers: status and body."""

import base64
import dataclasses
import textwrap

import receipts
from receipts import NON_CONSUMABLE, ascii_text, purchase
from samples import BUNDLE
from samples import SAMPLES as KNOWN
from transaction_forgeries import expires
from transactions import receipt

from . import world
from .case import Case, Text
from .transport import loosened, receipts_of_each_length

NOW = "2026-01-01T00:00:00.123Z"
ISSUERS = world.TRANSACTION_CALLER["issuers"]


def caller(endpoint="production", apps=(BUNDLE,), now=NOW):
    made = {"now": now, "issuers": ISSUERS}
    if endpoint:
        made["endpoint"] = endpoint
    return made if apps is None else made | {"apps": list(apps)}


def answered(name, words, body, status, flags=("Status",), fields=None, features=(), **more):
    """A case about a body; every status but 0 refuses."""
    reason = {0: None, 21000: "encoding", 21002: "encoding", 21003: "signature", 21006: "expiration",
              21007: "environment", 21008: "environment"}[status]
    reason = more.pop("reason", None) or reason
    return Case(
        f"endpoint/{name}", "endpoint", words, body, reason, features, flags, more.pop("importance", "high"),
        caller=caller(**more), fields={"/status": status, **(fields or {})})


def body(data, before="", after=""):
    return Text((f'{{{before}"receipt-data":"', data, f'"{after}}}'))


def requests(made):
    data = made.receipt
    fine = [
        ("plain", body(data), "the request as clients make it"),
        ("password", body(data, after=',"password":"0123456789abcdef"'), "with a shared secret"),
        ("exclude", body(data, after=',"exclude-old-transactions":true'), "without old transactions"),
        ("other-members", body(data, '"user":{"id":7},', ',"x":[1,2,null]'), "with members that Apple does not know"),
        ("white-space", Text(("\n {\t\"receipt-data\" :\r\n \"", data, "\" }\n")), "with white space"),
    ]
    for name, source, words in fine:
        yield answered(f"request-{name}", words, source, 0, ("Request",))
    unreadable = [
        ("empty", ""), ("blank", " "), ("letter", "x"), ("form", "receipt-data=MIIT"), ("array", "[]"),
        ("string", '"MIIT"'), ("null", "null"), ("number", "7"), ("unclosed", '{"receipt-data":"MIIT"'),
        ("two-objects", "{} {}"), ("byte-order-mark", "\ufeff{}"), ("single-quotes", "{'receipt-data':'MIIT'}"),
        ("trailing-comma", '{"receipt-data":"MIIT",}'), ("comment", '{/* */"receipt-data":"MIIT"}'),
        ("newline-in-string", '{"receipt-data":"a\nb"}'), ("web-page", "<html></html>"),
    ]
    for name, source in unreadable:
        yield answered(f"unreadable-{name}", "a body that is no JSON object", Text((source,)), 21000, ("Request",),
                       features=("request-status",))
    twice = Text(('{"receipt-data":"","receipt-data":"', data, '"}'))
    yield answered("unreadable-key-twice", "receipt-data stands twice", twice, 21000, ("Request",),
                   features=("duplicates", "request-status"))
    missing = [
        ("no-member", "{}"), ("null", '{"receipt-data":null}'), ("empty", '{"receipt-data":""}'),
        ("array", '{"receipt-data":[]}'), ("object", '{"receipt-data":{}}'), ("boolean", '{"receipt-data":true}'),
        ("number", '{"receipt-data":7}'), ("other-key", '{"receipt_data":"MIIT"}'), ("no-base64", '{"receipt-data":"MIIT!"}'),
        ("cut", '{"receipt-data":"MIIT"}'), ("words", '{"receipt-data":"hello"}'), ("json", '{"receipt-data":"{}"}'),
        ("identifier", '{"receipt-data":"730001800000001"}'),
        ("json-web-signature", '{"receipt-data":"eyJhbGciOiJFUzI1NiJ9.e30.AA"}'),
    ]
    for name, source in missing:
        yield answered(f"no-receipt-{name}", "receipt-data is missing, or no receipt", Text((source,)), 21002, ("Request",))
    for name, bad in (("cut", data[:-1]), ("certificate", made.shop.leaf.encoding)):
        yield answered(f"no-receipt-{name}-bytes", "receipt-data is Base64 of something else", body(bad), 21002, ("Request",))


def texts(made):
    """Base64 as Apple's verifyReceipt takes it: not quite RFC 4648."""
    by_remainder = receipts_of_each_length(made)
    data, standard = by_remainder[2], base64.b64encode(by_remainder[2]).decode()
    url_safe = next(text for text in map(base64.b64encode, by_remainder.values()) if b"/" in text or b"+" in text)
    table = [
        ("trailing-byte", "a byte follows the receipt", base64.b64encode(data + b"\0").decode(), 0),
        ("loose-bits", "unused bits that are not zero", loosened(standard, 1), 0),
        ("line-breaks", "lines of 76 characters", "\\r\\n".join(textwrap.wrap(standard, 76)), 21002),
        ("space", "a space at the end", standard + " ", 21002),
        ("url-safe", "the URL-safe alphabet", url_safe.decode().replace("+", "-").replace("/", "_"), 21002),
        ("no-padding", "without padding", standard.rstrip("="), 21002),
    ]
    for name, words, text, status in table:
        yield answered(f"base64-{name}", words, Text(('{"receipt-data":"', text, '"}')), status, ("Base64",),
                       features=("endpoint-base64",))


def environments(made):
    table = [
        ("Production", 0, 21008), ("ProductionVPP", 0, 21008), ("ProductionSandbox", 21007, 0),
        ("ProductionVPPSandbox", 21007, 0),
    ]
    for environment, production, sandbox in table:
        data = made.sign(environment=environment)
        for endpoint, status in (("production", production), ("sandbox", sandbox), (None, 0)):
            yield answered(
                f"environment-{environment}-{endpoint or 'both'}",
                f"a receipt of {environment} for {endpoint or 'an endpoint of both'}", body(data), status,
                endpoint=endpoint, features=("vpp",) if "VPP" in environment else ())
    for name, environment in (("xcode", "Xcode"), ):
        yield answered(f"environment-{name}", "Xcode's name, under the store's signature",
                       body(made.sign(environment=environment)), 21002, features=("environment",), reason="environment")
    yield answered("environment-unknown", "an environment that nobody knows", body(made.sign(environment="Elsewhere")),
                   21003, features=("environment",), reason="environment")
    xcode = KNOWN["xcode-ber"](made.certificates).encoding
    yield answered("xcode-receipt", "a receipt signed by Xcode", body(xcode), 21003, ("Xcode", "Status"), reason="chain",
                   features=("environment",))


def refusals(made):
    data = made.receipt
    changed = data[:-1] + bytes([data[-1] ^ 1])
    yield answered("signature-changed", "the signature differs in a bit", body(changed), 21003)
    forged = made.shop.receipt(made.payload, signature=bytes(256))
    yield answered("signature-zeros", "the signature is zeros", body(forged), 21003)
    developer = made.shop.issue_leaf(
        key=made.shop.keys["developer"],
        extensions=world.workshop.changed(made.shop.leaf_extensions(made.shop.keys["developer"]),
                                          "1.2.840.113635.100.6.11.1"))
    yield answered("developer-certificate", "signed by a developer", body(made.shop.with_leaf(developer)), 21003,
                   ("NoMarker", "Status"), reason="policy")
    yield answered("other-app", "a receipt of another app", body(made.sign(bundle=world.der.utf8_string("com.example.other"))),
                   21003, ("OtherApp", "Status"), reason="app", features=("bundle-identifier",))
    yield answered("every-app", "a receipt of another app, for an endpoint of every app",
                   body(made.sign(bundle=world.der.utf8_string("com.example.other"))), 0, apps=None,
                   fields={"/receipt/bundle_id": "com.example.other"})
    expired = made.sign(environment="ProductionVPP", extra=[ascii_text(21, "2025-12-31T00:00:00Z")])
    yield answered("expired", "a volume purchase that has expired", body(expired), 21003, ("Expired", "Status"),
                   reason="expiration", features=("vpp", "expiration"))


def dates(name, instant, milliseconds, words):
    """The three keys of a date; Pacific time is left to those who have a time zone database."""
    return {f"/receipt/{name}": f"{instant} Etc/GMT", f"/receipt/{name}_ms": str(milliseconds),
            f"/receipt/{name}_pst": f"{words} America/Los_Angeles"}


def answers(made):
    """What the answer says, with the keys that Apple gives."""
    bought = purchase(f"{BUNDLE}.pro.monthly", "2", "2025-07-01T12:00:00Z", original="1",
                      original_date="2025-02-14T09:30:00Z", expires="2025-08-01T12:00:00Z", web_order=910000000000000123,
                      trial=False, intro=True, offer="spring", fillers=False)
    refunded = purchase(f"{BUNDLE}.levels", "3", "2025-03-01T00:00:00Z", kind=NON_CONSUMABLE, cancelled="2025-03-05T00:00:00Z",
                        reason=1, fillers=False)
    data = made.sign(purchases=[bought])
    pointers = {
        "environment": {"/environment": "Production", "/receipt/receipt_type": "Production"},
        "app": {"/receipt/bundle_id": BUNDLE, "/receipt/application_version": "1.2.3",
                "/receipt/original_application_version": "1.0"},
        "numbers": {"/receipt/adam_id": 6444000001, "/receipt/app_item_id": 6444000001,
                    "/receipt/download_id": 504427000000000001},
        "creation-date": dates("receipt_creation_date", "2025-03-01 10:00:00", 1740823200000, "2025-03-01 02:00:00"),
        "request-date": {"/receipt/request_date": "2026-01-01 00:00:00 Etc/GMT",
                         "/receipt/request_date_ms": "1767225600123"},
        "original-date": dates("original_purchase_date", "2025-02-10 20:15:00", 1739218500000, "2025-02-10 12:15:00"),
        "purchase": {
            "/receipt/in_app/0/quantity": "1", "/receipt/in_app/0/product_id": f"{BUNDLE}.pro.monthly",
            "/receipt/in_app/0/transaction_id": "2", "/receipt/in_app/0/original_transaction_id": "1",
            "/receipt/in_app/0/web_order_line_item_id": "910000000000000123",
            "/receipt/in_app/0/promotional_offer_id": "spring"},
        "flags": {"/receipt/in_app/0/is_trial_period": "false", "/receipt/in_app/0/is_in_intro_offer_period": "true"},
        "purchase-dates": {
            "/receipt/in_app/0/purchase_date": "2025-07-01 12:00:00 Etc/GMT",
            "/receipt/in_app/0/purchase_date_ms": "1751371200000",
            "/receipt/in_app/0/purchase_date_pst": "2025-07-01 05:00:00 America/Los_Angeles",
            "/receipt/in_app/0/expires_date_ms": "1754049600000",
            "/receipt/in_app/0/cancellation_date": None},
    }
    for name, fields in pointers.items():
        yield answered(f"answer-{name}", f"the answer: {name.replace('-', ' ')}", body(data), 0, ("AnswerFields",), fields)
    yield answered("answer-refunded", "a refunded purchase stays, with its date", body(made.sign(purchases=[refunded])), 0,
                   ("AnswerFields", "Cancelled"), {
                       "/receipt/in_app/0/cancellation_date_ms": "1741132800000",
                       "/receipt/in_app/0/cancellation_reason": "1", "/receipt/in_app/0/web_order_line_item_id": None})
    yield answered("answer-no-purchases", "no purchase: an empty array", body(made.sign(purchases=[])), 0,
                   ("AnswerFields",), {"/receipt/in_app": []})
    volume = made.sign(environment="ProductionVPP", extra=[ascii_text(21, "2027-01-31T23:59:59Z")])
    yield answered("answer-volume-purchase", "a volume purchase's end", body(volume), 0, ("AnswerFields", "VolumePurchase"),
                   {"/receipt/expiration_date_ms": "1801439999000", "/receipt/receipt_type": "ProductionVPP"},
                   features=("vpp",))
    sandbox = made.sign(environment="ProductionSandbox", extra=[], without=(receipts.APP_ITEM, receipts.DOWNLOAD))
    yield answered("answer-sandbox", "the sandbox", body(sandbox), 0, ("AnswerFields", "Sandbox"),
                   {"/environment": "Sandbox"}, endpoint="sandbox")


def transactions(made):
    for case in transaction_requests(made):
        yield dataclasses.replace(case, features=("transactions", *case.features))


def transaction_requests(made):
    shop = made.transaction_shop
    info = shop.info()
    bought = shop.receipt(2)
    yield answered("transaction", "a transaction receipt", body(bought), 0, fields={
        "/receipt/product_id": f"{BUNDLE}.pro", "/receipt/bid": BUNDLE, "/receipt/quantity": "1"})
    yield answered("transaction-v3", "a transaction receipt of version 3", body(shop.receipt(3)), 0)
    yield answered("transaction-expired", "a subscription that is over: 21006, with its receipt",
                   body(shop.receipt(3, **expires("2018-01-23T17:03:44Z"))), 21006,
                   fields={"/receipt/product_id": f"{BUNDLE}.pro"})
    yield answered("transaction-changed", "another purchase under the signature",
                   body(receipt(info.replace(b".pro", b".max"), shop.signature(info))), 21003)
    yield answered("transaction-other-app", "of another app", body(shop.receipt(2, bid="com.example.other")), 21003,
                   ("OtherApp", "Status"), reason="app", features=("bundle-identifier",))
    yield answered("transaction-for-sandbox", "the store's, at the sandbox", body(bought), 21008, endpoint="sandbox")
    sandbox = shop.receipt(2, unsigned={"environment": "Sandbox"}, without=("app-item-id", "version-external-identifier"))
    yield answered("transaction-sandbox", "the sandbox's, at the sandbox", body(sandbox), 0, endpoint="sandbox")
    yield answered("transaction-sandbox-for-production", "the sandbox's, at production", body(sandbox), 21007,
                   endpoint="production")
    hidden = shop.receipt(2, without=("app-item-id", "version-external-identifier"))
    yield answered("transaction-sandbox-hidden", "the sandbox's, with the line that says so deleted", body(hidden), 21007,
                   ("UnsignedEnvironment", "Status"), endpoint="production", features=("judged-environment",))


def cases(made):
    for group in (requests, texts, environments, refusals, answers, transactions):
        yield from group(made)
