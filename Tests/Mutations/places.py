"""Names places in Swift code by what stands there, and changes them.

A mutation names a declaration, `Type.function`, and in it a place: the guard that throws `.severalSigners`, the `case`
of a switch, the statement that calls `finish`. Neither files, lines nor white space count, so renaming and moving files,
moving functions and reformatting leave it valid. Each place has to be there exactly once. Its names are words of the source.

    drop(guard("severalSigners"))                               guard true else …
    drop(guard("xcodeNotAllowed").condition("environment"))     the guard without that condition
    drop(requirement("hasSignerMarker"))                        try require(true, …)
    replace(case("device"), ".passed")                          case .device: .passed
    replace(guard("expired").operator(">"), ">=")
    replace(condition("isSigned"), "… || true")                 … is what stood there
"""
import dataclasses

from swift_source import CLOSERS, tokenize

KEYWORDS_WITH_CONDITIONS = {"guard", "if", "while"}
CONTROL = KEYWORDS_WITH_CONDITIONS | {"for", "switch", "repeat", "do"}
HEADERS = KEYWORDS_WITH_CONDITIONS | {"where", ","}
OPERAND_ENDS = HEADERS | {"?", ":", "=", "||", "return", "in", ";"}
OPERATOR_MARKS = set("-+*/%=<>!&|^~?.")


class PlaceError(Exception):
    """A place that is not there, or more than once."""


@dataclasses.dataclass(frozen=True)
class Range:
    """Tokens of one file; `kind` says what they are."""
    source: object
    first: int
    last: int
    kind: str

    @property
    def words(self):
        return self.source.words[self.first:self.last]

    def names(self, names):
        words = set(self.words)
        return all(name in words for name in names)

    def part(self, first, last, kind):
        return Range(self.source, first, last, kind)

    @property
    def top(self):
        """The indices of the tokens that stand in no bracket of their own."""
        index = self.first
        while index < self.last:
            yield index
            index = self.source.skip(index)

    def split(self, marks, kind):
        start = self.first
        for index in [*self.top, self.last]:
            if index == self.last or self.source.words[index] in marks:
                if start < index:
                    yield self.part(start, index, kind)
                start = index + 1


@dataclasses.dataclass(frozen=True)
class Labelled(Range):
    """What stands behind a label, such as `case …:`; which goes with it when it is dropped."""
    label: int


def body_of(declaration):
    """What a declaration does: what stands between its braces, or all of it."""
    whole = Range(declaration.source, declaration.first, declaration.last, "declaration")
    for index in whole.top:
        if declaration.source.words[index] == "=":
            break
        if declaration.source.words[index] == "{":
            return whole.part(index + 1, declaration.source.closing[index], "body")
    return whole


# Statements


def statements(block):
    """The statements of a block, and those in them."""
    source = block.source
    start = after_closure_header(block)
    index = start
    result = []

    def finish(end):
        if start < end:
            result.append(block.part(start, end, "statement"))

    while index < block.last:
        if index > start and begins_statement(source, start, index):
            finish(index)
            start = index
        word = source.words[index]
        if index == start and word in ("case", "default") and (colon := end_of_label(source, index, block.last)):
            start = index = colon + 1
            continue
        if word == ";":
            finish(index)
            start = index + 1
        index = source.skip(index)
    finish(block.last)
    yield from result
    index = block.first
    while index < block.last:
        if source.words[index] == "{":
            yield from statements(block.part(index + 1, source.closing[index], "block"))
            index = source.closing[index]
        index += 1


def after_closure_header(block):
    """Behind the `in` of a closure, which stands in the line where the closure begins."""
    source = block.source
    for index in block.top:
        token = source.tokens[index]
        if token.text in CONTROL | {"{", ";", "="} or index > block.first and token.is_first_on_line:
            break
        if token.text == "in":
            return index + 1
    return block.first


def end_of_label(source, index, end):
    """The colon of `case …:`; `None` for `case` in an enumeration or a condition."""
    start = index
    while index < end:
        token = source.tokens[index]
        if token.text == ":":
            return index
        if token.text in ("{", "=") or index > start and token.is_word and token.is_first_on_line:
            return None
        index = source.skip(index)
    return None


def is_operator(word):
    return set(word) <= OPERATOR_MARKS


def is_spaced(source, index):
    """Whether an operator has white space on both sides, as swift-format gives every binary one."""
    after = index + 1 < len(source.tokens) and source.tokens[index + 1].has_space_before
    return source.tokens[index].has_space_before and after


def statement_at(source, index):
    """The smallest statement that a token stands in; of one with blocks only what stands between these."""
    file = Range(source, 0, len(source.tokens), "file")
    around = [found for found in statements(file) if found.first <= index < found.last]
    found = min(around, key=lambda range: range.last - range.first)
    if found.words[0] in CONTROL:
        braces = [i for i in found.top if source.words[i] == "{"]
        first = max([found.first, *(source.closing[i] + 1 for i in braces if i < index)])
        return found.part(first, min([found.last, *(i for i in braces if i > index)]), "statement")
    return found


