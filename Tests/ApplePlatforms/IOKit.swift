// swift-format-ignore-file
// What `DeviceIdentifier+macOS.swift` calls of IOKit and CoreFoundation, as the macOS SDK declares it.
import Foundation

public typealias CFString = String
public typealias CFTypeRef = AnyObject
public typealias CFDictionary = NSDictionary
public final class CFAllocator: Sendable {}
public let kCFAllocatorDefault: CFAllocator? = nil

public typealias mach_port_t = UInt32
public typealias kern_return_t = Int32
public typealias io_object_t = mach_port_t
public typealias io_iterator_t = io_object_t
public typealias io_service_t = io_object_t
public typealias io_registry_entry_t = io_object_t
public typealias IOOptionBits = UInt32
public let KERN_SUCCESS: kern_return_t = 0
public let kIOServicePlane = "IOService"
public let kIORegistryIterateRecursively = 0x0000_0001
public let kIORegistryIterateParents = 0x0000_0002

/// A network interface of the made-up Mac.
public struct Interface: Sendable {
  let name: String
  let isBuiltIn: Bool
  let address: [UInt8]

  public init(_ name: String, isBuiltIn: Bool, _ address: [UInt8]) {
    self.name = name
    self.isBuiltIn = isBuiltIn
    self.address = address
  }
}

/// The made-up Mac. Objects count what is not released.
public enum Mac {
  nonisolated(unsafe) public static var interfaces: [Interface] = []
  nonisolated(unsafe) public static var unreleased = 0
  /// What an iterator still gives, by its object; interfaces are objects 1, 2, …
  nonisolated(unsafe) static var iterators: [io_object_t: [io_object_t]] = [:]
}

public func IOBSDNameMatching(
  _ mainPort: mach_port_t, _ options: UInt32, _ bsdName: UnsafePointer<CChar>!
) -> CFDictionary! {
  ["BSD Name": String(cString: bsdName)]
}

public func IOServiceGetMatchingServices(
  _ mainPort: mach_port_t, _ matching: CFDictionary!,
  _ existing: UnsafeMutablePointer<io_iterator_t>!
) -> kern_return_t {
  let name = matching["BSD Name"] as? String
  let objects = Mac.interfaces.indices.filter { Mac.interfaces[$0].name == name }
  existing.pointee = io_object_t(1000 + Mac.iterators.count)
  Mac.iterators[existing.pointee] = objects.map { io_object_t($0 + 1) }
  Mac.unreleased += 1
  return KERN_SUCCESS
}

public func IOIteratorNext(_ iterator: io_iterator_t) -> io_object_t {
  guard let next = Mac.iterators[iterator]?.first else { return 0 }
  Mac.iterators[iterator]?.removeFirst()
  Mac.unreleased += 1
  return next
}

@discardableResult
public func IOObjectRelease(_ object: io_object_t) -> kern_return_t {
  Mac.unreleased -= 1
  return KERN_SUCCESS
}

public func IORegistryEntryCreateCFProperty(
  _ entry: io_registry_entry_t, _ key: CFString!, _ allocator: CFAllocator!,
  _ options: IOOptionBits
) -> Unmanaged<CFTypeRef>! {
  guard key == "IOBuiltin" else { return nil }
  return .passRetained(NSNumber(value: Mac.interfaces[Int(entry) - 1].isBuiltIn))
}

public func IORegistryEntrySearchCFProperty(
  _ entry: io_registry_entry_t, _ plane: UnsafePointer<CChar>!, _ key: CFString!,
  _ allocator: CFAllocator!,
  _ options: IOOptionBits
) -> CFTypeRef! {
  // The address is a property of a parent: without both bits it is not found.
  guard key == "IOMACAddress", String(cString: plane) == kIOServicePlane, options == 3 else {
    return nil
  }
  return NSData(data: Data(Mac.interfaces[Int(entry) - 1].address))
}
