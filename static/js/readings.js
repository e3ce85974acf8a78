// The page on which readings are judged: keys, and a sound that every browser can wind.

import { keys } from "./listen/keys.js";

const $ = (id) => document.getElementById(id);
const sound = $("sound");

/** Takes are served whole; from memory they can be wound, in Safari too. */
async function load() {
  const answer = await fetch(sound.getAttribute("src"), { cache: "no-store" });
  if (answer.ok) sound.src = URL.createObjectURL(await answer.blob());
}

// Without it, the address in the page plays all the same.
const loaded = sound ? load().catch(() => {}) : Promise.resolve();
sound?.addEventListener("error", () => {
  $("no-sound").hidden = false;
});

/** Waits for the load, which would cut short what began to play before. */
async function play() {
  await loaded;
  if (!sound) return;
  if (sound.paused) sound.play().catch(() => {});
  else sound.pause();
}

keys($("keys-on"), (act) => act(), {
  " ": [play],
  a: [() => $("accept")?.click()],
  d: [() => $("reason")?.focus()],
  z: [() => $("undo")?.click()],
});

// Enter sends the reason as a button would; Shift and Enter make a new line.
$("reason")?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.target.form.requestSubmit();
});
