// Compiled on macOS and Mac Catalyst only. On Linux, CI runs it against a stand-in: Tests/ApplePlatforms.

#if os(macOS) || targetEnvironment(macCatalyst)
  import IOKit

  extension DeviceIdentifier {
    /// The MAC addresses that a receipt may be bound to: those of all built-in network interfaces, `en0`
    /// first, then of `en0` if it is not built in. External adapters and repaired boards change which
    /// interface has which name, so try them all.
    public static func candidates() -> [DeviceIdentifier] {
      let names = (0..<16).map { "en\($0)" }
      let builtIn = names.compactMap { macAddress(of: $0, isBuiltIn: true) }
      let others = [macAddress(of: "en0", isBuiltIn: false)].compactMap { $0 }
      return (builtIn + others).reduce(into: []) { unique, next in
        if !unique.contains(next) { unique.append(next) }
      }
    }

    /// The address of the interface of a BSD name, found by its `IOBuiltin` property; the address itself is a
    /// property of a parent in the service plane.
    private static func macAddress(of name: String, isBuiltIn: Bool) -> DeviceIdentifier? {
      // The default port; its name is not in every Catalyst that this is compiled for.
      let port: mach_port_t = 0
      guard let matching = unsafe IOBSDNameMatching(port, 0, name) else { return nil }
      var iterator: io_iterator_t = 0
      guard
        unsafe IOServiceGetMatchingServices(port, matching, &iterator) == KERN_SUCCESS
      else { return nil }
      defer { IOObjectRelease(iterator) }
      while case let service = IOIteratorNext(iterator), service != 0 {
        defer { IOObjectRelease(service) }
        let property = unsafe IORegistryEntryCreateCFProperty(
          service, "IOBuiltin" as CFString, kCFAllocatorDefault, 0)
        guard (unsafe property?.takeRetainedValue() as? Bool ?? false) == isBuiltIn else {
          continue
        }
        let address = unsafe IORegistryEntrySearchCFProperty(
          service, kIOServicePlane, "IOMACAddress" as CFString, kCFAllocatorDefault,
          IOOptionBits(kIORegistryIterateRecursively | kIORegistryIterateParents))
        if let data = address as? Data { return DeviceIdentifier(macAddress: [UInt8](data)) }
      }
      return nil
    }
  }

  extension ReceiptExpectations.Expectation where Value == [DeviceIdentifier] {
    /// This Mac: any of its addresses.
    public static var thisDevice: Self { .required(DeviceIdentifier.candidates()) }
  }
#endif
