"""The OpenAPI schema says no more names than there are things."""

import pytest
from django.core.checks import run_checks
from drf_spectacular.generators import SchemaGenerator


@pytest.mark.usefixtures("db")
def test_the_check_for_deployment_finds_nothing_in_the_schema() -> None:
    found = run_checks(include_deployment_checks=True)
    assert [message.msg for message in found if str(message.id).startswith("drf_spectacular")] == []


def test_left_and_right_have_one_name() -> None:
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    schemas = schema["components"]["schemas"]
    assert [name for name, what in schemas.items() if what.get("enum") == ["left", "right"]] == [
        "SideEnum"
    ]
