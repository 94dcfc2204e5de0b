<?php
// Runner for readdle/app-store-receipt-verification. The library's folder is the first argument.
declare(strict_types=1);

use Readdle\AppStoreReceiptVerification\AppStoreReceiptVerification;
use Readdle\AppStoreReceiptVerification\Utils;

error_reporting(E_ERROR | E_PARSE);
ini_set('memory_limit', '2G');
spl_autoload_register(function (string $class) use ($argv): void {
    $file = str_replace(['Readdle\\AppStoreReceiptVerification\\', '\\'], ['', '/'], $class);
    require "$argv[1]/src/$file.php";
});

/** The bytes of an input. */
function build(array $pieces, array $blocks): string
{
    $data = '';
    foreach ($pieces as $piece) {
        if (isset($piece['text'])) {
            $unit = $piece['text'];
        } elseif (isset($piece['block'])) {
            $unit = base64_decode($blocks[$piece['block']]);
        } elseif (isset($piece['encode'])) {
            $unit = base64_encode(build($piece['encode'], $blocks));
        } else {
            $unit = base64_decode($piece['base64']);
        }
        $offset = $piece['counterOffset'] ?? null;
        for ($number = 0; $number < ($piece['count'] ?? 1); $number++) {
            $data .= $offset === null ? $unit : substr_replace($unit, pack('n', $number), $offset, 2);
        }
    }
    return $data;
}

const OWN = [
    'environment' => 'receipt_type', 'bundleIdentifier' => 'bundle_id', 'appVersion' => 'application_version',
    'originalAppVersion' => 'original_application_version', 'originalPurchaseDate' => 'original_purchase_date_ms',
    'expirationDate' => 'expiration_date_ms', 'ageRating' => 'age_rating',
    'appItemIdentifier' => 'app_item_id', 'downloadIdentifier' => 'download_id',
    'versionExternalIdentifier' => 'version_external_identifier',
];
const OF_PURCHASE = [
    'quantity' => 'quantity', 'productIdentifier' => 'product_id', 'transactionIdentifier' => 'transaction_id',
    'originalTransactionIdentifier' => 'original_transaction_id', 'purchaseDate' => 'purchase_date_ms',
    'originalPurchaseDate' => 'original_purchase_date_ms', 'expiresDate' => 'expires_date_ms',
    'cancellationDate' => 'cancellation_date_ms', 'webOrderLineItemIdentifier' => 'web_order_line_item_id',
    'promotionalOfferIdentifier' => 'promotional_offer_id', 'cancellationReason' => 'cancellation_reason',
];
const NUMBERS = [
    'appItemIdentifier', 'downloadIdentifier', 'versionExternalIdentifier', 'quantity', 'webOrderLineItemIdentifier',
    'cancellationReason',
];

/** A value of the answer, in verifyReceipt's form, as the set has it. */
function shown(string $name, $value)
{
    if ($value === null || $value === '') {
        return null;
    }
    if (substr($name, -4) === 'Date') {
        $milliseconds = (int) $value;
        $rest = (($milliseconds % 1000) + 1000) % 1000;
        $seconds = intdiv($milliseconds - $rest, 1000);
        return gmdate('Y-m-d\TH:i:s', $seconds) . ($rest ? sprintf('.%03d', $rest) : '') . 'Z';
    }
    return in_array($name, NUMBERS, true) && is_numeric($value) ? (int) $value : $value;
}

function field(string $pointer, array $receipt)
{
    $parts = explode('/', substr($pointer, 1));
    if ($parts[0] === 'inApp') {
        return shown($parts[2], $receipt['in_app'][(int) $parts[1]][OF_PURCHASE[$parts[2]]] ?? null);
    }
    return $pointer === '/inAppCount' ? count($receipt['in_app']) : shown($parts[0], $receipt[OWN[$parts[0]]] ?? null);
}

/** Purchases come in order of their dates, so only the fields of a single one can be compared. */
function isKnown(string $pointer, array $receipt): bool
{
    $parts = explode('/', substr($pointer, 1));
    if ($parts[0] === 'inApp') {
        return count($receipt['in_app']) === 1 && isset(OF_PURCHASE[$parts[2] ?? '']);
    }
    return $pointer === '/inAppCount' || count($parts) === 1 && isset(OWN[$parts[0]]);
}

$set = json_decode(stream_get_contents(STDIN), true);
foreach ($set['cases'] as $case) {
    $answer = ['id' => $case['id'], 'result' => 'ACCEPT'];
    try {
        $data = build($case['input'], $set['blocks']);
        $text = $case['operation'] === 'base64' ? $data : base64_encode($data);
        $root = Utils::DER2PEM(base64_decode($set['blocks'][$case['anchors'][0]]));
        $receipt = json_decode(AppStoreReceiptVerification::verifyReceipt($text, $root), true)['receipt'];
        $fields = [];
        foreach ($case['fields'] ?? [] as $pointer => $_) {
            if (isKnown($pointer, $receipt)) {
                $fields[$pointer] = field($pointer, $receipt);
            }
        }
        if ($fields) {
            $answer['fields'] = $fields;
        }
    } catch (Throwable $error) {
        $answer['result'] = 'REFUSE';
        $answer['detail'] = substr(get_class($error) . ': ' . mb_scrub($error->getMessage()), 0, 150);
    }
    echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
