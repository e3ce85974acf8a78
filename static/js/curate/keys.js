// The keys of a page: whatever says data-key is pressed, or given the focus, by that key.
// A form is sent once; Ctrl and Enter in a text send it with the button that goes with the text.

import { keys } from "../listen/keys.js";

let sent = false;

function press(element) {
  if (sent || element.disabled) return;
  if (element.matches("textarea")) element.focus();
  else element.click();
}

function actions() {
  const found = [...document.querySelectorAll("[data-key]")].map((element) => [element.dataset.key, [element]]);
  return Object.fromEntries(found);
}

document.addEventListener("submit", (event) => {
  if (event.target.method === "dialog") return;
  if (sent) event.preventDefault();
  sent = true;
});

// A page that the browser brings back can be used again.
addEventListener("pageshow", () => {
  sent = false;
});

document.addEventListener("keydown", (event) => {
  if (!event.target.matches("textarea[name]")) return;
  if (event.key === "Escape") event.target.blur();
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  event.target.form.querySelector(`[data-with="${event.target.name}"]`)?.click();
});

const help = document.getElementById("help");
document.getElementById("open-help").addEventListener("click", () => help.showModal());

keys(document.getElementById("keys-on"), press, actions());
document.getElementById("tools").hidden = false; // without this script they would do nothing
