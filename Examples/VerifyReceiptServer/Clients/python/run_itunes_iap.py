"""itunes-iap: objects over the answer; `review` asks the sandbox after 21007."""

import itunesiap
from itunesiap.exceptions import InvalidReceipt
from itunesiap.receipt import MissingFieldError
from itunesiap.request import RequestBase

from answers import PRODUCTION, SANDBOX, answer

RequestBase.PRODUCTION_VALIDATION_URL = f"{PRODUCTION}/verifyReceipt"
RequestBase.SANDBOX_VALIDATION_URL = f"{SANDBOX}/verifyReceipt"


def dated(purchase):
    """A date is asked for only where there is one: after a missing one the client reads all others in another form."""
    dates = [name for name in ("expires_date", "cancellation_date") if name in purchase]
    return " ".join([purchase.product_id, *(f"{name} {getattr(purchase, name):%Y-%m-%d}" for name in dates)])


def ask(receipt):
    said = itunesiap.verify(receipt, env=itunesiap.env.review)
    words = ", ".join(map(dated, said.receipt.in_app)) or "nothing"
    if said.receipt.in_app:
        words += f"; last_in_app {said.receipt.last_in_app.transaction_id}"
    for name in ("latest_receipt_info", "pending_renewal_info"):
        try:
            value = getattr(said, name)
            words += f"; {len(value) if isinstance(value, list) else type(value).__name__} {name}"
        except MissingFieldError as error:
            words += f"; {type(error).__name__} {name}"
    return words


answer(ask, InvalidReceipt, lambda error: f"{error.status} {error.description}")
