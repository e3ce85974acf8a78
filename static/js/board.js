// Keeps an open board up to date. A message says only that there is a new board; the page then
// fetches its own standings, so that what is shown is always what the address would show.

const DELAYS = [1, 2, 5, 10, 30, 60]; // seconds until the next attempt to connect

const board = document.getElementById("board");
const standings = document.getElementById("standings");
const status = document.getElementById("board-status");
const live = document.getElementById("live");

/** The topmost row that is seen for the most part: it stays where the reader sees it. */
function anchorRow() {
  const rows = [...standings.querySelectorAll("[data-system]")];
  const seen = rows.find((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return top + bottom > 0;
  });
  return seen ? { system: seen.dataset.system, top: seen.getBoundingClientRect().top } : null;
}

function restoreScroll(anchor) {
  if (!anchor || window.scrollY === 0) return;
  const row = [...standings.querySelectorAll("[data-system]")].find(
    ({ dataset }) => dataset.system === anchor.system,
  );
  if (row) window.scrollBy({ top: row.getBoundingClientRect().top - anchor.top, behavior: "instant" });
}

function restoreFocus({ href, tag }) {
  const candidates = [...standings.querySelectorAll(tag)];
  const same = candidates.find((element) => (element.getAttribute("href") ?? null) === href);
  same?.focus({ preventScroll: true });
}

function swap(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector(".standings");
  if (!fresh) return;
  const anchor = anchorRow();
  const { activeElement } = document;
  const focus = standings.contains(activeElement)
    ? { href: activeElement.getAttribute("href"), tag: activeElement.tagName }
    : null;
  const before = standings.querySelector(".standings").dataset.votes;
  const opened = standings.querySelector("details")?.open ?? false;

  standings.replaceChildren(fresh);

  const details = standings.querySelector("details");
  if (details) details.open = opened;
  if (focus) restoreFocus(focus);
  restoreScroll(anchor);
  const { votes } = fresh.dataset;
  if (votes !== before) status.textContent = `Board updated, ${votes} ${votes === "1" ? "vote" : "votes"}`;
}

let fetching = false;
let again = false;

/** Fetches once at a time; news that arrive meanwhile lead to one more fetch. */
async function update() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  try {
    const response = await fetch(location.href, {
      headers: { "X-Partial": "standings" },
      credentials: "same-origin",
      cache: "no-store",
    });
    if (response.ok) swap(await response.text());
  } catch {
    /* the connection's own news will tell when the site is back */
  } finally {
    fetching = false;
    if (again) {
      again = false;
      update();
    }
  }
}

function connect(round = 0) {
  const address = new URL(board.dataset.liveUrl, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  let opened = false;

  socket.addEventListener("open", () => {
    opened = true;
    live.textContent = "This page follows the votes by itself.";
    if (round > 0) update(); // whatever came while nobody was listening
  });
  socket.addEventListener("message", ({ data }) => {
    if (JSON.parse(data).type === "board") update();
  });
  socket.addEventListener("close", () => {
    live.textContent = "Live updates are off right now. Reload the page to see the newest board.";
    const next = opened ? 1 : round + 1;
    setTimeout(connect, DELAYS[Math.min(next - 1, DELAYS.length - 1)] * 1000, next);
  });
}

connect();
