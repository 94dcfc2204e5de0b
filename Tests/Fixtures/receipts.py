"""The payload: receipt attributes, the SETs they stand in, and the two orders of those SETs."""

import hashlib
from dataclasses import dataclass

import der

# Attribute types by name. Types without an entry in any published list keep their number.
ENVIRONMENT, APP_ITEM, BUNDLE, VERSION, OPAQUE, HASH = 0, 1, 2, 3, 4, 5
DEVICE_RECEIPT_DATE, ISSUER_TAG, AGE_RATING, DEVELOPER, CREATION = 8, 9, 10, 11, 12
SYSTEM_VERSION, DOWNLOAD, EXTERNAL_VERSION, IN_APP = 13, 15, 16, 17
ORIGINAL_DATE, ORIGINAL_VERSION, EXPIRATION, ORGANIZATION, PLATFORM = 18, 19, 21, 23, 25

QUANTITY, PRODUCT, TRANSACTION, PURCHASED, ORIGINAL_TRANSACTION = 1701, 1702, 1703, 1704, 1705
ORIGINAL_PURCHASE, PRODUCT_TYPE, EXPIRES, PRODUCT_ITEM, WEB_ORDER = 1706, 1707, 1708, 1710, 1711
CANCELLED, TRIAL, INTRO_OFFER, CANCELLATION_REASON = 1712, 1713, 1719, 1720
PROMOTIONAL_OFFER, OWNERSHIP = 1721, 1722

NON_CONSUMABLE, CONSUMABLE, NON_RENEWING, AUTO_RENEWABLE = 0, 1, 2, 3


@dataclass(frozen=True)
class Attribute:
    """One ReceiptAttribute. `plain` is the Python value that `value` was encoded from."""

    type: int
    value: bytes
    version: int = 1
    plain: object = None
    inner: tuple = ()  # for an in-app purchase: (offset in `value`, Attribute)

    @property
    def encoding(self):
        return der.sequence(
            der.integer(self.type), der.integer(self.version), der.octet_string(self.value))


def text(kind, value):
    return Attribute(kind, der.utf8_string(value), plain=value)


def ascii_text(kind, value):
    """An IA5String: dates, and the age rating. An empty one stands for "none"."""
    return Attribute(kind, der.ia5_string(value), plain=value)


def number(kind, value):
    return Attribute(kind, der.integer(value), plain=value)


def raw(kind, value, version=1):
    return Attribute(kind, value, version, plain=value)


def opaque_bytes(label, count):
    """Bytes that look random and are the same in every run."""
    stream = b""
    while len(stream) < count:
        stream += hashlib.sha256(f"{label}:{len(stream)}".encode("utf-8")).digest()
    return stream[:count]


def arranged(attributes, order):
    """Puts attributes in the order of a store's SET ("der") or of Xcode's ("type")."""
    if order == "der":
        return sorted(attributes, key=lambda attribute: attribute.encoding)
    return sorted(attributes, key=lambda attribute: attribute.type)


def attribute_set(attributes, order):
    """The encoding of the SET, and (offset in it, attribute) for each attribute, in order."""
    attributes = arranged(attributes, order)
    encoding = der.unordered_set_of([attribute.encoding for attribute in attributes])
    offset = len(encoding) - sum(len(attribute.encoding) for attribute in attributes)
    placed = []
    for attribute in attributes:
        placed.append((offset, attribute))
        offset += len(attribute.encoding)
    return encoding, tuple(placed)


def in_app(attributes, order="der"):
    """The type-17 attribute that carries one purchase."""
    value, placed = attribute_set(attributes, order)
    return Attribute(IN_APP, value, inner=placed)


def device_hash(device, opaque, bundle_value):
    """Attribute 5. It covers the whole value of attribute 2, with its tag and length."""
    return hashlib.sha1(device + opaque + bundle_value).digest()


# The attributes that stores write although they hold nothing.
EMPTY_IN_APP_TEXTS = (1709, 1714, 1715, 1716, 1717, 1718)


