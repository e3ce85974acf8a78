"""How torch runs a model: few threads, no gradients, its hub folder where the setting says."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType


@contextmanager
def inference(threads: int = 1) -> Iterator[None]:
    """Within it torch keeps no gradients and uses *threads* threads; other code gets its own back.

    One by default: a machine runs as many workers as it has cores.
    """
    import torch  # noqa: PLC0415 - the site starts without it

    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        with torch.inference_mode():
            yield
    finally:
        torch.set_num_threads(before)


@contextmanager
def hub(folder: Path) -> Iterator[None]:
    """Within it *folder* is torch's hub folder."""
    import torch  # noqa: PLC0415 - the site starts without it

    before = torch.hub.get_dir()
    if Path(before) == folder:
        yield
        return
    torch.hub.set_dir(str(folder))
    try:
        yield
    finally:
        torch.hub.set_dir(before)


@contextmanager
def package_at(name: str, folder: Path) -> Iterator[None]:
    """Within it ``import name`` finds *folder*, even if another package of that name is installed.

    What was imported under that name before is back afterwards.
    """
    before = _of(name)
    for each in before:
        del sys.modules[each]
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules[name] = package
    try:
        yield
    finally:
        for each in _of(name):
            del sys.modules[each]
        sys.modules.update(before)


def _of(name: str) -> dict[str, ModuleType]:
    return {
        each: module
        for each, module in sys.modules.items()
        if each == name or each.startswith(f"{name}.")
    }
