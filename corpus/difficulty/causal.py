"""Any causal language model of Hugging Face's transformers, by name or by folder.

torch and transformers are imported when a model is loaded and not before, so that the site, which
has neither, can import this module.
"""

import math
from collections.abc import Iterator, Sequence
from importlib import util
from pathlib import Path
from typing import Any

import numpy as np

from corpus.difficulty.language_model import (
    FloatArray,
    ModelUnavailable,
    Progress,
    digest_of,
    per_word,
)
from corpus.difficulty.words import words

PREFIX = "huggingface:"
COMMAND = "pip install -r requirements-evaluation.txt"
BATCH = 8
DECISIVE = ("*.safetensors", "*.bin", "*.json", "*.txt", "*.model", "*.jinja")
"""Weights, configuration and tokenizer: the files of a model's folder that decide its values."""


def is_installed() -> bool:
    """Whether torch and transformers are there."""
    return all(util.find_spec(name) for name in ("torch", "transformers"))


def model_folder(name: str) -> Path:
    """Return the folder of a model: *name* itself, or where the hub's client has put it.

    Nothing is downloaded, so that a worker never fetches gigabytes unasked.

    Raises ModelUnavailable if it is neither.
    """
    if (Path(name) / "config.json").is_file():
        return Path(name)
    from huggingface_hub import snapshot_download  # noqa: PLC0415
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError  # noqa: PLC0415

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except HFValidationError as error:
        raise ModelUnavailable(
            f"“{name}” is neither a folder with a model (a config.json) nor the name of one, such "
            "as “openai-community/gpt2”."
        ) from error
    except LocalEntryNotFoundError as error:
        raise ModelUnavailable(
            f"The model “{name}” is not on this machine: hf download {name}"
        ) from (error)


class CausalModel:
    """P(token | all tokens before) over a whole text, as written, with its punctuation.

    The text follows the token that begins a document (the model's bos, or its eos where it has no
    bos, as GPT-2 was trained); that token costs nothing and no end is counted. Weights are run in
    32-bit floats, on a graphics card if there is one, so that neither the machine nor the company
    of a text in its batch moves a value by more than rounding.
    """

    def __init__(self, name: str) -> None:
        """Load the model and its tokenizer from a folder or from the hub client's cache.

        Raises ModelUnavailable if torch, transformers or the model is missing or cannot be read.
        """
        if not is_installed():
            raise ModelUnavailable(f"Models of Hugging Face need torch and transformers: {COMMAND}")
        import torch  # noqa: PLC0415 - see the module's docstring
        from transformers import AutoModelForCausalLM, AutoTokenizer  # noqa: PLC0415

        folder = model_folder(name)
        try:
            self._tokenizer: Any = AutoTokenizer.from_pretrained(folder)
            model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
        except (OSError, ValueError) as error:
            raise ModelUnavailable(
                f"“{name}” cannot be loaded as a causal language model with its tokenizer: {error}"
            ) from error
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self._model: Any = model.eval().to(self._device)
        self._begin = self._document_start(name)
        self.name = f"{PREFIX}{name}"
        self.digest = digest_of({path for kind in DECISIVE for path in folder.glob(kind)})

    def perplexity(self, text: str) -> float:
        """Perplexity per word; NaN for a text without words or longer than the model's context."""
        return float(self.perplexities([text])[0])

    def perplexities(self, texts: Sequence[str], *, progress: Progress | None = None) -> FloatArray:
        """Return the perplexity of each of *texts*; *progress* hears of each batch.

        Texts of similar length are computed together; each has the value it has alone.
        """
        tokens = [self._tokens(text) for text in texts]
        values = np.full(len(texts), math.nan)
        done = 0
        for batch in _batches([len(ids) for ids in tokens]):
            usable = [index for index in batch if self._fits(tokens[index])]
            for index, total in zip(usable, self._totals([tokens[i] for i in usable]), strict=True):
                values[index] = per_word(total, len(words(texts[index])))
            done += len(batch)
            if progress:
                progress(done)
        return values

    def _document_start(self, name: str) -> int:
        for token in (self._tokenizer.bos_token_id, self._tokenizer.eos_token_id):
            if token is not None:
                return int(token)
        raise ModelUnavailable(
            f"The tokenizer of “{name}” has no token that begins a document (bos or eos), so the "
            "first word of a text has no probability. Choose another model."
        )

    def _tokens(self, text: str) -> list[int]:
        ids = self._tokenizer(text, add_special_tokens=False, verbose=False)["input_ids"]
        return [self._begin, *ids]

    def _fits(self, tokens: Sequence[int]) -> bool:
        most = getattr(self._model.config, "max_position_embeddings", None)
        return len(tokens) > 1 and (most is None or len(tokens) <= most)

    def _totals(self, batch: Sequence[Sequence[int]]) -> list[float]:
        """Natural log-probability of each text of a batch, padded on the right."""
        if not batch:
            return []
        import torch  # noqa: PLC0415
        from torch.nn.functional import cross_entropy  # noqa: PLC0415

        longest = max(map(len, batch))
        ids = torch.full((len(batch), longest), self._begin, dtype=torch.long)
        mask = torch.zeros_like(ids)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens)] = torch.tensor(tokens)
            mask[row, : len(tokens)] = 1
        ids, mask = ids.to(self._device), mask.to(self._device)
        with torch.inference_mode():
            logits = self._model(input_ids=ids, attention_mask=mask).logits[:, :-1]
            losses = cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")
        totals: list[float] = (-(losses.double() * mask[:, 1:]).sum(dim=1)).tolist()
        return totals


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The indices of texts, shortest first, in batches."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    return (order[begin : begin + BATCH] for begin in range(0, len(order), BATCH))
