import WebAssemblyMemory

/// The heap of the module: blocks in classes of size, each with a list of those that were given back.
///
/// A class is one of four steps between two powers of two, so at most a quarter of a block is wasted. Blocks
/// are never split or joined: a module lives as long as its page, and one that has grown too large is
/// thrown away by its host.
struct Heap {
  /// In front of each block stands its class; 16 bytes, so that the block is aligned for everything.
  static var headerSize: UInt { 16 }

  /// The given-back blocks of each class, each with the address of the next; 0 ends a list.
  private var free = InlineArray<128, UInt>(repeating: 0)

  /// The first byte that no block has used, and the end of what the host has given.
  private var top: UInt = 0
  private var end: UInt = 0

  /// The address of a block of at least `size` bytes. Traps when the host has no more memory: whoever asks does
  /// not check, and address 0 can be written to.
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

  /// Takes a block back.
  mutating func release(_ block: UInt) {
    let number = unsafe Int(word(block - Self.headerSize).pointee)
    unsafe word(block).pointee = free[number]
    free[number] = block
  }

  /// Takes bytes that nobody has used.
  private mutating func extend(by size: UInt) -> UInt {
    if end == 0 {
      top = (heapStart() + 15) & ~15
      end = memoryPages() << 16
    }
    let start = top
    if size > end - start {
      // At least 1 MiB at once: growing is a call of the host.
      let pages = (max(size, 1 << 20) + 0xFFFF) >> 16
      guard growMemory(pages) else { fatalError() }
      end += pages << 16
    }
    top += size
    return start
  }

  /// The class of blocks that hold `size` bytes, and how many they have: a multiple of 16.
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

/// `free`: the linker is told so, because the compiler reserves the name.
@c(__wrap_free)
public func release(_ block: UnsafeMutableRawPointer?) {
  guard let block = unsafe block else { return }
  unsafe heap.release(UInt(bitPattern: block))
}
