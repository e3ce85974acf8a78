"""The Celery application."""

import os

from celery import Celery

from config.heartbeat import Heartbeat

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("earshot")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(Heartbeat)
# What is due is read from the database, so a message that is lost with its worker is only late.
EVERY_SECONDS = {
    "ratings.tasks.refit_boards": 2.0,
    "ratings.tasks.publish_boards": 2.0,
    "corpus.tasks.render_waiting_clips": 2.0,
    "corpus.tasks.check_waiting_readings": 2.0,
    "corpus.tasks.measure_difficulty": 10.0,
    "evaluation.tasks.compare_with_listeners": 30.0,
    "corpus.tasks.sweep_uploads": 3600.0,
    "corpus.tasks.heal_jobs": 30.0,
}
app.conf.beat_schedule = {
    task.rpartition(".")[2].replace("_", "-"): {
        "task": task,
        "schedule": seconds,
        "options": {"expires": seconds},
    }
    for task, seconds in EVERY_SECONDS.items()
}
