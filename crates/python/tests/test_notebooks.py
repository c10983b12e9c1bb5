"""Notebooks run from top to bottom, and examples in the documentation say what happens."""

import doctest
import importlib
import pathlib
import re

import nbformat
import pytest
from nbclient import NotebookClient

import kiebitz as kb

HERE = pathlib.Path(__file__).parent.parent


@pytest.mark.parametrize("path", sorted((HERE / "notebooks").glob("*.ipynb")), ids=lambda path: path.name)
def test_notebook(path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown)


MODULES = ["kiebitz", *(f"kiebitz.{name}" for name in (
    "games", "guest", "searching", "lab", "arena", "learning", "records", "table"))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    found = doctest.testmod(importlib.import_module(name), extraglobs={"kb": kb}, optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    assert found.failed == 0 and (found.attempted > 0 or name == "kiebitz.learning")


def test_the_page_of_the_documentation():
    text = (HERE.parents[1] / "docs" / "python.md").read_text()
    blocks = "\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
    case = doctest.DocTestParser().get_doctest(blocks, {}, "python.md", None, None)
    ran = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL).run(case)
    assert ran.attempted > 10 and ran.failed == 0
