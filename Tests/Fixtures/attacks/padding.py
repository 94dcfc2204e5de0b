"""C, second part. RSA: blocks that are not the one right block, and numbers that are not right.

C10 and C11 are forged: the leaf's public exponent is 3, and its private key is not used. All
others are made with the genuine private key, so that nothing but the check of the block, or of
the number, can refuse them.
"""

import hashlib

import der
import signing

from .workshop import Case, algorithm_without_parameters, payload, search


def cube_root(number):
    """The largest integer whose cube is not above the number."""
    low, high = 0, 1 << (number.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= number else (low, middle - 1)
    return low


def cube_root_of_low_bits(number, bits):
    """The odd number below 2^bits whose cube ends in those bits of an odd number."""
    root = 1
    for bit in range(1, bits):
        if (root**3 - number) >> bit & 1:
            root |= 1 << bit
    return root


def block(info, size, start=b"\x00\x01", separator=b"\x00"):
    """A block filled with FF; right, if the info is the DigestInfo."""
    fill = b"\xff" * (size - len(start) - len(separator) - len(info))
    return start + fill + separator + info


def garbage_behind(made, digest, size):
    """The signature of a block that begins well and ends in anything (Bleichenbacher, 2006)."""
    start = block(
        signing.digest_info(made, digest), 11 + len(signing.digest_info(made, digest)))
    number = int.from_bytes(start.ljust(size, b"\x00"), "big")
    signature = cube_root(number) + 1
    assert (signature**3).to_bytes(size, "big").startswith(start)
    return signature.to_bytes(size, "big")


def garbage_inside(made, size):
    """The signature of a block whose DigestInfo is whole but for the parameters (BERserk, 2014).

    The upper bits of the cube depend on the root's upper bits and the lower on its lower, so each
    end can be chosen, and what becomes of the middle is the contents of an OCTET STRING.
    """
    end = der.octet_string(hashlib.sha256(made).digest())
    if not end[-1] & 1:
        return None  # an even number has no root of this kind: take another payload
    identifier = der.object_identifier(signing.digest_oid("sha256"))
    # Three lengths of two bytes each, fitted to the size of the block.
    total = size - 11
    inside = total - 4 - len(end) - 4 - len(identifier) - 4
    start = (
        block(b"", 11)
        + b"\x30\x82" + (total - 4).to_bytes(2, "big")
        + b"\x30\x82" + (inside + 4 + len(identifier)).to_bytes(2, "big")
        + identifier
        + b"\x04\x82" + inside.to_bytes(2, "big")
    )
    bits = 8 * len(end)
    # Half of the free range above the start, so that replacing the root's low bits stays in it.
    number = int.from_bytes(start + b"\x7f".ljust(size - len(start), b"\xff"), "big")
    root = cube_root(number) >> bits << bits
    root |= cube_root_of_low_bits(int.from_bytes(end, "big"), bits)
    cube = (root**3).to_bytes(size, "big")
    assert cube.startswith(start) and cube.endswith(end)
    return root.to_bytes(size, "big")


def forged(shop):
    # Only the public half of the key is used, in the leaf that names it.
    leaf = shop.issue_leaf(key=shop.keys["exponent-3"])
    size = leaf.key.size
    made = payload()
    for name, digest in (("", "sha1"), ("-sha256", "sha256")):
        yield Case(
            f"C10-bleichenbacher-2006{name}", "padding",
            f"forged for exponent 3: 8 bytes of padding, a {digest.upper()[:3]}-{digest[3:]} "
            "DigestInfo, then garbage",
            shop.with_leaf(
                leaf, made, digest=digest, signature=garbage_behind(made, digest, size)))
    made, signature = search(lambda made: garbage_inside(made, size))
    yield Case(
        "C11-garbage-in-digestalgorithm", "padding",
        "forged for exponent 3: garbage in the parameters inside the DigestInfo",
        shop.with_leaf(leaf, made, signature=signature))


def malformed_blocks(made, size):
    value = hashlib.sha256(made).digest()
    info = signing.digest_info(made, "sha256")
    bare = algorithm_without_parameters(signing.digest_oid("sha256"))
    full = signing.digest_algorithm("sha256")
    fill = bytearray(block(info, size))
    fill[size // 2] = 0xFE
    other = value[:-2] + bytes(byte ^ 0xFF for byte in value[-2:])
    return {
        "C12-no-null-params": (
            "no NULL in the DigestInfo",
            block(der.sequence(bare, der.octet_string(value)), size)),
        "C12b-no-null-last-two-bytes": (
            "no NULL in the DigestInfo, and the last two bytes of the digest are wrong",
            block(der.sequence(bare, der.octet_string(other)), size)),
        "C13-block-type-2": ("block type 2", block(info, size, start=b"\x00\x02")),
        "C14-block-type-0": (
            "block type 0, filled with zeros", info.rjust(size, b"\x00")),
        "C15-ps-not-ff": ("a byte FE in the filling", bytes(fill)),
        "C16-no-separator": (
            "no zero behind the filling", block(info, size, separator=b"")),
        "C17-raw-digest": ("the digest without a DigestInfo", block(value, size)),
        "C18-digest-short": (
            "the digest without its last byte",
            block(der.sequence(full, der.octet_string(value[:-1])), size)),
        "C19-ber-length": (
            "a length of the DigestInfo that is not minimal",
            block(b"\x30\x81" + info[1:], size)),
        "C20-trailing-inside": (
            "a NULL behind the digest inside the DigestInfo",
            block(der.sequence(full, der.octet_string(value), der.null()), size)),
    }


def numbers(shop):
    key = shop.leaf.key

    def fits(made):
        number = int.from_bytes(key.sign(made, "sha256"), "big") + key.modulus
        return number.to_bytes(key.size, "big") if number < 256**key.size else None

    made, larger = search(fits)
    yield Case(
        "C21-signature-plus-n", "padding",
        "the signature is the genuine one plus the modulus: it has to be below it",
        shop.receipt(made, signature=larger))
    made = payload()
    yield Case(
        "C22-signature-leading-zero", "padding", "a zero byte before the signature",
        shop.receipt(made, signature=b"\x00" + key.sign(made, "sha256")))

    def begins_with_zero(made):
        signature = key.sign(made, "sha256")
        return signature[1:] if signature[0] == 0 else None

    made, shorter = search(begins_with_zero, start=SHORT_SIGNATURE)
    yield Case(
        "C23-signature-short", "padding",
        "a signature that begins with a zero byte, without it: the number is right, the length "
        "is not that of the modulus",
        shop.receipt(made, signature=shorter))


# Where `search` finds a signature that begins with a zero byte at once.
SHORT_SIGNATURE = 198


def cases(shop):
    yield from forged(shop)
    made = payload()
    for name, (words, wrong) in malformed_blocks(made, shop.leaf.key.size).items():
        yield Case(
            name, "padding", f"the signed block is malformed: {words}",
            shop.receipt(made, block=wrong))
    yield from numbers(shop)
