"""Say to uv where pip would look: reads ``pip config list``, prints uv's options, one a line.

uv reads none of pip's configuration. Ends with 1 where that holds something that uv has no option
for, such as a proxy or a client's certificate: then pip must do it.
"""

import ast
import sys

ELSEWHERE = {"proxy", "client-cert", "require-hashes", "only-binary", "no-binary", "target"}
MANY = {
    "extra-index-url": "--index",
    "find-links": "--find-links",
    "constraint": "--constraints",
    "trusted-host": "--allow-insecure-host",
}


def options(listed: str) -> list[str]:
    """Options for lines such as ``global.index-url='https://example.org/simple'``.

    Where several files set a name, the last line counts, as it does for pip.

    Raises:
        LookupError: a name is set that uv has no option for.
    """
    values: dict[str, str] = {}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        values[name.rpartition(".")[2]] = str(ast.literal_eval(value))
    if unknown := values.keys() & ELSEWHERE:
        raise LookupError(", ".join(sorted(unknown)))
    # pip takes the newest of all indexes, uv by default what the first has.
    made = ["--index-strategy", "unsafe-best-match"]
    if "index-url" in values:
        made += ["--default-index", values["index-url"]]
    if values.get("no-index", "").lower() in {"1", "true", "yes", "on"}:
        made += ["--no-index"]
    for name, option in MANY.items():
        for value in values.get(name, "").split():
            made += [option, value]
    return made


if __name__ == "__main__":
    try:
        print("\n".join(options(sys.stdin.read())))
    except (LookupError, ValueError, SyntaxError) as error:
        sys.exit(f"For pip: {error}")
