"""What can go wrong between the site and the place where its files lie."""

from botocore.exceptions import BotoCoreError, ClientError

# None of these is the fault of a file: the same call may succeed a minute later. FileNotFoundError,
# which is one of them, says that a file is gone: handle it first.
STORAGE_TROUBLES = (OSError, BotoCoreError, ClientError)
