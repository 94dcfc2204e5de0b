"""What `places.py` and `swift_source.py` promise: places are found whatever happens to files, functions and white space."""
import contextlib
import pathlib
import re
import unittest

from mutations import MUTATIONS
from places import PlaceError, argument, case, condition, drop, guard, operand, replace, requirement, statement, tokens, value
from swift_source import MEMBERS, Package, Source, short_name, tokenize

ROOT = pathlib.Path(__file__).resolve().parents[2]

EXAMPLE = '''
/// A comment with func noise() { and "quotes".
public struct Outer<Value: Sendable>: Equatable where Value: Hashable {
  /* nested /* comment */ { */
  public enum Kind { case first, second(count: Int) }
  private(set) var count = 0, other: [String: Int] = [:]
  @available(macOS 15, *)
  let text = "\\(count + (1)) } \\("inner { \\(2)") {"
  let raw = #"a "quoted" \\ { text"#
  static var shared: Self { Self() }
  var observed: Int = 5 {
    didSet { count += 1 }
  }

  init?(_ value: borrowing Value, at offset: Int = { 0 }()) throws(Failure) {
    guard let first = value.first, value.isShort else { throw Failure(.tooLong, at: offset) }
    guard value.isOpen
    else {
      throw Failure(.closed)
    }
    switch first {
    case .a where value.isOdd: count = 1
    case .b, .c(_):
      count = 2
      try value
        .finish()
    default: break
    }
    setUp(size: 1, list: [2, 3], last: nil)
    let sum = value.one && value.list.contains { $0.two }
      && value.three
    try require(sum, .noSum, offset)
    if !value.isLast, value.isLate { value.end() }
  }

  subscript(index: Int, by step: Int) -> Int { index >= step ? 1 : 0 }
  static func == (left: Outer, right: Outer) -> Bool { true }
  func run<T>(_ task: (T) -> Array<Array<T>>, with other: T) -> Int where T: Sendable { 1 }
}

extension Outer.Kind: CustomStringConvertible {
  var description: String { "kind" }
}

extension [UInt8] {
  func run() {}
}

#if os(macOS)
  func onlyThere(_: Int) {}
#endif
protocol Shape {
  var area: Double { get }
  func grow(by factor: Double) -> Self
  init(side: Double)
}
'''


def package(*texts):
    return Package([Source(text, "Module", f"Module/{number}.swift") for number, text in enumerate(texts)])


class Declared(unittest.TestCase):
    def test_names(self):
        names = [declaration.name for declaration in Source(EXAMPLE).declarations]
        self.assertEqual(names, [
            "Outer", "Outer.Kind", "Outer.Kind.first", "Outer.Kind.second", "Outer.count", "Outer.other",
            "Outer.text", "Outer.raw", "Outer.shared", "Outer.observed", "Outer.init(_:at:)", "Outer.subscript(_:by:)",
            "Outer.==(left:right:)", "Outer.run(_:with:)", "Outer.Kind", "Outer.Kind.description", "[UInt8]",
            "[UInt8].run()", "onlyThere(_:)", "Shape", "Shape.area", "Shape.grow(by:)", "Shape.init(side:)"])

    def test_every_member_of_the_package_is_found(self):
        for source in SOURCES.sources:
            members = {index for d in source.declarations if not d.is_type for index in range(d.first, d.last)}
            for index, word in enumerate(source.words):
                if word in MEMBERS - {"import"} and source.words[index - 1] != ".":
                    self.assertIn(index, members, f"{source.name}: {source.tokens[index]}")

    def test_what_is_not_closed_is_said(self):
        for text in ("func f() {", "(]", "}", '"open', "/* open", '"\\(open"'):
            with self.assertRaises(SyntaxError):
                Source(text)


