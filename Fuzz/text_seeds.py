"""JSON and property lists at the edges of what they may say."""

import base64

TRANSACTION = """quantity product_id transaction_id original_transaction_id purchase_date purchase_date_ms
    purchase_date_pst original_purchase_date cancellation_date cancellation_date_ms web_order_line_item_id is_trial_period
    is_in_intro_offer_period in_app_ownership_type expires_date """
PURCHASE = TRANSACTION + """expires_date_ms expires_date_pst cancellation_reason promotional_offer_id offer_code_ref_name
    is_upgraded subscription_group_identifier app_account_token"""
SINGLE = TRANSACTION + """expires_date_formatted expires_date_formatted_pst item_id app_item_id
    version_external_identifier bid bvrs unique_identifier unique_vendor_identifier"""
# Answers, `...` for members of one of their objects.
MEMBERS = {
    "{...}": """status environment latest_receipt auto_renew_status auto_renew_product_id expiration_intent
        is_in_billing_retry_period cancellation_reason exception is-retryable is_retryable receipt latest_receipt_info
        latest_expired_receipt_info pending_renewal_info""",
    '{"receipt":{...}}': """receipt_type adam_id app_item_id bundle_id application_version download_id in_app
        version_external_identifier receipt_creation_date request_date original_purchase_date preorder_date
        original_application_version expiration_date""",
    '{"receipt":{"in_app":[{...}]}}': PURCHASE,
    '{"latest_receipt_info":[{...}]}': PURCHASE,
    '{"receipt":{"bid":"a",...}}': SINGLE.replace(" bid", ""),
    '{"latest_receipt_info":{...}}': SINGLE,
    '{"latest_expired_receipt_info":{...}}': SINGLE,
    '{"pending_renewal_info":[{...}]}': """expiration_intent auto_renew_product_id original_transaction_id product_id
        is_in_billing_retry_period auto_renew_status grace_period_expires_date grace_period_expires_date_ms
        price_consent_status price_increase_status promotional_offer_id offer_code_ref_name""",
}


def marks():
    """Runs of combining marks of as many as are allowed, one less and one more, with letters between them."""
    for count in (29, 30, 31):
        for mark in ("\u0301", "\u0327", "\u0301\u0327\u093c", "\U0001d165"):
            run = (mark * count)[:count]
            yield from (run, "e" + run)
            # An ASCII letter, others, and what joins without being a mark of any class.
            for letter in ("a", "0", "\u00e9", "\u0436", "\u200d", "\u0903", "\U0001f600"):
                yield from (letter.join((run, run)), letter.join(("", run, run[:1], run)), run + letter,
                            run[:15] + letter + run[:15] + letter + run[:15])


def surrogates(escape):
    """Pairs of UTF-16 at both ends of what its halves may be, and beside them."""
    for pair in ("d800 dc00", "d800 dfff", "dbff dc00", "dbff dfff", "d83c dfff", "d7ff dc00", "dc00 dc00", "dc00 dfff",
                 "d800 dbff", "d800 e000", "dbff e000"):
        yield "".join(escape + half for half in pair.split())


