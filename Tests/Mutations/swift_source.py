"""Reads Swift as far as naming places in it needs: tokens, brackets, declarations, statements.

It knows the language of this package, not all of Swift: no regex literals, no custom macros with bodies.
"""
import bisect
import dataclasses
import functools
import re

TYPES = {"struct", "class", "enum", "actor", "protocol", "extension"}
MEMBERS = {"func", "init", "deinit", "subscript", "var", "let", "case", "typealias", "associatedtype", "import",
           "precedencegroup", "operator", "macro"}
MODIFIERS = {
    "public", "package", "internal", "fileprivate", "private", "open", "final", "static", "class", "mutating",
    "nonmutating", "consuming", "borrowing", "nonisolated", "lazy", "weak", "unowned", "indirect", "required",
    "convenience", "override", "prefix", "postfix", "infix", "optional", "dynamic", "isolated", "unsafe", "safe"}
CLOSERS = {"(": ")", "[": "]", "{": "}"}

TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*)"
    r"|(?P<comment>/\*)"
    r"|(?P<string>#*\"\"\"|#*\")"
    r"|(?P<word>[#@$]?`?[A-Za-z_]\w*`?|\$\d+)"
    r"|(?P<number>0[xXbBoO][0-9A-Fa-f_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)"
    r"|(?P<mark>[][(){},;:@#\\])"
    r"|(?P<operator>(?:(?!//|/\*)[-+*/%=<>!&|^~?.])+|[^\w\s])")


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    text: str
    start: int
    end: int
    is_first_on_line: bool
    has_space_before: bool
    is_word: bool


def tokenize(text):
    """The tokens of a source text, without white space and comments; a string literal is one token."""
    tokens, position, is_first, has_space = [], 0, True, True
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            raise SyntaxError(f"no token at {position}: {text[position:position + 20]!r}")
        start, position, kind = position, match.end(), match.lastgroup
        if kind == "comment":
            position = end_of_comment(text, start)
        if kind in ("space", "comment"):
            is_first = is_first or "\n" in text[start:position]
            has_space = True
            continue
        if kind == "string":
            position = end_of_string(text, start, match["string"])
        tokens.append(Token(text[start:position], start, position, is_first, has_space, kind == "word"))
        is_first = has_space = False
    return tokens


def end_of_comment(text, start):
    depth, position = 0, start
    for match in re.compile(r"/\*|\*/").finditer(text, start):
        depth += 1 if match[0] == "/*" else -1
        position = match.end()
        if depth == 0:
            return position
    raise SyntaxError(f"comment at {start} has no end")


def end_of_string(text, start, opening):
    """Behind a literal; what is interpolated may itself contain literals."""
    marks = opening.count("#")
    closing, escape = opening.strip("#") + "#" * marks, "\\" + "#" * marks
    position = start + len(opening)
    while True:
        if text.startswith(closing, position):
            return position + len(closing)
        if text.startswith(escape, position):
            position += len(escape)
            position = end_of_group(text, position) if text[position:position + 1] == "(" else position + 1
        elif position >= len(text):
            raise SyntaxError(f"string at {start} has no end")
        else:
            position += 1


def end_of_group(text, start):
    depth, position = 0, start
    while True:
        if position >= len(text):
            raise SyntaxError(f"interpolation at {start} has no end")
        if literal := re.compile(r'#*"""|#*"').match(text, position):
            position = end_of_string(text, position, literal[0])
            continue
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
        if depth == 0:
            return position


class Source:
    """One file: its text, its tokens, and which bracket closes which."""

    def __init__(self, text, module="", name=""):
        self.text, self.module, self.name = text, module, name
        self.tokens = tokenize(text)
        self.words = [token.text for token in self.tokens]
        self.closing = {}
        open_brackets = []
        for index, word in enumerate(self.words):
            if word in CLOSERS:
                open_brackets.append(index)
            elif word in CLOSERS.values():
                opening = open_brackets.pop() if open_brackets else None
                if opening is None or CLOSERS[self.words[opening]] != word:
                    raise SyntaxError(f"{name}: bracket at {self.tokens[index].start} closes none of its kind")
                self.closing[opening] = index
        if open_brackets:
            raise SyntaxError(f"{name}: bracket at {self.tokens[open_brackets[-1]].start} is not closed")
        self.opening = {closing: opening for opening, closing in self.closing.items()}

    @functools.cached_property
    def declarations(self):
        found = []
        Declarations(self, found).read(0, len(self.tokens), ())
        return found

    def text_of(self, first, last):
        """The text of the tokens first..<last."""
        return self.text[self.tokens[first].start:self.tokens[last - 1].end] if first < last else ""

    def index_at(self, offset):
        """The index of the token that contains an offset or follows it."""
        return bisect.bisect_right([token.end for token in self.tokens], offset)

    def offset_of(self, line, column):
        """Where a line and a column are, both from 1 on, the column in bytes of UTF-8."""
        lines = self.text.split("\n")
        before = lines[line - 1].encode()[:column - 1].decode()
        return sum(len(text) + 1 for text in lines[:line - 1]) + len(before)

    def declaration_at(self, index):
        """The smallest declaration that a token stands in."""
        around = [found for found in self.declarations if found.first <= index < found.last]
        return min(around, key=lambda found: found.last - found.first)

    def skip(self, index):
        """Behind a token, or behind the bracket that closes it."""
        return self.closing.get(index, index) + 1


@dataclasses.dataclass(frozen=True)
class Declaration:
    """A declaration, or an extension: `path` are the names around it and its own, `first..<last` its tokens."""
    source: Source
    path: tuple
    first: int
    last: int
    is_type: bool

    @property
    def name(self):
        return ".".join(self.path)


