from django.contrib.auth.management import create_permissions
from django.db import migrations

from corpus.roles import GROUPS


def approve_what_stands(apps, schema_editor):
    """Prompts from before reviews were kept, most of them in frozen versions, stay usable."""
    apps.get_model("corpus", "Prompt").objects.update(state="approved")


def make_groups(apps, schema_editor):
    """Permissions usually come after all migrations, too late to be given to anybody here."""
    corpus = apps.get_app_config("corpus")
    corpus.models_module = True
    create_permissions(corpus, apps=apps, using=schema_editor.connection.alias, verbosity=0)
    corpus.models_module = None
    group = apps.get_model("auth", "Group")
    permission = apps.get_model("auth", "Permission")
    for name, granted in GROUPS.items():
        made, _ = group.objects.get_or_create(name=name)
        codenames = [full.removeprefix("corpus.") for full in granted]
        made.permissions.add(
            *permission.objects.filter(content_type__app_label="corpus", codename__in=codenames)
        )


class Migration(migrations.Migration):
    dependencies = [
        ("corpus", "0005_curation"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunPython(approve_what_stands, migrations.RunPython.noop),
        migrations.RunPython(make_groups, migrations.RunPython.noop),
    ]
