"""The board, as a reader of the results sees it."""

import httpx
import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.listening import Listening, vote_over_http
from tests.sites import Site

BOARD_MS = 20_000  # a vote, the beat's two seconds, the fit and the news, on a busy machine


class Voted:
    """A study of its own, and how many votes were given in it."""

    def __init__(self, site: Site, slug: str) -> None:
        site.python(
            f"from tests.studies import make_study; make_study('{slug}', board_every_votes=1)"
        )
        self.site = site
        self.slug = slug
        self.votes = 0

    def vote(self, votes: int) -> None:
        """Somebody else votes."""
        vote_over_http(self.site.url, self.slug, votes)
        self.votes += votes

    def wait_until_shown(self, page: Page) -> None:
        """The open page shows a board with every vote in it."""
        shown = page.locator(".standings")
        expect(shown).to_have_attribute("data-votes", str(self.votes), timeout=BOARD_MS)


@pytest.fixture(scope="module")
def voted(site: Site) -> Voted:
    """Enough votes for every system to have met the others."""
    study = Voted(site, "open-board")
    study.vote(16)
    return study


@pytest.fixture
def board(page: Page, voted: Voted) -> Page:
    """A reader who has the newest board open."""
    page.goto(f"/studies/{voted.slug}/board/")
    expect(page.locator("#live")).to_contain_text("follows the votes by itself")
    voted.wait_until_shown(page)
    return page


def test_a_study_without_votes_invites_to_be_the_first(page: Page, site: Site) -> None:
    Voted(site, "quiet-board")
    page.goto("/studies/quiet-board/board/")
    expect(page.get_by_role("heading", name="No board yet")).to_be_visible()
    page.get_by_role("link", name="Listen to a pair").click()
    expect(page).to_have_url("/studies/quiet-board/")


def test_the_table_names_every_system_with_its_votes(board: Page, voted: Voted) -> None:
    rows = board.locator(".ratings").get_by_role("row")
    expect(rows).to_have_count(4)
    for name in ("Zorblat Speech", "Vexley Voice", "Human anchor"):
        expect(rows.get_by_role("rowheader", name=name)).to_be_visible()
    shown = board.locator(".ratings tbody .votes").all_inner_texts()
    assert sum(int(text.split()[0]) for text in shown) == 2 * voted.votes


def test_one_click_leads_to_a_slice_with_an_address_of_its_own(board: Page) -> None:
    board.get_by_role("link", name="Female voices").click()
    expect(board).to_have_url("/studies/open-board/board/gender/female/")
    current = board.get_by_role("navigation", name="Slices").locator("[aria-current=page]")
    expect(current).to_contain_text("Female voices")


def test_a_new_board_arrives_without_a_reload(board: Page, voted: Voted) -> None:
    board.evaluate("() => { window.opened = true }")
    voted.vote(1)
    voted.wait_until_shown(board)
    expect(board.locator("#board-status")).to_have_text(f"Board updated, {voted.votes} votes")
    assert board.evaluate("() => window.opened")


def test_a_board_stored_while_the_page_was_loading_is_shown(
    page: Page, voted: Voted, site: Site
) -> None:
    def load_late(route: Route) -> None:
        voted.vote(1)
        newest = f'data-votes="{voted.votes}"'
        address = f"{site.url}/studies/{voted.slug}/board/"
        site.until(lambda: newest in httpx.get(address).text)
        route.continue_()

    page.route("**/js/board*.js", load_late, times=1)
    page.goto(f"/studies/{voted.slug}/board/")
    voted.wait_until_shown(page)


def test_standings_that_have_not_changed_are_left_alone(page: Page, voted: Voted) -> None:
    page.add_init_script(
        "addEventListener('DOMContentLoaded',"
        " () => { document.querySelector('.standings').isTheFirst = true })"
    )
    with page.expect_response(lambda answer: "x-partial" in answer.request.headers) as fetched:
        page.goto(f"/studies/{voted.slug}/board/")
    fetched.value.finished()
    page.evaluate("() => new Promise(done => setTimeout(done, 200))")
    assert page.evaluate("() => document.querySelector('.standings').isTheFirst")


def test_an_update_keeps_the_row_under_the_readers_eyes(board: Page, voted: Voted) -> None:
    board.set_viewport_size({"width": 375, "height": 300})
    row = board.locator(".ratings").get_by_role("row").filter(has_text="Zorblat Speech")
    row.evaluate("row => window.scrollTo(0, row.getBoundingClientRect().top + window.scrollY)")
    top = "row => row.getBoundingClientRect().top"
    before = row.evaluate(top)
    voted.vote(1)
    voted.wait_until_shown(board)
    assert row.evaluate(top) == pytest.approx(before, abs=1)


