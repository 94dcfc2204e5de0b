#!/usr/bin/env python3
"""Writes receipts.json: the receipts that the clients send, made and signed by the test authority.

    python3 make_receipts.py            write it
    python3 make_receipts.py --check    write nothing; exit 1 if it differs

Needs Python 3.11.
"""

import base64
import json
import pathlib
import sys

sys.dont_write_bytecode = True

FOLDER = pathlib.Path(__file__).resolve().parent
FIXTURES = FOLDER.parents[2] / "Tests" / "Fixtures"
sys.path.insert(0, str(FIXTURES))

import authority
import make_transactions
import receipts
import samples
import signing
import transactions
from make_fixtures import load_keys
from receipts import CONSUMABLE, NON_CONSUMABLE, app_receipt
from samples import BUNDLE, PHONE
from transaction_forgeries import Shop

FILE = FOLDER / "receipts.json"
CREATED = "2025-07-01T12:00:00Z"
FUTURE = "2099-07-01T12:00:00Z"  # a client compares with its clock


def purchase(*values, **more):
    return receipts.purchase(*values, **more, ownership=0)


def app(certificates, label, purchases, environment="Production"):
    store = {} if environment == "ProductionSandbox" else {
        "item": 6444000001, "developer": 1100000001, "download": 504427000000001234, "external_version": 872345678,
        "original_date": "2025-02-10T20:15:00Z", "original_version": "3.2", "device_receipt_date": CREATED}
    return samples.apple_sample(certificates, "sha256", PHONE, app_receipt(
        f"client-{label}", PHONE, environment, BUNDLE, "3.4.1", CREATED, purchases, **store)).encoding


def bought():
    return [
        purchase(f"{BUNDLE}.levels", "730001700000001", "2025-05-01T08:00:00Z", kind=NON_CONSUMABLE, item=6700000001),
        purchase(f"{BUNDLE}.coins", "730001700000002", CREATED, quantity=5, kind=CONSUMABLE, item=6700000003),
    ]


def month(number, start, end, **more):
    return purchase(
        f"{BUNDLE}.monthly", f"73000180000000{number}", start, original="730001800000001",
        original_date="2025-05-01T12:00:00Z", expires=end, item=6700000002, web_order=730000900000000 + number, **more)


def subscribed(end=FUTURE, **last):
    return [
        month(1, "2025-05-01T12:00:00Z", "2025-06-01T12:00:00Z", trial=True),
        month(2, "2025-06-01T12:00:00Z", end, **last),
    ]


def changed(data, old, new):
    assert data.count(old) == 1 and len(old) == len(new)
    return data.replace(old, new)


def transaction(shop, expires=None, sandbox=False, without=(), **more):
    pst = "2013-03-01 02:00:00 America/Los_Angeles"
    changes = {"purchase-date-pst": pst, "original-purchase-date-pst": pst, **more}
    if expires:
        changes |= {"product-id": f"{BUNDLE}.monthly", "web-order-line-item-id": "730000900000009", **expires}
    if sandbox:
        return shop.receipt(2, unsigned={"environment": "Sandbox"},
                            without=("app-item-id", "version-external-identifier"), **changes)
    return shop.receipt(2, **changes)


def made():
    """The status of the last answer, name, meaning and bytes."""
    certificates = authority.certificates(load_keys())
    keys = {name: signing.Key.from_pem(make_transactions.key_path(name)) for name in transactions.KEYS}
    certificates |= transactions.certificates(keys, certificates)
    shop = Shop(keys, certificates)
    production = app(certificates, "production", bought())
    refunded = {"cancelled": "2025-06-20T10:00:00Z", "reason": 1}
    yield 0, "production", "two purchases", production
    yield 0, "sandbox", "the same, of the sandbox", app(certificates, "sandbox", bought(), "ProductionSandbox")
    yield 21003, "forged", "another product under the signature", changed(production, b".levels", b".jewels")
    yield 0, "refunded", "a purchase with a cancellation date", app(certificates, "refunded", [
        purchase(f"{BUNDLE}.levels", "730001700000001", "2025-05-01T08:00:00Z", kind=NON_CONSUMABLE,
                 item=6700000001, **refunded)])
    yield 0, "subscribed", "a subscription, paid until 2099", app(certificates, "subscribed", subscribed())
    yield 0, "expired", "a subscription, paid until 2025", app(
        certificates, "expired", subscribed("2025-07-01T12:00:00Z"))
    yield 0, "cancelled", "a subscription, paid until 2099 and refunded", app(
        certificates, "cancelled", subscribed(**refunded))
    yield 0, "empty", "no purchase", app(certificates, "empty", [])
    yield 0, "ios6", "a transaction receipt of iOS 6", transaction(shop)
    yield 0, "ios6-sandbox", "the same, of the sandbox", transaction(shop, sandbox=True)
    yield 0, "ios6-subscribed", "of a subscription, paid until 2099", transaction(shop, transactions.expires(FUTURE))
    yield 21006, "ios6-expired", "of a subscription, paid until 2013", transaction(
        shop, transactions.expires("2013-04-01T10:00:00Z"))
    yield 21002, "garbage", "no receipt", b"This is not a receipt."


def document():
    entries = [
        {"name": name, "is": words, "status": status, "data": base64.b64encode(data).decode()}
        for status, name, words, data in made()]
    return json.dumps(entries, indent=1) + "\n"


def main():
    text = document()
    if sys.argv[1:] == ["--check"]:
        if not FILE.exists() or FILE.read_text(encoding="utf-8") != text:
            sys.exit(f"{FILE.name} differs; run make_receipts.py")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
