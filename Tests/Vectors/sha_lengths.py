"""Writes the table of Tests/ReceiptHashingTests/LengthTable.swift: python3 sha_lengths.py

The message of length n is the first n octets of 0, 7, 14, 21 ... modulo 251. For each sixteen
lengths, the digests are joined and hashed once more with SHA-256, all by Python's hashlib.
"""

import hashlib

PATTERN = bytes(7 * index % 251 for index in range(304))

print("/// Made by Tests/Vectors/sha_lengths.py, which says how. Lengths 0 to 15, 16 to 31, and so on.")
print("enum LengthTable {")
for name in ("sha1", "sha256", "sha384", "sha512"):
    print("  static let %s = [" % name)
    for start in range(0, 304, 16):
        digests = b"".join(
            hashlib.new(name, PATTERN[:length]).digest() for length in range(start, start + 16))
        print('    "%s",' % hashlib.sha256(digests).hexdigest())
    print("  ]")
print("}")
