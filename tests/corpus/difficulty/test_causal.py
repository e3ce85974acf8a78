"""Causal models of transformers: a tiny one, made here and saved as a folder."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corpus.difficulty.back_ends import language_model
from corpus.difficulty.causal import CausalModel
from corpus.difficulty.language_model import ModelUnavailable

pytestmark = [pytest.mark.needs_torch, pytest.mark.heavy]

TEXTS = [
    "We went home.",
    "Hm.",
    "I will call you back tomorrow morning, or on Thursday, whichever suits you better.",
    "What do you think about the new house?",
    "Come at four p.m. on Monday.",
] * 5
CONTEXT = 64
START = "<|start|>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A GPT-2 of two layers with random weights, and a tokenizer of parts of words."""
    import torch  # noqa: PLC0415 - absent where these tests are skipped
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers  # noqa: PLC0415
    from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast  # noqa: PLC0415

    path = tmp_path_factory.mktemp("models") / "tiny"
    parts = Tokenizer(models.BPE())
    parts.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    parts.decoder = decoders.ByteLevel()
    letters = pre_tokenizers.ByteLevel.alphabet()
    parts.train_from_iterator(
        TEXTS,
        trainers.BpeTrainer(vocab_size=300, special_tokens=[START], initial_alphabet=letters),
    )
    tokenizer: Any = PreTrainedTokenizerFast
    tokenizer(tokenizer_object=parts, bos_token=START).save_pretrained(path)
    torch.manual_seed(1)
    shape = GPT2Config(
        vocab_size=parts.get_vocab_size(),
        n_positions=CONTEXT,
        n_embd=32,
        n_layer=2,
        n_head=2,
        initializer_range=0.5,  # far from uniform, so that a wrong position would show
        bos_token_id=0,
        eos_token_id=0,
    )
    GPT2LMHeadModel(shape).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def model(folder: Path) -> CausalModel:
    """That model, loaded as the site does."""
    return CausalModel(str(folder))


def by_hand(folder: Path, text: str) -> float:
    """Σ ln p, one token at a time: a softmax over the scores after the tokens before it."""
    import torch  # noqa: PLC0415
    from transformers import AutoTokenizer, GPT2LMHeadModel  # noqa: PLC0415

    network: Any = GPT2LMHeadModel.from_pretrained(folder)
    network.eval()
    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    tokens = [tokenizer.bos_token_id, *tokenizer.encode(text, add_special_tokens=False)]
    total = 0.0
    for end in range(1, len(tokens)):
        with torch.inference_mode():
            scores = network(torch.tensor([tokens[:end]])).logits[0, -1].double().numpy()
        total += scores[tokens[end]] - np.log(np.exp(scores).sum())
    return total


@pytest.mark.parametrize(("text", "words"), [(TEXTS[0], 3), (TEXTS[1], 1), (TEXTS[3], 8)])
def test_the_value_is_the_likelihood_of_all_tokens_per_word(
    model: CausalModel, folder: Path, text: str, words: int
) -> None:
    """Computed token by token, without batch, padding or a library's loss."""
    expected = math.exp(-by_hand(folder, text) / words)
    assert model.perplexity(text) == pytest.approx(expected, rel=1e-4)


def test_the_model_reads_parts_of_words_yet_counts_words(folder: Path) -> None:
    """Otherwise the test above would not tell tokens from words."""
    from transformers import AutoTokenizer  # noqa: PLC0415

    tokenizer: Any = AutoTokenizer.from_pretrained(folder)
    assert len(tokenizer.encode("nevertheless", add_special_tokens=False)) > 1


def test_company_in_a_batch_moves_no_value(model: CausalModel) -> None:
    """Texts of one word and of fifteen, padded together, keep the values they have alone."""
    alone = [model.perplexity(text) for text in TEXTS]
    assert model.perplexities(TEXTS) == pytest.approx(alone, rel=1e-4)
    assert model.perplexities(TEXTS[::-1]) == pytest.approx(alone[::-1], rel=1e-4)


def test_progress_ends_at_the_number_of_texts(model: CausalModel) -> None:
    """After each batch."""
    heard = list[int]()
    model.perplexities(TEXTS, progress=heard.append)
    assert heard == sorted(set(heard))
    assert len(heard) > 1
    assert heard[-1] == len(TEXTS)


def test_what_cannot_be_counted_is_unknown_and_spoils_nothing_else(model: CausalModel) -> None:
    """No word, nothing at all, or more tokens than the model's context holds."""
    values = model.perplexities(["…", "", "word " * CONTEXT, TEXTS[0]])
    assert np.isnan(values).tolist() == [True, True, True, False]
    assert values[3] == pytest.approx(model.perplexity(TEXTS[0]), rel=1e-4)


def test_a_model_is_found_by_its_folder_and_tells_its_digest(
    model: CausalModel, folder: Path, tmp_path: Path
) -> None:
    """The same files, the same digest; other weights, another."""
    found = language_model(f"huggingface:{folder}")
    assert found.name == f"huggingface:{folder}"
    assert found.digest == model.digest
    import torch  # noqa: PLC0415
    from transformers import GPT2LMHeadModel  # noqa: PLC0415

    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    network = GPT2LMHeadModel.from_pretrained(folder)
    with torch.no_grad():
        network.transformer.ln_f.bias[0] += 1.0
    network.save_pretrained(tmp_path)
    assert CausalModel(str(tmp_path)).digest != model.digest


def test_a_model_that_is_not_on_this_machine_is_not_fetched() -> None:
    """The answer is the command that brings it."""
    with pytest.raises(ModelUnavailable, match=r"hf download nobody/has-this-model"):
        language_model("huggingface:nobody/has-this-model")


def test_what_is_neither_folder_nor_name_is_said_to_be_neither() -> None:
    """A mistyped path."""
    with pytest.raises(ModelUnavailable, match="neither a folder with a model"):
        language_model("huggingface:/no/such/folder/here")


def test_a_folder_without_weights_is_refused(tmp_path: Path) -> None:
    """A configuration alone is no model."""
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "gpt2"}))
    with pytest.raises(ModelUnavailable, match="cannot be loaded as a causal language model"):
        CausalModel(str(tmp_path))
