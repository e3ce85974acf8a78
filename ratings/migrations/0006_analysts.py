from django.contrib.auth.management import create_permissions
from django.db import migrations

from corpus.roles import ANALYST, EXPORT_VOTES


def let_analysts_export(apps, schema_editor):
    ratings = apps.get_app_config("ratings")
    ratings.models_module = True
    create_permissions(ratings, apps=apps, using=schema_editor.connection.alias, verbosity=0)
    ratings.models_module = None
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=ANALYST)
    label, codename = EXPORT_VOTES.split(".")
    permissions = apps.get_model("auth", "Permission").objects
    group.permissions.add(permissions.get(content_type__app_label=label, codename=codename))


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0005_publications_and_exports"),
        ("corpus", "0006_roles"),
    ]

    operations = [migrations.RunPython(let_analysts_export, migrations.RunPython.noop)]
