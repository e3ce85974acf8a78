"""Standings keep the name that their system had when the board was made."""

from django.db import migrations, models


def name_standings(apps, schema_editor):
    """Boards made before get today's names."""
    standings = apps.get_model("ratings", "Standing").objects
    for system in apps.get_model("corpus", "System").objects.all():
        label = f"{system.name} {system.version}".strip()
        standings.filter(system=system).update(label=label)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0003_vote_blocks")]

    operations = [
        migrations.AddField(
            model_name="standing",
            name="label",
            field=models.CharField(default="", help_text="Name of the system then.", max_length=320),
            preserve_default=False,
        ),
        migrations.RunPython(name_standings, migrations.RunPython.noop),
    ]
