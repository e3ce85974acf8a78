"""Keys and programs that the server's administrator allows."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.environment import BASE_DIR
from config.speech import KEY_PREFIX, read_commands, read_keys

KEY = "sk-9f3c2b7d1e8a4c60"


def written(folder: Path, text: str) -> str:
    path = folder / "speech.toml"
    path.write_text(text)
    return str(path)


def test_keys_come_from_a_file_and_from_variables(tmp_path: Path) -> None:
    path = written(tmp_path, f'[openai]\nhost = "API.openai.com"\nkey = "{KEY}"\n')
    keys = read_keys(path, {"EARSHOT_SPEECH_KEY_MY_LAB": f"lab.example:8443 {KEY}x", "HOME": "/"})
    assert {key.name: (key.host, key.key) for key in keys.values()} == {
        "openai": ("api.openai.com", KEY),
        "my-lab": ("lab.example:8443", f"{KEY}x"),
    }


def test_a_key_does_not_show_itself(tmp_path: Path) -> None:
    keys = read_keys("", {"EARSHOT_SPEECH_KEY_A": f"example.org {KEY}"})
    assert KEY not in repr(keys)


@pytest.mark.parametrize(
    "text",
    [
        f'key = "{KEY}"',
        f'[a]\nkey = "{KEY}"',
        f'[a]\nhost = "https://example.org/"\nkey = "{KEY}"',
        f'[a]\nhost = "example.org"\nkey = {KEY}',
        f'[a b]\nkey = "{KEY}',
        f'["A!"]\nhost = "example.org"\nkey = "{KEY}"',
    ],
)
def test_a_file_that_cannot_be_used_is_told_without_its_keys(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ImproperlyConfigured, match=r"speech\.toml") as raised:
        read_keys(path, {})
    assert KEY not in str(raised.value)
    assert raised.value.__cause__ is None


def test_a_variable_needs_a_host(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="a host, a space, and its key") as raised:
        read_keys("", {"EARSHOT_SPEECH_KEY_A": KEY})
    assert KEY not in str(raised.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="cannot be read"):
        read_keys(str(tmp_path / "none.toml"), {})


def test_programs_come_from_a_file(tmp_path: Path) -> None:
    path = written(tmp_path, '[a]\ncommand = "say {voice}"\nseconds = 5\n[b]\ncommand = "talk"')
    commands = read_commands(path)
    assert (commands["a"].arguments, commands["a"].seconds) == (("say", "{voice}"), 5.0)
    assert commands["b"].seconds == 60.0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[a]\ncommand = 5", "needs command"),
        ('[a]\ncommand = "say"\nshell = true', "needs command"),
        ('[a]\ncommand = "say {name}"', "{name}"),
        ('[a]\ncommand = "say"\nseconds = 9999', "300 seconds"),
    ],
)
def test_programs_that_could_not_work_are_told(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=said):
        read_commands(written(tmp_path, text))


def test_the_variables_of_keys_are_explained() -> None:
    page = (BASE_DIR / "docs" / "operations.md").read_text(encoding="utf-8")
    assert f"`{KEY_PREFIX}<NAME>`" in page


def test_the_programs_on_the_page_on_operations_can_be_used(tmp_path: Path) -> None:
    page = (BASE_DIR / "docs" / "operations.md").read_text(encoding="utf-8")
    example = next(part for part in page.split("```toml\n") if part.startswith("[piper]"))
    assert len(read_commands(written(tmp_path, example.split("```")[0]))) == 3