def json():
    """JSON by itself, and answers with such values."""
    yield from (f'"{pair}"' for pair in surrogates(r"\u"))
    yield from (r'"\ud83d\ude00"', r'"\ude00\ud83d"', r'"\ud83d"', r'"\ude00"', r'"\ud83d\ud83d"', r'"\ud83d\ue000"',
                r'"\u0000\b\f\n\r\t\u000b\u001f\"\\\/"', '"\\n\x01"', '"\x7f"', '"\x1f"')
    # A text that ends within an escape, which may be wrong before.
    for escape in (r'"\ude00', r'"\ud83d\ude00', r'"\ud83d\n', r'"\ud83dx'):
        yield from (escape[:count] for count in range(2, len(escape) + 1))
    numbers = ["0", "-0", "-", "00", "-01", "+1", "1.", ".5", "1.0", "1.50", "1e3", "1E+3", "1e-3", "1e", "1e+",
               "1e400", "0x1", "1e3.5", "NaN", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
               "-9223372036854775809", "12345678901234567890123456789012345678901", "0.1000000000000000055511151231257"]
    yield from numbers
    yield from (f'"{count * 2 * chr(92)}"' for count in (1, 2, 9))  # nothing but backslashes
    for depth in (31, 32, 33):
        yield from ("[" * depth + "]" * depth, '{"":' * depth + "0" + "}" * depth)
    yield '{"\u00e9":0,"e\u0301":0}'
    around = ('"{}"', '{{"{}":0}}', '{{"receipt":{{"bundle_id":"{}"}}}}', '{{"receipt-data":"{}"}}')
    yield from (around[number % len(around)].format(text) for number, text in enumerate(marks()))
    for count in (2, 32, 33, 34, 64, 65, 66):
        keys = [f'"{number}":0' for number in range(count)]
        yield from ("{" + ",".join(keys + more) + "}" for more in ([], keys[:1], keys[-1:]))

    def purchase(*members):
        return '{"receipt":{"in_app":[{' + ",".join(f'"{key}":{value}' for key, value in members) + "}]}}"

    values = [*numbers, *(f'"{number}"' for number in numbers), '""', "null", "true", "false", '"true"', '"TRUE"']
    for value in values:
        yield f'{{"status":{value}}}'
        for key in ("quantity", "is_trial_period", "web_order_line_item_id"):
            yield purchase((key, value))
    # Around the hours in which clocks are changed in Cupertino.
    for day in ("1974-01-06", "1974-10-27", "1975-02-23", "1986-04-27", "1987-04-05", "2006-04-02", "2006-10-29",
                "2007-03-11", "2007-04-01", "2007-10-28", "2007-11-04"):
        for hour in ("00", "01", "03", "08", "09", "10"):
            yield purchase(("purchase_date", f'"{day} {hour}:00:00 Etc/GMT"'))
            yield purchase(("purchase_date_pst", f'"{day} {hour}:00:00 America/Los_Angeles"'))
    # The last hours of the last year, which end earlier in GMT.
    for hour in (15, 16):
        for time in (f"{hour}:59:58", f"{hour}:59:59", f"{hour}:00:00"):
            yield purchase(("purchase_date_pst", f'"9999-12-31 {time} America/Los_Angeles"'))
    for instant in (-62167219200001, -62167219200000, -1, 0, 1700000000999, 253402300799999, 253402300800000):
        yield purchase(("expires_date_ms", f'"{instant}"'), ("expires_date", '"2023-11-14 22:13:20 Etc/GMT"'))
    # Every member of every object, of the right kind and of others.
    for around, keys in MEMBERS.items():
        members = ",".join(f'"{key}":"{number}"' for number, key in enumerate(keys.split()))
        yield around.replace("...", members)
        for key in keys.split():
            for value in ('"1"', "1", "true", "null", '""', "[]", "{}", "1.5", '"2024-02-29 10:00:00 Etc/GMT"'):
                yield around.replace("...", f'"{key}":{value}')
    for retry in ("", '"is_in_billing_retry_period":"1",', '"is_in_billing_retry_period":"0",'):
        yield (f'{{"pending_renewal_info":[{{"original_transaction_id":"1",{retry}"product_id":"a",'
               '"grace_period_expires_date_ms":"1700000000000"}]}')


