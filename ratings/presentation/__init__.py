"""A board as its pages show it: rounded numbers, sentences, chart coordinates. Pure; no markup."""
