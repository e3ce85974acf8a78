"""The icon that browsers ask for unasked."""

import pytest
from django.test import Client


@pytest.mark.usefixtures("static_files")
def test_the_icon_is_found_where_browsers_look(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(".svg")
