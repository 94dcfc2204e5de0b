"""asn1crypto, pyasn1 and apple-purchase-receipt-verifier: python3 peer.py LIBRARY OPERATION FILE ROOT SECONDS."""

import base64
import datetime
import json
import pathlib
import sys
import time

STRINGS = {0, 2, 3, 10, 19, 1702, 1703, 1705, 1721}
NUMBERS = {1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722}
DATES = {8, 12, 18, 21, 1704, 1706, 1708, 1712}
PURCHASE = 17


class Skip(Exception):
    pass


class Sums:
    """What everybody has to find."""

    def __init__(self):
        self.purchases = self.characters = self.integers = self.seconds = 0

    def text(self, value):
        self.characters += len(value.encode())

    def date(self, value):
        if value:
            self.seconds += int(datetime.datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp())

    def answer(self):
        return {name: str(value) for name, value in vars(self).items()}


def identifiers(purchases):
    """Of `(transaction, original transaction)`, the last nine digits each: the sum of all overflows elsewhere."""
    count = total = 0
    for own, original in purchases:
        count += 1
        total += int(own) % 10 ** 9 + int(original) % 10 ** 9
    return {"purchases": str(count), "identifiers": str(total)}


def split(data):
    """The elements that a file consists of."""
    while data:
        count = data[1] & 0x7F if data[1] >= 0x80 else 0
        length = 2 + count + (int.from_bytes(data[2:2 + count], "big") if count else data[1])
        yield data[:length]
        data = data[length:]


def certificates(find):
    """With what gives subject, serial number and bits of the key of a certificate, or raises."""

    def value(element):
        try:
            subject, serial, bits = find(element)
        except Exception:
            return "-"
        return str(len(subject) + serial % 65536 + bits)

    return lambda elements: {"each": " ".join(map(value, elements))}


def asn1crypto(operation):
    from asn1crypto import cms, core, x509

    class Attribute(core.Sequence):
        _fields = [("type", core.Integer), ("version", core.Integer), ("value", core.OctetString)]

    class Attributes(core.SetOf):
        _child_spec = Attribute

    def attributes(data):
        for one in Attributes.load(data):
            yield one["type"].native, one["value"].native

    def payload(data):
        return cms.ContentInfo.load(data)["content"]["encap_content_info"]["content"].native

    def decode(value):
        return core.load(value).native

    def certificate(data):
        found = x509.Certificate.load(data, strict=True)
        return found.subject.dump(), found.serial_number, 8 * len(bytes(found.public_key["public_key"]))

    if operation == "certificates":
        return certificates(certificate)
    return generic(operation, attributes, payload, decode)


def pyasn1(operation):
    from pyasn1.codec.der import decoder, encoder
    from pyasn1.type import namedtype, univ
    from pyasn1_modules import rfc2315, rfc5280

    class Attribute(univ.Sequence):
        componentType = namedtype.NamedTypes(
            namedtype.NamedType("type", univ.Integer()), namedtype.NamedType("version", univ.Integer()),
            namedtype.NamedType("value", univ.OctetString()))

    class Attributes(univ.SetOf):
        componentType = Attribute()

    def attributes(data):
        for one in decoder.decode(data, asn1Spec=Attributes())[0]:
            yield int(one["type"]), bytes(one["value"])

    def payload(data):
        content = decoder.decode(data, asn1Spec=rfc2315.ContentInfo())[0]["content"]
        message = decoder.decode(content, asn1Spec=rfc2315.SignedData())[0]
        return bytes(decoder.decode(message["contentInfo"]["content"], asn1Spec=univ.OctetString())[0])

    def decode(value):
        found = decoder.decode(value)[0]
        return int(found) if isinstance(found, univ.Integer) else str(found)

    def certificate(data):
        found = decoder.decode(data, asn1Spec=rfc5280.Certificate())[0]["tbsCertificate"]
        key = found["subjectPublicKeyInfo"]["subjectPublicKey"]
        return encoder.encode(found["subject"]), int(found["serialNumber"]), len(key)

    if operation == "certificates":
        return certificates(certificate)
    return generic(operation, attributes, payload, decode)


def generic(operation, attributes, payload, decode):
    """With a library for ASN.1, what its users write."""

    def find_identifiers(data):
        def purchases():
            for type, value in attributes(payload(data)):
                if type == PURCHASE:
                    found = {type: decode(value) for type, value in attributes(value) if type in (1703, 1705)}
                    yield found[1703], found[1705]

        return identifiers(purchases())

    def fields(data):
        sums = Sums()

        def read(container):
            for type, value in attributes(container):
                if type == PURCHASE:
                    sums.purchases += 1
                    read(value)
                elif type in STRINGS:
                    sums.text(decode(value))
                elif type in NUMBERS:
                    sums.integers += decode(value)
                elif type in DATES:
                    sums.date(decode(value))

        read(payload(data))
        return sums.answer()

    if operation == "validate":
        raise Skip("it verifies nothing")
    return find_identifiers if operation == "identifiers" else fields


def aprv(operation):
    from apple_purchase_receipt_verifier import Config, Verifier

    if operation != "validate":
        raise Skip("it does nothing but verify receipts")
    verifier = Verifier(Config(roots=[pathlib.Path(sys.argv[4]).read_bytes()], clock=lambda: 0))

    def validate(data):
        result = verifier.verify_receipt(base64.b64encode(data).decode())
        if not result.verified:
            raise ValueError(result.failure.message)
        return {"app": result.payload.bundle_id}

    return validate


def main():
    library, operation, file, _, seconds = sys.argv[1:]
    work = {"asn1crypto": asn1crypto, "pyasn1": pyasn1, "apple-purchase-receipt-verifier": aprv}[library]
    try:
        work = work(operation)
    except (ImportError, Skip) as problem:
        return print(json.dumps({"skip": str(problem)}))
    data = pathlib.Path(file).read_bytes()
    if operation == "certificates":
        data = list(split(data))
    answer = work(data)
    rounds, end = [], time.process_time() + float(seconds)
    while len(rounds) < 3 or time.process_time() < end and len(rounds) < 1000:
        start = time.process_time_ns()
        work(data)
        rounds.append(time.process_time_ns() - start)
    print(json.dumps({"answer": answer, "ns": rounds}))


main()
