"""The sample receipts of `Tests/Fixtures`: what they say, and that they are valid."""

import json

import oddities
import samples

from . import world
from .case import Case

LONG = "many-purchases"
FEATURES = {
    "xcode-ber": ("ber", "date-forms"), "xcode-ber-chunks": ("ber", "date-forms"), "date-forms": ("date-forms",),
}
FLAGS = {
    "xcode-ber": ("Xcode", "IndefiniteLength", "ChunkedContent"),
    "xcode-ber-chunks": ("Xcode", "IndefiniteLength", "ChunkedContent"),
    "date-forms": ("DateForm",), "empty-values": ("EmptyValue",), "unknown-attributes": ("UnknownAttribute",),
    "vpp": ("VolumePurchase",), "every-field": ("UnpublishedAttribute", "LargeInteger"), LONG: ("Costly",),
    "ios-sha1-purchases": ("Genuine", "Cancelled", "ExpiredSince"),
    "macos-sha1-no-purchases": ("Genuine", "ExpiredSince"),
}


def leaves(value, pointer=""):
    """Every value that is no object or array, by its JSON Pointer."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from leaves(member, f"{pointer}/{name}")
    elif isinstance(value, list):
        for index, member in enumerate(value):
            yield from leaves(member, f"{pointer}/{index}")
    else:
        yield pointer, value


def fields(show, purchases=None):
    """What a receipt says; of many purchases only the first and the last."""
    bought = show["inApp"]
    made = {name: value for name, value in show.items() if name not in ("inApp", "certificates", "signer")}
    found = dict(leaves(made)) | {"/inAppCount": len(bought)}
    for index, purchase in enumerate(bought):
        if purchases is None or index in purchases:
            found |= dict(leaves(purchase, f"/inApp/{index}"))
    return found


def cases(made):
    for name, make in (samples.SAMPLES | oddities.ODDITIES).items():
        sample = make(made.certificates)
        answer = json.loads(sample.answer)
        show = answer["show"]
        flags, features = FLAGS.get(name, ("Genuine",)), FEATURES.get(name, ())
        comment = f"the sample {name}"
        yield Case(
            f"known/{name}-read", "read", comment, sample.encoding, features=(*features, *(("unverified-reading",) if "xcode" in name else ())), flags=flags,
            importance="high", fields=fields(show, (0, 186) if name == LONG else None))
        is_xcode = show["environment"] == "Xcode"
        caller = {
            "bundleIdentifier": show["bundleIdentifier"], "appVersion": show["appVersion"],
            "deviceIdentifierHex": answer["deviceIdentifierHex"], "environments": [show["environment"]],
            "now": "2026-12-01T00:00:00Z",
        }
        if is_xcode:
            yield Case(
                f"known/{name}-not-allowed", "validate", f"{comment}, for a caller who does not accept Xcode's certificate",
                sample.encoding, "chain", ("environment",), flags, "critical", caller=caller)
            caller = caller | {"xcode": {"allowed": True, "certificates": ["storekit-test"]}}
        extra = ("vpp",) if name == "vpp" else ("xcode",) if is_xcode else ()
        yield Case(
            f"known/{name}", "validate", f"{comment}, for the right caller", sample.encoding,
            features=(*features, *extra), flags=flags, importance="high", caller=caller)
