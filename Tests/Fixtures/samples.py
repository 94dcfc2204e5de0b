"""Sample receipts like those in the field, one function each. `SAMPLES` lists them by name."""

from dataclasses import dataclass

import container
import expected
import receipts
from receipts import (
    CONSUMABLE, NON_CONSUMABLE, NON_RENEWING, app_receipt, ascii_text, in_app, number, purchase,
    text, xcode_receipt)

# identifierForVendor of an imaginary phone, and a MAC address from the locally administered range.
PHONE = bytes.fromhex("5f1c0e2a7b3d4c689a410d2e8b6f3c57")
MAC = bytes.fromhex("02005e102030")

BUNDLE = "com.example.app"
MAC_BUNDLE = "com.example.macapp"


@dataclass(frozen=True)
class Sample:
    encoding: bytes
    answer: bytes


def apple_sample(certificates, digest, device, attributes):
    chain = [
        certificates[f"receipt-signing-{digest}"],
        certificates[f"developer-relations-{digest}"],
        certificates["root"],
    ]
    payload, placed = receipts.attribute_set(attributes, "der")
    made = container.apple(payload, digest, chain)
    answer = expected.answer(placed, made, chain, digest, "rsaEncryption", device)
    return Sample(made.encoding, expected.write(answer))


def ios_sha1_purchases(certificates):
    """Every product type; the non-consumable was refunded because of a fault in the app."""
    created = "2018-10-10T11:12:13Z"
    purchases = [
        purchase(
            f"{BUNDLE}.levels", "310000401234567", "2018-03-11T08:15:30Z", kind=NON_CONSUMABLE,
            item=1210000001, cancelled="2018-03-14T19:02:11Z", reason=1),
        purchase(
            f"{BUNDLE}.coins.100", "310000455500012", created, quantity=5, kind=CONSUMABLE,
            item=1210000002),
        purchase(
            f"{BUNDLE}.season.2018", "310000422200034", "2018-06-01T10:00:00Z",
            kind=NON_RENEWING, item=1210000003),
        purchase(
            f"{BUNDLE}.pro.yearly", "310000444400056", "2018-09-20T12:34:56Z",
            original="310000300000078", original_date="2017-09-20T12:34:57Z",
            expires="2019-09-20T12:34:56Z", item=1210000004, web_order=310000099887766),
    ]
    return apple_sample(certificates, "sha1", PHONE, app_receipt(
        "ios-sha1-purchases", PHONE, "Production", BUNDLE, "412", created, purchases,
        item=1209999999, developer=1100000001, download=72034512345678, external_version=828812345,
        rating="12+", system_version=120000, original_date="2017-09-20T12:30:00Z",
        original_version="287", device_receipt_date="2018-10-10T11:12:13Z", issuer_tag="P251"))


def ios_sha256_subscriptions(certificates):
    """Three periods of one subscription, the second at a promotional price."""
    def period(transaction, start, end, order, **more):
        return purchase(
            f"{BUNDLE}.pro.monthly", transaction, start, original="730001800000001",
            original_date="2025-02-14T09:30:01Z", expires=end, item=6700000002, web_order=order,
            ownership=0, **more)

    created = "2025-04-20T02:03:04Z"
    purchases = [
        period("730001800000001", "2025-02-14T09:30:00Z", "2025-03-14T08:30:00Z",
               730000900000001, intro=True),
        period("730001850000377", "2025-03-14T08:30:00Z", "2025-04-14T08:30:00Z",
               730000900410522, offer="winback-march"),
        period("730001900000912", "2025-04-14T08:30:00Z", "2025-05-14T08:30:00Z",
               730000900823114),
    ]
    return apple_sample(certificates, "sha256", PHONE, app_receipt(
        "ios-sha256-subscriptions", PHONE, "Production", BUNDLE, "3.4.1", created, purchases,
        item=6444000001, developer=1100000001, download=504427000000001234,
        external_version=872345678, rating="4+", system_version=180400,
        original_date="2025-02-10T20:15:00Z", original_version="3.2",
        device_receipt_date="2025-04-20T02:03:04Z"))


def macos_sha256_no_purchases(certificates):
    return apple_sample(certificates, "sha256", MAC, app_receipt(
        "macos-sha256-no-purchases", MAC, "Production", MAC_BUNDLE, "7.2.1",
        "2025-06-30T17:45:09Z", item=1300000007, developer=1100000001, download=9999,
        external_version=875111222, system_version=150500, original_date="2021-11-05T13:14:15Z",
        original_version="5.0", device_receipt_date="2025-06-30T17:45:08Z"))


