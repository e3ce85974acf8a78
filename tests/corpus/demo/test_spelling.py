import pytest

from corpus.demo.spelling import spell_out


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("press 1 to accept", "Press one to accept."),
        ("Press # or *.", "Press pound or star."),
        ("Use the 7 key for Q.", "Use the seven key for Q."),
        ("your 1st and 22nd call", "Your first and twenty-second call."),
        ("dial 500 now", "Dial five zero zero now."),
        ("extension 8500", "Extension eight five zero zero."),
        ("There are 120 callers.", "There are one hundred twenty callers."),
        ("at 28.8 kilobit", "At twenty-eight point eight kilobit."),
        ("about 1,500 messages", "About one thousand five hundred messages."),
        ("please wait while i connect", "Please wait while I connect."),
        ("Starting with the area code!", "Starting with the area code!"),
        ("two  spaces", "Two spaces."),
        ("3D audio at 50%", "Three D audio at fifty percent."),
    ],
)
def test_signs_and_digits_become_the_words_that_are_read(written: str, spoken: str) -> None:
    assert spell_out(written) == spoken
