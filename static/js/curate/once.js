// A form is sent once, however often its button is pressed while the answer is on its way.

const WAIT_MS = 5000; // whoever has stopped the page meanwhile can send it again
let sent = new WeakSet();

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method === "dialog") return;
  if (sent.has(form)) event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), WAIT_MS);
});

// A page that the browser brings back can be used again.
addEventListener("pageshow", () => {
  sent = new WeakSet();
});
