"""Which names a cell defines, and which it needs from the cells before it."""

import builtins
import symtable


def defined_names(code):
    """The names a cell defines at its top level."""
    table = symtable.symtable(code, "cell", "exec")
    return {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}


def needed_names(code):
    """The names a cell uses and neither defines nor finds in Python itself."""
    table = symtable.symtable(code, "cell", "exec")
    used = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    inner = list(table.get_children())
    while inner:
        scope = inner.pop()
        used |= {symbol.get_name() for symbol in scope.get_symbols() if symbol.is_global() and symbol.is_referenced()}
        inner += scope.get_children()
    return used - defined_names(code) - set(dir(builtins))


def with_guards(cells):
    """Adds to each cell a line that names the cells to run first, where it needs names of earlier ones.

    Args:
        cells: list of codes, in order; cell numbers start at 1.

    Returns:
        List of lines, `None` for a cell that needs no other.

    Raises:
        ValueError: a name that no earlier cell defines.
    """
    defined_by = {}  # name to number of the cell that defines it last so far
    closures = []  # of each cell: the numbers of all cells that must have run before it
    guards = []
    for number, code in enumerate(cells, start=1):
        direct = {}
        for name in sorted(needed_names(code), key=lambda name: (len(name), name)):
            if name not in defined_by:
                raise ValueError(f"Cell {number} uses {name}, which no earlier cell defines")
            direct.setdefault(defined_by[name], name)
        implied = set().union(*(closures[earlier - 1] for earlier in direct))
        closures.append(implied | set(direct))
        names = [name for earlier, name in sorted(direct.items()) if earlier not in implied]
        guards.append(_guard(names, sorted(closures[-1])) if names else None)
        defined_by |= dict.fromkeys(defined_names(code), number)
    return guards


def _guard(names, numbers):
    listed = ", ".join(f'"{name}"' for name in names)
    have = f"{listed} in globals()" if len(names) == 1 else f"{{{listed}}} <= set(globals())"
    cells = "cell" if len(numbers) == 1 else "cells"
    return f'assert {have}, "First run {cells} {_ranges(numbers)}."'


def _ranges(numbers):
    """Sorted numbers as text: 1-4, 7, 8."""
    runs = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
