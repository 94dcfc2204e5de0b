"""inapppy: the answer as it is, or an error."""

from inapppy import AppStoreValidator
from inapppy.errors import InAppPyValidationError

from answers import PRODUCTION, SANDBOX, answer


class Validator(AppStoreValidator):
    def _change_url_by_sandbox(self):
        self.url = f"{SANDBOX if self.sandbox else PRODUCTION}/verifyReceipt"


def ask(receipt):
    said = Validator(auto_retry_wrong_env_request=True).validate(receipt)
    purchases = said["receipt"].get("in_app", [said["receipt"]])
    has = [name for name in ("latest_receipt_info", "pending_renewal_info") if name in said]
    return f"{', '.join(one['product_id'] for one in purchases) or 'nothing'}; {', '.join(has) or 'neither'}"


answer(ask, InAppPyValidationError, lambda error: error.message)
