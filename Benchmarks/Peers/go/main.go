// Go's encoding/asn1 and crypto/x509, and golang.org/x/crypto/cryptobyte: peer LIBRARY OPERATION FILE ROOT SECONDS.
package main

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/asn1"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/crypto/cryptobyte"
	tags "golang.org/x/crypto/cryptobyte/asn1"
)

type contentInfo struct {
	Type    asn1.ObjectIdentifier
	Content asn1.RawValue `asn1:"explicit,tag:0"`
}

type signedData struct {
	Version      int
	Algorithms   []asn1.RawValue `asn1:"set"`
	Content      encapContentInfo
	Certificates asn1.RawValue `asn1:"optional,tag:0"`
	Signers      []signerInfo  `asn1:"set"`
}

type encapContentInfo struct {
	Type    asn1.ObjectIdentifier
	Content []byte `asn1:"explicit,tag:0"`
}

type signerInfo struct {
	Version   int
	Issuer    issuerAndSerial
	Digest    asn1.RawValue
	Algorithm asn1.RawValue
	Signature []byte
}

type issuerAndSerial struct {
	Issuer asn1.RawValue
	Serial *big.Int
}

type attribute struct {
	Type    int
	Version int
	Value   []byte
}

// A reader gives the payload of a message, and the attributes of a set.
type reader struct {
	payload    func([]byte) ([]byte, error)
	attributes func([]byte, func(int, []byte) error) error
	text       func([]byte) (string, error)
	number     func([]byte) (int64, error)
}

func read(message []byte) (*signedData, error) {
	var info contentInfo
	if _, err := asn1.Unmarshal(message, &info); err != nil {
		return nil, err
	}
	var signed signedData
	_, err := asn1.Unmarshal(info.Content.Bytes, &signed)
	return &signed, err
}

var encodingASN1 = reader{
	payload: func(message []byte) ([]byte, error) {
		signed, err := read(message)
		if err != nil {
			return nil, err
		}
		return signed.Content.Content, nil
	},
	attributes: func(set []byte, body func(int, []byte) error) error {
		var attributes []attribute
		if _, err := asn1.UnmarshalWithParams(set, &attributes, "set"); err != nil {
			return err
		}
		for _, one := range attributes {
			if err := body(one.Type, one.Value); err != nil {
				return err
			}
		}
		return nil
	},
	text: func(value []byte) (string, error) {
		var text string
		_, err := asn1.Unmarshal(value, &text)
		return text, err
	},
	number: func(value []byte) (int64, error) {
		var number int64
		_, err := asn1.Unmarshal(value, &number)
		return number, err
	},
}

var malformed = errors.New("malformed")

var cryptobyteReader = reader{
	payload: func(message []byte) ([]byte, error) {
		input := cryptobyte.String(message)
		var info, explicit, signed, encap, content cryptobyte.String
		var octets []byte
		constructed := tags.Tag(0).Constructed().ContextSpecific()
		if !input.ReadASN1(&info, tags.SEQUENCE) || !info.SkipASN1(tags.OBJECT_IDENTIFIER) ||
			!info.ReadASN1(&explicit, constructed) || !explicit.ReadASN1(&signed, tags.SEQUENCE) ||
			!signed.SkipASN1(tags.INTEGER) || !signed.SkipASN1(tags.SET) ||
			!signed.ReadASN1(&encap, tags.SEQUENCE) || !encap.SkipASN1(tags.OBJECT_IDENTIFIER) ||
			!encap.ReadASN1(&content, constructed) || !content.ReadASN1Bytes(&octets, tags.OCTET_STRING) {
			return nil, malformed
		}
		return octets, nil
	},
	attributes: func(set []byte, body func(int, []byte) error) error {
		input := cryptobyte.String(set)
		var elements cryptobyte.String
		if !input.ReadASN1(&elements, tags.SET) {
			return malformed
		}
		for !elements.Empty() {
			var one cryptobyte.String
			var kind, version int
			var value []byte
			if !elements.ReadASN1(&one, tags.SEQUENCE) || !one.ReadASN1Integer(&kind) ||
				!one.ReadASN1Integer(&version) || !one.ReadASN1Bytes(&value, tags.OCTET_STRING) {
				return malformed
			}
			if err := body(kind, value); err != nil {
				return err
			}
		}
		return nil
	},
	text: func(value []byte) (string, error) {
		input := cryptobyte.String(value)
		var text cryptobyte.String
		var tag tags.Tag
		if !input.ReadAnyASN1(&text, &tag) {
			return "", malformed
		}
		return string(text), nil
	},
	number: func(value []byte) (int64, error) {
		input := cryptobyte.String(value)
		var number int64
		if !input.ReadASN1Integer(&number) {
			return 0, malformed
		}
		return number, nil
	},
}

