"""How Sphinx makes the book: ``make docs``. Nothing is fetched, so it is built, read and searched
without a network.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

from jupyter_client.connect import ConnectionFileMixin

import arrangements

# Notebooks talk to their kernels by sockets in a folder of this user alone; by TCP, the default,
# others of the machine could listen. The path is absolute: a kernel runs in the folder of its
# notebook, Sphinx in another one, and each would look for a relative path in its own.
_SOCKETS = TemporaryDirectory(prefix="kernels-")
_write = ConnectionFileMixin.write_connection_file


def _with_private_socket(manager: ConnectionFileMixin, **options: Any) -> None:
    manager.ip = mkdtemp(dir=_SOCKETS.name) + "/socket"
    _write(manager, **options)


ConnectionFileMixin.transport.default_value = "ipc"
ConnectionFileMixin.write_connection_file = _with_private_socket  # type: ignore[method-assign,assignment]
sys.path.insert(0, str(Path(__file__).parent))
from names import (  # noqa: E402
    file_names,
    for_napoleon,
    import_for_types,
    members_of_classes,
)

project = "arrangements"
author = "the authors of arrangements"
version = release = arrangements.__version__
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.intersphinx",
    "sphinx.ext.viewcode",
    "commands",
]
templates_path = ["templates"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
# Docstrings name parameters and say what they mean; their types are added from the annotations.
import_for_types()
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented_params"
autodoc_member_order = "bysource"
autosummary_filename_map = file_names()
autosummary_context = {"public_members": members_of_classes()}
napoleon_google_docstring = False
napoleon_use_rtype = False
# Other projects' names that our annotations have, in files of this repository: nothing is fetched.
intersphinx_mapping = {
    "python": ("https://docs.python.org/3/", "inventories/python.txt"),
    "numpy": ("https://numpy.org/doc/stable/", "inventories/numpy.txt"),
    "pandas": ("https://pandas.pydata.org/docs/", "inventories/pandas.txt"),
    "networkx": ("https://networkx.org/documentation/stable/", "inventories/networkx.txt"),
}
python_maximum_signature_line_length = 100
smartquotes = False  # -- is a dash of an option
html_theme = "furo"
html_title = f"arrangements {version}"
html_copy_source = False
html_show_copyright = False
exclude_patterns = ["_build", "paper"]  # the paper has a form of its own: make paper


def explorer(app: Any, error: Exception | None) -> None:
    """``explorer.html`` beside the book: the page of ``arrangements explore --save --stories``."""
    if error is None and app.builder.name in ("html", "readthedocs"):
        from arrangements.explore.saved import page
        from arrangements.explore.session import Session, state_of
        from proofs.search.counterexamples.explorer import Theory

        state = state_of(arrangements.load("paper/C.2"), None)
        Path(app.outdir, "explorer.html").write_text(page(Session(Theory()), state, True), "utf-8")


def before_napoleon(
    app: Any, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    lines[:] = for_napoleon(thing, lines)
    if what == "property":  # of which napoleon takes what is before a colon for the type
        lines[0] = f": {lines[0]}"


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", before_napoleon, priority=400)
    app.connect("build-finished", explorer)
