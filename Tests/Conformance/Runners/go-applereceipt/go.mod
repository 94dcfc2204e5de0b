module conformance

go 1.19

require github.com/devsisters/go-applereceipt v0.0.0
