"""Sample receipts at the edges of the format. `ODDITIES` lists them by name."""

import datetime

import receipts
from receipts import (
    NON_CONSUMABLE, app_receipt, ascii_text, opaque_bytes, purchase, raw, text)
from samples import BUNDLE, PHONE, apple_sample


def many_purchases(certificates):
    """As many purchases as the largest receipt known: a tester's subscription, every 5 minutes."""
    start = datetime.datetime(2019, 11, 4, 9, 8, 7)
    purchases = []
    for index in range(187):
        # Six periods a run, then the next product some hours later: so the sandbox renews.
        run, period = divmod(index, 6)
        product = run % 3
        begin = start + datetime.timedelta(hours=17 * run, minutes=5 * period)
        end = begin + datetime.timedelta(minutes=5)
        first = start + datetime.timedelta(hours=17 * product, seconds=1)
        purchases.append(purchase(
            f"{BUNDLE}.{('monthly', 'yearly', 'weekly')[product]}",
            str(1000000603000000 + 104729 * index),
            f"{begin:%Y-%m-%dT%H:%M:%SZ}",
            original=str(1000000603000000 + 104729 * 6 * product),
            original_date=f"{first:%Y-%m-%dT%H:%M:%SZ}",
            expires=f"{end:%Y-%m-%dT%H:%M:%SZ}",
            web_order=1000000049000000 + 7919 * index,
            trial=index == 0,
            # The six empty texts of each purchase would cost a sixth of all fixtures' size.
            fillers=False))
    return apple_sample(certificates, "sha1", PHONE, app_receipt(
        "many-purchases", PHONE, "ProductionSandbox", BUNDLE, "32", "2020-04-20T16:17:18Z",
        purchases, system_version=130401, issuer_tag="P253"))


def every_field(certificates):
    """All types that anyone has named or seen, none of them empty."""
    complete = purchase(
        f"{BUNDLE}.family.yearly", "810002000000777", "2025-05-01T06:07:08Z",
        original="810001000000333", original_date="2024-05-01T06:07:09Z", quantity=3,
        expires="2026-05-01T06:07:08Z", item=6700000009, web_order=910000000000000123,
        cancelled="2025-05-20T21:22:23Z", reason=0, trial=True, intro=True, offer="spring.50%",
        ownership=1, fillers=False,
        extra=[text(filler, f"text {filler}") for filler in receipts.EMPTY_IN_APP_TEXTS])
    return apple_sample(certificates, "sha256", PHONE, app_receipt(
        "every-field", PHONE, "Production", f"{BUNDLE}.überall", "10.20.30.0.4567",
        "2025-05-21T10:11:12Z", [complete], item=6500000042, developer=1734567890,
        download=900719925474099301, external_version=4294967295, rating="17+",
        system_version=180500, original_date="2020-10-05T04:03:02.304Z", original_version="2.0b4",
        device_receipt_date="2025-05-21T10:11:11.075Z",
        replacing=[text(20, "text 20")],
        extra=[
            ascii_text(receipts.EXPIRATION, "2030-06-30T12:00:00Z"),
            ascii_text(22, "2025-01-15T00:00:00Z"),
            text(receipts.ORGANIZATION, "Example Organisation"),
            ascii_text(32, "2025-03-03T03:03:03Z"),
        ]))


def empty_values(certificates):
    bought = purchase(f"{BUNDLE}.levels", "1000000661000042", "2020-04-20T16:00:00Z",
                      kind=NON_CONSUMABLE)
    return apple_sample(certificates, "sha1", PHONE, app_receipt(
        "empty-values", PHONE, "ProductionSandbox", BUNDLE, "1.0.3", "2020-04-20T16:17:18Z",
        [bought], system_version=130401, issuer_tag="P253", original_date="",
        original_version=""))


