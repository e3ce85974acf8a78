// Single-key shortcuts. A visible switch turns them off and is remembered (WCAG 2.1.4),
// since speech input and assistive technology send such keys by the way.

const STORED_AS = "earshot.keys";

const ACTIONS = {
  1: ["play", "left"],
  2: ["play", "right"],
  ArrowLeft: ["choose", "left"],
  ArrowRight: ["choose", "right"],
  " ": ["toggle"],
  "?": ["help"],
};

const TYPED_INTO = "input:not([type=checkbox]), textarea, select, [contenteditable]";

function remembered() {
  try {
    return localStorage.getItem(STORED_AS) !== "off";
  } catch {
    return true; // storage may be forbidden; then the switch lasts as long as the page
  }
}

function remember(on) {
  try {
    localStorage.setItem(STORED_AS, on ? "on" : "off");
  } catch {
    /* see above */
  }
}

function concerns(event) {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  if (event.defaultPrevented || document.querySelector("dialog[open]")) return false;
  if (event.target.closest(TYPED_INTO)) return false;
  // The browser itself turns space on a button, link or switch into a press: once is enough.
  return !(event.key === " " && event.target.closest("button, a, input, summary"));
}

/** Calls `act(...actions[key])` for each key that means something while `toggle` is checked. */
export function keys(toggle, act, actions = ACTIONS) {
  toggle.checked = remembered();
  toggle.addEventListener("change", () => remember(toggle.checked));
  document.addEventListener("keydown", (event) => {
    const action = actions[event.key];
    if (!action || !toggle.checked) return;
    if (event.key === " " && event.repeat && event.target === document.body) event.preventDefault();
    if (!concerns(event)) return;
    event.preventDefault();
    act(...action);
  });
}
