"""Tables as Parquet files: columns with types, the facts in the file's metadata.

pyarrow takes long to load, so it is loaded when the first file is asked for.
"""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ratings.leaderboard.facts import Facts, IslandTable
from ratings.leaderboard.records import ISLAND, columns_of, flat_rows
from ratings.statistics.standings import Standing

_TEXT = {"system", "state"}
_WHOLE = {ISLAND, "rank", "rank_low", "rank_high", "tier"}


def as_parquet(
    standings: Sequence[Standing], facts: Facts, islands: Sequence[IslandTable] = ()
) -> bytes:
    """The rows of the CSV with types; the same board gives the same bytes.

    Where there are islands, what holds for each stands in the metadata too, in their order.
    """
    import pyarrow as pa  # noqa: PLC0415 - see above

    rows = flat_rows(standings, islands)
    types = {
        name: pa.string() if name in _TEXT else pa.int64() if name in _WHOLE else pa.float64()
        for name in columns_of(islands)
    }
    arrays = {
        name: pa.array([row[name] for row in rows], type=kind, from_pandas=False)
        for name, kind in types.items()
    }
    if islands:
        facts = {**facts, "islands": [dict(island.facts) for island in islands]}
    return table_bytes(arrays, facts)


def table_bytes(arrays: Mapping[str, Any], facts: Facts) -> bytes:
    """Columns (arrays of pyarrow) as one Parquet file; `facts` as JSON under the key `earshot`."""
    import pyarrow as pa  # noqa: PLC0415 - see above
    import pyarrow.parquet as pq  # noqa: PLC0415

    metadata = {"earshot": json.dumps(facts, ensure_ascii=False, sort_keys=True)}
    table = pa.table(dict(arrays)).replace_schema_metadata(metadata)
    out = io.BytesIO()
    # Nothing here depends on time, machine or number of threads; the writer's name is pinned.
    pq.write_table(table, out, compression="snappy", version="2.6", row_group_size=2**20)
    return out.getvalue()
