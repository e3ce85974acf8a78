from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corpus", "0009_readings")]

    operations = [
        migrations.AddField(
            model_name="clip",
            name="attempts",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Renderings begun since the last that came to an end."
            ),
        ),
        migrations.AddField(
            model_name="clip",
            name="rendering_since",
            field=models.DateTimeField(help_text="When a worker took it.", null=True),
        ),
    ]
