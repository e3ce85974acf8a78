"""Addresses of boards."""

from django.urls import path, register_converter

from ratings import export_views, plan_views, publication_views, reads_views, snapshot_views, views

app_name = "ratings"


class SliceValue:
    """The value of a slice, or `value+kind:value` of a crossed one."""

    regex = r"[-\w]+(?:\+[-\w]+:[-\w]+)*"

    def to_python(self, value: str) -> str:
        """As it stands."""
        return value

    def to_url(self, value: str) -> str:
        """As it stands."""
        return value


register_converter(SliceValue, "slice_value")

urlpatterns = [
    path("curate/planning/", plan_views.planning, name="planning"),
    path("curate/planning/<int:pk>/", plan_views.plan, name="plan"),
    path(
        "curate/studies/<slug:slug>/publication/",
        publication_views.publication,
        name="publication",
    ),
    path("curate/reads/", reads_views.bulk_reads, name="reads"),
    path("curate/reads/export/", reads_views.export, name="reads-export"),
    path("studies/<slug:slug>/board/", views.board, name="board"),
    path("studies/<slug:slug>/board/<slug:kind>/<slice_value:value>/", views.board, name="slice"),
    path("boards/<int:board_id>/method/", views.method, name="method"),
    path("studies/<slug:slug>/leaderboard.<str:form>", views.export, name="export"),
    path("studies/<slug:slug>/votes/export", export_views.votes, name="export-votes"),
    path("studies/<slug:slug>/snapshots/", snapshot_views.snapshots, name="snapshots"),
    path("studies/<slug:slug>/compare/", snapshot_views.comparison, name="compare"),
    path("boards/<int:pk>/", snapshot_views.snapshot, name="snapshot"),
    path(
        "boards/<int:pk>/leaderboard.<str:form>",
        snapshot_views.snapshot_export,
        name="snapshot-export",
    ),
]
