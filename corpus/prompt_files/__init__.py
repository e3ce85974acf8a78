"""Files of prompts: CSV, JSON Lines and Excel workbooks, read into rows and written from them.

Pure: bytes in, rows out. `reading` and `writing` are the doors.
"""
