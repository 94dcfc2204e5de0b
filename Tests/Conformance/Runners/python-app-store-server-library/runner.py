"""Runner for Apple's app-store-server-library (PyPI): transaction identifiers out of receipts, without verification."""

import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from appstoreserverlibrary.receipt_utility import ReceiptUtility  # noqa: E402
from conformance import run  # noqa: E402


def judge(case, data, anchors):
    text = data.decode() if case["operation"] == "base64" else base64.b64encode(data).decode()
    found = ReceiptUtility().extract_transaction_id_from_app_receipt(text)
    purchases = [] if found is None else [{"transactionIdentifier": found}]
    return {"inApp": purchases}


def known(pointer):
    return pointer == "/inApp/0/transactionIdentifier"


run(judge, known)
