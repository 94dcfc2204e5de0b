"""Says `ready`; then, for each line with a receipt in Base64, a line of JSON with what the client says."""

import json
import sys
import warnings

warnings.simplefilter("ignore")
PRODUCTION, SANDBOX = sys.argv[1:3]


def answer(ask, refusal, words=str):
    """Runs `ask` on each receipt. It returns what the client says, or raises; `refusal` is the client's own error."""
    print("ready", flush=True)
    for line in sys.stdin:
        try:
            verdict, says = "valid", ask(line.strip())
        except refusal as error:
            verdict, says = "refused", f"{type(error).__name__}: {words(error)}"
        except Exception as error:
            verdict, says = "crashed", f"{type(error).__name__}: {error}"
        print(json.dumps({"verdict": verdict, "says": says}), flush=True)
