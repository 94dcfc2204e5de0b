"""Dates, strings and numbers: each form that is one, and forms that are none."""

import der
import receipts
from receipts import raw
from samples import BUNDLE

from . import world
from .attributes import purchase_with
from .world import reading

# (name, text, the instant in UTC): other forms of RFC 3339.
DATES = [
    ("lower-case", "2025-01-02t03:04:05z", "2025-01-02T03:04:05Z"),
    ("space", "2025-01-02 03:04:05Z", "2025-01-02T03:04:05Z"),
    ("one-digit-fraction", "2025-01-02T03:04:05.5Z", "2025-01-02T03:04:05.500Z"),
    ("three-digit-fraction", "2025-01-02T03:04:05.678Z", "2025-01-02T03:04:05.678Z"),
    ("six-digit-fraction", "2025-01-02T03:04:05.678901Z", "2025-01-02T03:04:05.678Z"),
    ("zero-fraction", "2025-01-02T03:04:05.000Z", "2025-01-02T03:04:05Z"),
    ("zone-ahead", "2025-01-01T00:30:00+01:00", "2024-12-31T23:30:00Z"),
    ("zone-behind", "2024-12-31T18:00:00-07:30", "2025-01-01T01:30:00Z"),
    ("xcode-zone", "2025-07-22T18:33:15+0100", "2025-07-22T17:33:15Z"),
    ("xcode-zone-behind", "2025-07-22T18:33:15-0730", "2025-07-23T02:03:15Z"),
    ("zone-and-fraction", "2025-07-22T18:33:15.250+0100", "2025-07-22T17:33:15.250Z"),
    ("zone-of-zero", "2025-07-22T18:33:15-00:00", "2025-07-22T18:33:15Z"),
    ("last-zone", "2025-07-22T18:33:15+23:59", "2025-07-21T18:34:15Z"),
    ("leap-second", "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
]
# In the form that receipts have.
USUAL = [
    ("usual", "2025-01-02T03:04:05Z"), ("leap-day", "2024-02-29T23:59:59Z"), ("leap-day-2000", "2000-02-29T00:00:00Z"),
    ("first", "1970-01-01T00:00:00Z"), ("before-1970", "1969-12-31T23:59:59Z"), ("sandbox", "2013-08-01T07:00:00Z"),
    ("after-2038", "2040-01-01T00:00:00Z"), ("xcode-expiration", "4001-01-01T00:00:00Z"),
    ("last", "9999-12-31T23:59:59Z"),
]
NONE = [
    ("february-30", "2025-02-30T00:00:00Z"), ("february-29", "2025-02-29T00:00:00Z"),
    ("february-29-1900", "1900-02-29T00:00:00Z"), ("april-31", "2025-04-31T00:00:00Z"),
    ("month-0", "2025-00-10T00:00:00Z"), ("month-13", "2025-13-01T00:00:00Z"), ("day-0", "2025-01-00T00:00:00Z"),
    ("hour-24", "2025-01-01T24:00:00Z"), ("minute-60", "2025-01-01T00:60:00Z"), ("second-61", "2025-01-01T00:00:61Z"),
    ("second-60-at-noon", "2025-06-30T12:00:60Z"), ("no-zone", "2025-01-01T00:00:00"),
    ("zone-of-24-hours", "2025-01-01T00:00:00+24:00"), ("zone-of-60-minutes", "2025-01-01T00:00:00+01:60"),
    ("short-zone", "2025-01-01T00:00:00+01"), ("two-zones", "2025-01-01T00:00:00Z+01:00"),
    ("empty-fraction", "2025-01-01T00:00:00.Z"), ("comma-fraction", "2025-01-01T00:00:00,5Z"),
    ("trailing-letter", "2025-01-01T00:00:00Zx"), ("trailing-space", "2025-01-01T00:00:00Z "),
    ("leading-space", " 2025-01-01T00:00:00Z"), ("trailing-nul", "2025-01-01T00:00:00Z\0"),
    ("no-seconds", "2025-01-01T00:00Z"), ("no-time", "2025-01-01"), ("two-digit-year", "25-01-01T00:00:00Z"),
    ("five-digit-year", "12025-01-01T00:00:00Z"), ("sign", "-025-01-01T00:00:00Z"), ("basic", "20250101T000000Z"),
    ("words", "Jan 1 2025"), ("verify-receipt", "2025-01-01 00:00:00 Etc/GMT"), ("milliseconds", "1735689600000"),
    ("slashes", "2025/01/01T00:00:00Z"), ("week", "2025-W01-3T00:00:00Z"),
]
FIELD = "/inApp/0/expiresDate"


def of_purchase(made, number, value):
    attributes = world.usual(without=(17,), extra=[purchase_with(raw(number, value))])
    return made.around(receipts.attribute_set(attributes, "der")[0])


def of_receipt(made, number, value):
    attributes = world.usual(without=(number,), extra=[raw(number, value)])
    return made.around(receipts.attribute_set(attributes, "der")[0])


def dates(made):
    for name, text in USUAL:
        yield reading(f"dates/{name}", text, of_purchase(made, 1708, der.ia5_string(text)), fields={FIELD: text},
                      flags=("Genuine",), importance="high")
    for name, text, instant in DATES:
        yield reading(f"dates/{name}", text, of_purchase(made, 1708, der.ia5_string(text)), fields={FIELD: instant},
                      flags=("DateForm",), features=("date-forms",))
    for name, text in NONE:
        yield reading(f"dates/{name}", f"{text!r} is no date", of_purchase(made, 1708, der.ia5_string(text)),
                      fields={FIELD: None}, flags=("BadDate",), features=("strict-dates",))
    digits = der.utf8_string("２０２５-01-01T00:00:00Z")
    yield reading("dates/full-width-digits", "a year in full-width digits is no date", of_purchase(made, 1708, digits),
                  fields={FIELD: None}, flags=("BadDate",), features=("strict-dates",))
    yield reading("dates/utf8-string", "a date in a UTF8String", of_purchase(made, 1708, der.utf8_string(USUAL[0][1])),
                  fields={FIELD: USUAL[0][1]}, flags=("DateForm",), features=("ia5-strings",))
    printable = der.printable_string(USUAL[0][1])
    yield reading("dates/printable-string", "a date in a PrintableString", of_purchase(made, 1708, printable),
                  fields={FIELD: None}, flags=("WrongType",), features=("strict-der",), importance="low")


def strings(made):
    def utf8(data):
        return der.element(der.UTF8_STRING, data)

    fine = [
        ("ascii", der.utf8_string("1.0"), "1.0", ()), ("umlaut", der.utf8_string("Übung"), "Übung", ()),
        ("chinese", der.utf8_string("应用"), "应用", ()), ("emoji", der.utf8_string("🎮"), "🎮", ()),
        ("combining", der.utf8_string("e\u0301"), "e\u0301", ()), ("quotes", der.utf8_string('"\\/'), '"\\/', ()),
        ("control", der.utf8_string("a\tb\n"), "a\tb\n", ()), ("nul", der.utf8_string("a\0b"), "a\0b", ()),
        ("spaces", der.utf8_string(" a "), " a ", ()), ("ia5", der.ia5_string("1.0"), "1.0", ("ia5-strings",)),
        ("127-bytes", der.utf8_string("x" * 127), "x" * 127, ()),
        ("128-bytes", der.utf8_string("x" * 128), "x" * 128, ()),
        ("256-bytes", der.utf8_string("x" * 256), "x" * 256, ()),
    ]
    for name, value, shown, features in fine:
        yield reading(f"strings/{name}", "a string", of_receipt(made, 19, value),
                      fields={"/originalAppVersion": shown}, flags=("Genuine",), features=features)
    none = [
        ("stray-byte", utf8(b"1.\xff0")), ("overlong", utf8(b"1.\xc0\xae0")), ("surrogate", utf8(b"\xed\xa0\x80")),
        ("beyond-unicode", utf8(b"\xf4\x90\x80\x80")), ("cut-character", utf8(b"1.\xc3")),
        ("high-ia5", der.element(der.IA5_STRING, b"1.\xe40")), ("bmp", der.bmp_string("1.0")),
        ("printable", der.printable_string("1.0")), ("long-length", b"\x0c\x81\x031.0"),
        ("indefinite", b"\x2c\x80\x0c\x031.0\x00\x00"), ("chunks", b"\x2c\x05\x0c\x031.0"), ("cut", b"\x0c\x041.0"),
        ("trailing", der.utf8_string("1.0") + b"\0"), ("two", der.utf8_string("1.0") * 2),
        ("wrapped", der.octet_string(der.utf8_string("1.0"))), ("no-bytes", b""), ("half-header", b"\x0c"),
        ("huge-length", b"\x0c\x84\xff\xff\xff\xff1.0"),
    ]
    for name, value in none:
        yield reading(f"strings/{name}", "no UTF8String, and so no value", of_receipt(made, 19, value),
                      fields={"/originalAppVersion": None, "/bundleIdentifier": BUNDLE}, flags=("WrongType",),
                      features=("strict-der",))


def integers(made):
    for number in (1, 127, 128, 255, 256, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 - 1, 2**53, 2**53 + 1, 2**63 - 1):
        value = of_receipt(made, 15, der.integer(number))
        yield reading(f"integers/{number}", f"the number {number}", value, fields={"/downloadIdentifier": number},
                      flags=("LargeInteger",) if number >= 2**31 else ("Genuine",))
    for number in (-1, -(2**63)):
        yield reading(f"integers/{number}", f"the number {number}", of_receipt(made, 15, der.integer(number)),
                      fields={"/downloadIdentifier": number}, flags=("LargeInteger",), features=("strict-der",),
                      importance="low")
    none = [
        ("2^63", der.integer(2**63)), ("2^64", der.integer(2**64)), ("2^64+1", der.integer(2**64 + 1)),
        ("leading-zero", b"\x02\x02\x00\x07"), ("leading-ones", b"\x02\x02\xff\x80"), ("no-bytes", b"\x02\x00"),
        ("trailing", der.integer(7) + b"\0"), ("long-length", b"\x02\x81\x01\x07"), ("cut", b"\x02\x02\x07"),
        ("constructed", b"\x22\x03\x02\x01\x07"), ("enumerated", b"\x0a\x01\x07"), ("nothing", b""),
    ]
    for name, value in none:
        yield reading(f"integers/{name}", "no INTEGER of 64 bits, and so no value", of_receipt(made, 15, value),
                      fields={"/downloadIdentifier": None, "/bundleIdentifier": BUNDLE},
                      flags=("LargeInteger" if "^" in name else "WrongType",), features=("strict-der",))


def cases(made):
    for group in (dates, strings, integers):
        yield from group(made)
