"""What a machine can notice about a reading before a person listens to it. Pure.

Everything here warns and nothing refuses: whether a reading is good is for a person to say.
"""