def purchase(product, transaction, purchased, original=None, original_date=None, quantity=1,
             kind=AUTO_RENEWABLE, expires="", item=0, web_order=0, cancelled="", reason=None,
             trial=False, intro=None, offer=None, ownership=None, extra=(), fillers=True):
    """One purchase as the store writes it."""
    attributes = [
        number(QUANTITY, quantity),
        text(PRODUCT, product),
        text(TRANSACTION, transaction),
        ascii_text(PURCHASED, purchased),
        text(ORIGINAL_TRANSACTION, original or transaction),
        ascii_text(ORIGINAL_PURCHASE, original_date or purchased),
        number(PRODUCT_TYPE, kind),
        ascii_text(EXPIRES, expires),
        number(PRODUCT_ITEM, item),
        number(WEB_ORDER, web_order),
        ascii_text(CANCELLED, cancelled),
        number(TRIAL, int(trial)),
    ]
    if fillers:
        attributes += [text(filler, "") for filler in EMPTY_IN_APP_TEXTS]
    # Present on subscriptions, absent on everything else.
    if intro is not None or kind == AUTO_RENEWABLE:
        attributes.append(number(INTRO_OFFER, int(intro or False)))
    if reason is not None:
        attributes.append(number(CANCELLATION_REASON, reason))
    if offer is not None:
        attributes.append(text(PROMOTIONAL_OFFER, offer))
    if ownership is not None:
        attributes.append(number(OWNERSHIP, ownership))
    return in_app([*attributes, *extra])


def app_receipt(label, device, environment, bundle, version, created, purchases=(), replacing=(),
                item=0, developer=0, download=0, external_version=0, rating="4+",
                system_version=180000, original_date="2013-08-01T07:00:00Z",
                original_version="1.0", device_receipt_date="", issuer_tag="P305", extra=()):
    """All attributes of a store's receipt; the defaults are what the sandbox writes.

    An attribute in `replacing` takes the place of the one of its type.
    """
    mac = len(device) == 6
    opaque = opaque_bytes(f"{label} opaque value", 16)
    attributes = [
        text(ENVIRONMENT, environment),
        number(APP_ITEM, item),
        text(BUNDLE, bundle),
        text(VERSION, version),
        raw(OPAQUE, opaque, version=2),
        raw(HASH, device_hash(device, opaque, der.utf8_string(bundle))),
        raw(6, opaque_bytes(f"{label} attribute 6", 52 + len(label))),
        raw(7, opaque_bytes(f"{label} attribute 7", 39 + len(label))),
        ascii_text(DEVICE_RECEIPT_DATE, device_receipt_date),
        # An INTEGER whose four bytes spell the tag in ASCII.
        number(ISSUER_TAG, int.from_bytes(issuer_tag.encode("ascii"), "big")),
        ascii_text(AGE_RATING, rating),
        number(DEVELOPER, developer),
        ascii_text(CREATION, created),
        number(SYSTEM_VERSION, system_version),
        number(14, 1 if mac else 161),
        number(DOWNLOAD, download),
        number(EXTERNAL_VERSION, external_version),
        ascii_text(ORIGINAL_DATE, original_date),
        text(ORIGINAL_VERSION, original_version),
        number(PLATFORM, 2 if mac else 3),
    ]
    if not mac:
        attributes.append(text(20, ""))
    replaced = {attribute.type for attribute in replacing}
    attributes = [attribute for attribute in attributes if attribute.type not in replaced]
    return [*attributes, *replacing, *extra, *purchases]


def xcode_receipt(label, device, bundle, version, created, purchases, expiration):
    """All attributes of a receipt signed by StoreKit testing: fewer, and 8 opaque bytes."""
    opaque = opaque_bytes(f"{label} opaque value", 8)
    return [
        text(ENVIRONMENT, "Xcode"),
        number(APP_ITEM, 0),
        text(BUNDLE, bundle),
        text(VERSION, version),
        raw(OPAQUE, opaque),
        raw(HASH, device_hash(device, opaque, der.utf8_string(bundle))),
        ascii_text(DEVICE_RECEIPT_DATE, ""),
        ascii_text(CREATION, created),
        *purchases,
        ascii_text(EXPIRATION, expiration),
    ]
