<?php
// aporat/store-receipt-validator: a response with purchases; asks the sandbox after 21007.
declare(strict_types=1);

require __DIR__ . '/answers.php';

use ReceiptValidator\iTunes\PurchaseItem;
use ReceiptValidator\iTunes\Validator;

load('ReceiptValidator\\');

class Refused extends Exception
{
}

answer(function (string $receipt): string {
    $said = (new Validator())->validate($receipt);
    if (!$said->isValid()) {
        throw new Refused('isValid() is false, getResultCode() ' . $said->getResultCode());
    }
    // The getter of a date that Apple left out throws, so it is called only where there is one.
    $words = array_map(fn (PurchaseItem $one): string => $one->getProductId()
        . (isset($one['expires_date_ms']) ? ' until ' . $one->getExpiresDate()->toDateString() : '')
        . (isset($one['cancellation_date_ms']) ? ' cancelled ' . $one->getCancellationDate()->toDateString() : ''),
        $said->getPurchases());
    return (implode(', ', $words) ?: 'nothing') . '; ' . count($said->getLatestReceiptInfo()) . ' latest_receipt_info, '
        . count($said->getPendingRenewalInfo()) . ' pending_renewal_info';
}, Refused::class);
