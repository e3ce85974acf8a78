import pytest

from corpus.text.findings import Kind
from corpus.text.linting import lint
from corpus.text.spelling import spell_out

CLEAR = {
    "whole numbers": [
        ("We saw 42 birds.", "We saw forty-two birds."),
        ("5 people left. 10 stayed.", "Five people left. Ten stayed."),
        ("about 1,250 words", "about one thousand two hundred fifty words"),
        ("It was -5 outside.", "It was minus five outside."),
        ("a 20-year-old car", "a twenty-year-old car"),
        ("No. 5 and #1", "Number five and number one"),
        ("call 5 friends", "call five friends"),
        ("some 10 000 people", "some ten thousand people"),
        ("some 1\u202f250\u202f000", "some one million two hundred fifty thousand"),
        ("approx. 5 or vol. 2", "approx. five or vol. two"),
    ],
    "ordinals and decades": [
        ("my 3rd try", "my third try"),
        ("on 42nd Street", "on forty-second Street"),
        ("the 21st-century way", "the twenty-first-century way"),
        ("in the 1990s", "in the nineteen nineties"),
        ("in the '80s", "in the eighties"),
        ("in the 1900s and 2000s", "in the nineteen hundreds and two thousands"),
    ],
    "decimals and years": [
        ("roughly 3.14", "roughly three point one four"),
        ("just .5", "just zero point five"),
        ("in 1984", "in nineteen eighty-four"),
        ("since 1905", "since nineteen oh five"),
        ("by 2005", "by two thousand five"),
        ("until 2015", "until twenty fifteen"),
        ("in 1900", "in nineteen hundred"),
        ("in '85", "in eighty-five"),
        ("the class of ’05", "the class of oh five"),
    ],
    "times": [
        ("at 4:15 p.m. sharp", "at four fifteen p.m. sharp"),
        ("at 16:00 sharp", "at four p.m. sharp"),
        ("at 7am.", "at seven a.m."),
        ("at 7am, or 7:05 PM", "at seven a.m., or seven oh five p.m."),
        ("at 16:30.", "at four thirty p.m."),
        ("at 4:00", "at four o'clock"),
        ("open 9-5pm", "open nine to five p.m."),
        ("open 9am–5pm", "open nine a.m. to five p.m."),
        ("at 3:00 o'clock", "at three o'clock"),
        ("at 00:30", "at twelve thirty a.m."),
    ],
    "money": [
        ("It was $3.50.", "It was three dollars and fifty cents."),
        ("for £20 or €5", "for twenty pounds or five euros"),
        ("only $1", "only one dollar"),
        ("only £1.01", "only one pound and one penny"),
        ("just $0.99", "just ninety-nine cents"),
        ("worth $1.5 million", "worth one point five million dollars"),
        ("about $5k", "about five thousand dollars"),
        ("some $5-10 each", "some five to ten dollars each"),
        ("only 20€", "only twenty euros"),
        ("5 dollars", "Five dollars"),
    ],
    "percentages, units and ranges": [
        ("up 50%", "up fifty percent"),
        ("by 5-10%", "by five to ten percent"),
        ("some 5kg", "some five kilograms"),
        ("at 20 km/h", "at twenty kilometers per hour"),
        ("a 5-km run", "a five-kilometer run"),
        ("only 1 lb", "only one pound"),
        ("at -5 °C", "at minus five degrees Celsius"),
        ("he's 6'2\"", "he's six foot two"),
        ("some 100 sq ft", "some one hundred square feet"),
        ("about 8 oz., or 24 hrs.", "about eight ounces, or twenty-four hours."),
        ("after 3 yrs", "after three years"),
        ("took 5-10 tries", "took five to ten tries"),
        ("from 1990-1995", "from nineteen ninety to nineteen ninety-five"),
    ],
    "fractions": [
        ("only 1/2", "only one half"),
        ("some 3/4 cup", "some three quarters cup"),
        ("about 2 1/2 hours", "about two and a half hours"),
        ("about 1½ hours", "about one and a half hours"),
        ("add 1 1/2 tsp. of salt", "add one and a half teaspoons of salt"),
        ("walk 1/2 mi", "walk half a mile"),
        ("add 1½ lb. of beef", "add one and a half pounds of beef"),
        ("add ¾ oz", "add three quarters of an ounce"),
        ("add 3/4 oz", "add three quarters of an ounce"),
        ("open 24/7", "open twenty-four seven"),
    ],
    "dates": [
        ("on May 3, 2021, he", "on May third, twenty twenty-one, he"),
        ("on May 3rd", "on May third"),
        ("on 3 May 2021", "on the third of May, twenty twenty-one"),
        ("on the 3rd of May", "on the third of May"),
        ("on 2021-05-03", "on May third, twenty twenty-one"),
        ("on 25/12/2021", "on December twenty-fifth, twenty twenty-one"),
        ("from May 5-7", "from May fifth to seventh"),
        ("on Sept. 9", "on September ninth"),
    ],
    "digit by digit": [
        ("call 555-0134", "call five five five, zero one three four"),
        ("at (555) 123-4567", "at five five five, one two three, four five six seven"),
        ("dial 500", "dial five zero zero"),
        ("your code is 1234", "your code is one two three four"),
        ("agent 007", "agent zero zero seven"),
        ("call 911", "call nine one one"),
        ("He called 911.", "He called nine one one."),
        ("a card that ends in 4417", "a card that ends in four four one seven"),
        ("the last four are 4417", "the last four are four four one seven"),
        ("a card ending in 1984", "a card ending in one nine eight four"),
        ("in New York, NY 10118", "in New York, NY one zero one one eight"),
        ("order #44711", "order number four four seven one one"),
        ("The lease ends in 2026.", "The lease ends in twenty twenty-six."),
        ("my PIN's 4417", "my PIN's four four one seven"),
        ("on 1-800-FLOWERS", "on one-eight hundred-FLOWERS"),
    ],
    "letters and digits": [
        ("an MP3 file", "an MP three file"),
        ("after COVID-19", "after COVID nineteen"),
        ("in 3D", "in three D"),
        ("in apartment 5B", "in apartment five B"),
        ("my 401(k) or 403(b)", "my four oh one k or four oh three b"),
        ("a 401k plan", "a four oh one k plan"),
    ],
}
UNCLEAR = [
    "on 3/4/2021",
    "on 12/25/21",
    "won 3-2",
    "rated 8/10",
    "on 9/11",
    "lasted 1:30:22",
    "ended 45:10",
    "version 3.11.2",
    "an A320 landed",
    "h3llo there",
    "costs 3,50 maybe",
    "ran 10k today",
    "a ratio of 3:1",
    "in Psalm 23:4",
    'a 12" and a 14" pizza',
    "the class of '00",
    "an 80' tree",
    "on 03/31 or 02/03",
    "x² plus y",
    "the ٣٤q one",
]


