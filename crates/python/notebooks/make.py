"""The notebooks from their sources: python make.py [NAME ...]

A source is a text with both languages side by side. Lines `@en`, `@de` and `@code` begin a cell. The code is the same in both
languages and is run once; what it shows is kept in both notebooks, but for what would be another at the next run.
"""

from __future__ import annotations

import pathlib
import re
import sys
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = pathlib.Path(__file__).parent
LANGUAGES = {"en": "", "de": ".de"}


def names() -> list[str]:
    """The notebooks there are."""
    return sorted(path.stem for path in (HERE / "source").glob("*.txt"))


def path(name: str, language: str) -> pathlib.Path:
    """Where a notebook is."""
    return HERE / f"{name}{LANGUAGES[language]}.ipynb"


def compose(name: str, language: str) -> Any:
    """A notebook without what it shows."""
    text = (HERE / "source" / f"{name}.txt").read_text(encoding="utf-8")
    parts = re.split(r"^@(en|de|code)\n", text, flags=re.MULTILINE)
    if parts[0].strip():
        raise ValueError(f"{name}: text before the first cell: {parts[0][:40]!r}")
    cells = []
    for kind, content in zip(parts[1::2], parts[2::2], strict=True):
        made = nbformat.v4.new_code_cell if kind == "code" else nbformat.v4.new_markdown_cell
        if kind in ("code", language):
            cells.append(made(content.strip(), id=f"cell-{len(cells)}"))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel, "language_info": {"name": "python"}})


def shown(output: Any) -> Any:
    """What a cell shows, as it is kept: of several forms the one for people; a board that needs a kernel is its picture."""
    output = nbformat.from_dict(output)
    if "data" in output:
        for form in ("image/svg+xml", "text/html", "text/plain"):
            if form in output["data"]:
                output["data"] = {form: output["data"][form]}
                break
        output["metadata"] = {}
    return output


def run(name: str) -> Any:
    """The notebook in English with what it shows."""
    notebook = compose(name, "en")
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(HERE)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [shown(one) for one in cell.outputs if one.get("name") != "stderr"]
    return notebook


def write(name: str) -> None:
    """Runs a notebook and writes it in every language."""
    ran = [cell for cell in run(name).cells if cell.cell_type == "code"]
    for language in LANGUAGES:
        notebook = compose(name, language)
        for cell, done in zip((one for one in notebook.cells if one.cell_type == "code"), ran, strict=True):
            cell.outputs, cell.execution_count = done.outputs, done.execution_count
        nbformat.validate(notebook)
        nbformat.write(notebook, path(name, language))


if __name__ == "__main__":
    for name in sys.argv[1:] or names():
        write(name)
        print(name)
