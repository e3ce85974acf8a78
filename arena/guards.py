"""What the database refuses in the tables of this app."""

from corpus.triggers import Guard, append_only, unchangeable

_CLIP_FITS = (
    "EXISTS (SELECT 1 FROM corpus_clip c JOIN corpus_voice v ON v.id = c.voice_id "
    "WHERE c.id = NEW.{side}_clip_id AND c.prompt_id = NEW.prompt_id "
    "AND v.gender = NEW.gender AND v.system_id = NEW.{side}_system_id)"
)
_COPIED = ("study_id", "listener_id", "prompt_id", "gender", "left_system_id", "right_system_id")
_SAME = " AND ".join(f"m.{column} = NEW.{column}" for column in _COPIED)
_ENTRY_IN_USE = (
    "EXISTS (SELECT 1 FROM arena_matchup m WHERE m.study_id = OLD.study_id "
    "AND OLD.system_id IN (m.left_system_id, m.right_system_id))"
)

_JUDGED = (
    "EXISTS (SELECT 1 FROM arena_matchup m JOIN arena_vote v ON v.matchup_id = m.id "
    "WHERE m.left_clip_id = OLD.id OR m.right_clip_id = OLD.id)"
)

# FOR SHARE: a replacement under way ends before the vote is looked at, a later one waits for it.
_HEARD_CLIPS = (
    "PERFORM c.id FROM corpus_clip c JOIN arena_matchup m "
    "ON c.id IN (m.left_clip_id, m.right_clip_id) "
    "WHERE m.id = NEW.matchup_id ORDER BY c.id FOR SHARE OF c"
)
_HEARD = (
    "EXISTS (SELECT 1 FROM arena_matchup m "
    "JOIN corpus_clip l ON l.id = m.left_clip_id AND l.rendition_digest = m.left_rendition "
    "JOIN corpus_clip r ON r.id = m.right_clip_id AND r.rendition_digest = m.right_rendition "
    "WHERE m.id = NEW.matchup_id)"
)

GUARDS = (
    Guard(
        "guard_matchup_clips",
        "arena_matchup",
        ("INSERT",),
        f"NOT {_CLIP_FITS.format(side='left')} OR NOT {_CLIP_FITS.format(side='right')}",
        "Both clips of a matchup are of its prompt, its gender and its systems.",
    ),
    unchangeable(
        "guard_matchup_identity",
        "arena_matchup",
        (
            *(*_COPIED, "left_clip_id", "right_clip_id"),
            *("left_rendition", "right_rendition"),
            *("token", "purpose", "probability", "issued_at"),
        ),
        "An issued matchup never changes.",
    ),
    unchangeable(
        "guard_listener_kind",
        "arena_listener",
        ("kind",),
        "A listener stays a person or simulated.",
    ),
    Guard(
        "guard_vote_matches_matchup",
        "arena_vote",
        ("INSERT",),
        f"NOT EXISTS (SELECT 1 FROM arena_matchup m WHERE m.id = NEW.matchup_id AND {_SAME})",  # noqa: S608 - constants of this file
        "A vote repeats the study, listener, prompt, gender and sides of its matchup.",
    ),
    Guard(
        "guard_vote_matchup_is_open",
        "arena_vote",
        ("INSERT",),
        "EXISTS (SELECT 1 FROM arena_matchup m "
        "WHERE m.id = NEW.matchup_id AND m.closed_at IS NOT NULL)",
        "A matchup that was reported and skipped takes no vote.",
    ),
    Guard(
        "guard_vote_is_about_what_was_heard",
        "arena_vote",
        ("INSERT",),
        f"NOT {_HEARD}",
        "A vote is about the renditions that its matchup was issued with.",
        postgresql_lock=_HEARD_CLIPS,
    ),
    Guard(
        "guard_judged_clip",
        "corpus_clip",
        ("UPDATE",),
        f"NEW.original_digest <> OLD.original_digest AND {_JUDGED}",
        "A clip that listeners have judged keeps its recording.",
    ),
    append_only("guard_vote", "arena_vote", "A vote"),
    append_only("guard_exclusion", "arena_exclusion", "An exclusion"),
    Guard(
        "guard_entry_in_use",
        "arena_studysystem",
        ("DELETE",),
        _ENTRY_IN_USE,
        "A system with matchups in a study stays in it: switch it off instead.",
    ),
    unchangeable(
        "guard_entry_identity",
        "arena_studysystem",
        ("study_id", "system_id"),
        "An entry keeps its study and system: add another one instead.",
    ),
    Guard(
        "guard_study_version_is_frozen",
        "arena_study",
        ("INSERT", "UPDATE"),
        "EXISTS (SELECT 1 FROM corpus_corpusversion v "
        "WHERE v.id = NEW.version_id AND v.frozen_at IS NULL)",
        "A study uses a frozen corpus version.",
    ),
    unchangeable(
        "guard_study_version",
        "arena_study",
        ("version_id",),
        "A study keeps its corpus version: open a new study for another one.",
    ),
)
