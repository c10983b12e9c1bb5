"""Results as rows and columns, for polars or pandas without either being required."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any


class Table:
    """Rows with names. `columns()` is what every data frame takes.

    >>> table = Table([{"name": "a", "nodes": 1}, {"name": "b", "nodes": 2}])
    >>> table.columns()
    {'name': ['a', 'b'], 'nodes': [1, 2]}
    >>> print(table)
    name  nodes
    a     1
    b     2
    """

    def __init__(self, rows: list[dict[str, Any]], facts: dict[str, Any] | None = None, svg: str | None = None) -> None:
        self.rows = rows
        #: What is said of the whole.
        self.facts = facts or {}
        #: A plot, if there is one.
        self.svg = svg

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(dict.fromkeys(name for row in self.rows for name in row))

    def columns(self) -> dict[str, list[Any]]:
        """One list for each column."""
        return {name: [row.get(name) for row in self.rows] for name in self.names}

    def select(self, *names: str) -> Table:
        """The same rows with these columns alone, in this order.

        >>> Table([{"name": "a", "nodes": 1}]).select("nodes").rows
        [{'nodes': 1}]
        """
        for name in names:
            if name not in self.names:
                raise KeyError(f"column {name!r}: there are {', '.join(self.names)}")
        return Table([{name: row.get(name) for name in names} for row in self.rows], self.facts, self.svg)

    def frame(self) -> Any:
        """A data frame of polars, or of pandas where polars is not installed."""
        try:
            import polars
        except ImportError:
            try:
                import pandas
            except ImportError:
                raise ImportError("install polars or pandas, or take .columns()") from None
            return pandas.DataFrame(self.columns())
        return polars.DataFrame(self.columns(), strict=False)

    def plot(self) -> Plot:
        """The plot, which a notebook shows."""
        if self.svg is None:
            raise ValueError("this table has no plot")
        return Plot(self.svg)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        return self.rows[index]

    def _shown(self) -> tuple[list[str], list[list[str]]]:
        names = [name for name in self.names if not any(isinstance(row.get(name), (list, dict)) for row in self.rows)]
        return names, [[_cell(row.get(name)) for name in names] for row in self.rows]

    def __str__(self) -> str:
        names, rows = self._shown()
        widths = [max(len(line[at]) for line in [names, *rows]) for at in range(len(names))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths)) for line in [names, *rows]]
        return "\n".join(line.rstrip() for line in lines)

    def __repr__(self) -> str:
        return f"<table of {len(self.rows)} rows: {', '.join(self.names)}>"

    def _repr_html_(self) -> str:
        names, rows = self._shown()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Plot(str):
    """A picture as SVG, which a notebook shows."""

    def _repr_svg_(self) -> str:
        return str(self)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
