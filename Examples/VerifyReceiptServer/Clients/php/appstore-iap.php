<?php
// imdhemy/appstore-iap: a response with value objects; asks the sandbox after 21007.
declare(strict_types=1);

require __DIR__ . '/answers.php';

use Imdhemy\AppStore\ClientFactory;
use Imdhemy\AppStore\Exceptions\InvalidReceiptException;
use Imdhemy\AppStore\Receipts\Verifier;

load('Imdhemy\\AppStore\\');

answer(function (string $receipt): string {
    $said = (new Verifier(ClientFactory::create(), $receipt, ''))->verify();
    $words = array_map(fn (object $one): string => $one->getProductId()
        . ' until ' . ($one->getExpiresDate()?->getCarbon()->toDateString() ?? 'null')
        . ' cancelled ' . ($one->getCancellationDate()?->getCarbon()->toDateString() ?? 'null'), $said->getReceipt()->getInApp() ?? []);
    $latest = $said->getLatestReceiptInfo();
    return "status {$said->getStatus()->getValue()}, {$said->getEnvironment()}: " . (implode(', ', $words) ?: 'nothing') . '; '
        . ($latest === null ? 'null' : count($latest)) . ' latest_receipt_info';
}, InvalidReceiptException::class);