@pytest.mark.parametrize(
    ("written", "spoken"), [pair for pairs in CLEAR.values() for pair in pairs]
)
def test_what_is_read_in_one_way_is_put_into_words(written: str, spoken: str) -> None:
    assert spell_out(written) == spoken


@pytest.mark.parametrize(
    "written", [written for pairs in CLEAR.values() for written, _ in pairs] + UNCLEAR
)
def test_digits_are_errors(written: str) -> None:
    numbers = [finding for finding in lint(written) if finding.kind is Kind.NUMBER]

    covered = {index for number in numbers for index in range(number.start, number.end)}
    digits = {index for index, character in enumerate(written) if character.isdigit()}
    assert digits <= covered
    assert {number.severity for number in numbers} == {"error"}


@pytest.mark.parametrize("written", UNCLEAR)
def test_what_is_read_in_two_ways_is_left_to_the_curator(written: str) -> None:
    numbers = [finding for finding in lint(written) if finding.kind is Kind.NUMBER]

    assert [number.proposal for number in numbers] == [None] * len(numbers)
    assert spell_out(written) == written


def test_a_number_at_the_end_of_a_quotation_has_no_inches() -> None:
    assert spell_out('He said "I have 12" and left.') == 'He said "I have twelve" and left.'
    assert spell_out("He said 'I have 12' and left.") == "He said 'I have twelve' and left."


def test_the_explanation_of_an_ambiguous_date_says_why() -> None:
    (date,) = lint("We met on 3/4/2021, I think.")

    assert date.code == "date"
    assert "two ways" in date.explanation
