"""Why OpenSSL and we disagree: a text, and the receipts it is for, by identifier up to a dash."""

GROUPS = {
    "Signed, so right for it: it does not read the payload, which is for the caller to do.":
        "A14 A15 A16 A18 A19 B16 B17 D12 E01 E02 E03 E04 E05 E06 E07 E08 E09 E10 E11 E12 E13 E14 "
        "E15 E16 E17 E18 E19 E20 E21 E22 E23 Z15 Z40 Z41 Z42 Z43 Z44 Z45 Z46 Z47 Z48 Z49 Z50 Z51 "
        "Z52 Z53 Z54 Z55 Z56 Z57 Z58 Z59 Z60 Z61",
    "It knows neither Apple's markers nor Apple's policy; the purpose is the caller's to check.":
        "B09 B10 B11 B12 Z30 Z31 Z32 Z33",
    "It was given that certificate as a root; which environment it names is for the caller to see.":
        "Z68",
    "It leaves strings inside an attribute's SEQUENCE in chunks, and so digests no DER.": "P20 P22",
    "It joins the chunks of a BIT STRING, about which readers disagree.": "D16",
    "It reads one element from a stream and leaves what follows to the next reader.": "A09",
    "It hands over content of any type; with no signed attributes nothing protects the type.":
        "A13",
    "PKCS #7 never looks at the version; CMS does not fit this one into a number.": "A17",
    "It never compares the versions with what RFC 5652 asks for.": "Z04 Z05",
    "With any purpose allowed it does not look at the leaf's key usage.": "B19-leaf-ku",
    "It reads extensions as BER, in which a bit string may end in zeros.": "Z29",
    "It does not look for extensions that stand twice unless it reads them itself.":
        "B19-leaf-duplicate",
    "With any purpose allowed an authority may sign content.": "Z21",
    "Its chain may have any length that path lengths allow; Apple's has three certificates.":
        "Z23 Z24 Z63",
    "Weak algorithms and keys are a matter of its security level, which is 0 for chains.":
        "B22 B23",
    "It takes any odd exponent for moduli up to 3,072 bits, 1 among them.": "B24 Z37",
    "It takes every digest that it has.": "C02 C07",
    "Apart from what it needs to verify, it does not compare the two algorithms.": "C03",
    "PKCS #7 takes the key's own algorithm whatever is named; CMS sets up the one named.":
        "C04 C05",
    "It does not read these parameters.": "C09 Z16",
    "PKCS #7 does not ask for a content type; CMS does.": "D02",
    "PKCS #7 takes the first of several; CMS refuses them.": "D05 D06 Z20",
    "To PKCS #7 empty is as good as absent; CMS checks for the two that have to be there.": "D08",
    "It does not compare the content type with that of the content.": "D07",
    "It verifies the attributes in the order sent, though DER has another.": "Z17",
    "CMS knows signers named by key identifier; PKCS #7 and receipts have issuer and number.":
        "Z06",
    "It compares names as RFC 5280 7.1 says, text by text; ours have to be the same bytes.":
        "Z08 Z34",
    "It joins the chunks of a string without a look at their types.": "Z12",
    "It stops reading behind the key.": "Z25",
    "It takes its own root and ignores the embedded one; we ask who changed it.": "Z27",
    "It takes the bytes of the modulus as they are and drops the sign.": "Z36",
}


def flatten(names):
    """An entry for each of the identifiers that begin with one of the group's."""
    found = {}
    for text, starts in GROUPS.items():
        for start in starts.split():
            matching = [name for name in names if name.startswith(start + "-")]
            assert matching and not found.keys() & set(matching), start
            found |= dict.fromkeys(matching, text)
    return found
