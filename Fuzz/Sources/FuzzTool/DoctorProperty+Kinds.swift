import Foundation
import FuzzSupport
import Inspection
import ReceiptTesting
@testable import ReceiptTool
import ReceiptTrust
import TransactionReceipts

// What is no app receipt, by its contents.

extension DoctorProperty {
  /// Of a transaction receipt, what it is of, and where it is from: what isn't signed proves nothing. That it is over
  /// is no problem; that it isn't signed is one. Its signature needs the same roots as that of an app receipt.
  static func checkTransactions() {
    let rows: [(item: String?, environment: String?, isOfStore: Bool, isOfSandbox: Bool)] = [
      ("1", nil, true, false), ("0", nil, false, false), (nil, nil, false, false),
      ("1", "Sandbox", false, true), (nil, "Sandbox", false, true), ("1", "x", false, false),
    ]
    for (item, environment, isOfStore, isOfSandbox) in rows {
      let bytes = CommandFiles.transactionReceipt(appItem: item, environment: environment)
      let diagnosis = diagnose(bytes)
      let findings = diagnosis.findings
      let codes =
        ["transactionReceipt", "signatureMissing"] + (isOfStore ? [] : ["sandbox"]) + ["serverAPI"]
      let summary = ": one purchase of abo in app at 2023-11-14T22:13:20Z"
      require(
        diagnosis.receipt == bytes && findings.map(\.code) == codes
          && findings.first?.message.hasSuffix(summary) == true, "\(findings), not \(codes)")
      let origin = findings.first { $0.code == "sandbox" }?.message ?? ""
      require(
        origin.hasPrefix("this is from the sandbox: ") == isOfSandbox
          && origin.hasPrefix("nothing signed proves ") == (!isOfStore && !isOfSandbox),
        "\(environment ?? "none"): \(origin)")
      let host = "api.storekit" + (isOfSandbox ? "-sandbox" : "")
      let url = "https://\(host).itunes.apple.com/inApps/v2/history/1000000000000007"
      require(findings.last?.next == "GET \(url)", "\(findings), not \(url)")
    }
    var expected = arguments.verification.expected
    let anchors = [CommandFiles.shared.authority.anchor]
    expected.verifier = AppleSignatureVerifier(anchors: anchors)
    require(expected.transactionVerifier.anchors == anchors, "other roots for transactions")
    let unnamed = diagnose(CommandFiles.transactionReceipt(transaction: nil)).findings
    require(!unnamed.contains { $0.code == "serverAPI" }, "\(unnamed)")
  }

  /// JSON, by all the keys of a kind; one of them alone is not enough.
  static func checkDocuments(_ bytes: [UInt8]) {
    let number = bytes.reduce(0) { $0 + Int($1) } % 100
    let rows: [(text: String, code: String, message: String)] = [
      (#"{"receipt-data":"a"}"#, "verifyReceiptRequest", "this is a request to verifyReceipt"),
      (
        #"{"password":"a","receipt-data":"a"}"#, "verifyReceiptRequest",
        "this is a request to verifyReceipt, with the app's shared secret"
      ),
      (#"{"password":"a"}"#, "jsonObject", "this is JSON without a receipt"),
      (
        #"{"status":210\#(number)}"#, "verifyReceiptAnswer",
        "this is an answer of verifyReceipt without a receipt: status 210\(number)"
      ),
      (#"{"status":"0"}"#, "jsonObject", "this is JSON without a receipt"),
      (#"{"notification_type":"a"}"#, "jsonObject", "this is JSON without a receipt"),
      (
        #"{"bundleId":"a","transactionId":"7"}"#, "decodedTransaction",
        "this is the payload of a signed transaction, without its signature"
      ),
      (#"{"bundleId":"a"}"#, "jsonObject", "this is JSON without a receipt"),
    ]
    for (text, code, message) in rows {
      let findings = diagnose(Array(text.utf8)).findings
      require(
        findings.map(\.code) == [code] && findings[0].message == message,
        "\(text): \(findings), not \(code): \(message)")
    }
    let broken = diagnose(Array("{\"a\":\(number),}".utf8)).findings
    let place = number < 10 ? 7 : 8
    require(
      broken.map(\.code) == ["jsonObject"] && broken[0].offset == place, "\(place): \(broken)")
    checkPayloads()
  }

  /// What a JWS is, and what it says.
  private static func checkPayloads() {
    let rows = [
      (
        #"{"transactionId":"7","productId":"p","x":1,"bundleId":"b"}"#, "signedTransaction",
        " (not verified: bundleId b, productId p, transactionId 7), not an App Store receipt"
      ),
      (
        #"{"transactionId":7}"#, "jsonWebSignature",
        "this is a JWS of unknown kind (not verified: transactionId 7), not an App Store receipt"
      ),
      (
        #"{"productId":null}"#, "jsonWebSignature",
        "this is a JWS of unknown kind, not an App Store receipt"
      ),
    ]
    for (payload, code, end) in rows {
      let part = Data(payload.utf8).base64EncodedString().replacing("=", with: "")
      let findings = diagnose(Array("eyJhbGciOiJFUzI1NiJ9.\(part).AA".utf8)).findings
      require(
        findings.map(\.code) == [code] && findings[0].message.hasSuffix(end),
        "\(payload): \(findings), not \(code)\(end)")
    }
  }

  /// As many wrappings as are removed, and one more; and what is preferred where there is more than one thing.
  static func checkLayers(_ base64: String, _ sum: Int) {
    let count = 8 + sum % 2
    let nested = diagnose(Array((String(repeating: "data:,", count: count) + base64).utf8))
    let codes = nested.findings.map(\.code)
    require(
      codes.count { $0 == "dataURL" } == count && codes.contains("tooManyWrappings") == (count > 8)
        && nested.receipt?.receiptInBase64 == (count > 8 ? nil : base64),
      "\(count) wrappings: \(codes)")
    guard base64.hasPrefix("MI") else { return }
    let token = "eyJ" + String(repeating: "A", count: 80)
    let both = diagnose(Array(#"{"a":"\#(token)","b":"\#(base64)"}"#.utf8))
    require(
      both.receipt?.receiptInBase64 == base64
        && both.findings.first?.message.contains(", with a receipt in .b; ") == true,
      "a receipt behind a JWS: \(both.findings)")
  }
}
