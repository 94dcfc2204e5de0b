// "Validating at launch on macOS".

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

#if os(macOS)
  import AppKit
#endif

// The test authority's in place of Apple's.
private typealias AppleSignatureVerifier = TestVerifier

func validateAtLaunch(
  _ file: URL, devices: [DeviceIdentifier]
) throws -> ValidatedReceipt {
  let expectations = ReceiptExpectations(
    bundleIdentifier: "com.example.macapp",  // a constant, not what Info.plist says
    devices: .required(devices), now: ReceiptDate(Date()))
  let receipt = try AppReceipt(contentsOf: file)
  return try receipt.validate(expectations, verifier: AppleSignatureVerifier())
}

/// Whether this launch may end with status 173: not within an hour of one that did.
func mayAskForReceipt(_ defaults: UserDefaults, at now: Date) -> Bool {
  let key = "receiptAskedForAt"
  if let last = defaults.object(forKey: key) as? Date,
    abs(now.timeIntervalSince(last)) < 3600
  {
    return false
  }
  defaults.set(now, forKey: key)
  return defaults.synchronize()  // before the process ends
}

#if os(macOS)
  @MainActor private final class AppModel {
    static let shared = AppModel()
    var receipt: ValidatedReceipt?
    var isRestricted = false
  }

  @MainActor func runApp() -> Never {
    let bundle = Bundle.main
    let file =
      bundle.appStoreReceiptURL
      ?? bundle.bundleURL.appending(path: "Contents/_MASReceipt/receipt")
    do {
      AppModel.shared.receipt = try validateAtLaunch(
        file, devices: DeviceIdentifier.candidates())
    } catch let error as ReceiptValidationError where error.recommendedAction == .retryLater {
      AppModel.shared.isRestricted = true  // the Mac did not tell its addresses
    } catch {
      if mayAskForReceipt(.standard, at: Date()) { exit(173) }
      AppModel.shared.isRestricted = true
    }
    exit(NSApplicationMain(CommandLine.argc, CommandLine.unsafeArgv))
  }
#endif

@Suite struct LaunchSnippets {
  private let file = Fixtures.root.appending(path: "Examples/Receipts/macos.p7")

  @Test func `The receipt of a Mac app is validated for one of its network interfaces`() throws {
    let other = try #require(DeviceIdentifier("02:00:00:00:00:01"))
    let device = try #require(DeviceIdentifier("02:00:5E:10:20:30"))
    let validated = try validateAtLaunch(file, devices: [other, device])
    #expect(validated.matchedDevice == device)
    #expect(validated.skippedChecks == [.appVersion])

    let failures: [([DeviceIdentifier], RecommendedAction)] = [
      ([other], .exit173), ([], .retryLater),
    ]
    for (devices, action) in failures {
      let error = #expect(throws: ReceiptValidationError.self) {
        try validateAtLaunch(file, devices: devices)
      }
      #expect(error?.recommendedAction == action)
    }
    #expect(throws: CocoaError.self) {
      try validateAtLaunch(file.appending(path: "none"), devices: [device])
    }
  }

  @Test func `A Mac app asks for a receipt once in an hour`() throws {
    let name = "receipt-snippet-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defer { defaults.removePersistentDomain(forName: name) }
    let now = Date(timeIntervalSince1970: 1_767_225_600)
    #expect(mayAskForReceipt(defaults, at: now))
    #expect(!mayAskForReceipt(defaults, at: now + 3599))
    #expect(!mayAskForReceipt(defaults, at: now - 60))
    #expect(mayAskForReceipt(defaults, at: now + 3600))
  }
}