func (r reader) identifiers(message []byte) (map[string]string, error) {
	payload, err := r.payload(message)
	if err != nil {
		return nil, err
	}
	var purchases, sum int64
	err = r.attributes(payload, func(kind int, value []byte) error {
		if kind != 17 {
			return nil
		}
		purchases++
		return r.attributes(value, func(kind int, value []byte) error {
			if kind != 1703 && kind != 1705 {
				return nil
			}
			text, err := r.text(value)
			if err != nil {
				return err
			}
			number, err := strconv.ParseInt(text, 10, 64)
			sum += number % 1e9
			return err
		})
	})
	return map[string]string{"purchases": fmt.Sprint(purchases), "identifiers": fmt.Sprint(sum)}, err
}

func (r reader) fields(message []byte) (map[string]string, error) {
	payload, err := r.payload(message)
	if err != nil {
		return nil, err
	}
	var purchases, characters, integers, seconds int64
	var one func(int, []byte) error
	one = func(kind int, value []byte) error {
		switch kind {
		case 17:
			purchases++
			return r.attributes(value, one)
		case 0, 2, 3, 10, 19, 1702, 1703, 1705, 1721:
			text, err := r.text(value)
			characters += int64(len(text))
			return err
		case 1, 9, 11, 13, 14, 15, 16, 25, 1701, 1707, 1710, 1711, 1713, 1719, 1720, 1722:
			number, err := r.number(value)
			integers += number
			return err
		case 8, 12, 18, 21, 1704, 1706, 1708, 1712:
			text, err := r.text(value)
			if err != nil || text == "" {
				return err
			}
			date, err := time.Parse(time.RFC3339, text)
			seconds += date.Unix()
			return err
		}
		return nil
	}
	err = r.attributes(payload, one)
	return map[string]string{
		"purchases": fmt.Sprint(purchases), "characters": fmt.Sprint(characters),
		"integers": fmt.Sprint(integers), "seconds": fmt.Sprint(seconds),
	}, err
}

