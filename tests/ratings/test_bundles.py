"""Boards are recounted from their votes: on the site, and anywhere else from a bundle."""

import csv
import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from arena.models import Listener, Study, Vote
from arena.services import exclude_votes
from arena.services.simulation import simulate_votes
from corpus.models import Prompt, System
from corpus.triggers import create_guards, drop_guards
from ratings.boards import newest_board
from ratings.bundle.archive import packed, unpacked
from ratings.bundle.checking import check_bundle
from ratings.bundle.layout import BOARDS, EXCLUSIONS, LIMITS, PARAMETERS, README, VOTES, BundleError
from ratings.guards import GUARDS
from ratings.models import Board, Standing, VoteExport
from ratings.recount import Outcome
from ratings.services import refit_study
from ratings.services.bundles import BundleRefused, export_bundle
from ratings.slices import OVERALL
from ratings.verification import verify_board
from tests.kept import kept

Change = Callable[[dict[str, bytes]], None]


@kept
def board(study: Study) -> Board:
    """A board of 300 simulated votes, ten of them excluded."""
    simulate_votes(study=study, listeners=15, votes=300, seed=4)
    exclude_votes(votes=Vote.objects.filter(pk__in=Vote.objects.all()[20:30]), detail="test")
    refit_study(study=study)
    found = newest_board(study, OVERALL)
    assert found is not None
    return found


@kept
def bundle(board: Board) -> bytes:
    """The bundle of the board."""
    return export_bundle(board=board, by="tester")[0]


def outcomes(bundle: bytes) -> set[Outcome]:
    """What the recount of each board ends in."""
    return {finding.outcome for _, finding in check_bundle(bundle)}


def changed(bundle: bytes, **members: bytes) -> bytes:
    """The bundle with other members: votes_csv stands for votes.csv."""
    own = unpacked(bundle)
    return packed(own | {name.replace("_", "."): content for name, content in members.items()})


def rows_of(bundle: bytes, name: str) -> list[list[str]]:
    """The lines of a table in the bundle, header first."""
    return list(csv.reader(io.StringIO(unpacked(bundle)[name].decode())))


def as_csv(rows: list[list[str]]) -> bytes:
    """Lines as a table."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def tampered(model: Any, **values: Any) -> None:
    """Change stored rows as someone with the database's password would."""
    drop_guards(GUARDS, connection)
    model.objects.update(**values)
    create_guards(GUARDS, connection)


# --- on the site ----------------------------------------------------------------------------------


def test_every_board_holds_byte_for_byte(board: Board) -> None:
    assert Board.objects.count() >= 5
    for stored in Board.objects.all():
        assert verify_board(stored).outcome is Outcome.IDENTICAL


def test_a_board_holds_after_later_votes_exclusions_and_systems(board: Board) -> None:
    simulate_votes(study=board.study, listeners=3, votes=40, seed=5)
    exclude_votes(votes=Vote.objects.filter(pk__in=Vote.objects.all()[50:57]), detail="later")
    late = System.objects.create(slug="aaa-late", name="Late", provider="Latecomers")
    board.study.entries.create(system=late)
    refit_study(study=board.study)
    assert verify_board(board).outcome is Outcome.IDENTICAL


def test_a_board_holds_after_a_system_is_renamed_and_keeps_its_name(board: Board) -> None:
    names = list(board.standings.values_list("label", flat=True))
    System.objects.filter(slug="zorblat-speech").update(name="Zorblat Renamed")
    System.objects.filter(slug="human-anchor").update(name="A reader")
    assert verify_board(board).outcome is Outcome.IDENTICAL
    assert list(board.standings.values_list("label", flat=True)) == names


def test_altered_rows_do_not_hold_and_are_named(board: Board) -> None:
    tampered(Standing, rating_high=2000.0)
    finding = verify_board(board)
    assert finding.outcome is Outcome.DIFFERS
    assert "have been altered" in finding.lines[0]
    assert any("rating_high: stored 2000.0" in line for line in finding.lines)


