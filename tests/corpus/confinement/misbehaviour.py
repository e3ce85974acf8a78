"""Work that behaves badly on request, to be run in confinement."""

import ctypes
import os
import time
from pathlib import Path
from typing import Any

Answer = tuple[dict[str, Any], bytes]


def behave(facts: dict[str, Any], data: bytes) -> Answer:
    """Do what ``facts["how"]`` names."""
    return {
        "echo": _echo,
        "hang": _hang,
        "spin": _spin,
        "swell": _swell,
        "crash": _crash,
        "raise": _raise,
        "write": _write,
        "flood": _flood,
        "leave": _leave,
        "look": _look,
    }[facts["how"]](data)


def _echo(data: bytes) -> Answer:
    print("a library that talks")
    return {"bytes": len(data)}, data[::-1]


def _hang(_: bytes) -> Answer:
    while True:
        time.sleep(60)


def _spin(_: bytes) -> Answer:
    while True:
        pass


def _swell(_: bytes) -> Answer:
    kept = []
    while True:
        kept.append(bytearray(2**24))


def _crash(_: bytes) -> Answer:
    ctypes.string_at(0)
    raise AssertionError("memory at zero could be read")


def _raise(_: bytes) -> Answer:
    raise ZeroDivisionError("what no one thought of")


def _write(data: bytes) -> Answer:
    Path(data.decode()).write_bytes(b"left behind")
    return {}, b""


def _flood(_: bytes) -> Answer:
    return {}, bytes(2**24)


def _leave(_: bytes) -> Answer:
    os._exit(0)


def _look(_: bytes) -> Answer:
    return {"environment": sorted(os.environ)}, b""
