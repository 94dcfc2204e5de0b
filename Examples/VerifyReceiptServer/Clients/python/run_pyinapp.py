"""pyinapp: a list of purchases. It has no retry: after 21007 the caller makes a validator for the sandbox."""

from pyinapp import AppStoreValidator, InAppValidationError

from answers import PRODUCTION, SANDBOX, answer


def ask(receipt):
    validator = AppStoreValidator("com.example.app")
    validator.url = f"{PRODUCTION}/verifyReceipt"
    try:
        purchases = validator.validate(receipt)
    except InAppValidationError as error:
        if error.response["status"] != 21007:
            raise
        validator = AppStoreValidator("com.example.app", sandbox=True)
        validator.url = f"{SANDBOX}/verifyReceipt"
        purchases = validator.validate(receipt)
    return ", ".join(f"{one.quantity} {one.product_id} bought {one.purchased_at}" for one in purchases) or "nothing"


answer(ask, InAppValidationError)
