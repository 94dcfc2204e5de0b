<?php
// imdhemy/appstore-iap: a response with value objects; asks the sandbox after 21007.
declare(strict_types=1);

require __DIR__ . '/answers.php';

use Imdhemy\AppStore\ClientFactory;
use Imdhemy\AppStore\Exceptions\InvalidReceiptException;
use Imdhemy\AppStore\Receipts\Verifier;
use Imdhemy\AppStore\ValueObjects\Time;

load('Imdhemy\\AppStore\\');

answer(function (string $receipt): string {
    $said = (new Verifier(ClientFactory::create(), $receipt, ''))->verify();
    $day = fn (?Time $time): string => $time?->getCarbon()->toDateString() ?? 'null';
    $words = array_map(
        fn (object $one): string => $one->getProductId()
            . " until {$day($one->getExpiresDate())} cancelled {$day($one->getCancellationDate())}",
        $said->getReceipt()->getInApp() ?? []
    );
    $latest = $said->getLatestReceiptInfo();
    return "status {$said->getStatus()->getValue()}, {$said->getEnvironment()}: " . (implode(', ', $words) ?: 'nothing')
        . '; ' . ($latest === null ? 'null' : count($latest)) . ' latest_receipt_info';
}, InvalidReceiptException::class);
