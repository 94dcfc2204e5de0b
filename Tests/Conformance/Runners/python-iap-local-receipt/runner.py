"""Runner for iap-local-receipt (PyPI): OpenSSL's PKCS7_verify, and a parser."""

import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from conformance import Skip, run  # noqa: E402
from iap_local_receipt import IAPReceiptVerifier  # noqa: E402

OWN = {
    "bundleIdentifier": "bundle_id", "appVersion": "application_version", "creationDate": "receipt_creation_date",
    "originalAppVersion": "original_application_version", "expirationDate": "expiration_date",
    "opaqueValue": "opaque_value", "sha1Hash": "sha1_hash",
}
OF_PURCHASE = {
    "quantity": "quantity", "productIdentifier": "product_id", "transactionIdentifier": "transaction_id",
    "originalTransactionIdentifier": "original_transaction_id", "purchaseDate": "purchase_date",
    "originalPurchaseDate": "original_purchase_date", "expiresDate": "expires_date",
    "cancellationDate": "cancellation_date", "webOrderLineItemIdentifier": "web_order_line_item_id",
}


def known(pointer):
    parts = pointer.split("/")[1:]
    return parts[-1] in (OF_PURCHASE if parts[0] == "inApp" else {*OWN, "inAppCount"})


def shown(value):
    if hasattr(value, "utctimetuple"):
        fraction = f".{value.microsecond // 1000:03}" if value.microsecond else ""
        moment = value.utctimetuple()
        return (f"{moment.tm_year:04}-{moment.tm_mon:02}-{moment.tm_mday:02}T{moment.tm_hour:02}:{moment.tm_min:02}:"
                f"{moment.tm_sec:02}{fraction}Z")
    if isinstance(value, bytes):
        return value.hex() or None
    return None if value == "" else value


def members(source, table):
    return {name: shown(source.get(member)) for name, member in table.items()}


def judge(case, data, anchors):
    pem = b"-----BEGIN CERTIFICATE-----\n" + base64.encodebytes(anchors[0]) + b"-----END CERTIFICATE-----\n"
    verified = IAPReceiptVerifier(ca_cert_string=pem).verify_and_parse(data)
    receipt = verified.receipt
    caller = case.get("caller", {})
    if case["operation"] == "validate":
        # It validates a product, too; the caller here asks for none.
        product = next((one["product_id"] for one in receipt["in_app"] if "product_id" in one), None)
        if product is None:
            raise Skip("it validates a product, and there is none")
        device = caller.get("deviceIdentifierHex")
        if device is not None and len(device) != 32:
            raise Skip("devices are UUIDs")
        verified.validate(
            product, caller["bundleIdentifier"], caller.get("appVersion"), device and f"urn:uuid:{device}")
    document = members(receipt, OWN)
    document["inApp"] = [members(one, OF_PURCHASE) for one in receipt["in_app"]]
    document["inAppCount"] = len(receipt["in_app"])
    return document


run(judge, known)
