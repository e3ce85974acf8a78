"""Plain natural prompts, written for these tests: nothing in them is wrong."""

CASUAL = (
    "So I went to the shop for, like, one thing, right, just milk, and I came home with a plant.",
    "Um, I don't know, I think we, we should probably just leave before it gets dark.",
    "No no no, that's not what I said! I said maybe, and maybe isn't yes.",
    "You know what? I really, really don't feel like cooking tonight.",
    "My sister—the older one—she called me at four fifteen p.m. and just, uh, laughed.",
    "I was gonna tell him, but then he, um, he started crying, so I let it go.",
    "It's fine. It's fine! Honestly, it's been a long, long week.",
    "Wait, hang on, did you lock the door? Because I did not lock the door.",
    "She had had that car since, what, nineteen ninety-eight?",
    "He goes, “I'm not hungry,” and then he ate, I swear, half of my fries.",
    "Yeah, the dog's okay; he just ate a sock. Again.",
    "Hmm, let me think... no, I can't do Thursday, but Friday works.",
    "We watched it on TV at Mr. Lee's place, and nobody said a word for an hour.",
    "I mean, it was good, it was fun, but I wouldn't, you know, do it twice.",
    "Twenty-two people came. Twenty-two! In that tiny kitchen.",
)
EXPLAINER = (
    "Fog is simply a cloud that touches the ground. It forms when moist air cools overnight.",
    "A piano has more than two hundred strings, because most notes use three of them.",
    "In nineteen eighty-four, about three point one percent of homes had a computer.",
    "NASA measures the distance to the moon with mirrors that were left there in the sixties.",
    "Think of DNA as a recipe: the letters are few, but their order changes everything.",
    "Water boils at a lower temperature on a mountain, so the pasta needs a few more minutes.",
    "The heart beats roughly a hundred thousand times a day, without being asked once.",
    "First, loosen the nuts a quarter turn; then, and only then, lift the car.",
    "Why does bread rise? Yeast eats sugar and breathes out gas, and the dough holds on to it.",
    "Light takes eight minutes and twenty seconds from the sun to your window.",
    "The rhythm section – bass and drums – is what makes the rest of the band sound good.",
    "Knightsbridge and Hirschfeld are names; both are easier to say than they look.",
    "A mortgage is a loan with your house behind it. Miss too many payments, and it isn't yours.",
    "What's called the ‘golden hour’ comes twice a day, just after dawn and just before dusk.",
)
PHONE_AGENT = (
    "Thank you for holding. I've found your order, and it left our warehouse this morning.",
    "Could you spell your last name for me, please?",
    "I'm sorry about that, Ms. Alvarez. Let me see what I can do.",
    "Your appointment is on Tuesday, the third of May, at half past nine in the morning.",
    "That comes to forty-two dollars and fifty cents, including tax. Shall I go ahead?",
    "Okay, so, uh, I see two accounts here. Is yours the one ending in zero one three four?",
    "You can reach us any day between eight a.m. and six p.m.",
    "Please hold the line; I'll put you through to a colleague in billing.",
    "I've reset the password. You should get a text within a minute or so.",
    "Is there anything else I can help you with today?",
    "Oh, I see, it went to the old address. I can have it sent again at no charge.",
    "One moment, please... all right, the refund has been approved.",
)
REGISTERS = {
    "casual-conversation": CASUAL,
    "explainer": EXPLAINER,
    "phone-agent": PHONE_AGENT,
}
