"""`python -m evals.sample_builder.build [OUT]`: rebuilds the sample contracts below OUT (evals/samples)."""

from __future__ import annotations

import sys
from pathlib import Path

from evals.sample_builder import pdf, text, word
from evals.sample_builder.source import load

HERE = Path(__file__).parent
BUILDERS = {".pdf": pdf.build, ".docx": word.build, ".txt": text.build}


def build(out: Path) -> list[Path]:
    """Builds each source into its target below `out`; returns the files written."""
    written = []
    for path in sorted((HERE / "sources").glob("*.txt")):
        source = load(path)
        target = out / source.target
        target.parent.mkdir(parents=True, exist_ok=True)
        BUILDERS[target.suffix](source, target)
        written.append(target)
    return written


if __name__ == "__main__":
    for built in build(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE.parent / "samples"):
        sys.stdout.write(f"{built}\n")
