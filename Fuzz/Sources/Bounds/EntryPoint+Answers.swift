import AppStoreReceipt
import Foundation
import VerifyReceipt

extension EntryPoint {
  private static let texts: Set<Shape.Kind> = [.json, .answer, .request]

  private static func json(
    _ name: String, memory: Double = 48, kinds: Set<Shape.Kind> = texts,
    _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: kinds, ordinary: .ordinaryAnswer,
      reading: name == "JSON" ? nil : "JSON", memory: memory,
      // Every key of an object is hashed again and again; the coders are Foundation's.
      growth: 3,
      time: name.contains("JSONDecoder") || name.contains("JSONEncoder") || name.contains("Object")
        ? 48 : 20,
      prepare: prepare)
  }

  /// Values and purchases are kept as such, of which `JSONLimits.maximumValues` bounds the number.
  static let json: [EntryPoint] = [
    json("JSON") { subject in
      {
        do throws(JSONError) {
          use(try JSON(text: subject.bytes))
        } catch {
          use(error.description)
          hash(error)
        }
      }
    },
    json("JSON: json()", memory: 8) { subject in
      subject.json.map { json in { use(json.json()) } }
    },
    json("JSON: == and hash", memory: 16) { subject in
      guard let one = subject.json, let other = try? JSON(text: subject.bytes) else {
        return nil
      }
      let last = try? JSON(text: subject.lastWordChanged)
      let reversed = subject.reversedJSON
      return {
        use(one == other)
        use(one == last)
        use(one == reversed)
        hash(one)
      }
    },
    json("JSON.Object", memory: 32) { subject in
      guard case .object(let object)? = subject.json else { return nil }
      return {
        var copy = JSON.Object()
        for member in object.members { copy[member.key] = member.value }
        for member in object.members { use(copy[member.key]) }
        use(copy == object)
        hash(copy)
        // One at a time: each moves those behind it.
        if let last = object.members.last { copy[last.key] = nil }
        use(copy.isEmpty)
      }
    },
    json("JSON: JSONDecoder", memory: 256) { subject in
      let data = subject.data
      return { use(try? JSONDecoder().decode(JSON.self, from: data)) }
    },
    json("JSON: JSONEncoder", memory: 256) { subject in
      subject.json.map { json in { use(try? JSONEncoder().encode(json)) } }
    },
  ]

  private static func answer(
    _ name: String, memory: Double = 64, kinds: Set<Shape.Kind> = [.answer],
    ordinary: Shape = .ordinaryAnswer, reading: String = "VerifyReceiptResponse",
    time: Double? = nil, _ prepare: @escaping @Sendable (Subject) -> (() -> Void)?
  ) -> EntryPoint {
    EntryPoint(
      name: name, kinds: kinds, ordinary: ordinary, reading: name == reading ? nil : reading,
      memory: memory, growth: 3,
      time: time
        ?? (name.contains("JSONDecoder") || name.contains("JSONEncoder") ? 48 : 20),
      prepare: prepare)
  }

  static let answers: [EntryPoint] = [
    answer("VerifyReceiptResponse", memory: 256, kinds: texts) { subject in
      {
        guard let response = try? VerifyReceiptResponse(json: subject.bytes) else { return }
        use(response.latestPurchases.count { $0.isCancelled })
      }
    },
    answer("VerifyReceiptResponse, text", memory: 256) { subject in
      let text = subject.text
      return { use(try? VerifyReceiptResponse(json: text)) }
    },
    answer("VerifyReceiptResponse: problems", memory: 256) { subject in
      subject.answer.map { answer in { use(answer.problems.map(\.description)) } }
    },
    answer("VerifyReceiptResponse: json()") { subject in
      subject.answer.map { answer in
        { use(answer.json()) }
      }
    },
    answer("VerifyReceiptResponse: == and hash") { subject in
      guard let one = subject.answer, let other = try? VerifyReceiptResponse(json: subject.bytes)
      else { return nil }
      let last = try? VerifyReceiptResponse(json: subject.lastWordChanged)
      return {
        use(one == other)
        use(one == last)
        hash(one)
      }
    },
    answer("VerifyReceiptResponse: every field") { subject in
      subject.answer.map { answer in
        {
          use(answer.isValid)
          use(answer.isRetryable)
          use(answer.receipt)
          use(answer.transaction)
          use(answer.latestPurchases.count { $0.isCancelled })
          for renewal in answer.pendingRenewalInfo ?? [] { use(RenewalInformation(renewal)) }
          for purchase in answer.latestPurchases {
            use(purchase.expiresDate?.receiptDate)
          }
        }
      }
    },
    answer("VerifyReceiptResponse: JSONDecoder", memory: 256, kinds: texts) { subject in
      let data = subject.data
      return { use(try? JSONDecoder().decode(VerifyReceiptResponse.self, from: data)) }
    },
    answer("VerifyReceiptResponse: JSONEncoder", memory: 256) { subject in
      subject.answer.map { answer in { use(try? JSONEncoder().encode(answer)) } }
    },
    answer("VerifyReceiptResponse: differences", memory: 128) { subject in
      subject.answer.map { answer in { use(try? answer.differences()) } }
    },
    answer("VerifyReceiptResponse: differences, as text", memory: 128) { subject in
      guard let answer = subject.answer, let receipt = subject.answered else { return nil }
      let differences =
        answer.differences(from: receipt) + answer.latestReceiptInfoDifferences(from: receipt)
      return {
        use(differences.map(\.description))
        hash(differences)
        use(differences == differences)
        let summary = VerifyReceiptDifferenceSummary(differences)
        use(summary.description)
        use(summary.areAllExpected)
        hash(summary)
      }
    },
    answer("VerifyReceiptExchange") { subject in
      subject.answer.map { answer in
        {
          var exchange = VerifyReceiptExchange()
          use(exchange.receive(.response(answer)))
          use(exchange.receive(.response(answer)))
          hash(exchange)
          use(exchange == exchange)
        }
      }
    },
    answer(
      "VerifyReceiptResponse, unverified receipt", memory: 64, kinds: [.receipt],
      ordinary: .ordinaryReceipt, reading: "AppReceipt", time: 32
    ) { subject in
      subject.receipt.map { receipt in
        { use(VerifyReceiptResponse(unverified: receipt, requestDate: Subject.now)) }
      }
    },
    answer(
      "VerifyReceiptResponse, validated receipt", memory: 64, kinds: [.receipt],
      ordinary: .ordinaryReceipt, reading: "AppReceipt", time: 32
    ) { subject in
      subject.validated.map { receipt in
        { use(VerifyReceiptResponse(receipt, requestDate: Subject.now)) }
      }
    },
    answer(
      "VerifyReceiptResponse, transaction receipt", kinds: [.transaction],
      ordinary: .ordinaryTransaction, reading: "TransactionReceipt"
    ) { subject in
      subject.transaction.map { receipt in { use(VerifyReceiptResponse(unverified: receipt)) } }
    },
    answer(
      "VerifyReceiptResponder", memory: 64, kinds: texts, ordinary: .ordinaryRequest,
      reading: "JSON"
    ) { subject in
      var responder = VerifyReceiptResponder(
        for: .only(["com.example.app"]), at: nil, verifier: Genuine.verifier,
        transactionVerifier: TrustingVerifier())
      responder.derivesLatestReceiptInfo = true
      return { [responder] in
        let answer = responder.answer(body: subject.bytes, at: Subject.now)
        use(answer.json())
        use(answer.isValid)
        use(answer.failure?.description)
        use(answer == answer)
        hash(answer)
      }
    },
    answer(
      "VerifyReceiptRequest", memory: 64, kinds: texts, ordinary: .ordinaryRequest,
      reading: "JSON"
    ) { subject in
      { use(try? VerifyReceiptRequest(json: subject.bytes)) }
    },
    answer(
      "VerifyReceiptRequest: json()", kinds: texts, ordinary: .ordinaryRequest,
      reading: "JSON"
    ) { subject in
      guard let one = subject.request, let other = try? VerifyReceiptRequest(json: subject.bytes)
      else { return nil }
      return {
        use(one.json())
        use(one.description)
        use(one == other)
        hash(one)
      }
    },
    answer(
      "VerifyReceiptRequest: JSONDecoder, JSONEncoder", memory: 256, kinds: texts,
      ordinary: .ordinaryRequest, reading: "JSON: JSONDecoder"
    ) { subject in
      let data = subject.data
      return {
        if let request = try? JSONDecoder().decode(VerifyReceiptRequest.self, from: data) {
          use(try? JSONEncoder().encode(request))
        }
      }
    },
    answer(
      "VerifyReceiptRequest, receipt", memory: 4, kinds: [.receipt], ordinary: .ordinaryReceipt,
      reading: "AppReceipt"
    ) { subject in
      subject.receipt.map { receipt in { use(VerifyReceiptRequest(receipt)) } }
    },
  ]
}