def begins_statement(source, start, index):
    token, previous = source.tokens[index], source.words[index - 1]
    if not token.is_first_on_line:
        return False
    if token.text in ("else", "catch", "{", ".", "where", "as", "is") or token.text == "while" and (
            source.words[start] == "repeat" and previous == "}"):
        return False
    if is_operator(token.text) and (is_spaced(source, index) or token.text[0] == "."):
        return False
    if previous in (",", ":", "=", "else") or is_operator(previous) and is_spaced(source, index - 1):
        return False
    return True


# Places


class Place:
    """How to find a range in others."""

    def __init__(self, words, find, outer=None):
        self.words, self.find, self.outer = words, find, outer

    def __str__(self):
        return f"{self.outer}.{self.words}" if self.outer else self.words

    def ranges(self, scope):
        scopes = self.outer.ranges(scope) if self.outer else [scope]
        return [found for scope in scopes for found in self.find(scope)]

    def number(self, ordinal, count):
        """The first, second … of exactly so many."""
        def find(scope):
            found = sorted(self.ranges(scope), key=lambda range: range.first)
            return [found[ordinal - 1]] if len(found) == count else []
        return Place(f"{self}.number({ordinal}, {count})", find)


def place(find):
    """Turns a function that finds ranges in a scope into one, and into a method, that names a place."""
    name = find.__name__

    def make(outer, names):
        words = f"{name}({', '.join(map(repr, names))})"
        return Place(words, lambda scope: list(find(scope, *names)), outer)

    setattr(Place, name, lambda self, *names: make(self, names))
    return lambda *names: make(None, names)


def innermost(ranges):
    ranges = set(ranges)
    return [outer for outer in ranges if not any(
        inner != outer and outer.first <= inner.first and inner.last <= outer.last for inner in ranges)]


@place
def body(scope):
    """All of it."""
    yield scope


@place
def statement(scope, *names):
    """The smallest statement with these names."""
    return innermost(found for found in statements(scope) if found.names(names))


@place
def guard(scope, *names):
    """The guard with these names in its conditions or behind `else`."""
    return [found for found in statements(scope) if found.words[0] == "guard" and found.names(names)]


def conditions(scope):
    source = scope.source
    for index in range(scope.first, scope.last):
        if source.words[index] in KEYWORDS_WITH_CONDITIONS:
            end = index + 1
            while end < scope.last and source.words[end] != ("else" if source.words[index] == "guard" else "{"):
                end = source.skip(end)
            yield from Range(source, index + 1, end, "").split({","}, "condition")


@place
def condition(scope, *names):
    """The condition of a `guard`, `if` or `while` with these names; without any, the only one."""
    return innermost(found for found in conditions(scope) if found.names(names))


@place
def where(scope, *names):
    """A `where` and its condition."""
    for index in range(scope.first, scope.last):
        if scope.source.words[index] == "where":
            end = index
            while end < scope.last and scope.source.words[end] not in ("{", ":"):
                end = scope.source.skip(end)
            found = scope.part(index, end, "where")
            if found.names(names):
                yield found


@place
def operand(scope, *names):
    """What stands between `&&`, with these names."""
    return innermost(
        found for statement in [scope, *statements(scope)] for found in operands(statement) if found.names(names))


def operands(statement):
    source = statement.source
    for index in range(statement.first, statement.last):
        if source.words[index] == "&&":
            start = index
            while start > statement.first and source.words[start - 1] not in OPERAND_ENDS | set(CLOSERS):
                start = source.opening.get(start - 1, start - 1)
            # The brace behind a condition begins no closure.
            is_header = start > statement.first and source.words[start - 1] in HEADERS
            end = start
            while end < statement.last and source.words[end] not in OPERAND_ENDS | set(CLOSERS.values()) and not (
                    is_header and source.words[end] == "{"):
                end = source.skip(end)
            yield from statement.part(start, end, "").split({"&&"}, "operand")


@place
def requirement(scope, *names):
    """The condition of `require(condition, …)`, a call with these names."""
    source = scope.source
    for index in range(scope.first, scope.last - 1):
        if source.words[index] == "require" and source.words[index + 1] == "(":
            call = scope.part(index + 2, source.closing[index + 1], "call")
            if call.names(names):
                yield next(call.split({","}, "requirement"))


@place
def argument(scope, label):
    """What stands behind a label in a call."""
    source = scope.source
    for index in range(scope.first + 1, scope.last - 1):
        if (source.words[index:index + 2] == [label, ":"] and source.words[index - 1] in ("(", ",")):
            rest = scope.part(index + 2, scope.last, "")
            end = next((i for i in rest.top if source.words[i] in (",", ")")), scope.last)
            yield Labelled(source, index + 2, end, "argument", index)


