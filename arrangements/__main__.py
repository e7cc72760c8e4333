"""``python -m arrangements`` is the command ``arrangements``."""

from arrangements.cli import main

if __name__ == "__main__":
    main()
