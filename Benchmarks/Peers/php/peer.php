<?php
// phpseclib 2: php peer.php OPERATION FILE ROOT SECONDS.

require 'phpseclib/autoload.php';

use phpseclib\File\ASN1;

[, $operation, $file, , $seconds] = $argv;
if ($operation === 'validate') {
    echo json_encode(['skip' => 'it has no CMS, and verifies no path at a date']), "\n";
    exit;
}

const STRINGS = [0 => 1, 2 => 1, 3 => 1, 10 => 1, 19 => 1, 1702 => 1, 1703 => 1, 1705 => 1, 1721 => 1];
const NUMBERS = [1 => 1, 9 => 1, 11 => 1, 13 => 1, 14 => 1, 15 => 1, 16 => 1, 25 => 1, 1701 => 1, 1707 => 1, 1710 => 1,
    1711 => 1, 1713 => 1, 1719 => 1, 1720 => 1, 1722 => 1];
const DATES = [8 => 1, 12 => 1, 18 => 1, 21 => 1, 1704 => 1, 1706 => 1, 1708 => 1, 1712 => 1];

$asn1 = new ASN1();

function decoded(string $bytes): array
{
    global $asn1;
    $found = $asn1->decodeBER($bytes);
    if (!$found) {
        throw new Exception('malformed');
    }
    return $found[0];
}

function payload(string $bytes): string
{
    $signed = decoded($bytes)['content'][1]['content'][0];
    return $signed['content'][2]['content'][1]['content'][0]['content'];
}

function attributes(string $set): iterable
{
    foreach (decoded($set)['content'] as $one) {
        yield (int) $one['content'][0]['content']->toString() => $one['content'][2]['content'];
    }
}

function value(string $bytes): string
{
    $content = decoded($bytes)['content'];
    return is_object($content) ? $content->toString() : $content;
}

function identifiers(string $bytes): array
{
    $purchases = $sum = 0;
    foreach (attributes(payload($bytes)) as $type => $value) {
        if ($type !== 17) {
            continue;
        }
        $purchases++;
        foreach (attributes($value) as $type => $value) {
            if ($type === 1703 || $type === 1705) {
                $sum += (int) value($value) % 1_000_000_000;
            }
        }
    }
    return ['purchases' => "$purchases", 'identifiers' => "$sum"];
}

function fields(string $bytes): array
{
    $sums = ['purchases' => 0, 'characters' => 0, 'integers' => 0, 'seconds' => 0];
    $read = function (string $set) use (&$read, &$sums) {
        foreach (attributes($set) as $type => $value) {
            if ($type === 17) {
                $sums['purchases']++;
                $read($value);
            } elseif (isset(STRINGS[$type])) {
                $sums['characters'] += strlen(value($value));
            } elseif (isset(NUMBERS[$type])) {
                $sums['integers'] += (int) value($value);
            } elseif (isset(DATES[$type])) {
                $text = value($value);
                $sums['seconds'] += $text === '' ? 0 : (new DateTimeImmutable($text))->getTimestamp();
            }
        }
    };
    $read(payload($bytes));
    return array_map('strval', $sums);
}

/** That of this process, in nanoseconds. */
function processorTime(): int
{
    $usage = getrusage();
    return 1000 * (1_000_000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'])
        + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

if ($operation === 'certificates') {
    exit('{"skip": "not written"}');
}
$bytes = file_get_contents($file);
$answer = $operation($bytes);
$rounds = [];
$finish = processorTime() + (float) $seconds * 1e9;
while (count($rounds) < 3 || processorTime() < $finish && count($rounds) < 1000) {
    $start = processorTime();
    $operation($bytes);
    $rounds[] = processorTime() - $start;
}
echo json_encode(['answer' => $answer, 'ns' => $rounds]), "\n";
