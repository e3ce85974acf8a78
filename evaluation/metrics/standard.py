"""Every family that there is.

To add one: write its module beside this one, and a line that makes it of a Choice into `standard`.
Where it stands is where it is shown.
"""

from evaluation.metrics import squim, utmos
from evaluation.metrics.choice import Choice
from evaluation.metrics.content import Cer, Wer
from evaluation.metrics.distillmos import DistillMos
from evaluation.metrics.dnsmos import Dnsmos
from evaluation.metrics.intrusive import Pesq, Stoi
from evaluation.metrics.registry import Registry
from evaluation.metrics.reverb import ReverbConsistency, Srmr
from evaluation.metrics.rtf import Rtf
from evaluation.metrics.signal_facts import SignalFacts
from evaluation.metrics.similarity import Similarity
from evaluation.metrics.squim import Squim
from evaluation.metrics.timbre import TimbreConsistency
from evaluation.metrics.utmos import Utmos
from evaluation.speech.activity import Silero
from evaluation.speech.encoders.back_ends import speaker_encoder


def standard(choice: Choice) -> Registry:
    """Return all families with the models of *choice*; nothing is loaded. Raises BadChoice."""
    device, models = choice.device, choice.models
    encoder = speaker_encoder(choice.speaker_encoder, models=models, device=device)
    activity = Silero()
    return Registry(
        (
            Wer.chosen(choice),
            Cer.chosen(choice),
            TimbreConsistency(encoder),
            Similarity(encoder),
            ReverbConsistency(activity=activity),
            Srmr(),
            Squim(device, choice.hub_with(squim.WEIGHTS)),
            Dnsmos(activity),
            DistillMos(device),
            Utmos(device, choice.hub_with(utmos.WEIGHTS)),
            Pesq(),
            Stoi(),
            Rtf(),
            SignalFacts(),
        )
    )
