"""What the database refuses in the tables of this app."""

from corpus.triggers import append_only

GUARDS = (append_only("guard_agreement", "evaluation_agreementreport", "A report of agreement"),)
