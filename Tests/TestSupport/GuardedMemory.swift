#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that can be read, between two pages that cannot be touched: whoever reads one byte before or after
/// it gets a signal, in every build mode, and so does whoever writes into it. AddressSanitizer does not see an
/// overread that ends inside of other memory, nor one by code that it has not compiled.
@safe
public struct GuardedMemory: ~Copyable {
  /// On which side the bytes touch a page that cannot be read.
  public enum Side: CaseIterable, Sendable {
    /// The byte before the first one lies in such a page.
    case before
    /// The byte after the last one lies in such a page.
    case after
  }

  private let region: UnsafeMutableRawBufferPointer
  private let memory: UnsafeMutableRawBufferPointer

  /// Reserves room for `capacity` bytes.
  public init(capacity: Int) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    let room = (max(capacity, 1) + page - 1) / page * page
    let flags = MAP_PRIVATE | MAP_ANON
    let start = unsafe mmap(nil, room + 2 * page, PROT_NONE, flags, -1, 0)
    guard unsafe start != MAP_FAILED, let start = unsafe start else {
      preconditionFailure("no memory")
    }
    unsafe region = UnsafeMutableRawBufferPointer(start: start, count: room + 2 * page)
    unsafe memory = UnsafeMutableRawBufferPointer(rebasing: region[page..<page + room])
  }

  /// Calls `body` with the bytes at that side.
  ///
  /// - Precondition: there are no more of them than the capacity.
  public func withBytes<Result, Failure>(
    _ bytes: some Collection<UInt8>, at side: Side, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = unsafe side == .before ? 0 : memory.count - bytes.count
    let place = unsafe UnsafeMutableRawBufferPointer(
      rebasing: memory[start..<start + bytes.count])
    protect(PROT_READ | PROT_WRITE)
    unsafe place.copyBytes(from: bytes)
    protect(PROT_READ)
    return try body(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(place)))
  }

  private func protect(_ protection: Int32) {
    let result = unsafe mprotect(memory.baseAddress, memory.count, protection)
    precondition(result == 0, "mprotect")
  }

  deinit {
    let result = unsafe munmap(region.baseAddress, region.count)
    precondition(result == 0, "munmap")
  }
}

/// Calls `body` twice with the bytes in memory that ends where they do: directly after an inaccessible page,
/// and directly before one.
public func withGuardPages<Failure>(
  _ bytes: [UInt8], _ body: (RawSpan) throws(Failure) -> Void
) throws(Failure) {
  let memory = GuardedMemory(capacity: bytes.count)
  for side in GuardedMemory.Side.allCases {
    try memory.withBytes(bytes, at: side, body)
  }
}
