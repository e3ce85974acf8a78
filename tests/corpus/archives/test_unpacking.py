"""Archives from strangers: each file that is not a recording is refused with a sentence."""

import io
import resource
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from corpus.archives.bounds import BadArchive, Bounds
from corpus.archives.unpacking import Entry, is_archive, unpack
from corpus.audio.wav import wav_header
from tests.corpus.archives.zips import crowded, link, locked, overlapping, understating, zip_of
from tests.corpus.audio.recordings import spoken_by_espeak

GOOD = "good.wav"


def entries(archive: bytes, bounds: Bounds | None = None) -> list[Entry]:
    return list(unpack(io.BytesIO(archive), bounds))


def silent(megabytes: int) -> bytes:
    """A WAV of zeros, which packs a thousand times smaller."""
    frames = megabytes * 2**19
    return wav_header(frames, 24_000) + bytes(2 * frames)


def refused_beside_a_good_one(name: str | zipfile.ZipInfo, content: bytes) -> str:
    """The refusal of a file, whose neighbour is read as if it were alone."""
    found = entries(zip_of([(name, content), (GOOD, spoken_by_espeak())]))
    assert [entry.path for entry in found][1:] == [GOOD]
    assert found[1].audio == spoken_by_espeak()
    assert found[0].audio is None
    return found[0].refusal


def test_recordings_come_out_in_order_with_their_paths() -> None:
    audio = spoken_by_espeak()
    found = entries(zip_of([("b/two.wav", audio), ("a/one.wav", audio)]))
    assert [(entry.path, entry.audio == audio) for entry in found] == [
        ("b/two.wav", True),
        ("a/one.wav", True),
    ]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("../../etc/passwd.wav", "leads out"),
        ("a/..\\..\\b.wav", "leads out"),
        ("/etc/passwd.wav", "root of a disk"),
        ("\\\\server\\share.wav", "root of a disk"),
        ("C:\\windows\\a.wav", "root of a disk"),
        ("a\x07.wav", "cannot be shown"),
    ],
)
def test_a_path_that_leads_elsewhere_is_refused(name: str, sentence: str) -> None:
    assert sentence in refused_beside_a_good_one(name, spoken_by_espeak())


def test_a_zero_byte_in_a_name_does_not_hide_the_rest() -> None:
    archive = zip_of([("ab.wav", spoken_by_espeak())]).replace(b"ab.wav", b"a\0.wav")
    (entry,) = entries(archive)
    assert (entry.audio, entry.path) == (None, "a\N{REPLACEMENT CHARACTER}.wav")


def test_a_link_is_refused() -> None:
    assert "link" in refused_beside_a_good_one(*link("link.wav", "/etc/passwd"))


def test_an_archive_in_the_archive_is_not_opened() -> None:
    inner = zip_of([("x.wav", spoken_by_espeak())])
    assert "archive within the archive" in refused_beside_a_good_one("inner.wav", inner)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "a picture"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a drawing"),
        (b"<!doctype html><p>Hello", "web page"),
        (b"", "empty"),
        (b"\x01\x02\x03" * 500, "not audio"),
    ],
)
def test_what_is_no_recording_is_named(content: bytes, sentence: str) -> None:
    assert sentence in refused_beside_a_good_one("odd.wav", content)


def test_a_locked_file_is_refused() -> None:
    (entry,) = entries(locked(zip_of([(GOOD, spoken_by_espeak())])))
    assert "password" in entry.refusal


def test_a_rare_compression_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(GOOD, spoken_by_espeak())
    (entry,) = entries(out.getvalue())
    assert "rare way" in entry.refusal


@pytest.mark.parametrize(
    "name",
    ["__MACOSX/._good.wav", ".DS_Store", "a/.hidden.wav", "Thumbs.db", "folder/", "a/desktop.ini"],
)
def test_clutter_is_passed_over(name: str) -> None:
    assert [e.path for e in entries(zip_of([(name, b"x"), (GOOD, spoken_by_espeak())]))] == [GOOD]