// validate builds the path at the creation date and checks the signature; it finds the app.
func (r reader) validate(root []byte) func([]byte) (map[string]string, error) {
	anchor, err := x509.ParseCertificate(root)
	if err != nil {
		panic(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(anchor)
	return func(message []byte) (map[string]string, error) {
		signed, err := read(message)
		if err != nil {
			return nil, err
		}
		var app string
		var created time.Time
		err = r.attributes(signed.Content.Content, func(kind int, value []byte) (err error) {
			switch kind {
			case 2:
				app, err = r.text(value)
			case 12:
				var text string
				if text, err = r.text(value); err == nil {
					created, err = time.Parse(time.RFC3339, text)
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		certificates, err := x509.ParseCertificates(signed.Certificates.Bytes)
		if err != nil || len(certificates) == 0 || len(signed.Signers) != 1 {
			return nil, malformed
		}
		intermediates := x509.NewCertPool()
		for _, one := range certificates[1:] {
			intermediates.AddCert(one)
		}
		// The marker extensions that are critical are Apple's.
		leaf := certificates[0]
		leaf.UnhandledCriticalExtensions = nil
		_, err = leaf.Verify(x509.VerifyOptions{
			Roots: roots, Intermediates: intermediates, CurrentTime: created,
			KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
		})
		if err != nil {
			return nil, err
		}
		key, ok := leaf.PublicKey.(*rsa.PublicKey)
		if !ok || leaf.SerialNumber.Cmp(signed.Signers[0].Issuer.Serial) != 0 {
			return nil, malformed
		}
		digest := sha256.Sum256(signed.Content.Content)
		if err = rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signed.Signers[0].Signature); err != nil {
			return nil, err
		}
		return map[string]string{"app": app}, nil
	}
}

// A certificateReader finds subject, serial number and key of a certificate.
type certificateReader func(certificate []byte) (subject []byte, serial *big.Int, key cryptobyte.String, err error)

func withX509(certificate []byte) ([]byte, *big.Int, cryptobyte.String, error) {
	found, err := x509.ParseCertificate(certificate)
	if err != nil {
		return nil, nil, nil, err
	}
	return found.RawSubject, found.SerialNumber, found.RawSubjectPublicKeyInfo, nil
}

func withCryptobyte(certificate []byte) ([]byte, *big.Int, cryptobyte.String, error) {
	input := cryptobyte.String(certificate)
	var outer, fields, subject, key cryptobyte.String
	serial := new(big.Int)
	if !input.ReadASN1(&outer, tags.SEQUENCE) || !outer.ReadASN1(&fields, tags.SEQUENCE) ||
		!fields.SkipOptionalASN1(tags.Tag(0).Constructed().ContextSpecific()) ||
		!fields.ReadASN1Integer(serial) || !fields.SkipASN1(tags.SEQUENCE) || !fields.SkipASN1(tags.SEQUENCE) ||
		!fields.SkipASN1(tags.SEQUENCE) || !fields.ReadASN1Element(&subject, tags.SEQUENCE) ||
		!fields.ReadASN1Element(&key, tags.SEQUENCE) ||
		!outer.SkipASN1(tags.SEQUENCE) || !outer.SkipASN1(tags.BIT_STRING) {
		return nil, nil, nil, malformed
	}
	return subject, serial, key, nil
}

var low16 = big.NewInt(0xFFFF)

// certificates gives a number for each, or - for one that is refused.
func (read certificateReader) certificates(elements [][]byte) (map[string]string, error) {
	each := make([]string, len(elements))
	for index, element := range elements {
		subject, serial, info, err := read(element)
		var outer cryptobyte.String
		var key asn1.BitString
		if err != nil || !info.ReadASN1(&outer, tags.SEQUENCE) || !outer.SkipASN1(tags.SEQUENCE) ||
			!outer.ReadASN1BitString(&key) {
			each[index] = "-"
			continue
		}
		last := new(big.Int).And(serial, low16).Int64()
		each[index] = strconv.FormatInt(int64(len(subject))+last+int64(key.BitLength), 10)
	}
	return map[string]string{"each": strings.Join(each, " ")}, nil
}

// split finds the elements that a file consists of.
func split(file []byte) (elements [][]byte) {
	for len(file) > 0 {
		var element asn1.RawValue
		rest, err := asn1.Unmarshal(file, &element)
		if err != nil {
			panic(err)
		}
		elements, file = append(elements, element.FullBytes), rest
	}
	return elements
}

// processorTime is that of this process, in nanoseconds.
func processorTime() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Nano() + usage.Stime.Nano())
}

func main() {
	readers := map[string]reader{"encoding/asn1": encodingASN1, "cryptobyte": cryptobyteReader}
	certificateReaders := map[string]certificateReader{"crypto/x509": withX509, "cryptobyte": withCryptobyte}
	library, operation := os.Args[1], os.Args[2]
	r, readsReceipts := readers[library]
	message, _ := os.ReadFile(os.Args[3])
	root, _ := os.ReadFile(os.Args[4])
	seconds, _ := strconv.ParseFloat(os.Args[5], 64)
	work, skip := r.fields, ""
	switch {
	case operation == "certificates":
		if read := certificateReaders[library]; read != nil {
			elements := split(message)
			work = func([]byte) (map[string]string, error) { return read.certificates(elements) }
		} else {
			skip = "as crypto/x509"
		}
	case !readsReceipts:
		skip = "it reads certificates alone"
	case operation == "identifiers":
		work = r.identifiers
	case operation == "validate" && library == "cryptobyte":
		skip = "as encoding/asn1: Go's x509 does it"
	case operation == "validate":
		work = r.validate(root)
	}
	if skip != "" {
		fmt.Printf("{\"skip\": %q}\n", skip)
		return
	}
	answer, err := work(message)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var rounds []float64
	for begin := processorTime(); len(rounds) < 7 || processorTime()-begin < seconds*1e9 && len(rounds) < 1000; {
		count, start, now := 0, processorTime(), 0.0
		for now < 1e6 {
			work(message)
			count++
			now = processorTime() - start
		}
		rounds = append(rounds, now/float64(count))
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"answer": answer, "ns": rounds})
}
