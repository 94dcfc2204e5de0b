import DERParsing

// Bytes in place, without a copy: all unsafe code of this module except for the loops that are measured.

extension Collection<UInt8> {
  /// Calls `body` with the bytes in place, or with a copy if they are not contiguous.
  func withContiguousBytes<Result, Failure>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let result = withContiguousStorageIfAvailable { buffer -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        // The memory stays in place for as long as the closure runs.
        return .success(try body(unsafe UnsafeRawBufferPointer(buffer).bytes))
      } catch {
        return .failure(error)
      }
    }
    if let result { return try result.get() }
    return try Array(self).withRawSpan(body)
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the text.
  func withUTF8Bytes<Result>(_ body: (RawSpan) -> Result) -> Result {
    var text = self
    return text.withUTF8 { characters in
      // They stay in place for as long as the closure runs.
      body(unsafe UnsafeRawBufferPointer(characters).bytes)
    }
  }

  /// Whether two strings have the same bytes. Unicode calls strings equal whose bytes differ, and takes quadratic time for
  /// combining marks in a row.
  package func hasBytes(of other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withUTF8Bytes { first in
      other.withUTF8Bytes { second in first.hasSameBytes(as: second) }
    }
  }

  /// Hashes the bytes, and where they end.
  func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { characters in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(characters))
    }
    hasher.combine(utf8.count)
  }
}
