from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Subquery

HELP = "SHA-256 of the bytes that are heard; empty: not known."


def bind_open_matchups(apps: Any, schema_editor: Any) -> None:
    """Matchups without a vote are about what their clips sound like now; of others it is unknown."""
    clips = apps.get_model("corpus", "Clip").objects
    apps.get_model("arena", "Matchup").objects.filter(vote=None).update(**{
        f"{side}_rendition": Subquery(
            clips.filter(pk=OuterRef(f"{side}_clip")).values("rendition_digest")
        )
        for side in ("left", "right")
    })


class Migration(migrations.Migration):

    dependencies = [
        ("arena", "0003_vote_for_counting"),
        ("corpus", "0012_synthesis"),
    ]

    operations = [
        *(
            migrations.AddField(
                model_name="matchup",
                name=f"{side}_rendition",
                field=models.CharField(default="", help_text=HELP, max_length=64),
                preserve_default=False,
            )
            for side in ("left", "right")
        ),
        migrations.RunPython(bind_open_matchups, migrations.RunPython.noop),
    ]
