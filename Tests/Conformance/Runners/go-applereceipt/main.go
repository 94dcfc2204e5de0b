// Runner for devsisters/go-applereceipt.
package main

import (
	"bufio"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/devsisters/go-applereceipt"
)

type piece struct {
	Base64        *string `json:"base64"`
	Text          *string `json:"text"`
	Block         *string `json:"block"`
	Encode        []piece `json:"encode"`
	Count         *int    `json:"count"`
	CounterOffset *int    `json:"counterOffset"`
}

type set struct {
	Blocks map[string]string `json:"blocks"`
	Cases  []struct {
		ID        string                     `json:"id"`
		Operation string                     `json:"operation"`
		Input     []piece                    `json:"input"`
		Anchors   []string                   `json:"anchors"`
		Fields    map[string]json.RawMessage `json:"fields"`
	} `json:"cases"`
}

func decoded(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return data
}

// build makes the bytes of an input.
func build(pieces []piece, blocks map[string]string) []byte {
	var data []byte
	for _, one := range pieces {
		var unit []byte
		switch {
		case one.Text != nil:
			unit = []byte(*one.Text)
		case one.Block != nil:
			unit = decoded(blocks[*one.Block])
		case one.Base64 != nil:
			unit = decoded(*one.Base64)
		default:
			unit = []byte(base64.StdEncoding.EncodeToString(build(one.Encode, blocks)))
		}
		count := 1
		if one.Count != nil {
			count = *one.Count
		}
		for number := 0; number < count; number++ {
			if one.CounterOffset != nil {
				unit[*one.CounterOffset] = byte(number >> 8)
				unit[*one.CounterOffset+1] = byte(number)
			}
			data = append(data, unit...)
		}
	}
	return data
}

func date(value time.Time) interface{} {
	if value.IsZero() {
		return nil
	}
	if value.Nanosecond() >= 1000000 {
		return value.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	return value.UTC().Format("2006-01-02T15:04:05Z")
}

func text(value string) interface{} {
	if value == "" {
		return nil
	}
	return value
}

// described has the values that the library gives. Numbers of 0 cannot be told from missing ones, so they are left out.
func described(receipt applereceipt.AppReceipt) map[string]interface{} {
	values := map[string]interface{}{
		"/bundleIdentifier":   text(receipt.BundleIdentifier),
		"/appVersion":         text(receipt.AppVersion),
		"/originalAppVersion": text(receipt.OriginalApplicationVersion),
		"/opaqueValue":        text(hex.EncodeToString(receipt.OpaqueValue)),
		"/sha1Hash":           text(hex.EncodeToString(receipt.SHA1Hash)),
		"/creationDate":       date(receipt.ReceiptCreationDate),
		"/expirationDate":     date(receipt.ReceiptExpirationDate),
		"/inAppCount":         len(receipt.InAppPurchaseReceipts),
	}
	for index, one := range receipt.InAppPurchaseReceipts {
		start := "/inApp/" + strconv.Itoa(index) + "/"
		values[start+"productIdentifier"] = text(one.ProductIdentifier)
		values[start+"transactionIdentifier"] = text(one.TransactionIdentifier)
		values[start+"originalTransactionIdentifier"] = text(one.OriginalTransactionIdentifier)
		values[start+"purchaseDate"] = date(one.PurchaseDate)
		values[start+"originalPurchaseDate"] = date(one.OriginalPurchaseDate)
		values[start+"expiresDate"] = date(one.SubscriptionExpirationDate)
		values[start+"cancellationDate"] = date(one.CancellationDate)
		if one.Quantity != 0 {
			values[start+"quantity"] = one.Quantity
		}
		if one.WebOrderLineItemID != 0 {
			values[start+"webOrderLineItemIdentifier"] = one.WebOrderLineItemID
		}
	}
	return values
}

func main() {
	var all set
	if err := json.NewDecoder(bufio.NewReader(os.Stdin)).Decode(&all); err != nil {
		panic(err)
	}
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, one := range all.Cases {
		pool := x509.NewCertPool()
		for _, name := range one.Anchors {
			if certificate, err := x509.ParseCertificate(decoded(all.Blocks[name])); err == nil {
				pool.AddCert(certificate)
			}
		}
		data := build(one.Input, all.Blocks)
		var receipt applereceipt.AppReceipt
		var err error
		if one.Operation == "base64" {
			receipt, err = applereceipt.DecodeBase64(string(data), pool)
		} else {
			receipt, err = applereceipt.Decode(data, pool)
		}
		answer := map[string]interface{}{"id": one.ID, "result": "ACCEPT"}
		if err != nil {
			answer["result"] = "REFUSE"
			answer["detail"] = strings.ToValidUTF8(fmt.Sprint(err), "?")
		} else if one.Fields != nil {
			values, fields := described(receipt), map[string]interface{}{}
			for pointer := range one.Fields {
				if value, found := values[pointer]; found {
					fields[pointer] = value
				}
			}
			answer["fields"] = fields
		}
		out.Encode(answer)
	}
}
