extension String {
  /// This noun with a number: "1 problem", "2 problems".
  package func counted(_ number: Int) -> String { "\(number) \(self)" + (number == 1 ? "" : "s") }
}
