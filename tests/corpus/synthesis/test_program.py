import sys

import pytest

from corpus.synthesis.base import SynthesisError, one_line
from corpus.synthesis.program import missing, run


def test_text_reaches_the_program_as_input() -> None:
    assert run(["cat"], "straße; $(whoami)").decode() == "straße; $(whoami)"


def test_a_program_that_hangs_is_stopped() -> None:
    with pytest.raises(SynthesisError, match="did not finish"):
        run([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.2)


def test_a_failing_program_is_quoted() -> None:
    with pytest.raises(SynthesisError, match="no such voice"):
        run([sys.executable, "-c", "raise SystemExit('no such voice')"])


def test_an_absent_program_is_named() -> None:
    with pytest.raises(SynthesisError, match="no-such-program is missing"):
        run(["no-such-program"])


def test_what_is_missing_comes_with_the_command_that_brings_it() -> None:
    assert missing("cat", "coreutils") is None
    assert "apt-get install flute" in str(missing("no-such-program", "flute"))


def test_text_is_brought_on_one_line_with_plain_marks() -> None:
    assert one_line("It’s “late” —\nwell… no") == 'It\'s "late", well... no'


@pytest.mark.parametrize("text", ["", " \n", "...", "—"])
def test_text_without_words_is_refused(text: str) -> None:
    with pytest.raises(SynthesisError, match="nothing to say"):
        one_line(text)
