"""Takes definitions out of the package, as text: what a learner reads is what the tests test.

Works on the text of the modules and imports none of them. The rules stand in `build.py`.
"""

import ast
import functools
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KEPT_SECTIONS = ("Args:", "Call arguments:", "Returns:")


def with_definitions(code):
    """`code` with every import from the package, or from a `common` module, replaced by the definitions themselves.

    Raises:
        ValueError: an import renames, or names what the module does not define.
    """
    lines = code.split("\n")
    for statement in reversed(ast.parse(code).body):
        if not isinstance(statement, ast.ImportFrom) or not (path := _module_path(statement.module)):
            continue
        taken = ""
        was_constant = True
        for alias in statement.names:
            if alias.asname:
                raise ValueError(f"{alias.name} is taken as it stands; it cannot be named {alias.asname}")
            text, is_constant = _definition(path, alias.name)
            taken += ("\n" if is_constant and was_constant else "\n\n\n") + text
            was_constant = is_constant
        after = lines[statement.end_lineno :]
        while after and not was_constant and not after[0].strip():
            after.pop(0)
        gap = ["", ""] if after and not was_constant else []
        lines = [*lines[: statement.lineno - 1], *taken.strip("\n").split("\n"), *gap, *after]
    return "\n".join(lines)


def _module_path(module):
    if module == "common" or module.startswith("common_"):
        return ROOT / "colab" / "source" / f"{module}.py"
    if module.split(".")[0] in ("keras_attention", "exercises"):
        return ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return None


@functools.lru_cache
def _module(path):
    if not path.exists():
        raise ValueError(f"{path.name} does not exist; name the module in which the definition stands, no package")
    text = path.read_text(encoding="utf-8")
    return text.split("\n"), ast.parse(text).body


def _definition(path, name):
    """The text of a top-level definition, and whether it is a constant."""
    lines, body = _module(path)
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name:
            return _with_short_docstrings(lines, node), False
        if isinstance(node, ast.Assign) and [getattr(target, "id", None) for target in node.targets] == [name]:
            first = node.lineno
            while first > 1 and lines[first - 2].startswith("#"):
                first -= 1
            comment = "".join(line + "\n" for line in lines[first - 1 : node.lineno - 1])
            return comment + _constant(lines, node, path.parent), True
    raise ValueError(f"{path.name} defines no {name}")


def _constant(lines, node, folder):
    own = lines[node.lineno - 1 : node.end_lineno]
    wrapper = getattr(getattr(node.value, "func", None), "id", None)
    if wrapper not in ("_constant", "_constants", "_text"):
        return "\n".join(own)
    source = "\n".join(lines)
    if wrapper == "_text":
        value = _literal((folder / ast.literal_eval(node.value.args[0])).read_text(encoding="utf-8"))
    elif wrapper == "_constant":
        value = _array(source, node.value.args[0])
    else:
        entries = {keyword.arg.replace("_", " "): _array(source, keyword.value) for keyword in node.value.keywords}
        value = "{\n" + "".join(f'    "{name}": {array},\n' for name, array in entries.items()) + "}"
    end_of_line_comment = own[-1].encode("utf-8")[node.end_col_offset :].decode("utf-8")
    return f"{node.targets[0].id} = {value}{end_of_line_comment}"


def _array(source, node):
    text = ast.get_source_segment(source, node)
    return f"np.array({text})" if isinstance(node, ast.List) else text


def _literal(text):
    """A text of several lines as a literal that shows it as it is."""
    literal = f'"""\\\n{text}"""'
    if ast.literal_eval(literal) != text:
        raise ValueError("a text from a file must not hold what has to be escaped")
    return literal


def _with_short_docstrings(lines, node):
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    text = lines[first - 1 : node.end_lineno]
    definitions = [n for n in ast.walk(node) if isinstance(n, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(n)]
    for definition in sorted(definitions, key=lambda n: n.lineno, reverse=True):
        docstring = definition.body[0]
        indent = " " * docstring.col_offset
        short = _short(ast.get_docstring(definition, clean=True)).split("\n")
        short = [f'"""{short[0]}"""'] if len(short) == 1 else [f'"""{short[0]}', *short[1:], '"""']
        text[docstring.lineno - first : docstring.end_lineno - first + 1] = [
            textwrap.indent(line, indent) for line in short
        ]
    return "\n".join(text)


def _short(docstring):
    """The first paragraph and the kept sections of a docstring."""
    paragraph, *rest = docstring.split("\n\n")
    kept = [paragraph]
    keeping = False
    for part in rest:
        if not part.startswith(" "):
            keeping = part.split("\n")[0] in KEPT_SECTIONS
        if keeping:
            kept.append(part)
    return "\n\n".join(kept)
