// "On iOS, watchOS, tvOS and visionOS".

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

#if canImport(UIKit) && canImport(StoreKit) && !os(watchOS)
  import StoreKit
#endif

enum ReceiptState {
  /// Signed by Apple, for this app and this device.
  case valid(ValidatedReceipt)
  /// The device can't identify itself yet. Keep what you know, and try again later.
  case later
  /// Ask the store for a new receipt, and restrict the app until it arrives.
  case refresh(any Error)
  /// Another app's, or not Apple's: restrict the app. A new receipt would say the same.
  case refused(ReceiptValidationError)
}

@MainActor func receiptState() -> ReceiptState {
  do {
    let receipt = try AppReceipt.current()
    let validated = try receipt.validate(
      bundleIdentifier: "com.example.app", devices: .thisDevice,
      environments: .productionAndSandbox)  // TestFlight and App Review, too
    return .valid(validated)
  } catch let error as ReceiptValidationError {
    switch error.recommendedAction {
    case .retryLater: return .later
    case .refuse: return .refused(error)
    default: return .refresh(error)
    }
  } catch {
    return .refresh(error)  // no receipt, or one that can't be read
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
      Task { @MainActor [whenDone] in whenDone(receiptState()) }
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
      Task { @MainActor [whenDone] in whenDone(.refresh(error)) }
    }
  }
#endif

#if !canImport(Darwin)
  @Suite struct DeviceSnippets {
    @MainActor
    @Test func `The receipt of an iPhone app is valid, for later, or to be refreshed`() throws {
      let none = ThisApp.receipt.appending(path: "none")
      guard case .valid(let receipt) = receiptState(),
        case .later = ThisApp.$devices.withValue([], operation: { receiptState() }),
        case .refresh(let other as ReceiptValidationError) = ThisApp.$devices.withValue(
          [DeviceIdentifier(UUID())], operation: { receiptState() }),
        case .refresh(let missing) = ThisApp.$receipt.withValue(none, operation: { receiptState() })
      else {
        Issue.record("another state")
        return
      }
      #expect(receipt.matchedDevice == ThisApp.devices[0] && other.reason == .otherDevice)
      #expect(missing is CocoaError)
    }
  }
#endif
