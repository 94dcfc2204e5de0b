import SwiftOperators
import SwiftParser

/// What becomes of an operator: the function that stands in for it, and the operators of its mutants.
let replacements: [String: (function: String, mutants: [String])] = [
  "<": ("less", ["<=", ">="]), "<=": ("lessOrEqual", ["<", ">"]),
  ">": ("greater", [">=", "<="]), ">=": ("greaterOrEqual", [">", "<"]),
  "==": ("equal", ["!="]), "!=": ("notEqual", ["=="]), "~=": ("matches", ["!~="]),
  "&&": ("and", ["||"]), "||": ("or", ["&&"]),
  "+": ("add", ["-"]), "-": ("subtract", ["+"]), "*": ("multiply", ["+"]),
  "/": ("divide", ["*"]), "%": ("remainder", ["*"]),
  "&+": ("wrappingAdd", ["&-"]), "&-": ("wrappingSubtract", ["&+"]),
  "&*": ("wrappingMultiply", ["&+"]),
  "<<": ("shiftLeft", [">>"]), ">>": ("shiftRight", ["<<"]),
  "&<<": ("maskedShiftLeft", ["&>>"]), "&>>": ("maskedShiftRight", ["&<<"]),
  "&": ("bitAnd", ["|"]), "|": ("bitOr", ["&"]), "^": ("bitXor", ["&"]),
  "+=": ("addAssign", ["-="]), "-=": ("subtractAssign", ["+="]),
  "&+=": ("wrappingAddAssign", ["&-="]), "&-=": ("wrappingSubtractAssign", ["&+="]),
  "|=": ("orAssign", ["&="]), ">>=": ("shiftRightAssign", ["<<="]),
  "..<": ("halfOpen", ["..."]), "...": ("closed", ["..<"]),
]

/// The standard library's operators; those of vectors are missing among what the parser knows.
func knownOperators() throws -> OperatorTable {
  var table = OperatorTable.standardOperators
  let missing = [
    (".&", "Multiplication"), (".|", "Addition"), (".^", "Addition"), (".==", "Comparison"),
    (".!=", "Comparison"), (".<", "Comparison"), (".>", "Comparison"),
  ]
  for (name, group) in missing {
    try table.addSourceFile(Parser.parse(source: "infix operator \(name): \(group)Precedence"))
  }
  return table
}
