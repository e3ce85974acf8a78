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
app.conf.beat_schedule = {
    "refit-boards": {
        "task": "ratings.tasks.refit_boards",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "publish-boards": {
        "task": "ratings.tasks.publish_boards",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "render-waiting-clips": {
        "task": "corpus.tasks.render_waiting_clips",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "check-waiting-readings": {
        "task": "corpus.tasks.check_waiting_readings",
        "schedule": 2.0,
        "options": {"expires": 2.0},
    },
    "measure-difficulty": {
        "task": "corpus.tasks.measure_difficulty",
        "schedule": 10.0,
        "options": {"expires": 10.0},
    },
    "compare-with-listeners": {
        "task": "evaluation.tasks.compare_with_listeners",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
    "sweep-uploads": {
        "task": "corpus.tasks.sweep_uploads",
        "schedule": 3600.0,
        "options": {"expires": 3600.0},
    },
    "heal-jobs": {
        "task": "corpus.tasks.heal_jobs",
        "schedule": 30.0,
        "options": {"expires": 30.0},
    },
}
