import Foundation

/// A number with so many digits after the point, in groups of three before it.
func rounded(_ number: Double, _ digits: Int) -> String {
  number.formatted(
    .number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US")))
}

/// A number with three digits that say something, or more before the point.
func significant(_ number: Double) -> String {
  number.formatted(
    .number.precision(.significantDigits(2...max(3, Int(log10(max(number, 1))) + 1)))
      .locale(Locale(identifier: "en_US")))
}

/// Nanoseconds in the unit that fits.
func duration(_ nanoseconds: Double) -> String {
  let units: [(Double, String)] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")]
  for (size, unit) in units where nanoseconds >= size {
    let value = nanoseconds / size
    return rounded(value, value < 10 ? 2 : value < 100 ? 1 : 0) + " " + unit
  }
  return rounded(nanoseconds, nanoseconds < 100 ? 1 : 0) + " ns"
}