def test_a_board_of_another_method_version_is_not_judged(board: Board) -> None:
    tampered(Board, method={**board.method, "version": 1})
    board.refresh_from_db()
    assert verify_board(board).outcome is Outcome.UNCHECKED


def test_the_command_says_the_verdict_and_ends_accordingly(board: Board) -> None:
    out = io.StringIO()
    call_command("verify_board", str(board.pk), stdout=out)
    assert f"byte for byte, digest {board.digest}" in out.getvalue()
    tampered(Standing, votes=1.0)
    with pytest.raises(SystemExit) as ended:
        call_command("verify_board", str(board.pk), stdout=out)
    assert ended.value.code == Outcome.DIFFERS
    with pytest.raises(CommandError, match=r"no board 987654"):
        call_command("verify_board", "987654")


# --- anywhere else --------------------------------------------------------------------------------


def test_a_bundle_holds_byte_for_byte_in_every_slice(board: Board, bundle: bytes) -> None:
    findings = dict(check_bundle(bundle))
    assert set(findings) == set(Board.objects.values_list("slice_key", flat=True))
    assert {finding.outcome for finding in findings.values()} == {Outcome.IDENTICAL}
    assert board.digest in findings[OVERALL].lines[0]


def test_checking_a_bundle_asks_no_database(bundle: bytes, tmp_path: Path) -> None:
    file = tmp_path / "board.zip"
    file.write_bytes(bundle)
    environment = {
        **os.environ,
        "EARSHOT_VAR": str(tmp_path / "var"),
        "DATABASE_URL": "postgres://nobody:x@127.0.0.1:9/nothing",
    }
    command = [sys.executable, "manage.py", "verify_bundle", str(file)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "overall: Holds: the votes give this board byte for byte" in done.stdout
    assert not list(tmp_path.rglob("*.sqlite3"))


def test_no_id_of_the_database_leaves_with_a_bundle_and_no_two_are_alike(
    board: Board, bundle: bytes
) -> None:
    again = export_bundle(board=board, by="tester")[0]
    ids = [
        {row[column] for row in rows_of(b, VOTES)[1:]} for b in (bundle, again) for column in (1, 2)
    ]
    assert [len(found) for found in ids] == [15, Prompt.objects.count()] * 2
    assert not ids[0] & ids[2]
    assert not ids[1] & ids[3]
    content = b"".join(unpacked(bundle).values()).decode()
    for key in Listener.objects.values_list("key", flat=True):
        assert str(key) not in content
        assert key.hex not in content
    for prompt in Prompt.objects.all():
        assert prompt.external_id not in content
        assert prompt.text not in content


def test_excluded_votes_are_there_with_their_reason_and_do_not_count(bundle: bytes) -> None:
    excluded = rows_of(bundle, EXCLUSIONS)[1:]
    assert [row[1] for row in excluded] == ["curator"] * 10
    assert len(rows_of(bundle, VOTES)) == 1 + 300
    included = changed(bundle, exclusions_csv=as_csv([["number", "reason"]]))
    assert dict(check_bundle(included))[OVERALL].outcome is Outcome.DIFFERS


def test_one_changed_vote_does_not_hold(bundle: bytes) -> None:
    rows = rows_of(bundle, VOTES)
    choice = rows[0].index("choice")
    rows[1][choice] = "left" if rows[1][choice] == "right" else "right"
    assert Outcome.DIFFERS in outcomes(changed(bundle, votes_csv=as_csv(rows)))


def test_one_vote_given_to_another_listener_does_not_hold(bundle: bytes) -> None:
    rows = rows_of(bundle, VOTES)
    other = next(row[1] for row in rows[2:] if row[1] != rows[1][1])
    rows[1][1] = other
    assert Outcome.DIFFERS in outcomes(changed(bundle, votes_csv=as_csv(rows)))


def test_a_changed_standing_does_not_hold_even_with_a_new_digest(bundle: bytes) -> None:
    from ratings.services.refit import digest_of  # noqa: PLC0415

    boards = json.loads(unpacked(bundle)[BOARDS])
    boards[0]["content"]["standings"][0][1]["rating"] += 1
    plain = changed(bundle, boards_json=json.dumps(boards).encode())
    assert "have been altered" in dict(check_bundle(plain))[OVERALL].lines[0]
    boards[0]["digest"] = digest_of(boards[0]["content"])
    forged = changed(bundle, boards_json=json.dumps(boards).encode())
    assert dict(check_bundle(forged))[OVERALL].outcome is Outcome.DIFFERS


def test_a_difference_of_rounding_is_said_as_such(bundle: bytes) -> None:
    from ratings.services.refit import digest_of  # noqa: PLC0415

    boards = json.loads(unpacked(bundle)[BOARDS])
    boards[0]["content"]["standings"][0][1]["rating"] *= 1 + 1e-15
    boards[0]["digest"] = digest_of(boards[0]["content"])
    near = changed(bundle, boards_json=json.dumps(boards).encode())
    assert dict(check_bundle(near))[OVERALL].outcome is Outcome.ROUNDED


def test_a_bundle_goes_into_the_log(board: Board, tmp_path: Path) -> None:
    out = io.StringIO()
    file = tmp_path / "board.zip"
    call_command("export_bundle", "first-light", str(file), "--by", "Ada", stdout=out)
    log = VoteExport.objects.get()
    assert (log.form, log.created_by, log.row_count) == ("bundle", "Ada", 300)
    assert "300 votes written and checked" in out.getvalue()
    call_command("verify_bundle", str(file), stdout=out)


def test_a_board_that_does_not_hold_is_not_bundled(board: Board) -> None:
    tampered(Standing, rating_low=0.5)
    with pytest.raises(BundleRefused, match="would not hold"):
        export_bundle(board=board, by="tester")
    assert not VoteExport.objects.exists()


# --- from strangers -------------------------------------------------------------------------------


def members(**changes: bytes | None) -> dict[str, bytes]:
    """The least that a bundle has, with changes; ``None`` leaves a member out."""
    whole: dict[str, bytes | None] = {
        README: b"",
        PARAMETERS: b'{"format": 1, "study": "s", "cut": [1, 0], "systems": [],'
        b'"registers": ["r"], "difficulties": []}',
        BOARDS: b'[{"digest": "", "content": {"slice": "overall", "method": {}}}]',
        EXCLUSIONS: b"number,reason\n",
        VOTES: b"number,listener,prompt,register,difficulty,gender,left,right,choice,simulated\n",
    }
    whole |= {name.replace("_", "."): content for name, content in changes.items()}
    return {name: content for name, content in whole.items() if content is not None}


SYSTEMS = (
    b'{"format": 1, "study": "s", "cut": [1, 0], "systems": ['
    b'{"slug": "a", "label": "A", "human": false}, {"slug": "b", "label": "B", "human": true}],'
    b'"registers": ["r"], "difficulties": ["low"]}'
)
HEADER = b"number,listener,prompt,register,difficulty,gender,left,right,choice,simulated\n"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"votes_csv": None}, r"lacks votes\.csv"),
        ({"extra": b""}, "does not belong: 'extra'"),
        ({"../../etc/passwd": b"x"}, "does not belong"),
        ({"votes_csv": b"a,b\n"}, r"votes\.csv does not begin with the columns"),
        ({"votes_csv": HEADER + b"1,l,p,r,,female,a\n"}, r"votes\.csv, line 2: 7 cells"),
        ({"votes_csv": HEADER + b"1,l,p,r,,female,a,z,left,true\n"}, "line 2: unknown system 'z'"),
        ({"votes_csv": HEADER + b"1,l,p,r,,female,a,a,left,true\n"}, "set against itself"),
        ({"votes_csv": HEADER + b"1,l,p,r,,female,a,b,tie,true\n"}, "'tie' is none of left, right"),
        ({"votes_csv": HEADER + b"2,l,p,r,,female,a,b,left,true\n"}, "vote 1 should stand here"),
        ({"votes_csv": HEADER + b"1,,p,r,,female,a,b,left,true\n"}, "is missing"),
        ({"votes_csv": HEADER + b'1,"l\n'}, r"votes\.csv, line \d: no readable CSV"),
        ({"votes_csv": b"\xff\xfe"}, "is not text in UTF-8"),
        ({"exclusions_csv": b"number,reason\n7,curator\n"}, "there is no vote 7"),
        ({"exclusions_csv": b"number,reason\n-1,curator\n"}, "'-1' is not a whole number"),
        ({"parameters_json": b'{"format": 9}'}, "has format 9; this version reads 1"),
        ({"parameters_json": b"[]"}, "does not say study, cut and systems"),
        ({"parameters_json": b"{" * 100_000}, "no readable JSON"),
        ({"parameters_json": b"[" * 100_000}, "no readable JSON"),
        ({"parameters_json": b"9" * 5_000}, "no readable JSON"),
        ({"boards_json": b"[]"}, "holds no boards"),
        ({"boards_json": b'[{"digest": NaN}]'}, "holds NaN, which is no number"),
    ],
)
def test_what_is_not_understood_is_refused_in_a_sentence(
    changes: dict[str, bytes | None], sentence: str
) -> None:
    with pytest.raises(BundleError, match=sentence):
        check_bundle(packed(members(**{"parameters_json": SYSTEMS, **changes})))


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\ud800"])
def test_nothing_in_a_bundle_reaches_the_terminal_but_text(
    bundle: bytes, tmp_path: Path, hostile: str
) -> None:
    boards = json.loads(unpacked(bundle)[BOARDS])
    boards[0]["content"]["slice"] = f"register:{hostile}"
    boards[0]["content"][hostile] = "of another name"
    file, out = tmp_path / "bundle.zip", io.StringIO()
    file.write_bytes(changed(bundle, boards_json=json.dumps(boards).encode()))
    with pytest.raises(SystemExit):
        call_command("verify_bundle", str(file), stdout=out)
    assert out.getvalue().startswith("register:�")
    assert hostile not in out.getvalue()


