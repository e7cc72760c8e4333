"""Make the release of the version that stands in ``arrangements/__init__.py``: ``make release``.

The change log and CITATION.cff get the date, ``make test`` and ``make dist`` run, twine reads what
was built, then comes a commit "Release 1.0.0" with the tag ``v1.0.0``. Pushing and uploading are
left to people. ``make release DRY=1`` tells what stands in the way, builds and reads, and changes
nothing but ``dist``.
"""

from __future__ import annotations

import datetime
import difflib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ADDRESSES = ("Documentation", "Issues", "Repository")
UNRELEASED = "## Unreleased\n"


def obstacles(root: Path, version: str) -> list[str]:
    """What a release of this checkout would lack, one line each."""
    found = []
    if _git(root, "status", "--porcelain"):
        found.append("every change must be committed")
    if _git(root, "branch", "--show-current") != "main":
        found.append("the branch must be main")
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        found.append(f"the version must be MAJOR.MINOR.PATCH, not {version}")
    if _git(root, "tag", "--list", f"v{version}"):
        found.append(f"the version must be new, not {version}, which has a tag")
    notes = (root / "CHANGELOG.md").read_text("utf-8").partition(UNRELEASED)[2]
    if not notes.partition("\n## ")[0].strip():
        found.append("CHANGELOG.md must have lines under Unreleased")
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    if missing := [name for name in ADDRESSES if name not in project["urls"]]:
        found.append(f"the urls in pyproject.toml must have {', '.join(missing)}")
    return found


def dated(root: Path, version: str, day: str) -> dict[Path, str]:
    """The files that carry version and date, with them: path and new text."""
    log, citation = root / "CHANGELOG.md", root / "CITATION.cff"
    lines = [
        line
        for line in citation.read_text("utf-8").splitlines(keepends=True)
        if not line.startswith(("version:", "date-released:"))
    ]
    place = 1 + next(i for i, line in enumerate(lines) if line.startswith("type:"))
    lines[place:place] = [f"version: {version}\n", f"date-released: {day}\n"]
    heading = f"{UNRELEASED}\n## {version} - {day}\n"
    return {
        log: log.read_text("utf-8").replace(UNRELEASED, heading, 1),
        citation: "".join(lines),
    }


def main(root: Path, dry: bool) -> int:
    found = re.search(
        r'^__version__ = "(.*)"$', (root / "arrangements/__init__.py").read_text(), re.M
    )
    if found is None:
        raise SystemExit("release: arrangements/__init__.py must have a line __version__ = ...")
    version = found[1]
    lacking = obstacles(root, version)
    for line in lacking:
        print(f"release: {line}", file=sys.stderr)
    if lacking and not dry:
        return 1
    texts = dated(root, version, datetime.date.today().isoformat())
    for path, text in texts.items():
        if dry:
            old = path.read_text("utf-8").splitlines(keepends=True)
            sys.stdout.writelines(
                difflib.unified_diff(old, text.splitlines(keepends=True), path.name, path.name, n=1)
            )
        else:
            path.write_text(text, "utf-8")
    for target in ("dist",) if dry else ("test", "dist"):
        subprocess.run(["make", target], cwd=root, check=True)
    files = sorted(str(path) for path in (root / "dist").glob("exact_arrangements-*"))
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *files], check=True)
    if dry:
        print(f"release: dry run, {version} was built and checked, nothing was committed or tagged")
        return 1 if lacking else 0
    _git(root, "commit", "--quiet", "--all", "--message", f"Release {version}")
    _git(root, "tag", "--annotate", f"v{version}", "--message", f"arrangements {version}")
    print(f"release: tag v{version} is made; now: git push --follow-tags, twine upload dist/*")
    return 0


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


if __name__ == "__main__":
    raise SystemExit(main(Path(__file__).parents[1], "--dry-run" in sys.argv[1:]))
