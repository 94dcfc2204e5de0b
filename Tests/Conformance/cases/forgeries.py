"""The forgeries of `Tests/Fixtures/attacks`, and its odd receipts that must be accepted."""

import attacks
from attacks.errors import ERRORS

from . import world
from .case import Case, Run

# The class of a forgery there, and its reason here.
REASONS = {
    "structure": "encoding", "signer": "signature", "padding": "signature", "chain": "chain", "policy": "policy",
    "validity": "validity", "creationDate": "validity", "algorithm": "algorithm",
    "signedAttributes": "signed-attributes", "bundleIdentifier": "app", "version": "app", "device": "device",
    "expiration": "expiration", "environment": "environment", "limits": "limits",
}
BINDING = {
    "bundleIdentifier": "bundle-identifier", "version": "app-version", "device": "device",
    "expiration": "expiration", "environment": "environment",
}
AREAS = {
    "A": "structure", "B": "certificates", "C": "algorithms", "D": "signed-attributes", "E": "binding", "F": "limits",
    "P": "accepted", "Z": "further",
}

# The beginning of an identifier: its flags, and then its features. The longest one that fits counts.
MARKS = {
    "A01": ("ContentChanged",), "A02": ("NoSignature",), "A03": ("NotAReceipt",), "A04": ("NotAReceipt",),
    "A05": ("Detached",), "A06": ("NoSignature",), "A07": ("SignatureRange",), "A08": ("Truncated",),
    "A09": ("TrailingBytes", "trailing-bytes"), "A10": ("TrailingBytes",), "A11": ("ContentChanged ChunkedContent",),
    "A12": ("SeveralSigners", "one-signer"), "A13": ("MessageForm", "payload"), "A14": ("Tags", "payload"),
    "A15": ("TrailingBytes", "payload"), "A16": ("AttributeTwice", "payload duplicates"),
    "A17": ("MessageForm", "message-versions"), "A18": ("AttributeNumber", "payload"),
    "A19": ("AttributeNumber", "payload"),
    "B01": ("EmbeddedRoot",), "B02": ("EmbeddedRoot",), "B03": ("WrongIssuer",), "B04": ("WrongIssuer",),
    "B05": ("WrongIssuer",), "B06": ("NotAnAuthority",), "B07": ("WrongIssuer",), "B08": ("WrongIssuer",),
    "B09": ("NoMarker", "apple-policy"), "B10": ("NoPolicy", "policy-oid"), "B11": ("NoMarker", "apple-policy"),
    "B12": ("NoMarker", "apple-policy"), "B13": ("NotValidThen", "creation-date"),
    "B14": ("NotValidThen", "creation-date"), "B15": ("NotValidThen", "creation-date"),
    "B16": ("CreationDate", "creation-date"), "B17": ("CreationDate BadDate", "creation-date strict-dates"),
    "B17-creation-date-no-zone": ("CreationDate BadDate", "creation-date"),
    "B17-creation-date-empty": ("CreationDate EmptyValue", "creation-date"),
    "B18": ("PathLength",), "B19-leaf-duplicate-ext": ("Extensions",), "B19-leaf-ku": ("KeyUsage", "key-usage"),
    "B19-leaf-unknown": ("Extensions",), "B20": ("NotAnAuthority",), "B20-int-no-keycertsign": ("KeyUsage",),
    "B21": ("CertificateForm",), "B22": ("WeakAlgorithm", "key-policy"), "B23": ("WeakAlgorithm KeySize", "key-policy"),
    "B24": ("WeakAlgorithm", "key-policy"), "B25": ("WrongIssuer",), "B26": ("Costly", "certificate-limits"),
    "B27": ("Xcode",), "B28": ("NoSignature",), "B29": ("Xcode",),
    "C01": ("AlgorithmConfusion",), "C02": ("WeakAlgorithm", "key-policy"),
    "C03": ("AlgorithmConfusion", "algorithm-parameters"), "C04": ("AlgorithmConfusion",),
    "C05": ("AlgorithmConfusion",), "C06": ("AlgorithmConfusion",), "C07": ("AlgorithmConfusion", "apple-algorithms"),
    "C08": ("AlgorithmConfusion", "listed-digests"), "C09": ("AlgorithmConfusion", "algorithm-parameters"),
    "C1": ("PaddingForged",), "C12-no-null": ("PaddingForged", "null-parameters"), "C20": ("PaddingForged",), "C21": ("SignatureRange",), "C22": ("SignatureRange",),
    "C23": ("SignatureRange",),
    "D01": ("AttributesConfusion",), "D12": ("AttributesConfusion", "payload"), "D": ("AttributesUnbound",),
    "D09": ("AttributesEncoding",), "D14": ("AttributesEncoding",), "D16": ("AttributesEncoding",),
    "E14": ("OtherVersion",), "E15": ("OtherDevice",), "E16": ("OtherDevice",), "E17": ("OtherDevice",),
    "E18": ("OtherDevice EmptyValue",), "E19": ("OtherDevice",), "E20": ("HashInput",), "E21": ("OtherDevice",),
    "E22": ("Expired VolumePurchase", "vpp"), "E23": ("Sandbox",), "E": ("OtherApp",),
    "F01": ("DeepNesting Costly",), "F02": ("LengthOverflow",), "F03": ("LengthOverflow",), "F04": ("Tags",),
    "F05": ("IndefiniteLength",), "F06": ("Tags LengthOverflow",), "F07": ("IndefiniteLength",),
    "F08": ("IndefiniteLength",), "F09": ("Costly ChunkedContent",), "F10": ("DeepNesting ChunkedContent", "depth-limit"),
    "F11": ("Costly KeySize",),
    "P01": ("Genuine ExpiredSince",), "P02": ("Genuine",), "P03": ("UnknownAttribute",),
    "P04": ("IndefiniteLength", "ber"), "P05": ("ChunkedContent", "ber"), "P06": ("EmbeddedRoot",),
    "P07": ("Order",), "P08": ("Costly",), "P09": ("Genuine",), "P10": ("AlgorithmConfusion",),
    "P11": ("NonMinimal", "ber"), "P12": ("Extensions",), "P13": ("ChunkedContent", "double-wrapped"),
    "P14": ("AlgorithmConfusion",), "P15": ("MessageForm",), "P16": ("Order",),
    "P17": ("SignedAttributes", "signed-attributes"), "P18": ("AttributesEncoding", "signed-attributes"),
    "P19": ("AttributesEncoding", "signed-attributes ber"), "P20": ("AttributesEncoding", "signed-attributes ber"),
    "P21": ("MessageForm", "ber"), "P22": ("AttributesEncoding", "signed-attributes ber"),
    "Z01": ("AlgorithmConfusion", "listed-digests"), "Z02": ("AttributesUnbound",), "Z03": ("Tags",),
    "Z04": ("MessageForm", "message-versions"), "Z05": ("MessageForm", "message-versions"),
    "Z06": ("MessageForm", "message-versions"), "Z07": ("NonMinimal", "strict-der"),
    "Z08": ("WrongIssuer", "exact-names"), "Z09": ("WrongIssuer", "certificate-limits"),
    "Z10": ("MessageForm", "message-versions"), "Z11": ("MessageForm", "message-versions"),
    "Z12": ("ChunkedContent Tags",), "Z13": ("ContentChanged",), "Z14": ("ContentChanged",),
    "Z15": ("ChunkedContent", "payload"), "Z16": ("AlgorithmConfusion", "algorithm-parameters"),
    "Z17": ("AttributesEncoding", "strict-der"), "Z18": ("AttributesUnbound",), "Z19": ("AttributesUnbound",),
    "Z20": ("AttributesUnbound",), "Z21": ("NotAnAuthority", "apple-policy"), "Z22": ("NotAnAuthority",),
    "Z23": ("PathLength", "apple-policy"), "Z24": ("PathLength", "apple-policy"),
    "Z25": ("TrailingBytes CertificateForm",), "Z26": ("CertificateForm",), "Z27": ("EmbeddedRoot", "embedded-root"),
    "Z28": ("Extensions",), "Z29": ("Extensions", "strict-der"), "Z30": ("NoMarker", "apple-policy"),
    "Z31": ("NoMarker", "apple-policy"), "Z32": ("NoMarker", "apple-policy"), "Z33": ("NoPolicy", "policy-oid"),
    "Z34": ("WrongIssuer", "exact-names"), "Z35": ("AlgorithmConfusion",), "Z36": ("WeakAlgorithm", "key-policy"),
    "Z37": ("KeySize", "key-policy"), "Z38": ("CertificateForm", "strict-der"),
    "Z39": ("WrongIssuer", "embedded-root"), "Z40": ("AttributeTwice", "payload duplicates"),
    "Z41": ("AttributeTwice", "duplicates"), "Z42": ("AttributeTwice", "payload duplicates"),
    "Z43": ("AttributeTwice", "payload duplicates"), "Z44": ("AttributeTwice", "payload duplicates"),
    "Z45": ("AttributeTwice", "duplicates"), "Z46": ("MessageForm", "payload strict-der"),
    "Z47": ("IndefiniteLength", "payload strict-der"), "Z48": ("NonMinimal", "strict-der"),
    "Z49": ("CreationDate BadDate", "creation-date strict-dates"), "Z50": ("OtherDevice",), "Z51": ("OtherDevice",),
    "Z52": ("Sandbox",), "Z53": ("Sandbox",), "Z54": ("Sandbox",), "Z55": ("OtherVersion",), "Z56": ("OtherVersion",),
    "Z57": ("Expired", "vpp"), "Z58": ("Expired", "vpp"), "Z59": ("NonMinimal AttributeNumber", "payload strict-der"),
    "Z60": ("CreationDate WrongType", "creation-date"), "Z61": ("OtherDevice WrongType",),
    "Z62": ("Costly", "certificate-limits"), "Z63": ("NoMarker PathLength", "apple-policy"),
    "Z64": ("Xcode", "xcode"), "Z65": ("Xcode", "xcode"), "Z65-xcode-certificate-as-root-not-allowed": ("Xcode",),
    "Z66": ("Xcode", "xcode"), "Z67": ("Xcode", "xcode"), "Z68": ("Xcode", "xcode"),
}


