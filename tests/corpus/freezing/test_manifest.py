"""Manifests of corpus versions."""

import hashlib
import json

from corpus.freezing.manifest import Entry, Manifest, Selected, difference, salted_digest


def entry(name: str, text: str = "Well, I suppose so.") -> Entry:
    return Entry(name, "explainer", "low", "Own", "CC0-1.0", salted_digest(text, "salt"))


def manifest(*entries: Entry) -> Manifest:
    return Manifest("bench", 1, "pocketsphinx", entries)


def test_the_digest_depends_on_the_content_alone() -> None:
    a, b = entry("a"), entry("b")
    assert manifest(a, b).digest == manifest(b, a).digest
    assert manifest(a, b).digest != manifest(a).digest
    assert manifest(a).digest != manifest(entry("a", "Something else.")).digest


def test_the_digest_is_that_of_the_canonical_text() -> None:
    one = manifest(entry("a"))
    assert one.digest == hashlib.sha256(one.canonical().encode()).hexdigest()
    assert json.loads(one.canonical())["size"] == 1


def test_a_guess_of_a_text_is_confirmed_only_with_its_salt() -> None:
    text = "Well, I suppose so."
    kept = entry("a", text).text_digest
    assert kept == hashlib.sha256(f"salt\n{text}".encode()).hexdigest()
    assert kept != hashlib.sha256(text.encode()).hexdigest()
    assert text not in manifest(entry("a", text)).canonical()


def selected(key: str, text: str = "As it was.") -> Selected:
    return Selected(key, text, "explainer", "low")


def test_a_difference_names_what_came_went_and_changed() -> None:
    older = [selected("a"), selected("b"), selected("c")]
    newer = [selected("b"), selected("c", "As it is."), selected("d")]
    found = difference(older, newer)
    assert [one.key for one in found.added] == ["d"]
    assert [one.key for one in found.removed] == ["a"]
    assert [(was.text, now.text) for was, now in found.changed] == [("As it was.", "As it is.")]
    assert found.unchanged == 1
    assert not found.is_empty


def test_equal_selections_differ_in_nothing() -> None:
    assert difference([selected("a")], [selected("a")]).is_empty
