"""Django's settings: one file for every installation; what differs comes from the environment.

Without any variable set the site needs no other server: SQLite, a broker of files, channels in
memory. ``DATABASE_URL`` and ``REDIS_URL`` put the same code on PostgreSQL and Redis.
"""

from typing import Any

import django_stubs_ext
from csp.constants import NONE, SELF

from config.environment import BASE_DIR, read_environment
from config.storages import private_files

django_stubs_ext.monkeypatch()

ENVIRONMENT = read_environment()
VAR = ENVIRONMENT.var

SECRET_KEY = ENVIRONMENT.secret_key
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = ENVIRONMENT.hosts

INSTALLED_APPS = [
    "corpus",
    "arena",
    "ratings",
    "evaluation",
    "config",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "channels",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- data -----------------------------------------------------------------------------------------

EMBEDDED_DATABASE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": VAR / "earshot.sqlite3",
    "OPTIONS": {
        # A writer takes its lock when the transaction begins, so that two of them queue
        # instead of failing half way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    },
    # A file as in real life: a database in memory locks whole tables between threads.
    "TEST": {"NAME": VAR / "test.sqlite3"},
}
DATABASES = {"default": ENVIRONMENT.database or EMBEDDED_DATABASE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STORAGES = {
    # Private on purpose: no base address, nothing under a public one, random keys.
    "default": private_files(ENVIRONMENT),
    "staticfiles": {"BACKEND": "config.static_files.StaticFiles"},
}
STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_ROOT = None

FILE_CACHE = {
    "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
    "LOCATION": VAR / "cache",
    # A full cache drops entries at random, the worker's heartbeat and counts of requests included:
    # far more than the 300 of Django's default. Every write lists the folder, so not any number.
    "OPTIONS": {"MAX_ENTRIES": 5_000, "CULL_FREQUENCY": 10},
}
REDIS_CACHE = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": ENVIRONMENT.redis_url,
}
CACHES = {"default": REDIS_CACHE if ENVIRONMENT.redis_url else FILE_CACHE}

REDIS_CHANNELS = {
    "BACKEND": "channels_redis.core.RedisChannelLayer",
    "CONFIG": {"hosts": [ENVIRONMENT.redis_url]},
}
MEMORY_CHANNELS = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
CHANNEL_LAYERS = {"default": REDIS_CHANNELS if ENVIRONMENT.redis_url else MEMORY_CHANNELS}

# --- work -----------------------------------------------------------------------------------------

CELERY_BROKER_URL = ENVIRONMENT.redis_url or "filesystem://localhost/"
if not ENVIRONMENT.redis_url:
    CELERY_BROKER_TRANSPORT = "config.broker.Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        # Sent messages are read from the folder that they were written to.
        "data_folder_in": str(VAR / "broker" / "queue"),
        "data_folder_out": str(VAR / "broker" / "queue"),
        "control_folder": str(VAR / "broker" / "control"),
    }
    for folder in ("queue", "control"):
        (VAR / "broker" / folder).mkdir(parents=True, exist_ok=True)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TASK_TIME_LIMIT = 600
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 1_000_000  # KiB
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "celerybeat-schedule")
CELERY_TIMEZONE = "UTC"

# Cleansed in Django's reports of errors by their names; keys do not show themselves either.
SPEECH_KEYS = ENVIRONMENT.speech_keys
SPEECH_COMMANDS = ENVIRONMENT.speech_commands
SPEECH_MODELS = VAR / "speech-models"

# Which models the metrics use.
EVALUATION_RECOGNISER = ENVIRONMENT.recogniser
EVALUATION_SPEAKER_ENCODER = ENVIRONMENT.speaker_encoder
EVALUATION_MODELS = ENVIRONMENT.models
EVALUATION_TORCH_HUB = ENVIRONMENT.torch_hub
EVALUATION_DEVICE = ENVIRONMENT.device

# --- people ---------------------------------------------------------------------------------------

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "curate:index"
LOGOUT_REDIRECT_URL = "arena:home"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_LOCKOUT_TEMPLATE = "locked_out.html"

SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_AGE = 180 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = ENVIRONMENT.tls
CSRF_COOKIE_SECURE = ENVIRONMENT.tls
SECURE_SSL_REDIRECT = ENVIRONMENT.tls
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if ENVIRONMENT.tls else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = ENVIRONMENT.tls
SECURE_HSTS_PRELOAD = ENVIRONMENT.tls
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT.tls else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
# Under no-referrer browsers send "Origin: null" with forms, which the CSRF check has to refuse.
# Answers of the voting API say no-referrer themselves.
SECURE_REFERRER_POLICY = "same-origin"
CSRF_TRUSTED_ORIGINS = (
    [f"https://{'*' if host.startswith('.') else ''}{host}" for host in ALLOWED_HOSTS]
    if ENVIRONMENT.tls
    else []
)
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "media-src": [SELF, "blob:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# --- the API --------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    # Listeners are known by their session alone. Only JSON is parsed, which another site's form
    # cannot send, and the session cookie stays at home (SameSite).
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_PARSER_CLASSES": ["arena.api.parsers.ShallowJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "arena.api.negotiation.IgnoreAccept",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_RATES": {
        "listener": ENVIRONMENT.vote_rate,
        "address": ENVIRONMENT.address_rate,
    },
    "EXCEPTION_HANDLER": "arena.api.problems.exception_handler",
    "UNAUTHENTICATED_USER": None,
    "NUM_PROXIES": 0,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Earshot",
    "DESCRIPTION": "Blind pairwise listening: draw a matchup, hear two clips, vote.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_NAME_OVERRIDES": {"SideEnum": "arena.models.Side"},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"validatorUrl": None},
}

# --- the rest -------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

DEFAULT_EXCEPTION_REPORTER = "config.private_reports.PrivateReporter"
DEFAULT_EXCEPTION_REPORTER_FILTER = "config.private_reports.PrivateFilter"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "class": "config.private_reports.PlainFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["console"], "level": ENVIRONMENT.log_level},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "axes": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
    },
}