def test_a_file_cut_off_anywhere_is_refused() -> None:
    whole = packed(members())
    for end in range(0, len(whole), 7):
        with pytest.raises(BundleError, match="no whole zip file"):
            check_bundle(whole[:end])


def test_a_damaged_member_is_refused() -> None:
    damaged = bytearray(packed(members(parameters_json=SYSTEMS, README_txt=bytes(range(256)))))
    for place in range(40, 120):
        damaged[place] ^= 0xFF
    with pytest.raises(BundleError):
        check_bundle(bytes(damaged))


def test_a_zip_bomb_is_refused_before_it_unfolds() -> None:
    bomb = packed(members(README_txt=b"0" * (LIMITS[README] + 1)))
    assert len(bomb) < 2000
    with pytest.raises(BundleError, match=r"README\.txt grows beyond 0\.0625 MB"):
        check_bundle(bomb)


def test_a_bomb_that_lies_about_its_size_is_refused() -> None:
    bomb = bytearray(packed(members(README_txt=b"0" * (LIMITS[README] + 1))))
    size = (LIMITS[README] + 1).to_bytes(4, "little")
    while (place := bomb.find(size)) >= 0:  # in the local and the central header
        bomb[place : place + 4] = (5).to_bytes(4, "little")
    with pytest.raises(BundleError):
        check_bundle(bytes(bomb))


def test_a_name_given_twice_is_refused() -> None:
    out = io.BytesIO(packed(members()))
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(out, "a") as archive:
        archive.writestr(VOTES, HEADER)
    with pytest.raises(BundleError, match="holds a file twice"):
        check_bundle(out.getvalue())


def test_an_encrypted_bundle_is_refused() -> None:
    locked = bytearray(packed(members()))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = locked.find(signature)
        locked[place + offset] |= 1
    with pytest.raises(BundleError, match="encrypted"):
        check_bundle(bytes(locked))


def test_the_command_refuses_strange_files_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG")
    with pytest.raises(CommandError, match="no whole zip file") as refused:
        call_command("verify_bundle", str(file))
    assert refused.value.returncode == Outcome.UNCHECKED
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        call_command("verify_bundle", str(tmp_path / "nowhere.zip"))


def test_the_same_members_give_the_same_bytes() -> None:
    assert packed(members()) == packed(members())
