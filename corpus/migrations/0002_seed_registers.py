from django.db import migrations

REGISTERS = [
    ("casual-conversation", "Casual conversation", "Someone talking to a friend, unrehearsed."),
    ("explainer", "Explainer", "Someone making a thing clear to whoever listens."),
    ("phone-agent", "Phone agent", "Someone serving a caller, one turn at a time."),
]


def seed(apps, schema_editor):
    register = apps.get_model("corpus", "Register")
    for position, (slug, name, description) in enumerate(REGISTERS, start=1):
        register.objects.get_or_create(
            slug=slug,
            defaults={"name": name, "description": description, "position": position},
        )


class Migration(migrations.Migration):
    dependencies = [("corpus", "0001_initial")]

    operations = [migrations.RunPython(seed, migrations.RunPython.noop)]
