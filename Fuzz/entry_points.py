"""Which bound each public declaration has: `entry-points.txt` beside the lists of the public API."""

import re
import sys

import fuzzing

LIST = fuzzing.FUZZ / "entry-points.txt"
API = fuzzing.ROOT / "Tests" / "PublicAPI"
COMMANDS = fuzzing.ROOT / "Sources" / "receipt"


def labels(parameters):
    """`_:limits:` of `_ bytes: RawSpan, limits: ReceiptLimits = .default`."""
    depth, parts = 0, [""]
    for previous, character in zip(" " + parameters, parameters):
        depth += character in "([{" or (character == "<" and previous.isalnum())
        depth -= character in ")]}" or (character == ">" and (previous.isalnum() or previous in ">?)]"))
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return "".join(part.split()[0].rstrip(":") + ":" for part in parts if part.strip())


def parameters(text):
    """What is between the parenthesis that begins `text` and its end."""
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:index]
    return text[1:]


def key(declaration):
    """The name of a member with its labels; `None` for what is stored, a constant, a type, or the case of an enumeration.
    Hashing goes with `==`: both look at all there is."""
    text = re.sub(r"@\w+ ", "", declaration)
    if re.match(r"(case|let|static let|static var|typealias|associatedtype) ", text):
        return None
    text = re.sub(r"^((static|mutating|borrowing|consuming) )+", "", text)
    if match := re.match(r"var (\w+|`\w+`)", text):
        return match[1] if "{" in text else None
    if match := re.match(r"func ([^\w\s(]+) ?\(", text):
        return match[1]
    if text.startswith("func hash(into"):
        return "=="
    if match := re.match(r"(?:func )?(\w+)[?!]?(?:<[^(]*>)?\(", text):
        return f"{match[1]}({labels(parameters(text[match.end() - 1:]))})"
    sys.exit(f"{API}: what is {declaration!r}?")


def declarations():
    """The names of all that may take time: members, and what comes of conforming to something."""
    found = set()
    for file in sorted(API.glob("*.txt")):
        owner = ""
        for line in filter(str.strip, file.read_text().splitlines()):
            if line.startswith("  "):
                if name := key(line.strip()):
                    found.add(f"{owner}.{name}")
                continue
            head, _, conformances = re.sub(r"^protocol (\S+) : [^:]*", r"protocol \1", line).partition(": ")
            if head.startswith("typealias "):
                continue
            head = re.sub(r"^(@\w+ |final )", "", head)
            if not re.match(r"(struct|enum|class|actor|protocol|extension) ", head):
                found.add(key(line))
                continue
            owner = re.sub(r"^(struct|enum|class|actor|protocol|extension) ", "", head).split(" where ")[0].split("<")[0]
            names = {name.split(" where ")[0].rpartition(".")[2] for name in conformances.split(", ")}
            if "Equatable" in names and not line.startswith("extension"):
                found.add(f"{owner}.==")
    return found - {None}


def sections():
    """The patterns below each heading of the list, in its order."""
    found, heading = {}, None
    for line in LIST.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            heading = line.strip()
            if heading in found:
                sys.exit(f"{LIST}: {heading!r} stands twice")
            found[heading] = []
        else:
            found[heading] += line.split()
    return found


def names():
    """The entry points of the list, without the exemptions."""
    return [name for heading in sections() if not heading.startswith("exempt ") for name in heading.split(" | ")]


def expression(pattern):
    """`*` is any text, but no parenthesis before that of the pattern: a pattern for properties is none for functions."""
    name, parenthesis, rest = pattern.partition("(")
    return re.compile(re.escape(name).replace(r"\*", "[^(]*") + re.escape(parenthesis + rest).replace(r"\*", ".*"))


def problems(commands_measured):
    everything = [pattern for patterns in sections().values() for pattern in patterns]
    expressions = {pattern: expression(pattern) for pattern in everything}
    yield from (f"this pattern stands twice: {each}" for each in sorted(set(everything)) if everything.count(each) > 1)
    unused = set(everything)
    for declaration in sorted(declarations()):
        matching = [each for each in expressions if expressions[each].fullmatch(declaration)]
        # A name in full counts before a pattern, and the longest pattern before the others.
        best = max(matching, key=lambda each: ("*" not in each, len(each)), default=None)
        if best is None:
            yield f"no bound and no exemption: {declaration}"
        else:
            unused.discard(best)
    yield from (f"nothing is meant by the pattern {pattern}" for pattern in sorted(unused))
    for heading, patterns in sections().items():
        if not patterns:
            yield f"nothing stands below {heading!r}"
        if heading.startswith("exempt ") and not re.fullmatch(r"exempt [\w-]+: .{10,}", heading):
            yield f"an exemption needs a name and a reason: {heading!r}"
    commands = {name for file in COMMANDS.rglob("*.swift")
                for name in re.findall(r'static let manual = Manual\(\s*"([a-z-]+)"', file.read_text())}
    # They read no input.
    commands -= {"completion", "manual"}
    if not commands:
        yield f"no commands of the tool are found in {COMMANDS}"
    yield from (f"no bound: receipt {name}" for name in sorted(commands - commands_measured))
    yield from (f"no command: receipt {name}" for name in sorted(commands_measured - commands))


def check(commands_measured):
    """Whether each public declaration and each command of the tool has a bound, or a reason for none."""
    found = list(problems(commands_measured))
    print("\n".join([f"{LIST}:", *("  " + line for line in found)]) if found else
          f"{len(declarations())} public declarations that may take time: each has one of {len(names())} bounds, or a reason for none.")
    return not found
