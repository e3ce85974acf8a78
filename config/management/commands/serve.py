"""``manage.py serve``: web server, worker and beat of one machine, together."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.curator import stored_login
from config.processes import POLL_SECONDS, ending_signals, first_end, together
from config.serving import (
    ServingError,
    beat_program,
    sole_use,
    usable_port,
    wait_until_ready,
    web_program,
    worker_program,
)

READY_WITHIN_SECONDS = 90.0


class Command(BaseCommand):
    """Runs until Ctrl-C, SIGTERM or the end of one of the three; then nothing is left running."""

    help = "Start web server, worker and beat together; Ctrl-C ends all."

    def add_arguments(self, parser: CommandParser) -> None:
        """Address, and whether the demo's login is shown."""
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port; 0 takes any free one")
        parser.add_argument(
            "--show-login",
            action="store_true",
            help="also print the login of the demo's curator",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve."""
        host, show_login = options["host"], options["show_login"]
        try:
            with sole_use(settings.VAR):
                self._serve(host, usable_port(host, options["port"]), show_login=show_login)
        except ServingError as error:
            raise CommandError(str(error)) from error

    def _serve(self, host: str, port: int, *, show_login: bool) -> None:
        name = _allowed_host()
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        self._say(f"Starting web server, worker and beat on port {port} …")
        with (
            ending_signals() as asked_to_end,
            together(
                [web_program(host, port), worker_program(), beat_program()],
            ) as running,
        ):
            self._say("Waiting until the first page answers and a worker beats …")
            wait_until_ready(
                address,
                name,
                lambda: asked_to_end.is_set() or first_end(running) is not None,
                READY_WITHIN_SECONDS,
            )
            if not asked_to_end.is_set() and first_end(running) is None:
                self._say_where(address, show_login=show_login)
            while not asked_to_end.wait(POLL_SECONDS) and first_end(running) is None:
                pass
            ended = None if asked_to_end.is_set() else first_end(running)
            self.stdout.write("Ending web server, worker and beat …")
        if ended is not None:
            raise ServingError(f"{ended} What ran beside it was ended too. Start again to go on.")

    def _say(self, line: str) -> None:
        """At once, also where the output goes to a file or a pipe."""
        self.stdout.write(line)
        self.stdout.flush()

    def _say_where(self, address: str, *, show_login: bool) -> None:
        lines = [f"Earshot is ready:  {address}"]
        login = stored_login(settings.VAR) if show_login else None
        if login is not None:
            lines += [f"Curation:          {address}curate/", f"Login:             {login}"]
        rule = "─" * (max(map(len, lines)) + 2)
        self._say("\n".join(["", rule, *(f" {line}" for line in lines), rule]))
        self._say(" Ctrl-C ends it.\n")


def _allowed_host() -> str:
    if not settings.ALLOWED_HOSTS:
        raise ServingError(
            "EARSHOT_HOSTS is empty, so that every visitor would be refused. Set it to the site's "
            "names, as in EARSHOT_HOSTS=earshot.example.org, or unset it to serve this machine.",
        )
    first: str = settings.ALLOWED_HOSTS[0]
    return "localhost" if first == "*" else first.lstrip(".")