def test_a_flat_bomb_is_stopped_by_its_ratio() -> None:
    refusal = refused_beside_a_good_one("bomb.wav", silent(40))
    assert "100 times its size" in refusal


def test_a_bomb_that_understates_its_size_gives_nothing() -> None:
    (entry,) = entries(understating(zip_of([("bomb.wav", silent(40))]), 1_000))
    assert (entry.audio, "damaged" in entry.refusal) == (None, True)


def test_a_file_beyond_the_bound_is_refused() -> None:
    bounds = Bounds(entry_bytes=50_000)
    (entry,) = entries(zip_of([(GOOD, spoken_by_espeak())]), bounds)
    assert "larger than" in entry.refusal


def test_files_that_share_their_bytes_do_not_multiply() -> None:
    found = entries(overlapping(spoken_by_espeak(), 1_000), Bounds(total_bytes=5_000_000))
    assert sum(len(entry.audio or b"") for entry in found) < 10_000_000


def test_the_bound_of_all_files_ends_the_archive_and_says_so() -> None:
    audio = spoken_by_espeak()
    archive = zip_of([(f"{n}.wav", audio) for n in range(5)])
    found = entries(archive, Bounds(total_bytes=2 * len(audio)))
    assert [entry.audio is not None for entry in found] == [True, True, False]
    assert "those behind it are left out" in found[-1].refusal
    assert found[-1].is_last


def test_an_archive_is_gone_on_with_where_it_was_left() -> None:
    audio = spoken_by_espeak()
    archive = zip_of([("0.wav", audio), (".DS_Store", b"x"), ("1.wav", audio), ("2.wav", audio)])
    rest = list(unpack(io.BytesIO(archive), start=1))
    assert [(entry.position, entry.path) for entry in rest] == [(1, "1.wav"), (2, "2.wav")]


def test_too_many_files_are_refused_as_a_whole() -> None:
    with pytest.raises(BadArchive, match="at most 10"):
        entries(zip_of([(f"{n}.wav", b"x") for n in range(11)]), Bounds(entries=10))


def test_a_huge_list_of_files_is_refused_before_it_is_read() -> None:
    begun = time.monotonic()
    with pytest.raises(BadArchive, match="list of files"):
        entries(crowded(400_000))
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("kept", [0.3, 0.99])
def test_half_an_archive_is_refused(kept: float) -> None:
    archive = zip_of([(GOOD, spoken_by_espeak())])
    with pytest.raises(BadArchive, match="damaged or no zip"):
        entries(archive[: int(kept * len(archive))])


def test_a_damaged_file_is_told_from_its_neighbours() -> None:
    archive = bytearray(zip_of([("a.wav", spoken_by_espeak()), (GOOD, spoken_by_espeak())]))
    archive[200:220] = bytes(20)
    first, second = entries(bytes(archive))
    assert (first.audio, "damaged" in first.refusal) == (None, True)
    assert second.audio == spoken_by_espeak()


def test_a_zip_is_told_by_its_content() -> None:
    assert is_archive(zip_of([("a", b"")]))
    assert is_archive(zip_of([]))
    assert not is_archive(spoken_by_espeak())


def test_a_deep_bomb_takes_little_memory_and_time(tmp_path: Path) -> None:
    """Archives of sixteen archives of sixteen bombs, as in 42.zip, and a flat one beside them."""
    bomb = zip_of([("zeros.wav", silent(128))])
    for _ in range(2):
        bomb = zip_of([(f"{n}.zip", bomb) for n in range(16)], packed=True)
    path = tmp_path / "42.zip"
    path.write_bytes(zip_of([("nest.zip", bomb), ("flat.wav", silent(128))]))
    measure = (
        "import sys, resource\n"
        "from corpus.archives.unpacking import unpack\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "with open(sys.argv[1], 'rb') as file: found = list(unpack(file))\n"
        "assert [entry.audio for entry in found] == [None, None], found\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", measure, path],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
        cwd=Path(__file__).parents[3],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (10, 10)),
    )
    grown_kib = int(run.stdout)
    assert grown_kib < 32 * 1024
