"""storekit-python: the answer as a pydantic model."""

from storekit.app_store_receipts import APIError, ReceiptsClient

from answers import PRODUCTION, SANDBOX, answer

client = ReceiptsClient(PRODUCTION, "", sandbox_client=ReceiptsClient(SANDBOX, ""))


def ask(receipt):
    said = client.verify_receipt(receipt)
    products = sorted({one.product_id for one in said.receipt.in_app})
    last = [said.get_last_transaction(product) for product in products]
    words = ", ".join(
        f"{one.product_id} until {one.expires_date}, cancelled {one.cancellation_date}" for one in last) or "nothing"
    renewals = [said.get_renewal_info(one.original_transaction_id) for one in last]
    return f"{words}; renewals {renewals}"


answer(ask, APIError)
