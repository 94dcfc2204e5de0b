/// The rows of one measure, as a document shows them: one table, whose first column is the input.
struct Section {
  let measure: Measure
  let columns: [Cells.Column]

  /// A section for each measure that the rows have, in their order.
  static func all(_ rows: [Row]) -> [Section] {
    Measure.allCases.compactMap { measure in
      let rows = rows.filter { $0.measure == measure.rawValue }
      return rows.isEmpty ? nil : Section(measure, rows)
    }
  }

  private init(_ measure: Measure, _ rows: [Row]) {
    self.measure = measure
    let hasChanges = rows.contains { $0.change != nil }
    var inputs: [String] = []
    for row in rows where !inputs.contains(row.input) { inputs.append(row.input) }
    let tables = inputs.map { input in
      Cells(
        rows.filter { $0.input == input }, unit: measure.unit, hasChanges: hasChanges
      ).columns
    }
    let joined = tables[0].indices.map { index in
      Cells.Column(title: tables[0][index].title, texts: tables.flatMap { $0[index].texts })
    }
    let names = zip(inputs, tables).flatMap { input, columns in
      [input] + Array(repeating: "", count: columns[0].texts.count - 1)
    }
    columns = [Cells.Column(title: "input", texts: names)] + joined
  }
}
