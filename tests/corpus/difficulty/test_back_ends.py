"""Language models by name."""

import math
import subprocess
import sys
from importlib import util

import pytest

from corpus.difficulty import causal
from corpus.difficulty.back_ends import (
    DEFAULT,
    UnknownBackEnd,
    available,
    check_name,
    language_model,
)
from corpus.difficulty.language_model import ModelUnavailable, per_word


def test_the_default_works_with_what_the_site_installs() -> None:
    """It is among the installed, and its model says the name it was asked by."""
    assert next(end for end in available() if end.form == DEFAULT).is_installed
    assert language_model(DEFAULT).name == DEFAULT


@pytest.mark.parametrize("name", ["", "gpt2", "huggingface:", "huggingface: ", "Pocketsphinx"])
def test_an_unknown_name_is_answered_with_the_names_there_are(name: str) -> None:
    """Both forms are named."""
    with pytest.raises(UnknownBackEnd, match="“pocketsphinx” or “huggingface:NAME-OR-FOLDER”"):
        language_model(name)


def test_a_name_may_be_checked_without_loading_anything() -> None:
    """The site checks a form, where no torch is."""
    check_name("huggingface:openai-community/gpt2")
    check_name("huggingface:/srv/models/some-model")


def test_without_torch_the_answer_is_the_command_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where torch happens to be installed."""
    find = util.find_spec
    monkeypatch.setattr(
        util,
        "find_spec",
        lambda name, package=None: None if name == "torch" else find(name, package),
    )
    with pytest.raises(ModelUnavailable, match=r"pip install -r requirements-evaluation\.txt"):
        language_model("huggingface:openai-community/gpt2")
    listed = {end.form: end for end in available()}
    assert not listed["huggingface:NAME-OR-FOLDER"].is_installed
    assert listed["huggingface:NAME-OR-FOLDER"].command == causal.COMMAND


def test_nothing_heavy_is_imported_before_a_model_is_loaded() -> None:
    """A fresh interpreter imports the names without torch, transformers or pocketsphinx."""
    code = (
        "import sys, corpus.difficulty.back_ends as ends; ends.available(); "
        "print(sorted({'torch', 'transformers', 'pocketsphinx', 'django'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_text_too_improbable_for_any_number_is_unknown() -> None:
    """Neither a crash nor an infinity that a database or a chart would choke on."""
    assert math.isnan(per_word(-1000.0, 1))
    assert per_word(-2.0, 2) == pytest.approx(math.e)
