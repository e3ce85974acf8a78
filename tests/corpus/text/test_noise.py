"""Authentic disfluencies stay, transcription noise goes, and the two are told apart."""

import pytest

from corpus.text.findings import Kind, Severity
from corpus.text.linting import apply_all, lint


@pytest.mark.parametrize(
    ("noisy", "clean"),
    [
        ("[noise] So I left.", "So I left."),
        ("So I [cough] left.", "So I left."),
        ("So I left [laughter].", "So I left."),
        ("So I <unk> left.", "So I left."),
        ("So I left (inaudible).", "So I left."),
        ("(laughs) So I left.", "So I left."),
        ("So {laugh} I left.", "So I left."),
        ("*sigh* So I left.", "So I left."),
        ("So I [background noise] [music] left.", "So I left."),
        ("So I left ((xx)).", "So I left."),
        ("So I (inaudible 00:12:04) left.", "So I left."),
        ("So I left (unintelligible at 1:02).", "So I left."),
        ("(background noise) So I left.", "So I left."),
        ("So I *shrugs* left.", "So I left."),
        ("So [00:12:04] I left.", "So I left."),
        ("So xxx I left.", "So I left."),
        ("So %uh I left.", "So uh I left."),
        ("So &-uh I left.", "So uh I left."),
        ("So [um] I left.", "So um I left."),
        ("{Uh} so I left.", "Uh so I left."),
        ("So (uh-huh) I left.", "So uh-huh I left."),
        ("(upbeat music) So I left.", "So I left."),
        ("So &=laughs I left.", "So I left."),
        ("So (indistinct) I left.", "So I left."),
        ("[indistinct chatter] So I left.", "So I left."),
        ("So <b>I</b> left.", "So I left."),
        ("So I<br/>left.", "So I left."),
        ("It's le<i>f</i>t.", "It's left."),
        ("So *really* left.", "So really left."),
        ("So **really** left.", "So really left."),
        ("Rock &amp;amp; roll", "Rock and roll"),
        ("I don&#39;t know.", "I don't know."),
        ("I donâ€™t know.", "I don’t know."),
        ("The cafÃ© is open.", "The café is open."),
        ("So zero\u200bwidth", "So zerowidth"),
        ("So bell\x07s ring", "So bells ring"),
        ("\ufeffSo I left.", "So I left."),
    ],
)
def test_noise_is_an_error_that_can_be_removed(noisy: str, clean: str) -> None:
    findings = [one for one in lint(noisy) if one.severity is not Severity.NOTE]
    assert {one.kind for one in findings} == {Kind.NOISE}
    assert {one.severity for one in findings} == {Severity.ERROR}

    once = apply_all(noisy, findings)
    assert apply_all(once, lint(once)) == clean


@pytest.mark.parametrize(
    ("noisy", "fragment"),
    [
        ("She asdfghjkl left.", "asdfghjkl"),
        ("She sdfgh left.", "sdfgh"),
        ("She #$%@! left.", "#$%@"),
        ("The caf\ufffd is open.", "\ufffd"),
        ("I use p\u0430ypal.", "p\u0430ypal"),
        ("She wen:t left.", "wen:t"),
        ("She so:: left.", "so::"),
        ("And [then he] left.", "[then he]"),
        ("And ((I think)) left.", "((I think))"),
    ],
)
def test_garbled_fragments_are_errors_that_a_person_must_mend(noisy: str, fragment: str) -> None:
    (finding,) = lint(noisy)

    assert noisy[finding.start : finding.end] == fragment
    assert (finding.kind, finding.severity) == (Kind.NOISE, Severity.ERROR)
    assert finding.proposal is None


@pytest.mark.parametrize(
    ("text", "code", "spans"),
    [
        ("Um, so, uh, I left.", "filler", ["Um", "uh"]),
        ("Mm-hmm, okay.", "filler", ["Mm-hmm"]),
        ("It was, like, blue.", "filler", ["like"]),
        ("I, I left.", "repetition", ["I, I"]),
        ("Then the the dog left.", "repetition", ["the the"]),
        ("I was— I was there.", "repetition", ["I was— I was"]),
        ("I-I-I left.", "repetition", ["I-I-I"]),
        ("Wh-what is it?", "repetition", ["Wh-what"]),
        ("N-no, I d-don't.", "repetition", ["N-no", "d-don't"]),
        ("She wa- waited.", "cut-off", ["wa-"]),
        ("On Monday, no wait, Tuesday.", "self-correction", ["no wait"]),
        ("It's red, or rather pink.", "self-correction", ["or rather"]),
    ],
)
def test_disfluencies_are_notes_without_a_proposal(text: str, code: str, spans: list[str]) -> None:
    findings = lint(text)

    assert [text[one.start : one.end] for one in findings] == spans
    assert {(one.code, one.kind, one.severity, one.proposal) for one in findings} == {
        (code, Kind.DISFLUENCY, Severity.NOTE, None)
    }


@pytest.mark.parametrize(
    "text",
    [
        "That's very, very good.",
        "She had had enough.",
        "a two- and a three-year plan",
        "I like it, you know.",
        "I ran a t-test on the X-ray and re-read the T-shirt.",
        "He is like his father.",
        "Psst, hmph, brrr, shhh.",
    ],
)
def test_ordinary_words_are_not_taken_for_disfluencies_or_noise(text: str) -> None:
    assert lint(text) == ()


def test_a_parenthesis_is_a_warning_where_a_stage_direction_is_an_error() -> None:
    (aside,) = lint("The house (the big one) is sold.")
    (direction,) = lint("The house (laughs) is sold.")

    assert (aside.code, aside.severity) == ("parenthesis", Severity.WARNING)
    assert (direction.code, direction.severity) == ("noise-mark", Severity.ERROR)
