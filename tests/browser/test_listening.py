"""The listening page, as a person uses it."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.listening import CLIP_MS, Listening, requests_to
from tests.sites import Site


@pytest.fixture
def listening(page: Page) -> Listening:
    """Someone at a desk who has the practice round behind them."""
    listener = Listening(page)
    listener.return_after_practice()
    return listener


def test_a_first_visit_leads_over_consent_and_practice_to_the_first_pair(page: Page) -> None:
    listening = Listening(page)
    listening.arrive()
    expect(listening.place).to_have_text("Practice – does not count")
    listening.hear_both_by_key()
    page.keyboard.press("ArrowLeft")
    expect(listening.place).to_have_text("Pair 1 of 20")
    expect(listening.hint).to_contain_text("From here on your choices count")
    assert listening.votes() == 0


def test_someone_who_agreed_before_goes_straight_to_listening(listening: Listening) -> None:
    listening.page.goto("/studies/first-light/")
    expect(listening.page).to_have_url("/studies/first-light/listen/")


def test_the_volume_check_sounds_on_request(page: Page) -> None:
    page.goto("/studies/first-light/")
    page.get_by_role("button", name="Play a two-second tone").click()
    expect(page.locator("#tone-status")).to_have_text("Tone playing")
    expect(page.locator("#tone-status")).to_contain_text("Comfortable", timeout=CLIP_MS)


def test_keys_alone_carry_a_listener_through_a_pair(listening: Listening) -> None:
    listening.hear_both_by_key()
    listening.page.keyboard.press("ArrowRight")
    expect(listening.place).to_have_text("Pair 2 of 20")
    assert listening.votes() == 1


def test_touch_alone_carries_a_listener_through_a_pair(phone: Page) -> None:
    listening = Listening(phone)
    listening.return_after_practice()
    listening.hear_both_by_touch()
    listening.choice("left").tap()
    expect(listening.place).to_have_text("Pair 2 of 20")
    assert listening.votes() == 1


@pytest.mark.parametrize("width", [320, 375])
def test_a_phone_shows_everything_without_sideways_scrolling(phone: Page, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 667})
    listening = Listening(phone)
    listening.return_after_practice()
    assert phone.evaluate("() => document.documentElement.scrollWidth") == width
    for control in [*phone.locator(".play").all(), *phone.locator(".choice").all()]:
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 667


def test_choices_sleep_until_both_were_heard_for_keys_and_touch_alike(phone: Page) -> None:
    listening = Listening(phone)
    listening.return_after_practice()
    posts = requests_to(phone, "/vote")
    phone.keyboard.press("1")
    listening.wait_until_heard("left")
    phone.keyboard.press("ArrowLeft")
    expect(listening.status).to_have_text("Now hear B to the end.")
    listening.choice("left").tap(force=True)  # asleep: a person can press it all the same
    expect(listening.choice("left")).to_have_attribute("aria-disabled", "true")
    assert posts == []
    assert listening.votes() == 0


def test_starting_one_sample_stops_the_other(listening: Listening) -> None:
    listening.page.keyboard.press("1")
    expect(listening.card("left")).to_have_attribute("data-state", "playing")
    listening.page.keyboard.press("2")
    expect(listening.card("right")).to_have_attribute("data-state", "playing")
    expect(listening.card("left")).to_have_attribute("data-state", "ready")
    expect(listening.card("left")).to_have_attribute("data-heard", "false")


def test_space_pauses_and_goes_on(listening: Listening) -> None:
    listening.page.keyboard.press("1")
    expect(listening.card("left")).to_have_attribute("data-state", "playing")
    listening.page.keyboard.press("Space")
    expect(listening.card("left")).to_have_attribute("data-state", "paused")
    listening.page.keyboard.press("Space")
    expect(listening.card("left")).to_have_attribute("data-state", "playing")


def test_space_on_a_focused_button_fires_once(listening: Listening) -> None:
    listening.card("left").get_by_role("button").focus()
    listening.page.keyboard.press("Space")
    expect(listening.status).to_have_text("Sample A playing")
    listening.page.keyboard.press("Space")
    expect(listening.card("left")).to_have_attribute("data-state", "paused")


def test_the_switch_turns_keys_off_and_is_remembered(listening: Listening) -> None:
    switch = listening.page.get_by_role("switch", name="Keys")
    expect(switch).to_be_checked()
    listening.page.locator("label", has=switch).click()
    expect(switch).not_to_be_checked()
    listening.page.reload()
    listening.wait_until_ready()
    expect(switch).not_to_be_checked()
    listening.page.keyboard.press("1")
    listening.page.keyboard.press("?")
    expect(listening.page.locator("#help")).to_be_hidden()
    expect(listening.card("left")).to_have_attribute("data-state", "ready")


def test_help_opens_on_its_key_and_holds_the_other_keys_back(listening: Listening) -> None:
    listening.page.keyboard.press("?")
    expect(listening.page.get_by_role("dialog", name="How to listen")).to_be_visible()
    listening.page.keyboard.press("1")
    listening.page.keyboard.press("Escape")
    expect(listening.page.locator("#help")).to_be_hidden()
    expect(listening.card("left")).to_have_attribute("data-state", "ready")


def test_a_double_click_is_one_vote(listening: Listening) -> None:
    listening.hear_both_by_key()
    posts = requests_to(listening.page, "/vote")
    listening.choice("left").dblclick()
    expect(listening.place).to_have_text("Pair 2 of 20")
    assert len(posts) == 1
    assert listening.votes() == 1


def test_a_refresh_keeps_the_pair_and_what_was_heard_of_it(listening: Listening) -> None:
    page = listening.page
    page.keyboard.press("1")
    listening.wait_until_heard("left")
    with page.expect_request(f"**/{listening.token()}/clips/left"):
        page.reload()
    listening.wait_until_ready()
    expect(listening.card("left")).to_have_attribute("data-heard", "true")
    expect(listening.card("right")).to_have_attribute("data-heard", "false")


def test_a_second_tab_that_voted_first_costs_nothing(listening: Listening) -> None:
    listening.hear_both_by_key()
    tab = Listening(listening.page.context.new_page())
    tab.page.goto("/studies/first-light/listen/")
    tab.hear_both_by_key()
    tab.page.keyboard.press("ArrowLeft")
    expect(tab.place).to_have_text("Pair 2 of 20")
    listening.page.bring_to_front()
    listening.page.keyboard.press("ArrowRight")
    expect(listening.hint).to_contain_text("already answered")
    expect(listening.place).to_have_text("Pair 2 of 20")
    assert listening.votes() == 1


def test_a_lost_network_keeps_the_choice_and_sends_it_once(listening: Listening) -> None:
    listening.hear_both_by_key()
    listening.page.context.set_offline(True)
    listening.page.keyboard.press("ArrowLeft")
    expect(listening.trouble).to_contain_text("Your choice is kept here")
    assert listening.place.inner_text() == "Pair 1 of 20"
    listening.page.context.set_offline(False)
    expect(listening.place).to_have_text("Pair 2 of 20")
    expect(listening.trouble).to_be_hidden()
    assert listening.votes() == 1


def test_a_lost_answer_leads_on_without_a_second_vote(listening: Listening) -> None:
    listening.hear_both_by_key()

    def swallow_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    listening.page.route("**/vote", swallow_the_answer, times=1)
    listening.page.keyboard.press("ArrowLeft")
    expect(listening.hint).to_contain_text("had reached the site")
    expect(listening.place).to_have_text("Pair 2 of 20")
    assert listening.votes() == 1


def test_a_choice_that_was_on_its_way_survives_a_reload(listening: Listening) -> None:
    listening.hear_both_by_key()
    listening.page.route("**/vote", lambda route: route.abort())
    listening.page.keyboard.press("ArrowLeft")
    expect(listening.trouble).to_be_visible()
    listening.page.unroute("**/vote")
    listening.page.reload()
    expect(listening.place).to_have_text("Pair 2 of 20")
    assert listening.votes() == 1


def test_a_clip_that_fails_once_is_loaded_again(page: Page) -> None:
    listening = Listening(page)
    page.route("**/clips/left", lambda route: route.abort(), times=1)
    listening.arrive()
    listening.wait_until_ready()
    expect(listening.trouble).to_be_hidden()


def test_a_clip_that_does_not_load_can_be_reported_and_skipped(page: Page, site: Site) -> None:
    listening = Listening(page)
    listening.return_after_practice()
    token = listening.token()
    page.route("**/clips/right", lambda route: route.abort())
    page.reload()
    expect(listening.trouble).to_contain_text("Recording B did not load", timeout=CLIP_MS)
    expect(listening.status).to_contain_text("Recording B did not load")
    page.unroute("**/clips/right")
    page.get_by_role("button", name="Report and skip").click()
    expect(listening.hint).to_contain_text("reported and set aside")
    listening.wait_until_ready()
    expect(listening.card("left").get_by_role("button")).to_be_focused()
    assert listening.votes() == 0
    stored = site.python(
        "from arena.models import ClipReport; "
        f"r = ClipReport.objects.get(matchup__token='{token}'); "
        "print(r.reason, r.clip == r.matchup.right_clip)"
    )
    assert stored.split() == ["did-not-load", "True"]


def test_a_listener_can_say_what_is_wrong_with_a_sample(page: Page, site: Site) -> None:
    listening = Listening(page)
    listening.return_after_practice()
    page.get_by_role("button", name="Report a problem").click()
    report = page.get_by_role("dialog", name="Report a problem")
    report.get_by_label("Something else").check()
    report.get_by_label("In a few words").fill("A dog barks in it.")
    report.get_by_role("button", name="Report and skip").click()
    expect(listening.hint).to_contain_text("reported and set aside")
    stored = site.python(
        "from arena.models import ClipReport; "
        "print(ClipReport.objects.get(detail='A dog barks in it.').reason)"
    )
    assert stored.strip() == "other"


def test_an_expired_pair_gives_way_to_a_fresh_one(page: Page, site: Site) -> None:
    listening = Listening(page)
    listening.return_after_practice()
    token = listening.token()
    listening.hear_both_by_key()
    site.python(
        "from arena.models import Matchup; from django.utils import timezone; "
        f"Matchup.objects.filter(token='{token}').update(expires_at=timezone.now())"
    )
    page.keyboard.press("ArrowLeft")
    expect(listening.hint).to_contain_text("Here is a fresh one")
    expect(listening.place).to_have_text("Pair 1 of 20")


def test_a_screen_reader_is_told_what_sounds_and_what_was_saved(listening: Listening) -> None:
    listening.page.keyboard.press("1")
    expect(listening.status).to_have_text("Sample A playing")
    expect(listening.status).to_have_text("Sample A finished.", timeout=CLIP_MS)
    listening.page.keyboard.press("2")
    expect(listening.status).to_have_text("Sample B playing")
    expect(listening.status).to_have_text("Sample B finished. You can choose now.", timeout=CLIP_MS)
    listening.choice("right").focus()
    listening.page.keyboard.press("Enter")
    expect(listening.status).to_have_text("Vote saved, 1 of 20. Next pair.")
    expect(listening.card("left").get_by_role("button")).to_be_focused()


def test_a_sitting_ends_warmly_and_can_go_on(page: Page, site: Site) -> None:
    site.python(
        "from tests.studies import make_study; make_study('short-sitting', votes_per_sitting=2)"
    )
    listening = Listening(page, "short-sitting")
    listening.return_after_practice()
    listening.hear_both_by_key()
    page.keyboard.press("ArrowLeft")
    expect(listening.place).to_have_text("Pair 2 of 2")
    listening.hear_both_by_key()
    page.keyboard.press("ArrowLeft")
    end = page.get_by_role("heading", name="That is a full sitting")
    expect(end).to_be_focused()
    expect(page.locator("#ending-lines")).to_contain_text("first to judge these pairs")
    page.reload()
    expect(end).to_be_visible()
    page.get_by_role("button", name="Listen to 2 more").click()
    expect(listening.place).to_have_text("Pair 1 of 2")


def test_a_study_that_closes_says_so(page: Page, site: Site) -> None:
    site.python("from tests.studies import make_study; make_study('closing-time')")
    listening = Listening(page, "closing-time")
    listening.return_after_practice()
    listening.hear_both_by_key()
    site.python(
        "from arena.models import Study; "
        "Study.objects.filter(slug='closing-time').update(state='closed')"
    )
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="This study takes no votes now")).to_be_focused()


def test_large_text_stays_readable(listening: Listening) -> None:
    page = listening.page
    page.set_viewport_size({"width": 375, "height": 667})
    page.evaluate("() => { document.documentElement.style.fontSize = '200%' }")
    assert page.evaluate("() => document.documentElement.scrollWidth") == 375
    for choice in page.locator(".choice").all():
        assert choice.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_nothing_moves_when_a_choice_wakes(listening: Listening) -> None:
    before = listening.choice("left").bounding_box()
    listening.hear_both_by_key()
    assert listening.choice("left").bounding_box() == before
