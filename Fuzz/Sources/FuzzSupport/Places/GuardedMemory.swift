#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Memory between two inaccessible pages. A byte that is read before or behind an input placed at the edge
/// is a fault at once, in release builds too, and also where AddressSanitizer sees nothing: an allocator
/// leaves slack behind small blocks, and a Swift array has a header in front of its bytes.
@safe
public struct GuardedMemory: ~Copyable {
  private let pageCount: Int
  private let pages: UnsafeMutableRawPointer
  private let count: Int

  /// Maps memory for inputs of up to `capacity` bytes.
  public init(capacity: Int) {
    pageCount = Int(sysconf(Int32(_SC_PAGESIZE)))
    count = (capacity + pageCount - 1) / pageCount * pageCount
    let pages = unsafe mmap(
      nil, count + 2 * pageCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages = unsafe pages, unsafe pages != MAP_FAILED else { fatalError("mmap failed") }
    unsafe self.pages = unsafe pages
    let last = unsafe pages + pageCount + count
    guard unsafe mprotect(pages, pageCount, PROT_NONE) == 0,
      unsafe mprotect(last, pageCount, PROT_NONE) == 0
    else { fatalError("mprotect failed") }
  }

  deinit {
    unsafe munmap(pages, count + 2 * pageCount)
  }

  /// Where an input lies.
  public enum Edge: CaseIterable {
    /// The byte in front of the first one is inaccessible.
    case start
    /// The byte behind the last one is inaccessible.
    case end
  }

  /// How many bytes fit.
  public var capacity: Int { count }

  /// Calls `body` with a copy of the bytes at an edge.
  ///
  /// - Precondition: there are at most ``capacity``.
  public func withBytes<Result>(
    _ bytes: RawSpan, at edge: Edge, _ body: (RawSpan) -> Result
  ) -> Result {
    precondition(bytes.byteCount <= count)
    let start = edge == .start ? 0 : count - bytes.byteCount
    let place = unsafe UnsafeMutableRawBufferPointer(
      start: pages + pageCount + start, count: bytes.byteCount)
    unsafe bytes.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
    return unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(place)))
  }
}
