"""A code version follows what the code says, through every module it uses, and nothing else."""

import pytest

from resources.codeversion import code_version, used_modules

CUT = '"""Cuts."""\nimport os\nfrom resources import words\n\n\ndef cut():\n    return words.LIMIT\n'


@pytest.fixture
def project(tmp_path):
    files = {
        "resources/__init__.py": "",
        "resources/words.py": "LIMIT = 3\n",
        "assets/__init__.py": "",
        "assets/cut.py": CUT,
        "assets/read.py": "def read():\n    pass\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_modules_are_followed_through_imports(project):
    assert used_modules("assets.cut", root=project) == ["assets.cut", "resources", "resources.words"]


@pytest.mark.parametrize(
    ("file", "text", "changes"),
    [
        ("resources/words.py", "# why three\n\nLIMIT = 3\n'''Three.'''\n", False),
        ("resources/words.py", "LIMIT = 4\n", True),
        ("assets/cut.py", "import os\nfrom resources import words\ndef cut(): return words.LIMIT\n", False),
        (
            "assets/cut.py",
            "import os\nfrom resources import words\ndef cut(): return words.LIMIT + 1\n",
            True,
        ),
        ("assets/read.py", "def read():\n    return 1\n", False),
        ("resources/__init__.py", "import os\n", True),
    ],
)
def test_only_what_is_said_counts(project, file, text, changes):
    before = code_version("assets.cut", root=project)
    (project / file).write_text(text)
    assert (code_version("assets.cut", root=project) != before) is changes


def test_settings_count(project):
    assert code_version("assets.cut", settings=["gate", 1], root=project) != code_version(
        "assets.cut", root=project
    )


def test_a_module_that_is_missing_is_an_error(project):
    with pytest.raises(ModuleNotFoundError, match=r"assets\.gone"):
        code_version("assets.gone", root=project)


def test_it_works_on_this_project():
    assert "resources.search.access" in used_modules("resources.index")