def date_forms(certificates):
    """One purchase for each way to write a date, and a last one with dates that are none."""
    forms = [
        # name, purchase date, original purchase date, expiry
        ("z", "2025-01-02T03:04:05Z", "2024-02-29T23:59:59Z", "2025-02-02T03:04:05Z"),
        ("lower", "2025-01-02t03:04:05z", "2024-01-02t03:04:05z", "2025-02-02t03:04:05z"),
        ("space", "2025-01-02 03:04:05Z", "2024-01-02 03:04:05Z", "2025-02-02 03:04:05Z"),
        ("fraction1", "2025-01-02T03:04:05.5Z", "2024-01-02T03:04:05.0Z",
         "2025-02-02T03:04:05.9Z"),
        ("fraction3", "2025-01-02T03:04:05.678Z", "2024-01-02T03:04:05.000Z",
         "2025-02-02T03:04:05.001Z"),
        ("fraction6", "2025-01-02T03:04:05.678901Z", "2024-01-02T03:04:05.000999Z",
         "2025-02-02T03:04:05.999999Z"),
        ("ahead", "2025-01-01T00:30:00+01:00", "2024-03-01T00:30:00+01:00",
         "2025-02-01T12:00:00+01:00"),
        ("behind", "2024-12-31T18:00:00-0730", "2024-02-28T18:00:00-0730",
         "2025-01-31T12:00:00-0730"),
        ("leap", "2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z", "2017-01-31T23:59:59Z"),
        ("far", "2025-01-02T03:04:05Z", "2024-01-02T03:04:05Z", "9999-12-31T23:59:59Z"),
    ]
    purchases = [
        purchase(f"{BUNDLE}.{name}", f"9900000000000{index:02}", bought, original_date=first,
                 expires=end, web_order=990000000000 + index)
        for index, (name, bought, first, end) in enumerate(forms)
    ]
    # The long product identifier makes this encoding the largest, so that it comes last.
    purchases.append(purchase(
        f"{BUNDLE}.unreadable.dates.sorted.behind.all.others", "990000000000099",
        "2025-02-30T00:00:00Z", original_date="2025-01-02T03:04:05Z", expires="never",
        cancelled="garbage", web_order=990000000099))
    return apple_sample(certificates, "sha256", PHONE, app_receipt(
        "date-forms", PHONE, "Production", BUNDLE, "3.4.1", "2025-03-01T10:00:00Z", purchases,
        item=6444000001, developer=1100000001, download=504427000000001234,
        external_version=872345678, original_date="2024-01-02T03:04:05Z", original_version="3.0",
        device_receipt_date="2025-03-01T10:00:00Z"))


def unknown_attributes(certificates):
    """Types and values without a meaning, among them raw bytes that look like something."""
    # Attribute 6 is raw. By chance it can be a well-formed INTEGER, here of 65 bytes.
    deceiving = b"\x02\x41" + b"\x5a" + opaque_bytes("unknown-attributes attribute 6", 64)
    bought = purchase(
        f"{BUNDLE}.levels", "880000000000001", "2025-07-01T00:00:00Z", kind=NON_CONSUMABLE,
        item=6700000001, ownership=0,
        extra=[raw(1799, bytes.fromhex("3080deadbeef"), version=3)])
    return apple_sample(certificates, "sha256", PHONE, app_receipt(
        "unknown-attributes", PHONE, "Production", BUNDLE, "3.4.1", "2025-07-02T00:00:00Z",
        [bought], item=6444000001, developer=1100000001, download=504427000000001234,
        external_version=872345678, original_date="2025-01-02T03:04:05Z", original_version="3.0",
        device_receipt_date="2025-07-02T00:00:00Z",
        replacing=[raw(6, deceiving)],
        extra=[
            raw(24, bytes.fromhex("0c7f00ff")),
            raw(99, b""),
            raw(70000, bytes.fromhex("ffffffffffffffff"), version=2),
        ]))


ODDITIES = {
    "many-purchases": many_purchases,
    "every-field": every_field,
    "empty-values": empty_values,
    "date-forms": date_forms,
    "unknown-attributes": unknown_attributes,
}
