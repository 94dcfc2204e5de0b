// go-iap: the answer as a struct, one for app receipts and one for iOS 6; asks the sandbox after 21007.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/awa/go-iap/appstore"
)

func main() {
	client := appstore.New()
	client.ProductionURL = os.Args[1] + "/verifyReceipt"
	client.SandboxURL = os.Args[2] + "/verifyReceipt"
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := json.NewEncoder(os.Stdout)
	fmt.Println("ready")
	for lines.Scan() {
		verdict, says := ask(client, strings.TrimSpace(lines.Text()))
		out.Encode(map[string]string{"verdict": verdict, "says": says})
	}
}

func ask(client *appstore.Client, receipt string) (string, string) {
	request := appstore.IAPRequest{ReceiptData: receipt}
	var said appstore.IAPResponse
	err := client.Verify(context.Background(), request, &said)
	var other *json.UnmarshalTypeError
	if errors.As(err, &other) {
		return askForIOS6(client, request)
	}
	if err != nil {
		return "crashed", err.Error()
	}
	if err := appstore.HandleError(said.Status); err != nil {
		return "refused", err.Error()
	}
	if said.Receipt.BundleID == "" {
		return askForIOS6(client, request)
	}
	var words []string
	for _, one := range said.Receipt.InApp {
		words = append(words, fmt.Sprintf("%s until %q cancelled %q",
			one.ProductID, one.ExpiresDate.ExpiresDate, one.CancellationDate.CancellationDate))
	}
	return "valid", fmt.Sprintf("%s: InApp [%s], %d LatestReceiptInfo, %d PendingRenewalInfo",
		said.Environment, strings.Join(words, ", "), len(said.LatestReceiptInfo), len(said.PendingRenewalInfo))
}

func askForIOS6(client *appstore.Client, request appstore.IAPRequest) (string, string) {
	var said appstore.IAPResponseForIOS6
	if err := client.Verify(context.Background(), request, &said); err != nil {
		return "crashed", err.Error()
	}
	receipt := said.Receipt
	return "valid", fmt.Sprintf("IAPResponseForIOS6: %s of %s until %q, LatestReceiptInfo %q, AutoRenewStatus %d",
		receipt.ProductID, receipt.BID, receipt.ExpiresDate.ExpiresDateFormatted, said.LatestReceiptInfo.ProductID,
		said.AutoRenewStatus)
}
