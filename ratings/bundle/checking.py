"""Does a bundle's board follow from its votes? Answered without the site's data or a database."""

from collections.abc import Sequence

import numpy as np

from arena.models import Study
from corpus.models import System
from ratings.bundle.archive import unpacked
from ratings.bundle.layout import BOARDS, VOTES, BundleError
from ratings.bundle.reading import Bundle, BundledVote, read_bundle
from ratings.columns import GENDERS
from ratings.reading import UNKNOWN, BoardVotes, DataCut, Labels, reason_bits
from ratings.recount import Finding, can_be_recounted, judge, unchecked
from ratings.services.refit import board_of, content_of
from ratings.statistics.votes import IntArray, Outcome, Votes


def check_bundle(content: bytes) -> list[tuple[str, Finding]]:
    """A finding for each board of a bundle, by its slice.

    Raises BundleError for a file that cannot be understood.
    """
    bundle = read_bundle(unpacked(content))
    votes = _votes(bundle)
    return [(board["content"]["slice"], _finding(bundle, votes, board)) for board in bundle.boards]


def _finding(bundle: Bundle, votes: BoardVotes, board: dict[str, object]) -> Finding:
    content, digest = board["content"], board["digest"]
    if not isinstance(content, dict) or not isinstance(digest, str):
        raise BundleError(f"{BOARDS} holds no boards.")
    if not can_be_recounted(content["method"]):
        return unchecked(content["method"])
    parameters = bundle.parameters
    try:
        recounted, rows = board_of(
            Study(slug=parameters.study),
            content["slice"],
            _systems(bundle),
            [system.label for system in parameters.systems],
            votes,
            DataCut(parameters.last_vote, parameters.last_exclusion),
        )
    except (ValueError, ArithmeticError, LookupError) as error:
        raise BundleError(f"{VOTES} cannot be counted: {error}") from error
    return judge(content, digest, content_of(recounted, rows))


def _systems(bundle: Bundle) -> list[System]:
    kinds = {True: System.Kind.HUMAN, False: System.Kind.SYNTHETIC}
    return [System(slug=s.slug, kind=kinds[s.human]) for s in bundle.parameters.systems]


def _votes(bundle: Bundle) -> BoardVotes:
    place = {system.slug: index for index, system in enumerate(bundle.parameters.systems)}
    votes = bundle.votes
    return BoardVotes(
        votes=Votes(
            left=_integers([place[vote.left] for vote in votes]),
            right=_integers([place[vote.right] for vote in votes]),
            outcome=_integers([_outcome(vote) for vote in votes]),
            listener=_codes([vote.listener for vote in votes]),
            prompt=_codes([vote.prompt for vote in votes]),
        ),
        register=_labels(bundle.parameters.registers, [vote.register for vote in votes]),
        gender=_labels(GENDERS, [vote.gender for vote in votes]),
        stratum=_labels(bundle.parameters.difficulties, [vote.difficulty for vote in votes]),
        simulated=np.asarray([vote.simulated for vote in votes], dtype=np.bool_),
        reasons=np.asarray(
            [reason_bits(bundle.exclusions.get(vote.number, ())) for vote in votes],
            dtype=np.uint32,
        ),
    )


def _labels(names: Sequence[str], values: Sequence[str]) -> Labels:
    code = {name: number for number, name in enumerate(names)}
    codes = np.asarray([code.get(value, UNKNOWN) for value in values], dtype=np.int8)
    return Labels(tuple(names), codes)


def _outcome(vote: BundledVote) -> Outcome:
    return Outcome.LEFT if vote.choice == "left" else Outcome.RIGHT


def _codes(names: Sequence[str]) -> IntArray:
    """Codes in the order of the opaque ids, which is that of the ids they stand for."""
    code = {name: number for number, name in enumerate(sorted(set(names)))}
    return _integers([code[name] for name in names])


def _integers(values: Sequence[int]) -> IntArray:
    return np.asarray(values, dtype=np.int64)
