// What a reader has unfolded stays so: across live updates, slices and reloads of this tab.
// An address with a fragment opens the section that it names. Pages that do not change by
// themselves need this module alone.

const KEY = "earshot-board-open";

function stored() {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set(); // storage that is switched off, or holds something else
  }
}

const open = stored();

function store() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...open]));
  } catch {
    /* then it holds for this page only */
  }
}

/** Takes down which sections are open. */
export function remember(root) {
  for (const { id, open: isOpen } of root.querySelectorAll("details[id]")) {
    if (isOpen) open.add(id);
    else open.delete(id);
  }
  store();
}

/** Opens the sections that were open before. */
export function reopen(root) {
  for (const details of root.querySelectorAll("details[id]")) {
    if (open.has(details.id)) details.open = true;
  }
}

/** Opens what the address names, with all that it lies in, and goes there. */
function openFragment() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest("details")) return;
  for (let part = target.closest("details"); part; part = part.parentElement?.closest("details")) {
    part.open = true;
  }
  target.scrollIntoView();
}

// A click, not the event "toggle", which comes too late to tell the reader's hand from a script's.
document.addEventListener("click", ({ target }) => {
  const details = target.closest("summary")?.parentElement;
  if (!details?.id) return;
  const opens = !details.open;
  if (opens) open.add(details.id);
  else open.delete(details.id);
  store();
  const address = opens ? `#${details.id}` : location.pathname + location.search;
  if (opens || location.hash === `#${details.id}`) history.replaceState(null, "", address);
});
window.addEventListener("hashchange", openFragment);

reopen(document);
openFragment();