@place
def value(scope, name):
    """What a variable is set to."""
    for found in statements(scope):
        indices = list(found.top)
        words = [found.source.words[index] for index in indices]
        if "=" in words and name in words[:words.index("=")]:
            yield found.part(indices[words.index("=")] + 1, found.last, "value")


@place
def closure(scope, name):
    """What stands in the closure behind a call of that name."""
    source = scope.source
    for index in range(scope.first, scope.last - 1):
        if source.words[index] == name:
            opening = source.skip(index + 1) if source.words[index + 1] == "(" else index + 1
            if opening < scope.last and source.words[opening] == "{":
                yield scope.part(opening + 1, source.closing[opening], "closure")


@place
def case(scope, *names):
    """What is done for a `case` with these names in its pattern."""
    source = scope.source
    for index in range(scope.first, scope.last):
        if source.words[index] == "case" and (colon := end_of_label(source, index, scope.last)):
            if scope.part(index, colon, "").names(names):
                end = colon + 1
                while end < scope.last and source.words[end] not in ("case", "}") and (
                        source.words[end:end + 2] != ["default", ":"]):
                    end = source.skip(end)
                end = min(end, scope.last)
                yield Labelled(source, colon + 1, end, "case", index)


@place
def operator(scope, text):
    """A binary operator."""
    for index in range(scope.first, scope.last):
        if scope.source.words[index] == text and is_spaced(scope.source, index):
            yield scope.part(index, index + 1, "operator")


@place
def tokens(scope, text):
    """These tokens, where no other kind of place fits."""
    wanted = [token.text for token in tokenize(text)]
    for index in range(scope.first, scope.last - len(wanted) + 1):
        if scope.source.words[index:index + len(wanted)] == wanted:
            yield scope.part(index, index + len(wanted), "tokens")


# Changes


@dataclasses.dataclass(frozen=True)
class Edit:
    """What comes in the place of the characters start..<end of a file."""
    source: object
    start: int
    end: int
    text: str

    @property
    def result(self):
        return self.source.text[:self.start] + self.text + self.source.text[self.end:]


class Change:
    def __init__(self, place, edit):
        self.place, self.edit = place, edit

    def find(self, package, name):
        """The edit, in the declaration of that name, or in all functions of that name."""
        declarations = package.by_name.get(name)
        if not declarations:
            raise PlaceError(f"no declaration {name}{self.elsewhere(package)}")
        found = {range for declaration in declarations for range in self.place.ranges(body_of(declaration))}
        if len(found) != 1:
            files = sorted({declaration.source.name for declaration in declarations})
            raise PlaceError(f"{self.place} is there {len(found)} times in {name} ({', '.join(files)}){self.elsewhere(package)}")
        return self.edit(*found)

    def elsewhere(self, package):
        """Where the place may have gone: the functions that have one, if they are few."""
        names = sorted({
            declaration.name for source in package.sources for declaration in source.declarations
            if not declaration.is_type and len(self.place.ranges(body_of(declaration))) == 1})
        return f"; there is one in {', '.join(names)}" if 0 < len(names) < 4 else ""


def edit(range, text):
    """Replaces the tokens of a range; an ellipsis stands for what was there."""
    source = range.source
    old = source.text_of(range.first, range.last)
    start = source.tokens[range.first].start
    return Edit(source, start, start + len(old), text.replace("…", old))


def replace(place, text):
    return Change(place, lambda range: edit(range, text))


def drop(place):
    """Takes a check out, so that the rest compiles."""
    return Change(place, drop_range)


def drop_range(range):
    source = range.source
    if range.kind == "statement" and range.words[0] == "guard":
        parts = list(conditions(range.part(range.first, range.last, "")))
        parts = [part for part in parts if part.last <= next(i for i in range.top if source.words[i] == "else")]
        # What a guard binds is needed afterwards.
        kept = [source.text_of(p.first, p.last) for p in parts if p.words[0] in ("let", "var", "case")]
        return edit(range.part(parts[0].first, parts[-1].last, ""), ", ".join(kept) or "true")
    if range.kind == "requirement":
        return edit(range, "true")
    if range.kind == "case":
        return edit(range.part(range.label, range.last, ""), "")
    if range.kind in ("condition", "operand", "argument"):
        mark = "&&" if range.kind == "operand" else ","
        if range.kind == "argument":
            range = range.part(range.label, range.last, "argument")
        if source.words[range.last] == mark:
            return edit(range.part(range.first, range.last + 1, ""), "")
        if source.words[range.first - 1] == mark:
            return edit(range.part(range.first - 1, range.last, ""), "")
        return edit(range, "" if range.kind == "argument" else "true")
    return edit(range, "")
