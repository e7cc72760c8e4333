"""``python -m arrangements.checker PROOF [CONFIGURATION]``: exit code 0 for accepted, 1 for refused (it does
not prove its claims), 2 for unreadable.
"""

from __future__ import annotations

import sys

from arrangements.checker.proof import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
