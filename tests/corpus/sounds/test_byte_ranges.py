"""Byte ranges of RFC 9110."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.sounds.byte_ranges import ByteRange, Unsatisfiable, parse_range


@pytest.mark.parametrize(
    ("header", "start", "stop"),
    [
        ("bytes=0-1", 0, 2),
        ("bytes=0-", 0, 100),
        ("bytes=40-", 40, 100),
        ("bytes=-10", 90, 100),
        ("bytes=-1000", 0, 100),
        ("bytes=90-1000", 90, 100),
        ("bytes=99-99", 99, 100),
        (" BYTES = 0 - 1 ", 0, 2),
    ],
)
def test_a_single_range_is_understood(header: str, start: int, stop: int) -> None:
    assert parse_range(header, 100) == ByteRange(start, stop, 100)


@pytest.mark.parametrize(
    "header",
    ["", "bytes=", "bytes=-", "bytes=a-b", "bytes=5-2", "items=0-1", "bytes=0-1,4-5", "bytes=1"],
)
def test_anything_else_asks_for_the_whole(header: str) -> None:
    assert parse_range(header, 100) is None


@pytest.mark.parametrize("header", ["bytes=100-", "bytes=100-200", "bytes=-0"])
def test_a_range_beyond_the_end_is_unsatisfiable(header: str) -> None:
    with pytest.raises(Unsatisfiable):
        parse_range(header, 100)


@pytest.mark.parametrize("header", ["bytes={}-", "bytes=0-{}", "bytes=-{}"])
def test_a_number_that_no_file_needs_asks_for_the_whole(header: str) -> None:
    assert parse_range(header.format("9" * 5000), 100) is None


@given(header=st.text(max_size=40), size=st.integers(0, 200))
def test_no_header_leads_outside_of_the_file(header: str, size: int) -> None:
    try:
        asked = parse_range("bytes=" + header, size)
    except Unsatisfiable:
        return
    assert asked is None or 0 <= asked.start < asked.stop <= size
