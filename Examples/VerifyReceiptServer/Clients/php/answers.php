<?php
// Says `ready`; then, for each line with a receipt in Base64, a line of JSON with what the client says.
// The URLs of Apple's endpoint are replaced in the client's source as it is loaded; nothing else is.
declare(strict_types=1);

error_reporting(E_ERROR | E_PARSE);
[, $production, $sandbox, $library] = $argv;
require 'GuzzleHttp/autoload.php';
require 'Carbon/autoload.php';

/** Loads classes of a namespace from a folder of the library. */
function load(string $namespace): void
{
    spl_autoload_register(function (string $class) use ($namespace): void {
        global $production, $sandbox, $library;
        if (!str_starts_with($class, $namespace)) {
            return;
        }
        $file = "$library/src/" . str_replace('\\', '/', substr($class, strlen($namespace))) . '.php';
        $source = str_replace(
            ['https://buy.itunes.apple.com', 'https://sandbox.itunes.apple.com'],
            [$production, $sandbox],
            file_get_contents($file)
        );
        eval('?>' . $source);
    });
}

/** `ask` returns what the client says, or throws; `refusals` are the client's own errors. */
function answer(callable $ask, string ...$refusals): void
{
    echo "ready\n";
    while (($line = fgets(STDIN)) !== false) {
        try {
            [$verdict, $says] = ['valid', $ask(trim($line))];
        } catch (Throwable $error) {
            $verdict = in_array(get_class($error), $refusals, true) ? 'refused' : 'crashed';
            $says = get_class($error) . ': ' . preg_replace('/, called in .*/s', '', $error->getMessage());
        }
        echo json_encode(['verdict' => $verdict, 'says' => $says], JSON_UNESCAPED_SLASHES), "\n";
    }
}
