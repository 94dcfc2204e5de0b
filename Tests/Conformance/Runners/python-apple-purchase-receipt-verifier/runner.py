"""Runner for apple-purchase-receipt-verifier (PyPI)."""

import base64
import datetime
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from apple_purchase_receipt_verifier import Config, Environment, Verifier  # noqa: E402
from conformance import Skip, run  # noqa: E402

OWN = {
    "environment": "receipt_type", "bundleIdentifier": "bundle_id", "appVersion": "application_version",
    "originalAppVersion": "original_application_version", "creationDate": "receipt_creation_date_ms",
    "originalPurchaseDate": "original_purchase_date_ms", "expirationDate": "expiration_date_ms",
    "appItemIdentifier": "app_item_id", "downloadIdentifier": "download_id",
    "versionExternalIdentifier": "version_external_identifier",
}
OF_PURCHASE = {
    "quantity": "quantity", "productIdentifier": "product_id", "transactionIdentifier": "transaction_id",
    "originalTransactionIdentifier": "original_transaction_id", "purchaseDate": "purchase_date_ms",
    "originalPurchaseDate": "original_purchase_date_ms", "expiresDate": "expires_date_ms",
    "cancellationDate": "cancellation_date_ms", "cancellationReason": "cancellation_reason",
    "webOrderLineItemIdentifier": "web_order_line_item_id", "isTrialPeriod": "is_trial_period",
    "isInIntroOfferPeriod": "is_in_intro_offer_period",
}
NAMES = {*OWN, *OF_PURCHASE, "opaqueValue", "sha1Hash", "inAppCount"}
EPOCH = datetime.datetime(1970, 1, 1)
verifiers = {}


def known(pointer):
    # An empty text is an empty text to this library, and none to the set.
    return pointer.rsplit("/", 1)[-1] in NAMES or pointer == "/status" or pointer.startswith(("/receipt/", "/environment"))


def verifier(anchors, now=0):
    """Making one takes time, so they are kept."""
    key = (*anchors, now)
    if key not in verifiers:
        verifiers[key] = Verifier(Config(roots=anchors, clock=lambda: now))
    return verifiers[key]


def shown(value, name):
    if value is None or not name.endswith("_ms"):
        return value or None if isinstance(value, str) else value
    try:
        moment = EPOCH + datetime.timedelta(milliseconds=value)
    except OverflowError:
        return value
    fraction = f".{moment.microsecond // 1000:03}" if moment.microsecond else ""
    return f"{moment.year:04}{moment:-%m-%dT%H:%M:%S}{fraction}Z"


def members(source, table):
    return {name: shown(getattr(source, member), member) for name, member in table.items()}


def described(payload):
    document = members(payload, OWN) | {"inApp": [members(one, OF_PURCHASE) for one in payload.in_app]}
    document["opaqueValue"] = payload.opaque_value.hex() if payload.opaque_value else None
    document["sha1Hash"] = payload.sha1_hash.hex() if payload.sha1_hash else None
    return document | {"inAppCount": len(payload.in_app)}


def judge(case, data, anchors):
    if case["operation"] == "endpoint":
        endpoint = case["caller"].get("endpoint")
        if endpoint is None:
            raise Skip("an endpoint is one of the two")
        now = datetime.datetime.strptime(case["caller"]["now"], "%Y-%m-%dT%H:%M:%S.%fZ")
        ours = verifier(anchors, (now - EPOCH) // datetime.timedelta(milliseconds=1))
        environment = Environment.PRODUCTION if endpoint == "production" else Environment.SANDBOX
        answer = json.loads(ours.verify_receipt_endpoint(environment, data.decode("utf-8", "surrogateescape")))
        if answer["status"] != 0:
            raise ValueError(str(answer["status"]), answer)
        return answer
    text = data.decode("utf-8", "surrogateescape") if case["operation"] == "base64" else base64.b64encode(data).decode()
    result = verifier(anchors).verify_receipt(text)
    if not result.verified:
        raise ValueError(f"{result.failure.reason.name}: {result.failure.message}")
    return described(result.payload)


run(judge, known)
