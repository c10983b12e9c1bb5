"""Notebooks run from top to bottom, and examples in the documentation say what happens."""

import doctest
import importlib
import pathlib
import re
import sys

import nbformat
import pytest

import kiebitz as kb

HERE = pathlib.Path(__file__).parent.parent


sys.path.insert(0, str(HERE / "notebooks"))
import make  # noqa: E402


def sources(notebook):
    return [(cell.cell_type, cell.source) for cell in notebook.cells]


@pytest.mark.parametrize("name", make.names())
def test_notebook(name):
    """It runs, shows what it showed when it was written, and begins with a picture."""
    ran = make.run(name)
    kept = nbformat.read(make.path(name, "en"), as_version=4)
    for now, before in zip(ran.cells, kept.cells, strict=True):
        if now.cell_type == "code":
            assert forms(now.outputs) == forms(before.outputs), now.source
    first = next(cell for cell in ran.cells if cell.cell_type == "code")
    assert any("image/svg+xml" in output.get("data", {}) for output in first.outputs)


def forms(outputs):
    """The kinds of what is shown, in order. What is printed arrives in one piece or in several, as time will have it."""
    found = [(output.output_type, sorted(output.get("data", {}))) for output in outputs]
    return [one for at, one in enumerate(found) if at == 0 or one[0] != "stream" or found[at - 1] != one]


@pytest.mark.parametrize("name", make.names())
def test_both_languages_are_made_of_the_source(name):
    """The code is the same, so that the one run above stands for both; exercises stand at the end."""
    for language in make.LANGUAGES:
        kept = nbformat.read(make.path(name, language), as_version=4)
        assert sources(kept) == sources(make.compose(name, language)), f"{make.path(name, language).name}: run `make notebooks`"
        assert {"en": "## Exercises", "de": "## Aufgaben"}[language] in kept.cells[-1].source
    english, german = (make.compose(name, language) for language in make.LANGUAGES)
    assert [cell.cell_type for cell in english.cells] == [cell.cell_type for cell in german.cells]


MODULES = ["kiebitz", *(f"kiebitz.{name}" for name in (
    "games", "guest", "board", "searching", "lab", "arena", "cluster", "learning", "records", "table"))]


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