def property_lists():
    """Texts with escapes, and every byte wherever it may decide something."""
    for text in (r"\177", r"\200", r"\377", r"\400", r"\1777", r"\U00e9", r"\Ud83d\Ude00", r"\Ude00\Ud83d", r"\Ud83d",
                 r"\Ude00", r"\Ud83d\Ue000", r"\Ud83d\Ud83d", *surrogates(r"\U")):
        yield f'{{a="{text}";}}'.encode()
        yield from (f'{{a="{text[:count]}'.encode() for count in range(1, len(text) + 1))
    # Octal digits in the middle of a character.
    yield from (b'{a="\xc2\\%o";}' % number for number in (0x7F, 0x80, 0xBF, 0xC0))
    for byte in range(256):
        byte = bytes([byte])
        for before, behind in (
                # Between the parts, as a part, after a slash, and in comments.
                (b"{a", b"=1;}"), (b"{a=", b"1;}"), (b"{a=1", b";}"), (b"{a=1;}", b""), (b"{a=1;/", b"*/}"), (b"{a=1;/", b"\n}"),
                (b"{", b"=1;}"), (b"{a=", b";}"), (b"{a //b", b"=1;}\n=1;}"), (b"{a /*b*", b"/=1;}"), (b"{a /", b"/*/=1;}"),
                (b"{a /*/", b"*/=1;}"), (b"{a=1", b"2;}"),
                # In quotation marks, after a backslash, and as each digit.
                (b'{a="', b'";}'), (b"{a='", b"';}"), (b'{a="\\', b'";}'), (b'{a="\\1', b'";}'), (b'{a="\\01', b'";}'),
                (b'{a="\\', b'01";}'), (b'{a="\\012', b'";}'), (b'{a="\\U00', b'9";}')):
            yield before + byte + behind
    # Each key of a transaction with a value of its own.
    keys = """bid bvrs app-item-id version-external-identifier product-id item-id quantity transaction-id
        original-transaction-id web-order-line-item-id unique-identifier""".split()
    yield "{{{}}}".format("".join(f'"{key}"="{number}";' for number, key in enumerate(keys, 1))).encode()
    for item in ("0", "1", "01", "-1", "x", ""):
        info = base64.b64encode(f'{{"app-item-id"="{item}";}}'.encode()).decode()
        for environment in ("", '"environment"="Sandbox";', '"environment"="sandbox";', '"environment"="Xcode";',
                            '"environment"="Production";', '"environment"="";', '"Environment"="Sandbox";'):
            yield f'{{"purchase-info"="{info}";{environment}}}'.encode()
    # Dates in words, and what is almost that.
    for text in ("2023-11-14 22:13:20 Etc/GMT", "2023-11-14T22:13:20 Etc/GMT", "2023-11-14t22:13:20 Etc/GMT",
                 "2023-11-14 22:13:20 etc/gmt", "2023-11-14 22:13:20 Etc/UTC", "2023-11-14 22:13:20Z",
                 "2016-12-31 23:59:60 Etc/GMT"):
        for key in ("purchase-date", "original-purchase-date", "expires-date-formatted", "cancellation-date"):
            yield f'{{"{key}"="{text}";}}'.encode()
    # A signature without bytes, of another version, cut at each of its parts, and with one byte too many.
    info = base64.b64encode(b'{"bid"="a";}').decode()
    for version, count in ((2, 128), (3, 256)):
        whole = bytes([version, *range(count)]) + b"\0\0\0\3abc"
        ends = (0, 1, 2, count, count + 1, count + 2, count + 4, count + 5, count + 7, count + 8)
        for signature in (b"\1" + whole[1:], *(whole[:end] for end in ends), whole + b"d"):
            text = base64.b64encode(signature).decode() or " "
            yield f'{{"purchase-info"="{info}";"signature"="{text}";}}'.encode()
    # One key more than are allowed.
    yield b"{%s}" % b"".join(b"k%d=1;" % number for number in range(257))


def foreign():
    """What people give for a receipt, and what is almost that."""
    for text in ("eyJ", "eyI", "eyK", "ey", "-----BEGIN", "-----BEGIM", "----BEGIN", '"', "[", "{length", "{ length",
                 "{  length", "{lengt", "Optional(", "Optional", "receipt-data=", "receipt-data", "data:", "data",
                 "\xef\xbb\xbf", "\xef\xbb", "\xff\xfe", "\xfe\xff", "\xff\xff", "PK\x03\x04", "PK\x03\x05", "\x1f\x8b",
                 "{a = 1", "{a : 1", "{a", "{=", "{:=", "1", 19 * "9", 20 * "9", 21 * "9", 20 * "9" + "a", "<", "<a", "TU",
                 "TUE=", "TUlJ", "TVRF", "MA==", "MP==", "MQ==", "MB", "M", "ew==", "ev==", "e0", "f0", "Lw==",
                 "\x00A", "A\x00", "\x00\x00", "\x00\x1f", "\x00 ", "\x7f\x00", "~\x00", "\x00", "A", "0", "\x80"):
        for more in ("", " ", "A", "AAAA", "\n", "="):
            yield text.encode("latin-1") + more.encode()
    for digits in range(1, 5):
        yield from (b"MAAA"[:digits] + b"=" * count for count in range(7))
        yield from (b"MAAA" + b"MAAA"[:digits] + b"=" * count for count in range(7))
        # A plus sign at the end that became a space, behind a line break.
        yield from (b"MAAA" + white + b"MAAA"[:digits] + b" " for white in (b"\n", b"\r", b"\r\n", b"\t", b"\v"))
    for digits in ("1234567", "12345678", "30820c5a", "3082 0c5a", "30:82:0c:5a", "3082 0c5", "abcdefAB", "ABCDEFGH"):
        for head in ("", "0x", "\\x", "<", "x", "0X", "<<", "\\\\x", "0\\x", " 0x"):
            for tail in ("", ">", "z", 16 * "0" + "z", 24 * "0" + "z"):
                yield (head + digits + tail).encode()
