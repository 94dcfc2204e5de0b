"""Refunds, restores, renewals: what the purchases say, and what the customer owns at a date."""

import der
import receipts
from receipts import AUTO_RENEWABLE, CONSUMABLE, NON_CONSUMABLE, NON_RENEWING, purchase, raw
from samples import BUNDLE

from . import world
from .world import validation

LEVELS, PRO, COINS, SEASON = (f"{BUNDLE}.{name}" for name in ("levels", "pro.monthly", "coins", "season"))
PAST, MIDDLE, LATER = "2025-02-01T00:00:00Z", "2025-02-15T00:00:00Z", "2025-03-15T00:00:00Z"


def bought(product=LEVELS, transaction="1", at=PAST, kind=NON_CONSUMABLE, **more):
    return purchase(product, transaction, at, kind=kind, fillers=False, **more)


def period(transaction, start, end, **more):
    return bought(PRO, transaction, start, AUTO_RENEWABLE, original="1", original_date=PAST, expires=end, **more)


def changed(one, *attributes):
    """The purchase with other attributes in the place of those of their types."""
    kept = [inner for _, inner in one.inner if inner.type not in {attribute.type for attribute in attributes}]
    return receipts.in_app([*kept, *attributes])


def histories():
    """(name, words, purchases, date, owned products, flags)"""
    yield "nothing", "no purchase", [], LATER, [], ("Genuine",)
    yield "non-consumable", "bought once", [bought()], LATER, [LEVELS], ("Genuine",)
    yield ("refunded", "bought once, refunded", [bought(cancelled=MIDDLE, reason=1)], LATER, [], ("Cancelled",))
    yield ("refunded-without-reason", "refunded, no reason given", [bought(cancelled=MIDDLE)], LATER, [], ("Cancelled",))
    yield ("refund-unreadable", "a cancellation date that cannot be read cancels", [
        changed(bought(), raw(1712, der.ia5_string("yesterday")))], LATER, [], ("Cancelled", "BadDate"))
    yield ("refund-wrong-type", "a cancellation date that is an INTEGER cancels", [
        changed(bought(), raw(1712, der.integer(1)))], LATER, [], ("Cancelled", "WrongType"))
    yield ("refund-empty", "an empty cancellation date is none", [
        changed(bought(), raw(1712, der.ia5_string("")))], LATER, [LEVELS], ("EmptyValue",))
    yield ("bought-again", "refunded, then bought again", [
        bought(cancelled=MIDDLE), bought(transaction="2", at=MIDDLE)], LATER, [LEVELS], ("Cancelled",))
    yield ("restored", "restored: another transaction, the same original one", [
        bought(transaction="2", at=MIDDLE, original="1", original_date=PAST)], LATER, [LEVELS], ("Restored",))
    yield ("restored-and-refunded", "restored, and the restored one refunded", [
        bought(transaction="2", at=MIDDLE, original="1", original_date=PAST, cancelled=LATER)], LATER, [],
        ("Restored", "Cancelled"))
    yield ("subscription", "inside the period", [period("1", PAST, LATER)], MIDDLE, [PRO], ("Genuine",))
    yield ("subscription-last-millisecond", "one second before the end", [period("1", PAST, LATER)],
           "2025-03-14T23:59:59Z", [PRO], ("Ownership",))
    yield ("subscription-ends-now", "at the end", [period("1", PAST, LATER)], LATER, [], ("Expired",))
    yield ("subscription-over", "after the end", [period("1", PAST, MIDDLE)], LATER, [], ("Expired",))
    yield ("subscription-refunded", "inside a refunded period", [
        period("1", PAST, LATER, cancelled=MIDDLE)], "2025-03-01T00:00:00Z", [], ("Cancelled",))
    yield ("renewed", "the second period", [
        period("1", PAST, MIDDLE), period("2", MIDDLE, LATER)], "2025-03-01T00:00:00Z", [PRO], ("Restored",))
    yield ("renewed-other-order", "the second period, listed first", [
        period("2", MIDDLE, LATER), period("1", PAST, MIDDLE)], "2025-03-01T00:00:00Z", [PRO], ("Order", "Restored"))
    yield ("gap", "between two periods", [
        period("1", PAST, "2025-02-10T00:00:00Z"), period("2", "2025-03-01T00:00:00Z", LATER)], MIDDLE, [],
        ("Ownership",))
    yield ("upgraded", "upgraded: the first is cancelled, another product runs", [
        period("1", PAST, LATER, cancelled=MIDDLE),
        bought(f"{BUNDLE}.pro.yearly", "2", MIDDLE, AUTO_RENEWABLE, original="1", expires="2026-02-15T00:00:00Z")],
        "2025-03-01T00:00:00Z", [f"{BUNDLE}.pro.yearly"], ("Cancelled",))
    yield ("not-yet", "before the purchase", [bought(at=LATER)], MIDDLE, [], ("Ownership",))
    yield ("several", "several products", [
        bought(), period("5", PAST, LATER), bought(f"{BUNDLE}.themes", "6", PAST)], MIDDLE,
        [LEVELS, PRO, f"{BUNDLE}.themes"], ("Genuine",))
    yield ("consumable", "a consumable is not owned", [bought(COINS, "9", PAST, CONSUMABLE, quantity=5)], LATER, [],
           ("Ownership",))
    yield ("non-renewing", "a receipt does not say how long a non-renewing subscription lasts", [
        bought(SEASON, "9", PAST, NON_RENEWING)], LATER, [], ("Ownership",))
    yield ("trial", "a free trial counts", [period("1", PAST, LATER, trial=True)], MIDDLE, [PRO], ("Genuine",))
    yield ("purchase-date-unreadable", "without a readable purchase date nothing is owned", [
        changed(bought(), raw(1704, der.ia5_string("2025-02-30T00:00:00Z")))], LATER, [], ("BadDate",))
    yield ("product-missing", "a purchase without a product", [
        receipts.in_app([inner for _, inner in bought().inner if inner.type != 1702])], LATER, [], ("EmptyValue",))
    yield ("expiry-unreadable", "an end that cannot be read is no end in the future", [
        changed(period("1", PAST, LATER), raw(1708, der.ia5_string("never")))], MIDDLE, [], ("BadDate", "Expired"))
    yield ("family", "bought by a family member (attribute 1722)", [bought(ownership=1)], LATER, [LEVELS],
           ("UnpublishedAttribute",))


