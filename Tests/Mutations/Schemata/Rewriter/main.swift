// Puts every mutant of some source files into them, each behind a number: see `../../score.py`, which compiles this
// folder with the libraries of the compiler's own parser.
//
//     rewrite OUTPUT-FOLDER DISABLED-SITES ROOT FILE…
//
// Writes the changed files below the folder, and a line for each mutant: number, site, file, place, operator, before, after.
// A site whose first number stands in DISABLED-SITES, separated by spaces, is left as it is; numbers never shift.

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

let arguments = CommandLine.arguments
let operators = try knownOperators()
let (output, root) = (arguments[1], arguments[3])
disabled = Set(arguments[2].split(separator: " ").compactMap { Int($0) })
for file in arguments.dropFirst(4) {
  let source = try String(contentsOfFile: root + "/" + file, encoding: .utf8)
  let folded = try operators.foldAll(Parser.parse(source: source))
  let tree = folded.cast(SourceFileSyntax.self)
  let mutator = Mutator(file: file, source: source, tree: tree)
  let target = URL(filePath: output + "/" + file)
  try FileManager.default.createDirectory(
    at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
  try mutator.result.write(to: target, atomically: true, encoding: .utf8)
}
print(report.joined(separator: "\n"))
