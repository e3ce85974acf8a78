"""Work on what strangers send, in processes that may crash, hang or swell at no harm to others."""