def marks(name):
    """The flags and features of a forgery."""
    key = max((key for key in MARKS if name.startswith(key)), key=len)
    flags, features = [*MARKS[key], ""][:2]
    return tuple(flags.split()), tuple(features.split())


def importance(case, reason, features):
    if reason is None:
        return "high" if not features else "medium"
    if case.id[:3] in ("B09", "B11", "B12", "B24", "C02", "D01", "D03", "D04", "F01", "F09") or case.id[0] == "E":
        return "critical"
    return "critical" if reason in ("signature", "chain") and not features else "high" if not features else "medium"


def certificate(world_made, path):
    """A certificate of the forgeries' manifest by its name here: `../authority/root.cer` is `root`."""
    name = path.rsplit("/", 1)[-1].removesuffix(".cer")
    assert name in world_made.blocks or path.startswith("Z")
    return name


def cases(made):
    for case in attacks.all_cases(made.shop):
        reason = REASONS[case.category] if case.category else None
        flags, features = marks(case.id)
        expect = case.expect or {}
        blocks = {case.id: case.root} if case.root else {}
        anchors = (certificate(made, expect["root"]),) if "root" in expect else ("root",)
        caller = {}
        # Some are refused neither for their structure nor for their signature, whatever their class.
        late = case.id in ERRORS and ERRORS[case.id].split(".")[0] not in ("structure", "signature")
        if late or case.category in BINDING or expect.get("environments"):
            caller = world.caller(environments=expect.get("environments", world.CALLER["environments"]))
            features += (BINDING[case.category],) if case.category in BINDING else ()
        if "allowsXcode" in expect:
            certificates = [certificate(made, path) for path in expect.get("xcodeCertificates", ())]
            caller["xcode"] = {"allowed": expect["allowsXcode"], "certificates": certificates}
        yield Case(
            f"{AREAS[case.id[0]]}/{case.id}", "validate" if "bundleIdentifier" in caller else "verify", case.reason,
            case.encoding, reason, tuple(dict.fromkeys(features)), flags, importance(case, reason, features), anchors,
            caller, runs=tuple(Run(run.unit, run.count, run.counter) for run in case.runs), blocks=blocks)
