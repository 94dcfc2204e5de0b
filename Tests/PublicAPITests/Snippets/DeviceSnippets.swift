// "On iOS, watchOS, tvOS and visionOS".

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

#if canImport(UIKit) && canImport(StoreKit) && !os(watchOS)
  import StoreKit
#endif

// The test authority's in place of Apple's.
private typealias AppleSignatureVerifier = TestVerifier

enum ReceiptState {
  /// Signed by Apple, for this app and this device.
  case valid(ValidatedReceipt)
  /// The device cannot tell who it is yet. Keep what you know, try again later.
  case later
  /// Ask the store for a new one, and restrict the app until it is there.
  case refresh(any Error)
}

func receiptState(_ file: URL, devices: [DeviceIdentifier]) -> ReceiptState {
  let expectations = ReceiptExpectations(
    bundleIdentifier: "com.example.app", devices: .required(devices),
    now: ReceiptDate(Date()))
  do {
    let receipt = try AppReceipt(contentsOf: file)
    let verifier = AppleSignatureVerifier()
    return .valid(try receipt.validate(expectations, verifier: verifier))
  } catch let error as ReceiptValidationError where error.reason == .noDevice {
    return .later
  } catch {
    return .refresh(error)
  }
}

#if canImport(UIKit) && canImport(StoreKit) && !os(watchOS)
  final class ReceiptRefresh: NSObject, SKRequestDelegate {
    private let request = SKReceiptRefreshRequest(receiptProperties: nil)
    private let whenDone: @MainActor (ReceiptState) -> Void

    init(whenDone: @escaping @MainActor (ReceiptState) -> Void) {
      self.whenDone = whenDone
      super.init()
      request.delegate = self
    }

    func start() { request.start() }

    func requestDidFinish(_ request: SKRequest) {
      Task { @MainActor [whenDone] in
        guard let file = Bundle.main.appStoreReceiptURL else { return }
        whenDone(receiptState(file, devices: DeviceIdentifier.candidates()))
      }
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
      Task { @MainActor [whenDone] in whenDone(.refresh(error)) }
    }
  }
#endif

@Suite struct DeviceSnippets {
  @Test func `The receipt of an iPhone app is valid, for later, or to be refreshed`() throws {
    let file = Fixtures.root.appending(path: "Examples/Receipts/ios.p7")
    let device = try #require(DeviceIdentifier("5F1C0E2A-7B3D-4C68-9A41-0D2E8B6F3C57"))
    guard case .valid(let receipt) = receiptState(file, devices: [device]),
      case .later = receiptState(file, devices: []),
      case .refresh(let other as ReceiptValidationError) = receiptState(
        file, devices: [DeviceIdentifier(UUID())]),
      case .refresh(let missing) = receiptState(file.appending(path: "none"), devices: [device])
    else {
      Issue.record("another state")
      return
    }
    #expect(receipt.matchedDevice == device && other.reason == .otherDevice)
    #expect(missing is CocoaError)
  }
}