def test_an_update_keeps_the_focus_and_what_was_opened(board: Page, voted: Voted) -> None:
    board.get_by_text("How it was made").click()
    board.get_by_text("Who wins against whom").click()
    board.get_by_role("link", name="JSON").focus()
    voted.vote(1)
    voted.wait_until_shown(board)
    expect(board.get_by_role("link", name="JSON")).to_be_focused()
    for section in ("#made", "#pairs"):
        expect(board.locator(section)).to_have_attribute("open", "")
    expect(board.locator("#order")).not_to_have_attribute("open", "")


def test_an_update_keeps_the_focus_on_a_section_and_its_table_where_it_was(
    board: Page, voted: Voted
) -> None:
    board.set_viewport_size({"width": 320, "height": 400})
    board.locator("#pairs > summary").press("Enter")
    table = board.locator("#pairs-table")
    table.evaluate("box => { box.scrollLeft = 20; }")
    scrolled = table.evaluate("box => box.scrollLeft")
    top = board.locator("#pairs").evaluate("e => e.getBoundingClientRect().top")
    voted.vote(1)
    voted.wait_until_shown(board)
    expect(board.locator("#pairs > summary")).to_be_focused()
    assert table.evaluate("box => box.scrollLeft") == scrolled
    after = board.locator("#pairs").evaluate("e => e.getBoundingClientRect().top")
    assert after == pytest.approx(top, abs=1)


def test_an_address_with_a_fragment_opens_its_section(page: Page, voted: Voted) -> None:
    page.goto(f"/studies/{voted.slug}/board/#pairs")
    expect(page.locator("#pairs")).to_have_attribute("open", "")
    expect(page.locator("#pairs-table")).to_be_in_viewport()


def test_an_opened_section_has_an_address_and_stays_open_in_other_slices(board: Page) -> None:
    board.get_by_text("Who wins against whom").click()
    expect(board).to_have_url("/studies/open-board/board/#pairs")
    board.get_by_role("link", name="Female voices").click()
    expect(board.locator("#pairs")).to_have_attribute("open", "")
    board.get_by_text("Who wins against whom").click()
    board.reload()
    expect(board.locator("#pairs")).not_to_have_attribute("open", "")


def test_pairs_are_a_table_with_headers_on_both_sides(board: Page, voted: Voted) -> None:
    board.get_by_text("Who wins against whom").click()
    table = board.get_by_role("region", name="Who wins against whom").get_by_role("table")
    names = table.get_by_role("columnheader").all_inner_texts()[1:]
    assert names == table.get_by_role("rowheader").all_inner_texts()
    counts = [int(text) for text in table.locator("small").all_inner_texts()]
    assert sum(counts) == 2 * voted.votes


def test_the_method_is_one_click_from_the_board(board: Page) -> None:
    board.get_by_text("How it was made").click()
    board.get_by_role("link", name="The whole method").click()
    expect(board.get_by_role("heading", name="How sure")).to_be_visible()


@pytest.mark.parametrize("width", [320, 375])
def test_a_phone_reads_the_board_without_sideways_scrolling(board: Page, width: int) -> None:
    board.set_viewport_size({"width": width, "height": 667})
    sections = board.locator("details.finding")
    sections.evaluate_all("all => all.forEach((details) => { details.open = true; })")
    assert board.evaluate("() => document.documentElement.scrollWidth") == width
    for cell in board.locator("tbody .share, tbody .rating").all():
        assert cell.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_a_lost_connection_is_said_and_made_up_for(page: Page, voted: Voted) -> None:
    connections: list[WebSocketRoute] = []

    def lose_the_first(socket: WebSocketRoute) -> None:
        connections.append(socket)
        if len(connections) > 1:
            socket.connect_to_server()

    page.route_web_socket("**/board/", lose_the_first)
    page.goto(f"/studies/{voted.slug}/board/")
    expect(page.locator("#live")).to_contain_text("follows")
    voted.vote(1)
    connections[0].close()
    expect(page.locator("#live")).to_contain_text("Live updates are off")
    expect(page.locator("#live")).to_contain_text("follows", timeout=BOARD_MS)
    voted.wait_until_shown(page)


def test_names_stay_covered_until_the_first_vote(page: Page, voted: Voted) -> None:
    listening = Listening(page, voted.slug)
    listening.arrive()
    page.goto(f"/studies/{voted.slug}/board/")
    expect(page.locator("main")).not_to_contain_text("Vexley Voice")
    expect(page.get_by_role("link", name="Go on listening")).to_be_visible()


def test_two_boards_side_by_side_keep_each_number_beside_its_word_on_a_phone(
    board: Page, voted: Voted
) -> None:
    voted.vote(1)
    voted.wait_until_shown(board)
    board.set_viewport_size({"width": 375, "height": 667})
    board.goto(f"/studies/{voted.slug}/compare/")
    board.get_by_label("From").select_option(index=1)
    board.get_by_label("To").select_option(index=0)
    board.get_by_role("button", name="Compare").click()
    shifted = board.locator(".comparison .shifted").first
    expect(shifted).to_be_visible()
    beside = "cell => getComputedStyle(cell, '::before').display === 'inline'"
    assert board.locator(".comparison td.number").evaluate_all(f"cells => cells.every({beside})")
