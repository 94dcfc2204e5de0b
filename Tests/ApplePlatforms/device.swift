// Runs the code for iOS, tvOS and visionOS, or for watchOS, on a made-up device.
import AppStoreReceipt
import Foundation

#if WATCH
  import WatchKit
  let (name, device) = ("watchOS", WKInterfaceDevice.current())
#else
  import UIKit
  let (name, device) = ("iOS", UIDevice.current)
#endif

guard DeviceIdentifier.candidates().isEmpty else { fatalError("\(name): locked since its start") }
let uuid = UUID()
device.identifierForVendor = uuid
guard DeviceIdentifier.candidates() == [DeviceIdentifier(uuid)] else {
  fatalError("\(name): the UUID")
}
print("\(name): passed")