class Changed(unittest.TestCase):
    def result(self, change, name="Outer.init"):
        text = change.find(package(EXAMPLE), name).result
        first = next(d for d in Source(text).declarations if short_name(d) == name)
        return " ".join(first.source.text_of(first.first, first.last).split())

    def test_checks_are_dropped(self):
        self.assertIn("guard let first = value.first else { throw", self.result(drop(guard("tooLong"))))
        self.assertIn("guard true else { throw Failure(.closed) }", self.result(drop(guard("closed"))))
        self.assertIn("try require(true, .noSum, offset)", self.result(drop(requirement("noSum"))))
        self.assertIn("if value.isLate {", self.result(drop(condition("isLast"))))
        self.assertIn("if !value.isLast {", self.result(drop(condition("isLate"))))
        self.assertIn("guard value.isShort else", self.result(drop(guard("tooLong").condition("first"))))

    def test_parts_of_a_conjunction(self):
        self.assertIn("let sum = value.list.contains { $0.two } && value.three try", self.result(drop(operand("one"))))
        self.assertIn("let sum = value.one && value.three try", self.result(drop(operand("two"))))
        self.assertIn("let sum = value.one && value.list.contains { $0.two } try", self.result(drop(operand("three"))))

    def test_cases_and_values(self):
        self.assertIn("case .a where value.isOdd: break case .b", self.result(replace(case("isOdd"), "break")))
        self.assertIn("switch first { case .b", self.result(drop(case("isOdd"))))
        self.assertIn("case .b, .c(_): break default:", self.result(replace(case("c"), "break")))
        self.assertIn("setUp(list: [2, 3], last: nil)", self.result(drop(argument("size"))).replace("( ", "("))
        self.assertIn("setUp(size: 1, list: [2, 3])", self.result(drop(argument("last"))))
        self.assertIn("setUp(size: 1, list: [], last: nil)", self.result(replace(argument("list"), "[]")))
        self.assertIn("let sum = true try require", self.result(replace(value("sum"), "true")))
        self.assertIn("case .b, .c(_): count = 7 try", self.result(replace(case("b").value("count"), "7")))

    def test_statements(self):
        self.assertIn("count = 2 default:", self.result(drop(statement("finish"))))
        self.assertIn("case .b, .c(_): try value", self.result(drop(statement("count").number(2, 2))))
        self.assertIn("if x { value.end() }", self.result(replace(statement("end"), "if x { … }")))
        self.assertIn("isOpen == false else", self.result(replace(tokens("value . isOpen"), "… == false")))

    def test_what_is_not_there_once_is_said(self):
        for change, words in [
            (drop(guard("missing")), "guard('missing') is there 0 times in Outer.init"),
            (drop(condition("value")), "is there 5 times"),
            (drop(guard("closed").condition("isShort")), "guard('closed').condition('isShort') is there 0 times"),
            (drop(statement("count").number(1, 3)), "statement('count').number(1, 3) is there 0 times"),
        ]:
            with self.assertRaisesRegex(PlaceError, re.escape(words)):
                change.find(package(EXAMPLE), "Outer.init")
        with self.assertRaisesRegex(PlaceError, "no declaration Outer.end"):
            drop(guard("closed")).find(package(EXAMPLE), "Outer.end")
        with self.assertRaisesRegex(PlaceError, "2 times in Outer.init"):
            drop(guard("closed")).find(package(EXAMPLE, EXAMPLE), "Outer.init")


class Moved(unittest.TestCase):
    """All mutations are found, and make the same of their declaration, whatever has moved."""

    def assert_all_found(self, moved):
        before, after = SOURCES, Package([moved(source) for source in SOURCES.sources if source in CONCERNED])
        for name, place, change in MUTATIONS:
            with self.subTest(name), contextlib.suppress(Missing):
                self.assertEqual(
                    changed_declaration(found(change, before, place)), changed_declaration(change.find(after, place)))

    def test_files_are_renamed(self):
        self.assert_all_found(lambda source: Source(source.text, source.module, "Other/Name.swift"))

    def test_functions_stand_in_other_order_in_other_extensions(self):
        self.assert_all_found(lambda source: Source(scattered(source), source.module, "Other/Place.swift"))

    def test_code_is_formatted_anew(self):
        self.assert_all_found(lambda source: Source(formatted(source), source.module, source.name))


class Missing(Exception):
    """`run.py --check` has said it."""


def found(change, package, place):
    try:
        return change.find(package, place)
    except PlaceError as error:
        raise Missing from error


def scattered(source):
    """Each member in an extension of its own, the last first."""
    types = {d.path for d in source.declarations if d.is_type}
    result = []
    for declaration in source.declarations:
        if not declaration.is_type and declaration.path[:-1] in types:
            text = source.text_of(declaration.first, declaration.last)
            result.append(f"extension {'.'.join(declaration.path[:-1])} {{\n{text}\n}}")
        elif len(declaration.path) == 1 and not declaration.is_type:
            result.append(source.text_of(declaration.first, declaration.last))
    return "// Elsewhere.\n" + "\n\n".join(reversed(result))


def formatted(source):
    """With a line for each argument, other indentation, and comments in between."""
    result, brackets = "", []
    for index, token in enumerate(source.tokens):
        in_parentheses = brackets and brackets[-1] in "(["
        if index and not in_parentheses and token.is_first_on_line:
            result += "  // if { \n\n\t" if index % 3 else "\n"
        elif in_parentheses and source.words[index - 1] in (",", "(", "["):
            result += "\n" + " " * (index % 9) + "/* guard */ "
        elif token.has_space_before:
            result += "   "
        result += token.text
        if token.text in "([{":
            brackets.append(token.text)
        elif token.text in ")]}":
            brackets.pop()
    return result


def changed_declaration(edit):
    """The tokens of the declaration that an edit changes, after it."""
    source = edit.source
    found = source.declaration_at(source.index_at(edit.start))
    text = source.text[source.tokens[found.first].start:edit.start] + edit.text
    text += source.text[edit.end:source.tokens[found.last - 1].end]
    return [token.text for token in tokenize(text)]


SOURCES = Package.read(ROOT / "Sources")
CONCERNED = {d.source for _, place, _ in MUTATIONS for d in SOURCES.by_name.get(place, [])}

if __name__ == "__main__":
    unittest.main()
