/// The highest of some numbers and the shape that it belongs to.
struct Worst {
  private(set) var number = 0.0
  private(set) var shape = "–"

  mutating func take(_ number: Double, _ shape: Shape) {
    guard number > self.number else { return }
    (self.number, self.shape) = (number, shape.name)
  }
}
