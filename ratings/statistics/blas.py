"""One BLAS thread while we fit: the matrices are small, and a second thread only brings noise."""

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import scipy.linalg  # noqa: F401  loads its BLAS, so that the controller finds it
from threadpoolctl import ThreadpoolController

P = ParamSpec("P")
R = TypeVar("R")


@functools.cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


def single_threaded(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function with one BLAS thread: quicker at our sizes, and the same bytes every time."""

    @functools.wraps(function)
    def pinned(*args: P.args, **kwargs: P.kwargs) -> R:
        with _controller().limit(limits=1, user_api="blas"):
            return function(*args, **kwargs)

    return pinned
