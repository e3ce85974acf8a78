"""Tables as Parquet files: columns with types, the facts in the file's metadata.

pyarrow takes long to load, so it is loaded when the first file is asked for.
"""

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from ratings.leaderboard.facts import Facts
from ratings.leaderboard.records import COLUMNS, flat
from ratings.statistics.standings import Standing

_TEXT = {"system", "state"}
_WHOLE = {"rank", "rank_low", "rank_high", "tier"}


def as_parquet(standings: Sequence[Standing], facts: Facts) -> bytes:
    """The rows of the CSV with types; the same board gives the same bytes."""
    import pyarrow as pa  # noqa: PLC0415 - see above

    rows = [flat(row) for row in standings]
    types = {
        name: pa.string() if name in _TEXT else pa.int64() if name in _WHOLE else pa.float64()
        for name in COLUMNS
    }
    arrays = {
        name: pa.array([row[name] for row in rows], type=kind, from_pandas=False)
        for name, kind in types.items()
    }
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
