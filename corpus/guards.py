"""What the database refuses in the tables of this app."""

from corpus.triggers import Guard, append_only, unchangeable

# FOR SHARE: a swap under way ends before the clip is looked at, a later one waits for it.
_VOICE = "PERFORM v.id FROM corpus_voice v WHERE v.id = NEW.voice_id FOR SHARE"
_RETIRED = "EXISTS (SELECT 1 FROM corpus_voice v WHERE v.id = NEW.voice_id AND NOT v.is_current)"
_NOTHING_NEW = "A voice that was swapped takes no further recording."

GUARDS = (
    Guard(
        "guard_frozen_version",
        "corpus_corpusversion",
        ("UPDATE", "DELETE"),
        "OLD.frozen_at IS NOT NULL",
        "A frozen corpus version never changes.",
    ),
    Guard(
        "guard_frozen_selection_insert",
        "corpus_versionprompt",
        ("INSERT", "UPDATE"),
        "EXISTS (SELECT 1 FROM corpus_corpusversion v "
        "WHERE v.id = NEW.version_id AND v.frozen_at IS NOT NULL)",
        "A frozen corpus version takes no further prompt.",
    ),
    Guard(
        "guard_frozen_selection_change",
        "corpus_versionprompt",
        ("UPDATE", "DELETE"),
        "EXISTS (SELECT 1 FROM corpus_corpusversion v "
        "WHERE v.id = OLD.version_id AND v.frozen_at IS NOT NULL)",
        "A frozen corpus version keeps its prompts.",
    ),
    Guard(
        "guard_frozen_prompt",
        "corpus_prompt",
        ("UPDATE",),
        "(NEW.external_id <> OLD.external_id OR NEW.text <> OLD.text "
        "OR NEW.register_id <> OLD.register_id OR NEW.corpus_id <> OLD.corpus_id) AND EXISTS ("
        "SELECT 1 FROM corpus_versionprompt s JOIN corpus_corpusversion v ON v.id = s.version_id "
        "WHERE s.prompt_id = OLD.id AND v.frozen_at IS NOT NULL)",
        "A prompt of a frozen corpus version is superseded, never edited.",
    ),
    Guard(
        "guard_spoken_prompt",
        "corpus_prompt",
        ("UPDATE",),
        "NEW.text <> OLD.text AND EXISTS (SELECT 1 FROM corpus_clip c WHERE c.prompt_id = OLD.id)",
        "A prompt that has clips is superseded, never edited.",
    ),
    Guard(
        "guard_frozen_register",
        "corpus_register",
        ("UPDATE",),
        "NEW.slug <> OLD.slug AND EXISTS (SELECT 1 FROM corpus_prompt p "
        "JOIN corpus_versionprompt s ON s.prompt_id = p.id "
        "JOIN corpus_corpusversion v ON v.id = s.version_id "
        "WHERE p.register_id = OLD.id AND v.frozen_at IS NOT NULL)",
        "A register of a frozen corpus version keeps its slug, which is in the digest.",
    ),
    append_only("guard_prompt_change", "corpus_promptchange", "The history of a prompt"),
    append_only("guard_bulk_read", "corpus_bulkread", "The log of bulk reads"),
    unchangeable(
        "guard_voice_identity",
        "corpus_voice",
        ("system_id", "gender"),
        "A voice keeps its system and gender: make a new voice instead.",
    ),
    Guard(
        "guard_voice_with_clips",
        "corpus_voice",
        ("UPDATE",),
        "(NEW.name <> OLD.name OR NEW.adapter_voice <> OLD.adapter_voice "
        "OR COALESCE(NEW.reader_id, 0) <> COALESCE(OLD.reader_id, 0)) "
        "AND (EXISTS (SELECT 1 FROM corpus_clip c WHERE c.voice_id = OLD.id) "
        "OR EXISTS (SELECT 1 FROM corpus_reading r WHERE r.voice_id = OLD.id))",
        "A voice that has clips stays who it is: swap it for a new voice instead.",
    ),
    Guard(
        "guard_reader_is_human",
        "corpus_voice",
        ("INSERT", "UPDATE"),
        "NEW.reader_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM corpus_system s "
        "WHERE s.id = NEW.system_id AND s.kind = 'human')",
        "Only voices of the human anchor have readers.",
    ),
    unchangeable(
        "guard_reading_identity",
        "corpus_reading",
        ("prompt_id", "voice_id", "reader_id", "token", "text", "audio", "digest"),
        "A reading stays what was recorded: send a new take instead.",
    ),
    unchangeable(
        "guard_clip_identity",
        "corpus_clip",
        ("voice_id", "prompt_id"),
        "A clip keeps its voice and prompt: make a new clip instead.",
    ),
    Guard(
        "guard_clip_of_retired_voice",
        "corpus_clip",
        ("INSERT",),
        _RETIRED,
        _NOTHING_NEW,
        postgresql_lock=_VOICE,
    ),
    Guard(
        "guard_recording_of_retired_voice",
        "corpus_clip",
        ("UPDATE",),
        f"NEW.original_digest <> OLD.original_digest AND {_RETIRED}",
        _NOTHING_NEW,
    ),
    Guard(
        "guard_replaced_recording",
        "corpus_clip",
        ("UPDATE",),
        "NEW.original_digest <> OLD.original_digest AND OLD.rendition_digest <> '' "
        "AND NEW.rendition_digest = OLD.rendition_digest",
        "A clip with another recording gives up the rendition of the former one.",
    ),
)
