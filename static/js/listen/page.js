// Ties the parts of the listening page together: events in, state through, document out.

import { listeningApi } from "./api.js";
import { course } from "./course.js";
import { helpDialog, reportDialog } from "./dialogs.js";
import { ending } from "./ending.js";
import { keys } from "./keys.js";
import { remember } from "./memory.js";
import { patience } from "./patience.js";
import { player } from "./player.js";
import { shelf } from "./shelf.js";
import { initial, mayChoose, mayPlay, reduce } from "./state.js";
import { view } from "./view.js";
import { hint, notYet, sounds, trouble } from "./words.js";

const root = document.getElementById("listening");
const { dataset } = root;
const $ = (id) => document.getElementById(id);

let state = initial({ heardShare: Number(dataset.heardShare) || 1 });
const screen = view(root);

function dispatch(event) {
  const before = state;
  state = reduce(state, event);
  if (state === before) return;
  screen.show(state);
  if (event.type === "matchup") screen.restart();
  const found = trouble(state)?.text;
  if (found && found !== trouble(before)?.text) screen.say(found);
  else if (state.note && state.note !== before.note) screen.say(hint(state));
}

const sound = player({
  onStart(side) {
    dispatch({ type: "started", side });
    screen.say(sounds.playing(side));
  },
  onPosition(side, share) {
    screen.showPosition(side, share);
    dispatch({ type: "position", side, share });
  },
  onPause(side) {
    dispatch({ type: "paused" });
    screen.say(sounds.paused(side));
  },
  onResume(side) {
    dispatch({ type: "resumed" });
    screen.say(sounds.playing(side));
  },
  onEnd(side) {
    screen.showPosition(side, 1);
    dispatch({ type: "ended", side });
    remember(state.matchup.token, { heard: state.heard, choice: null });
    screen.say(sounds.finished(side, mayChoose(state)));
  },
  onRefused: () => dispatch({ type: "note", note: "sound-refused" }),
  onBroken: (side) => dispatch({ type: "failed", side }),
});

const patient = patience({
  onWait: (seconds) => dispatch({ type: "offline", seconds }),
  onReached: () => dispatch({ type: "online" }),
});

const sitting = course({
  api: listeningApi({
    matchups: dataset.matchupsUrl,
    matchup: dataset.matchupUrl,
    sitting: dataset.sittingUrl,
  }),
  patient,
  shelf: shelf(),
  player: sound,
  getState: () => state,
  dispatch,
  say: screen.say,
  endings: ending(root),
  practiceNeeded: dataset.practiceNeeded === "true",
});

/** A key always starts anew; the button of the sounding card pauses and resumes. */
function play(side, { toggles }) {
  if (!mayPlay(state, side)) {
    screen.say(hint(state));
  } else if (toggles && state.sounding === side) {
    togglePause();
  } else {
    sound.start(side);
  }
}

function togglePause() {
  if (state.sounding === null) return;
  if (state.paused) sound.resume();
  else sound.pause();
}

function choose(side) {
  if (mayChoose(state)) sitting.choose(side);
  else screen.say(notYet(state));
}

root.querySelectorAll(".play").forEach((button) => {
  const { side } = button.closest(".card").dataset;
  button.addEventListener("click", () => play(side, { toggles: true }));
});
root.querySelectorAll(".choice").forEach((button) => {
  button.addEventListener("click", () => choose(button.dataset.side));
});

const help = helpDialog($("help"), $("open-help"));
reportDialog($("report"), $("open-report"), {
  onOpen: () => sound.pause(),
  send: (given) => sitting.report(given),
});

keys($("keys-on"), (action, side) => {
  if (state.phase === "over" && action !== "help") return;
  if (action === "play") play(side, { toggles: false });
  else if (action === "choose") choose(side);
  else if (action === "toggle") togglePause();
  else help.open();
});

$("retry-now").addEventListener("click", () => patient.now());
$("load-again").addEventListener("click", () => sitting.loadAgain());
$("report-and-skip").addEventListener("click", () => {
  sitting.report({ side: trouble(state).side, reason: "did-not-load" });
});
$("more").addEventListener("click", () => sitting.more());
$("reload").addEventListener("click", () => location.reload());

screen.show(state);
sitting.start();
