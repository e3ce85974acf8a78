"""Where pip would look for packages, as ``bin/setup.sh`` says it to uv."""

import subprocess
import sys

import pytest

from config.environment import BASE_DIR


def options(listed: str) -> list[str]:
    """What uv is told for an output of ``pip config list``."""
    done = subprocess.run(
        [sys.executable, "bin/indexes.py"],
        cwd=BASE_DIR,
        input=listed,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.split("\n")[:-1] if done.returncode == 0 else ["for pip"]


def test_every_place_is_named_and_the_last_line_counts() -> None:
    listed = (
        "global.index-url='https://one.example/simple'\n"
        "global.extra-index-url='file:///a/simple https://two.example/?x=y'\n"
        ":env:.index-url='https://three.example/simple'\n"
        "global.find-links='/some wheels'\n"
        "global.timeout='60'\n"
    )
    assert options(listed) == [
        *("--index-strategy", "unsafe-best-match"),
        *("--default-index", "https://three.example/simple"),
        *("--index", "file:///a/simple", "--index", "https://two.example/?x=y"),
        *("--find-links", "/some", "--find-links", "wheels"),
    ]


def test_without_configuration_uv_looks_where_it_always_does() -> None:
    assert options("") == ["--index-strategy", "unsafe-best-match"]


@pytest.mark.parametrize("listed", ["global.proxy='http://p.example'\n", "no configuration\n"])
def test_what_uv_has_no_option_for_is_left_to_pip(listed: str) -> None:
    assert options(listed) == ["for pip"]
