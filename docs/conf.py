"""How Sphinx makes the book: ``make docs``. Nothing is fetched, so it is built, read and searched
without a network.
"""

from __future__ import annotations

import sys
from pathlib import Path

import arrangements

sys.path.insert(0, str(Path(__file__).parent))

project = "arrangements"
author = "the authors of arrangements"
version = release = arrangements.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "commands"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
python_maximum_signature_line_length = 100
smartquotes = False  # -- is a dash of an option
html_theme = "furo"
html_title = f"arrangements {version}"
html_copy_source = False
html_show_copyright = False
exclude_patterns = ["_build", "paper"]  # the paper has a form of its own: make paper
