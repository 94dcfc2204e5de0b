"""What a reader must say about a sample, computed from what the sample was made of.

Nothing is decoded here: text, numbers and dates come from the Python values before encoding,
offsets from the places where the encodings were put.
"""

import datetime
import json
import re

import receipts

# Attribute type: (name, how its value is written in JSON). The order is that of the JSON.
RECEIPT_FIELDS = {
    receipts.ENVIRONMENT: ("environment", "plain"),
    receipts.BUNDLE: ("bundleIdentifier", "plain"),
    receipts.VERSION: ("appVersion", "plain"),
    receipts.ORIGINAL_VERSION: ("originalAppVersion", "plain"),
    receipts.CREATION: ("creationDate", "date"),
    receipts.ORIGINAL_DATE: ("originalPurchaseDate", "date"),
    receipts.EXPIRATION: ("expirationDate", "date"),
    receipts.OPAQUE: ("opaqueValue", "hex"),
    receipts.HASH: ("sha1Hash", "hex"),
    receipts.APP_ITEM: ("appItemIdentifier", "plain"),
    receipts.DOWNLOAD: ("downloadIdentifier", "plain"),
    receipts.EXTERNAL_VERSION: ("versionExternalIdentifier", "plain"),
    receipts.AGE_RATING: ("ageRating", "plain"),
}
IN_APP_FIELDS = {
    receipts.QUANTITY: ("quantity", "plain"),
    receipts.PRODUCT: ("productIdentifier", "plain"),
    receipts.TRANSACTION: ("transactionIdentifier", "plain"),
    receipts.ORIGINAL_TRANSACTION: ("originalTransactionIdentifier", "plain"),
    receipts.PURCHASED: ("purchaseDate", "date"),
    receipts.ORIGINAL_PURCHASE: ("originalPurchaseDate", "date"),
    receipts.EXPIRES: ("expiresDate", "date"),
    receipts.CANCELLED: ("cancellationDate", "date"),
    receipts.CANCELLATION_REASON: ("cancellationReason", "plain"),
    receipts.WEB_ORDER: ("webOrderLineItemIdentifier", "plain"),
    receipts.TRIAL: ("isTrialPeriod", "flag"),
    receipts.INTRO_OFFER: ("isInIntroOfferPeriod", "flag"),
    receipts.PRODUCT_TYPE: ("productType", "plain"),
    receipts.PROMOTIONAL_OFFER: ("promotionalOfferIdentifier", "plain"),
}

# RFC 3339 with a space allowed for the T, and the offset without a colon that Xcode writes.
DATE = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([0-9]{2}):?([0-9]{2}))")


def utc(text):
    """The date in UTC with milliseconds only if there are any, or None if it is no date."""
    match = DATE.fullmatch(text)
    if not match:
        return None
    day, minute, second, fraction, sign, hours, minutes = match.groups()
    # Python knows no leap second; 60 is the second after 59, and so the next minute's first.
    leap = second == "60"
    try:
        moment = datetime.datetime.fromisoformat(f"{day}T{minute}:{'59' if leap else second}")
    except ValueError:
        return None
    moment += datetime.timedelta(seconds=1 if leap else 0)
    if sign:
        offset = datetime.timedelta(hours=int(hours), minutes=int(minutes))
        moment += offset if sign == "-" else -offset
    milliseconds = (fraction or "").ljust(3, "0")[:3]
    tail = "" if milliseconds == "000" else f".{milliseconds}"
    return f"{moment:%Y-%m-%dT%H:%M:%S}{tail}Z"


def shown(attribute, form):
    """The value as "show" has it; None leaves it out, as an empty or unreadable value must be."""
    value = attribute.plain
    if value is None or value == "" or value == b"":
        return None
    if form == "hex":
        return value.hex()
    if form == "flag":
        return value != 0
    return utc(value) if form == "date" else value


def fields(attributes, table):
    by_type = {attribute.type: attribute for attribute in attributes}
    result = {}
    for kind, (name, form) in table.items():
        value = shown(by_type[kind], form) if kind in by_type else None
        if value is not None:
            result[name] = value
    return result


def purchase(attributes):
    # A cancellation date that cannot be read cancels as well.
    cancelled = any(a.type == receipts.CANCELLED and a.plain not in (None, "", b"") for a in attributes)
    return {**fields(attributes, IN_APP_FIELDS), "isCancelled": cancelled}


def certificate(made):
    return {
        "subject": str(made.subject),
        "issuer": str(made.issuer),
        # Text, because a serial number of 20 bytes is no JSON number that anyone reads back.
        "serialNumber": str(made.serial),
        "notBefore": made.not_before,
        "notAfter": made.not_after,
        "sha256": made.sha256,
    }


def rows(placed, offsets):
    """[path, type, version, offset in the file, value] for every attribute, in payload order."""
    result = []
    purchases = 0
    for offset, attribute in placed:
        result.append(row([], attribute, offsets[offset]))
        if not attribute.inner:
            continue
        path = [receipts.IN_APP, purchases]
        purchases += 1
        # The value ends its attribute, so the inner offsets count from its end backwards.
        start = offset + len(attribute.encoding) - len(attribute.value)
        for inner_offset, inner in attribute.inner:
            result.append(row(path, inner, offsets[start + inner_offset]))
    return result


def row(path, attribute, offset):
    return [path, attribute.type, attribute.version, offset, attribute.value.hex()]


def answer(placed, container, chain, digest, signature_algorithm, device):
    attributes = [attribute for _, attribute in placed]
    show = fields(attributes, RECEIPT_FIELDS)
    show["inApp"] = [
        purchase([inner for _, inner in attribute.inner]) for attribute in attributes if attribute.inner
    ]
    show["certificates"] = [certificate(made) for made in chain]
    show["signer"] = {
        "digestAlgorithm": digest,
        "signatureAlgorithm": signature_algorithm,
        "hasSignedAttributes": False,
    }
    return {
        "deviceIdentifierHex": device.hex(),
        "show": show,
        "attributes": rows(placed, container.payload_offsets),
    }


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def lines(values):
    return "[\n" + ",\n".join(compact(value) for value in values) + "\n]" if values else "[]"


def write(answer):
    """JSON with a line for each field, purchase, certificate and attribute: small, and diffable."""
    show = [
        f"{compact(name)}: {lines(value) if isinstance(value, list) else compact(value)}"
        for name, value in answer["show"].items()
    ]
    return (
        "{\n"
        f'"deviceIdentifierHex": {compact(answer["deviceIdentifierHex"])},\n'
        '"show": {\n' + ",\n".join(show) + "\n},\n"
        f'"attributes": {lines(answer["attributes"])}\n'
        "}\n"
    ).encode("utf-8")
