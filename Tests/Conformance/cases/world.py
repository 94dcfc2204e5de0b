"""What all cases are made with: the test authorities, one caller, and the usual receipt."""

import authority
import container
import der
import receipts
import signing
import transaction_forgeries
import transactions
from attacks import KEYS, workshop
from make_fixtures import load_keys
from make_forgeries import key_path
from make_transactions import key_path as transaction_key_path
from samples import BUNDLE, PHONE

from .case import Case

CALLER = {
    "bundleIdentifier": BUNDLE,
    "appVersion": workshop.VERSION,
    "deviceIdentifierHex": PHONE.hex(),
    "environments": [workshop.ENVIRONMENT],
    "now": workshop.NOW,
}

TRANSACTION_CALLER = {
    "bundleIdentifier": BUNDLE,
    "appVersion": "1.2.3",
    "vendorIdentifier": transactions.VENDOR,
    "environments": ["Production"],
    "now": workshop.NOW,
    "acceptsCancelled": False,
    "issuers": ["store", "developer-relations-sha1", "developer-relations-sha256"],
}


class World:
    """Keys, certificates, and the two workshops."""

    def __init__(self):
        keys = load_keys()
        certificates = authority.certificates(keys)
        attackers = {name: signing.Key.from_pem(key_path(name)) for name in KEYS}
        self.shop = workshop.Workshop(keys | attackers, certificates)
        own = {name: signing.Key.from_pem(transaction_key_path(name)) for name in transactions.KEYS}
        made = transactions.certificates(own, certificates)
        self.transaction_shop = transaction_forgeries.Shop(attackers | own, certificates | made)
        self.certificates = certificates | made
        self.blocks = {name: one.encoding for name, one in self.certificates.items()}
        self.payload = workshop.payload()
        self.receipt = self.shop.receipt(self.payload)

    def sign(self, attributes=None, order="der", **changes):
        """A receipt of the caller's app, with other attributes or changes to the usual ones."""
        attributes = workshop.attributes(**changes) if attributes is None else attributes
        return self.shop.receipt(receipts.attribute_set(attributes, order)[0])

    def around(self, payload):
        """A container with a right signature, for libraries that read nothing without verifying."""
        return self.shop.receipt(payload)


def usual(without=(), extra=()):
    """The attributes of the usual receipt, some left out, some more."""
    return workshop.attributes(without=without, extra=extra)


def caller(**changes):
    """The usual caller; `None` is for what is not checked."""
    made = CALLER | changes
    return {name: value for name, value in made.items() if value is not None}


def reading(name, comment, data, reason=None, **more):
    """A case about what a receipt says."""
    return Case(name, "read", comment, data, reason, **more)


def validation(name, comment, data, reason=None, **more):
    """A case about a receipt and the usual caller."""
    more.setdefault("caller", caller())
    return Case(name, "validate", comment, data, reason, **more)


__all__ = ["CALLER", "TRANSACTION_CALLER", "World", "caller", "container", "der", "reading", "usual", "validation"]
