// Sends chosen files one by one, three at a time, with progress; the form alone sends them at once.

const AT_ONCE = 3;
const TRIES = 4;
const SHOWN_FAILURES = 50;
const CLUTTER = /(^|\/)(\.[^/]*|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/i;

const form = document.querySelector("[data-send]");
const view = document.querySelector("[data-sending]");
const folder = form.querySelector("[data-folder]");

const pathOf = (file) => file.webkitRelativePath || file.name;
const keyOf = (path, size) => `${size} ${path}`;
const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(bytes < 2 ** 23 ? 1 : 0);
const token = () => form.elements.csrfmiddlewaretoken.value;
const pause = (ms) => new Promise((wake) => setTimeout(wake, ms));

class Refused extends Error {}

/** Sends one file; tells how many of its bytes are on their way. */
function send(file, onBytes) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append("path", pathOf(file));
    body.append("files", file);
    request.open("POST", form.action);
    request.setRequestHeader("X-CSRFToken", token());
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = (event) => onBytes(Math.min(event.loaded, file.size));
    request.onerror = () => reject(new Error("The connection was lost."));
    request.onload = () => {
      if (request.status === 201) resolve();
      else if (request.status >= 500) reject(new Error("The server did not answer as expected."));
      else reject(new Refused(sentenceIn(request)));
    };
    request.send(body);
  });
}

function sentenceIn(request) {
  try {
    return JSON.parse(request.responseText).sentence;
  } catch {
    return request.status === 413
      ? "The server takes no file of this size."
      : `The server refused it (${request.status}). Reload the page and sign in again.`;
  }
}

async function sendPatiently(file, onBytes) {
  for (let tried = 1; ; tried++) {
    try {
      return await send(file, onBytes);
    } catch (error) {
      onBytes(0);
      if (error instanceof Refused || tried === TRIES) throw error;
      await pause(1000 * 2 ** tried);
    }
  }
}

/** What has come already, so that nothing is sent twice after a reload. */
async function have() {
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  if (!answer.ok) return new Set();
  return new Set((await answer.json()).have.map(([path, size]) => keyOf(path, size)));
}

class Progress {
  constructor(files, already) {
    this.total = files.reduce((sum, file) => sum + file.size, 0);
    this.count = files.length;
    this.already = already;
    this.sent = new Map();
    this.done = 0;
    this.failed = 0;
    this.bar = view.querySelector("progress");
    this.figures = view.querySelector("[data-figures]");
    this.list = view.querySelector("[data-under-way]");
    this.failures = view.querySelector("[data-failures]");
    this.failures.replaceChildren();
    view.hidden = false;
    this.draw();
  }

  begin(file) {
    const line = document.createElement("li");
    const name = document.createElement("span");
    const bar = document.createElement("progress");
    name.textContent = pathOf(file);
    bar.max = Math.max(file.size, 1);
    bar.value = 0;
    bar.setAttribute("aria-label", pathOf(file));
    line.append(name, bar);
    this.list.append(line);
    return {
      bytes: (count) => {
        bar.value = count;
        this.sent.set(file, count);
        this.draw();
      },
      end: (error) => {
        line.remove();
        this.sent.set(file, file.size);
        if (error) this.fail(file, error);
        else this.done += 1;
        this.draw();
      },
    };
  }

  fail(file, error) {
    this.failed += 1;
    if (this.failed > SHOWN_FAILURES) return;
    const line = document.createElement("li");
    line.textContent = `${pathOf(file)}: ${error.message}`;
    this.failures.append(line);
  }

  draw() {
    const bytes = [...this.sent.values()].reduce((sum, count) => sum + count, 0);
    this.bar.max = Math.max(this.total, 1);
    this.bar.value = bytes;
    const parts = [
      `${this.done} of ${this.count} files`,
      `${megabytes(bytes)} of ${megabytes(this.total)} MB`,
    ];
    if (this.already) parts.push(`${this.already} had come before`);
    if (this.failed) parts.push(`${this.failed} could not be sent`);
    this.figures.textContent = parts.join(" · ");
  }
}

async function sendAll(chosen) {
  const came = await have();
  const wanted = chosen.filter((file) => !CLUTTER.test(pathOf(file)));
  const files = wanted.filter((file) => !came.has(keyOf(pathOf(file), file.size)));
  const progress = new Progress(files, wanted.length - files.length);
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const line = progress.begin(file);
      await sendPatiently(file, line.bytes).then(
        () => line.end(),
        (error) => line.end(error),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return progress.failed === 0;
}

function warn(event) {
  event.preventDefault();
}

function look() {
  const after = document.createElement("form");
  after.method = "post";
  after.action = form.dataset.look;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "csrfmiddlewaretoken";
  field.value = token();
  after.append(field);
  document.body.append(after);
  after.submit();
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  const chosen = [...form.querySelectorAll("input[type=file]")].flatMap((input) => [...input.files]);
  if (!chosen.length) return;
  button.disabled = true;
  window.addEventListener("beforeunload", warn);
  const whole = await sendAll(chosen);
  window.removeEventListener("beforeunload", warn);
  button.disabled = false;
  // What could not be sent stays on the page, to be read before it is left.
  if (whole) look();
});

folder.hidden = false;
const [single, whole] = form.querySelectorAll("input[type=file]");
// Either of the two will do.
for (const input of [single, whole]) {
  input.addEventListener("change", () => {
    single.required = !whole.files.length;
  });
}
