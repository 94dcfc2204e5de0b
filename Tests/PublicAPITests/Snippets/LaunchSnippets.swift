// "Validating at launch on macOS".

import AppStoreReceipt
import Foundation
import TestSupport
import Testing

#if os(macOS)
  import AppKit
  import SwiftUI
#endif

func validateAtLaunch() throws -> ValidatedReceipt {
  let receipt = try AppReceipt.current()
  return try receipt.validate(
    bundleIdentifier: "com.example.macapp",  // a constant, not what Info.plist says
    devices: .thisDevice,
    environments: .productionAndSandbox)  // TestFlight and App Review, too
}

/// Whether this launch may exit with status 173: not within an hour of the last one that did.
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

  @MainActor func checkReceipt() {
    do {
      AppModel.shared.receipt = try validateAtLaunch()
    } catch let error as ReceiptValidationError where error.recommendedAction == .retryLater {
      AppModel.shared.isRestricted = true  // the Mac didn't report its addresses
    } catch let error as ReceiptValidationError where error.recommendedAction == .refuse {
      AppModel.shared.isRestricted = true  // the store would send the same receipt again
    } catch {
      if mayAskForReceipt(.standard, at: Date()) { exit(173) }
      AppModel.shared.isRestricted = true
    }
  }

  @MainActor func runApp() {
    checkReceipt()
    exit(NSApplicationMain(CommandLine.argc, CommandLine.unsafeArgv))
  }

  private struct ContentView: View {
    let isRestricted: Bool
    var body: some View { Text(isRestricted ? "restricted" : "welcome") }
  }
#endif

// Two types cannot be `@main` in one module, and a test bundle has one: this is parsed, and compiled by hand.
#if os(macOS) && SNIPPETS_MAIN
  @main
  @MainActor
  enum Main {
    static func main() {
      checkReceipt()
      ExampleApp.main()
    }
  }

  struct ExampleApp: App {
    var body: some Scene {
      WindowGroup { ContentView(isRestricted: AppModel.shared.isRestricted) }
    }
  }
#endif

@Suite struct LaunchSnippets {
  #if !canImport(Darwin)
    private let file = Fixtures.root.appending(path: "Examples/Receipts/macos.p7")

    @Test func `The receipt of a Mac app is validated for one of its network interfaces`() throws {
      let other = try #require(DeviceIdentifier("02:00:00:00:00:01"))
      let device = try #require(DeviceIdentifier("02:00:5E:10:20:30"))
      func validated(_ devices: [DeviceIdentifier], _ file: URL) throws -> ValidatedReceipt {
        try ThisApp.$receipt.withValue(file) {
          try ThisApp.$devices.withValue(devices) { try validateAtLaunch() }
        }
      }
      let valid = try validated([other, device], file)
      #expect(valid.matchedDevice == device)
      #expect(valid.skippedChecks == [.appVersion])

      let failures: [([DeviceIdentifier], RecommendedAction)] = [
        ([other], .requestReceipt), ([], .retryLater),
      ]
      for (devices, action) in failures {
        let error = #expect(throws: ReceiptValidationError.self) { try validated(devices, file) }
        #expect(error?.recommendedAction == action)
      }
      #expect(throws: CocoaError.self) { try validated([device], file.appending(path: "none")) }
    }
  #endif

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
