"""Others that read signed receipts, for `differential.py`: each says about an input what it makes of it."""

import base64
import importlib.util
import subprocess
import tempfile


class Peer:
    """Whether an input is accepted, and what is read of it."""

    # The package of PyPI that it needs; None for programs.
    package = None

    def judge(self, data, row):
        """(accepted or why not, what is read). The row is what this library says."""
        raise NotImplementedError

    def ours(self, row):
        """The code of this library's refusal; None if it accepts."""
        return row.get("receipt") or row.get("signature")

    def expected(self, row):
        """What this library reads, in the peer's form; None if the peer reads nothing."""
        return None

    def compare(self, differences, data, row):
        differences.compared[self.name] += 1
        verdict, found = self.judge(data, row)
        code = self.ours(row)
        if verdict is True and code is not None:
            differences.add(f"{self.name}: accepts, we {code}", data)
        elif verdict is not True and code is None:
            differences.add(f"{self.name}: refuses{f' ({verdict})' if verdict else ''}, we accept", data)
        elif verdict is True and found != self.expected(row):
            differences.add(f"{self.name}: reads something else", data)


class OpenSSL(Peer):
    """`openssl cms -verify`, with the roots of the fixtures."""

    name = "OpenSSL cms"

    def __init__(self, authority):
        self.roots = tempfile.NamedTemporaryFile(suffix=".pem")
        for name in ("root", "storekit-test"):
            self.roots.write(subprocess.run(
                ["openssl", "x509", "-inform", "DER", "-in", authority / f"{name}.cer"],
                capture_output=True, check=True).stdout)
        self.roots.flush()

    def judge(self, data, row):
        date = row.get("creationDate")
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            command = ["openssl", "cms", "-verify", "-inform", "DER", "-binary", "-CAfile", self.roots.name, "-no-CApath",
                       "-no-CAstore", "-attime", str(date if date is not None else 1_740_823_200), "-purpose", "any",
                       "-out", "/dev/null", "-in", file.name]
            try:
                done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=30)
            except subprocess.TimeoutExpired:
                return "no answer in 30 s", None
        return done.returncode == 0, None


class ReceiptVerifier(Peer):
    """apple-purchase-receipt-verifier, with the root of the fixtures. It has no test certificate of Xcode's."""

    name = "apple-purchase-receipt-verifier"
    package = "apple_purchase_receipt_verifier"

    def __init__(self, authority):
        from apple_purchase_receipt_verifier import Config, Verifier
        root = (authority / "root.cer").read_bytes()
        self.verifier = Verifier(Config(roots=[root], clock=lambda: 1_740_823_200_000))

    def judge(self, data, row):
        result = self.verifier.verify_receipt(base64.b64encode(data).decode())
        if not result.verified:
            return result.failure.reason.name, None
        payload = result.payload
        return True, (payload.bundle_id, len(payload.in_app))

    def expected(self, row):
        bundle, purchases = None, 0
        for attribute in row["attributes"]:
            kind, _, value = attribute.split(" ")
            if kind == "2":
                bundle = bytes.fromhex(value)[2:].decode(errors="replace")
            purchases += kind == "17"
        return bundle, purchases


class ASN1Crypto(Peer):
    """asn1crypto, which reads containers and verifies nothing: everything but certificates, and every attribute."""

    name = "asn1crypto"
    package = "asn1crypto"

    def __init__(self, authority):
        from asn1crypto import cms, core

        class Attribute(core.Sequence):
            _fields = [("type", core.Integer), ("version", core.Integer), ("value", core.OctetString)]

        class Attributes(core.SetOf):
            _child_spec = Attribute

        self.container, self.attributes = cms.ContentInfo, Attributes

    def ours(self, row):
        return row.get("receipt")

    def judge(self, data, row):
        part = "container"
        try:
            container = self.container.load(data, strict=True)
            if container["content_type"].native != "signed_data":
                return part, None
            # All but the certificates, which this library reads with the signature. `native` reads everything inside.
            for part in ("version", "digest_algorithms", "encap_content_info", "signer_infos"):
                container["content"][part].native
            part, rows = "attributes", []
            for kind, version, value in self.rows(container["content"]["encap_content_info"]["content"].native):
                rows.append(f"{kind} {version} {value.hex()}")
                if kind == 17:
                    rows += [f"{k} {v} {o.hex()}" for k, v, o in self.rows(value)]
            return True, rows
        except Exception:  # it throws what the reading of an element threw
            return part, None

    def rows(self, data):
        for attribute in self.attributes.load(data, strict=True):
            yield attribute["type"].native, attribute["version"].native, attribute["value"].native

    def expected(self, row):
        return row["attributes"]


def all_peers(authority):
    """Those that are there; says which are not."""
    for peer in (OpenSSL, ReceiptVerifier, ASN1Crypto):
        if peer.package and importlib.util.find_spec(peer.package) is None:
            print(f"skipped: {peer.name} (pip install {peer.name})")
        else:
            yield peer(authority)