def macos_sha1_no_purchases(certificates):
    return apple_sample(certificates, "sha1", MAC, app_receipt(
        "macos-sha1-no-purchases", MAC, "Production", MAC_BUNDLE, "2.0",
        "2016-03-04T05:06:07Z", item=1300000007, developer=1100000001, download=61234567890123,
        external_version=815000333, system_version=20100, original_date="2016-03-04T05:06:07Z",
        original_version="2.0", device_receipt_date="2016-03-04T05:06:07Z", issuer_tag="P236"))


def sandbox_ios(certificates):
    purchases = [
        purchase(f"{BUNDLE}.coins.100", "2000001080000001", "2025-11-20T13:58:00Z",
                 kind=CONSUMABLE, ownership=0),
        # As real ones sometimes are: bought a second before "originally" bought.
        purchase(f"{BUNDLE}.pro.weekly", "2000001080000040", "2025-11-20T14:00:04Z",
                 original_date="2025-11-20T14:00:05Z", expires="2025-11-20T14:03:04Z",
                 web_order=2000000121000001, trial=True, ownership=0),
    ]
    return apple_sample(certificates, "sha256", PHONE, app_receipt(
        "sandbox-ios", PHONE, "ProductionSandbox", BUNDLE, "1107", "2025-11-20T14:00:07Z",
        purchases, system_version=180602))


def vpp(certificates):
    """A volume purchase: an organisation assigned the app, and may take it back."""
    return apple_sample(certificates, "sha256", PHONE, app_receipt(
        "vpp", PHONE, "ProductionVPP", BUNDLE, "3.4.1", "2025-09-01T07:08:09Z",
        item=6444000001, developer=1100000001, download=504427000000005678,
        external_version=872345678, system_version=180600, original_date="2025-08-31T22:00:00Z",
        original_version="3.4", device_receipt_date="2025-09-01T07:08:09Z",
        extra=[
            ascii_text(receipts.EXPIRATION, "2027-01-31T23:59:59Z"),
            text(receipts.ORGANIZATION, "Example Organisation"),
        ]))


def xcode_attributes():
    """The same in both Xcode samples, so that only the container tells them apart."""
    bought = in_app([
        number(receipts.QUANTITY, 1),
        text(receipts.PRODUCT, f"{BUNDLE}.pro"),
        text(receipts.TRANSACTION, "0"),
        ascii_text(receipts.PURCHASED, "2020-08-05T09:08:06+0100"),
        ascii_text(receipts.EXPIRES, "2021-08-05T09:08:06+0100"),
        number(receipts.INTRO_OFFER, 0),
    ], order="type")
    return xcode_receipt("xcode", PHONE, BUNDLE, "12.34.0", "2020-08-05T09:08:07+0100", [bought],
                         "4001-01-01T00:00:00Z")


def xcode_sample(certificates, arrange):
    certificate = certificates["storekit-test"]
    payload, placed = receipts.attribute_set(xcode_attributes(), "type")
    made = container.xcode(payload, certificate, arrange(payload))
    answer = expected.answer(
        placed, made, [certificate], "sha256", "sha256WithRSAEncryption", PHONE)
    return Sample(made.encoding, expected.write(answer))


def xcode_ber(certificates):
    return xcode_sample(certificates, container.one_chunk)


def xcode_ber_chunks(certificates):
    """The same payload and signature; the chunks end where a careless reader is sure to err."""
    cuts = [
        2,  # inside the length of the SET
        23,  # behind the header of an attribute
        58, 59,  # a chunk of one byte inside the bundle identifier
        140,  # between two attributes
        181,  # inside the type number of the purchase
        270,  # inside its purchase date
    ]

    def arrange(payload):
        return container.several_chunks(payload, cuts, nested=[3, 4, 5])

    return xcode_sample(certificates, arrange)


SAMPLES = {
    "ios-sha1-purchases": ios_sha1_purchases,
    "ios-sha256-subscriptions": ios_sha256_subscriptions,
    "macos-sha256-no-purchases": macos_sha256_no_purchases,
    "macos-sha1-no-purchases": macos_sha1_no_purchases,
    "sandbox-ios": sandbox_ios,
    "xcode-ber": xcode_ber,
    "xcode-ber-chunks": xcode_ber_chunks,
    "vpp": vpp,
}