def describe(one):
    """The fields of a purchase that matter here, from its plain values."""
    plain = {inner.type: inner.plain for _, inner in one.inner}
    fields = {"productIdentifier": plain.get(1702), "transactionIdentifier": plain.get(1703),
              "originalTransactionIdentifier": plain.get(1705)}
    value = next((inner.value for _, inner in one.inner if inner.type == 1712), b"\x16\x00")
    return fields | {"isCancelled": value != b"\x16\x00"}


def cases(made):
    for name, words, purchases, date, owned, flags in histories():
        caller = world.caller(deviceIdentifierHex=None, now=date)
        data = made.sign(purchases=purchases)
        ordered = [one for one in receipts.arranged(workshop_attributes(purchases), "der") if one.type == 17]
        fields = {"/inAppCount": len(purchases)}
        for index, one in enumerate(ordered):
            fields |= {f"/inApp/{index}/{key}": value for key, value in describe(one).items()}
        yield validation(f"purchases/{name}", words, data, flags=flags, fields=fields, importance="high", caller=caller)
        yield validation(
            f"ownership/{name}", f"{words}: what is owned at {date}", data, flags=tuple(dict.fromkeys(("Ownership", *flags))),
            features=("ownership",), fields={"/owned": sorted(owned)}, importance="high", caller=caller)


def workshop_attributes(purchases):
    return world.workshop.attributes(purchases=purchases)
