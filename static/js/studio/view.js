// Shows a state. Touches only what changed, so that screen readers are not disturbed.

import { mayJudge, mayLeavePrompt } from "./state.js";
import { hint, LEVELS, place, sent } from "./words.js";

const PRIMARY = {
  loading: "Record",
  closed: "Open the microphone",
  ready: "Record",
  counting: "Cancel",
  recording: "Stop",
  finishing: "Stop",
};
const MAIN = { judging: "listen", over: "over-title" };
const WAITS = new Set(["loading", "finishing"]);
const SAID_EVERY_MS = 700;

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export function view(root) {
  const $ = (id) => root.querySelector(`#${id}`);
  let saidAt = 0;

  function showPrompt({ prompt }) {
    setText($("text"), prompt?.text ?? "");
    setText($("register"), prompt ? `${prompt.register}, ${prompt.corpus}` : "");
    $("declined").hidden = !prompt?.declined;
    setText($("declined-reason"), prompt?.declined ?? "");
  }

  function showControls(state) {
    const judging = mayJudge(state);
    setText($("primary-label"), PRIMARY[state.phase] ?? "");
    setAttribute($("primary"), "aria-disabled", WAITS.has(state.phase));
    $("primary").hidden = judging;
    for (const id of ["listen", "again", "keep"]) $(id).hidden = !judging;
    setText($("listen-label"), state.playing ? "Pause" : "Listen");
    for (const id of ["skip", "open-unnatural"]) setAttribute($(id), "aria-disabled", !mayLeavePrompt(state));
    setText($("count"), state.phase === "counting" ? String(state.count) : "");
  }

  function showProgress({ progress }) {
    setText($("place"), place(progress));
    const line = $("hairline");
    setAttribute(line, "aria-valuenow", progress.done);
    setAttribute(line, "aria-valuemax", progress.of);
    line.style.setProperty("--done", progress.of ? progress.done / progress.of : 0);
  }

  function showSending({ sending }) {
    setText($("sent"), sent(sending));
    $("sent").dataset.trouble = Boolean(sending.trouble);
    $("retry-now").hidden = !sending.trouble;
    $("sign-in").hidden = sending.trouble !== "signed-out";
    $("refused").hidden = sending.refused.length === 0;
    const shown = $("refused-list");
    if (shown.childElementCount === sending.refused.length) return;
    shown.replaceChildren(
      ...sending.refused.map(({ take, why }) => {
        const row = root.querySelector("#refused-row").content.cloneNode(true);
        row.querySelector("p").textContent = why;
        row.querySelector("a").href = URL.createObjectURL(take.blob);
        row.querySelector("a").download = `take-${take.prompt}.${take.blob.type.split("/")[1]}`;
        row.querySelector("button").dataset.discard = take.token;
        return row;
      }),
    );
  }

  return {
    show(state) {
      const focused = document.activeElement;
      setAttribute(root, "data-phase", state.phase);
      $("reading").hidden = state.phase === "over";
      $("over").hidden = state.phase !== "over";
      showPrompt(state);
      showControls(state);
      showProgress(state);
      showSending(state);
      setText($("hint"), hint(state));
      // A control that just went away must not take the focus with it.
      if (root.contains(focused) && focused.closest("[hidden]")) $(MAIN[state.phase] ?? "primary").focus();
    },
    showLevel({ level, peak, db, verdict }) {
      const meter = $("meter");
      meter.style.setProperty("--level", level);
      meter.style.setProperty("--peak", peak);
      setAttribute(meter, "data-verdict", verdict);
      const now = performance.now();
      if (now - saidAt < SAID_EVERY_MS) return;
      saidAt = now;
      setText($("verdict"), LEVELS[verdict]);
      setAttribute(meter, "aria-valuenow", db);
      setAttribute(meter, "aria-valuetext", `${db} decibels, ${LEVELS[verdict]}`);
    },
    noLevel() {
      this.showLevel({ level: 0, peak: 0, db: -60, verdict: "off" });
    },
  };
}
