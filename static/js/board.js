// Keeps an open board up to date. A message says only that there is a new board; the page then
// fetches its own standings, so that what is shown is always what the address would show.

import { remember, reopen } from "./unfolding.js";

const DELAYS = [1, 2, 5, 10, 30, 60]; // seconds until the next attempt to connect

const board = document.getElementById("board");
const standings = document.getElementById("standings");
const status = document.getElementById("board-status");
const live = document.getElementById("live");

const byKey = (key) =>
  [...standings.querySelectorAll("[data-keep]")].find(({ dataset }) => dataset.keep === key);

/** The topmost row or section that is seen: it stays where the reader sees it. */
function anchor() {
  const seen = [...standings.querySelectorAll("[data-keep]")].filter((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const inner = element.matches("details[open]");
    return inner ? bottom > 0 && top < window.innerHeight : top + bottom > 0;
  });
  // Of sections within each other the innermost; of rows below each other the first.
  const first = seen.find((element) => !seen.some((other) => other !== element && element.contains(other)));
  return first ? { key: first.dataset.keep, top: first.getBoundingClientRect().top } : null;
}

function restoreScroll(kept) {
  if (!kept || window.scrollY === 0) return;
  const element = byKey(kept.key);
  if (!element) return;
  window.scrollBy({ top: element.getBoundingClientRect().top - kept.top, behavior: "instant" });
}

/** Tables that scroll by themselves keep their place too. */
function boxes() {
  return [...standings.querySelectorAll(".scroll[id]")]
    .filter(({ scrollLeft, scrollTop }) => scrollLeft || scrollTop)
    .map(({ id, scrollLeft, scrollTop }) => ({ id, scrollLeft, scrollTop }));
}

function restoreBoxes(kept) {
  for (const { id, scrollLeft, scrollTop } of kept) {
    document.getElementById(id)?.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "instant" });
  }
}

/** What has the focus, in words that hold for the new standings too. */
function focused() {
  const { activeElement } = document;
  if (!standings.contains(activeElement)) return null;
  const section = activeElement.closest("details[id]");
  if (activeElement.id) return `#${CSS.escape(activeElement.id)}`;
  if (activeElement.matches("summary")) return `#${CSS.escape(section.id)} > summary`;
  const href = activeElement.getAttribute("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}

/** Standings as the site sent them, whatever the reader has unfolded since. */
function asSent(element) {
  const copy = element.cloneNode(true);
  for (const details of copy.querySelectorAll("details")) details.removeAttribute("open");
  return copy;
}

let shown = asSent(standings.querySelector(".standings"));

function swap(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector(".standings");
  if (!fresh) return;
  const sent = asSent(fresh);
  if (sent.isEqualNode(shown)) return; // nothing is moved under the reader's hand for no news
  shown = sent;
  const kept = anchor();
  const scrolled = boxes();
  const focus = focused();
  const before = standings.querySelector(".standings").dataset.votes;
  remember(standings);

  standings.replaceChildren(fresh);

  reopen(standings);
  if (focus) standings.querySelector(focus)?.focus({ preventScroll: true });
  restoreBoxes(scrolled);
  restoreScroll(kept);
  const { votes } = fresh.dataset;
  if (votes !== before) {
    const number = Number(votes).toLocaleString("en");
    status.textContent = `Board updated, ${number} ${votes === "1" ? "vote" : "votes"}`;
  }
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
    update(); // whatever came while nobody was listening, the first time since the page was made
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