def short_name(declaration):
    """The name without labels."""
    return re.sub(r"\([^()]*\)$", "", declaration.name)


class Declarations:
    """Finds the declarations of a file: those in types too, but not those in functions."""

    def __init__(self, source, found):
        self.source, self.words, self.found = source, source.words, found

    def read(self, index, end, path):
        while index < end:
            first = index
            index = self.skip_modifiers(index, end)
            if index >= end:
                return
            word = self.words[index]
            if word in TYPES:
                index = self.read_type(first, index, end, path)
            elif word in MEMBERS and word != "import":
                index = self.read_member(first, index, end, path)
            else:
                index = self.source.skip(index)

    def skip_modifiers(self, index, end):
        """Behind attributes, modifiers with their arguments, `#if` and the like."""
        while index < end:
            word = self.words[index]
            following = self.words[index + 1] if index + 1 < end else ""
            if word.startswith("@"):
                # The bracket of an attribute touches it.
                index += 1
                if index < end and self.words[index] == "(" and not self.source.tokens[index].has_space_before:
                    index = self.source.skip(index)
            elif word == "class" and following not in MODIFIERS | MEMBERS:
                return index
            elif word in MODIFIERS:
                index += 1
                if index < end and self.words[index] == "(":
                    index = self.source.skip(index)
            elif word == ";":
                index += 1
            else:
                return index
        return index

    def read_type(self, first, index, end, path):
        is_extension = self.words[index] == "extension"
        names = [self.words[index + 1]]
        index += 2
        while is_extension and self.words[index] == ".":
            names.append(self.words[index + 1])
            index += 2
        if is_extension and names == ["["]:
            index = self.source.skip(index - 1)
            names = ["".join(self.words[self.source.opening[index - 1]:index])]
        while self.words[index] != "{":
            index = self.source.skip(index)
        last = self.source.skip(index)
        name = path + tuple(name.strip("`") for name in names)
        self.found.append(Declaration(self.source, name, first, last, True))
        self.read(index + 1, last - 1, name)
        return last

    def read_member(self, first, index, end, path):
        keyword = self.words[index]
        index += 1
        names = [keyword]
        if keyword == "func":
            names = [self.words[index].strip("`")]
            index += 1
        elif keyword in ("typealias", "associatedtype", "macro", "operator", "precedencegroup"):
            names = [self.words[index]]
            index += 1
        elif keyword == "init" and self.words[index] in ("?", "!"):
            index += 1
        last = self.end_of_member(index, end)
        if keyword in ("func", "init", "subscript", "macro"):
            while self.words[index] != "(":
                index += 1
            names = [names[0] + self.labels(index, keyword)]
        elif keyword in ("var", "let"):
            names = self.bound_names(index, last)
        elif keyword == "case":
            names = self.case_names(index, last)
        for name in names:
            self.found.append(Declaration(self.source, path + (name,), first, last, False))
        return last

    def labels(self, opening, keyword):
        """`(_:with:)` for the parameters between brackets."""
        result, index = "", opening + 1
        end = self.source.closing[opening]
        for start, stop in self.parts(index, end):
            start = self.skip_modifiers(start, stop)
            label = self.words[start].strip("`")
            if keyword == "subscript" and self.words[start + 1] == ":":
                label = "_"
            result += label + ":"
        return f"({result})"

    def parts(self, index, end):
        """The ranges between commas."""
        start = index
        while index < end:
            if self.words[index] == "<":
                index = self.skip_generics(index, end)
                continue
            if self.words[index] == ",":
                yield start, index
                start = index + 1
            index = self.source.skip(index)
        if start < end:
            yield start, end

    def skip_generics(self, index, end):
        depth, start = 0, index
        while index < end:
            word = self.words[index]
            if word in ("(", "["):
                index = self.source.skip(index)
                continue
            depth += word.count("<") - word.count(">") if word != "->" else 0
            index += 1
            if depth <= 0:
                return index
        return start + 1

    def bound_names(self, index, last):
        if self.words[index] == "(":
            return [word for word in self.words[index + 1:self.source.closing[index]] if word not in (",", "_")]
        return [self.words[start].strip("`") for start, _ in self.parts(index, last)
                if self.source.tokens[start].is_word]

    def case_names(self, index, last):
        return [self.words[start].strip("`") for start, _ in self.parts(index, last)]

    def end_of_member(self, index, end):
        """Where the next declaration begins: the first word of a line, or behind the braces of a body."""
        start = index
        while index < end:
            token = self.source.tokens[index]
            if index > start and token.is_first_on_line and self.begins_declaration(index, end):
                return index
            if token.text == ";":
                return index
            index = self.source.skip(index)
        return end

    def begins_declaration(self, index, end):
        if self.words[index].startswith(("@", "#if", "#else", "#endif")):
            return True
        index = self.skip_modifiers(index, end)
        return index < end and self.words[index] in TYPES | MEMBERS


class Package:
    """All Swift files below a folder, found by the names of their declarations."""

    def __init__(self, sources):
        self.sources = sources
        self.by_name = {}
        for source in sources:
            for declaration in source.declarations:
                # `Type.function(_:with:)`, and `Type.function` for all of that name; each also with `Module::`.
                for name in {declaration.name, short_name(declaration)}:
                    for key in (name, f"{source.module}::{name}"):
                        self.by_name.setdefault(key, []).append(declaration)

    @classmethod
    @functools.cache
    def read(cls, folder):
        return cls([
            Source(path.read_text(), path.relative_to(folder).parts[0], path.relative_to(folder).as_posix())
            for path in sorted(folder.rglob("*.swift"))])
