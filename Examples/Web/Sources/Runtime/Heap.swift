import WebAssemblyMemory

/// The heap of the module: blocks in size classes, each with a free list.
///
/// There are four classes between two powers of two, so less than a fifth of a block is wasted if it is for more than 64
/// bytes. Blocks are never split or joined: a module lives no longer than its page, and the host discards one that has
/// grown too large.
struct Heap {
  /// Each block is preceded by its class, in 16 bytes for alignment.
  static var headerSize: UInt { 16 }

  /// The free list of each class: each block has the address of the next; 0 ends the list.
  private var free = InlineArray<128, UInt>(repeating: 0)

  /// The first unused byte, and the end of the memory.
  private var top: UInt = 0
  private var end: UInt = 0

  /// The address of a block of at least `size` bytes. Traps if the host has no more memory, because callers don't
  /// check, and address 0 is writable.
  mutating func allocate(_ size: UInt) -> UInt {
    precondition(size <= 1 << 30)
    let (number, size) = Self.sizeClass(size)
    let block: UInt
    if free[number] != 0 {
      block = free[number]
      free[number] = unsafe word(block).pointee
    } else {
      block = extend(by: Self.headerSize + size) + Self.headerSize
      unsafe word(block - Self.headerSize).pointee = UInt(number)
    }
    return block
  }

  /// Frees a block.
  mutating func release(_ block: UInt) {
    let number = unsafe Int(word(block - Self.headerSize).pointee)
    unsafe word(block).pointee = free[number]
    free[number] = block
  }

  /// Takes unused bytes.
  private mutating func extend(by size: UInt) -> UInt {
    if end == 0 {
      top = (heapStart() + 15) & ~15
      end = memoryPages() << 16
    }
    let start = top
    if size > end - start {
      // At least 1 MiB, because growing calls the host.
      let pages = (max(size, 1 << 20) + 0xFFFF) >> 16
      guard growMemory(pages) else { fatalError() }
      end += pages << 16
    }
    top += size
    return start
  }

  /// The class for `size` bytes, and the size of its blocks: a multiple of 16.
  static func sizeClass(_ size: UInt) -> (number: Int, size: UInt) {
    let last = max(size, 16) - 1
    let exponent = UInt(UInt.bitWidth - 1 - last.leadingZeroBitCount)
    let step: UInt = 1 << (exponent - 2)
    let rounded = (last / step + 1) * step
    return (Int(exponent * 4 + (last / step & 3)), (rounded + 15) & ~15)
  }

  private func word(_ address: UInt) -> UnsafeMutablePointer<UInt> {
    guard let word = unsafe UnsafeMutablePointer<UInt>(bitPattern: address) else { fatalError() }
    return unsafe word
  }
}

nonisolated(unsafe) private var heap = Heap()

/// `posix_memalign`.
@c(posix_memalign)
public func allocate(
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: UInt, _ size: UInt
) -> Int32 {
  precondition(alignment <= Heap.headerSize)
  unsafe result.pointee = UnsafeMutableRawPointer(bitPattern: heap.allocate(size))
  return 0
}

/// `free`; the linker wraps it, because the compiler reserves the name.
@c(__wrap_free)
public func release(_ block: UnsafeMutableRawPointer?) {
  guard let block = unsafe block else { return }
  unsafe heap.release(UInt(bitPattern: block))
}
