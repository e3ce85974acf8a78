"""Tables of what is spoken."""

from corpus.models.clips import Clip
from corpus.models.corpora import Corpus
from corpus.models.imports import PromptImport
from corpus.models.jobs import Job
from corpus.models.prompts import LanguageModel, Prompt, PromptChange
from corpus.models.readings import Reading
from corpus.models.reads import BulkRead
from corpus.models.registers import Register, Source
from corpus.models.synthesis import SynthesisFailure, Synthesizer
from corpus.models.systems import Gender, System, Voice
from corpus.models.uploads import UploadBatch, UploadedArchive, UploadedFile
from corpus.models.versions import CorpusVersion, Stratum, VersionPrompt

__all__ = [
    "BulkRead",
    "Clip",
    "Corpus",
    "CorpusVersion",
    "Gender",
    "Job",
    "LanguageModel",
    "Prompt",
    "PromptChange",
    "PromptImport",
    "Reading",
    "Register",
    "Source",
    "Stratum",
    "SynthesisFailure",
    "Synthesizer",
    "System",
    "UploadBatch",
    "UploadedArchive",
    "UploadedFile",
    "VersionPrompt",
    "Voice",
]
