import AppStoreReceipt
import VerifyReceipt

/// What an entry point says against an input: the byte at fault, `nil` if it accepts it. Typed errors are caught
/// here, because carrying one through an untyped `throws` would allocate.
enum Refusal {
  static func element<Value: DERDecodable>(_: Value.Type, _ bytes: [UInt8]) -> Int? {
    do {
      _ = try Value(derEncoded: bytes)
      return nil
    } catch {
      return error.offset
    }
  }

  static func transcoding(_ bytes: [UInt8], limits: DERLimits = .default) -> Int? {
    do {
      _ = try BERTranscoder.transcode(bytes, limits: limits)
      return nil
    } catch {
      return error.offset
    }
  }

  static func receipt(_ bytes: [UInt8], limits: ReceiptLimits = .default) -> Int? {
    do {
      _ = try AppReceipt(bytes, limits: limits)
      return nil
    } catch {
      return error.offset
    }
  }

  static func container(_ bytes: [UInt8]) -> Int? {
    do {
      var attributes = try unsafe ReceiptContainer(bytes.span.bytes).attributes
      while try attributes.next() != nil {}
      return nil
    } catch {
      return error.offset
    }
  }

  static func anchor(_ certificate: [UInt8]) -> Int? {
    do {
      _ = try TrustAnchor(certificate: certificate)
      return nil
    } catch {
      return error.offset
    }
  }

  /// 0 for an error, whatever it is.
  static func transaction(_ bytes: [UInt8]) -> Int? {
    do {
      _ = try TransactionReceipt(bytes)
      return nil
    } catch {
      return 0
    }
  }

  /// 0 for an error, whatever it is.
  static func response(_ json: [UInt8]) -> Int? {
    do {
      _ = try VerifyReceiptResponse(json: json)
      return nil
    } catch {
      return 0
    }
  }

  /// 0 for an error, whatever it is.
  static func validation(
    _ receipt: TransactionReceipt, _ expectations: ReceiptExpectations,
    _ verifier: AppleTransactionVerifier
  ) -> Int? {
    do {
      _ = try receipt.validate(expectations, verifier: verifier)
      return nil
    } catch {
      return 0
    }
  }

  /// 0 for an error, whatever it is.
  static func validation(
    _ receipt: AppReceipt, _ expectations: ReceiptExpectations,
    _ verifier: some ReceiptSignatureVerifier
  ) -> Int? {
    do {
      _ = try receipt.validate(expectations, verifier: verifier)
      return nil
    } catch {
      return 0
    }
  }
}
