// Ties the parts of the studio together: events in, state through, document out.

import { helpDialog } from "../listen/dialogs.js";
import { keys } from "../listen/keys.js";
import { patience } from "../listen/patience.js";
import { studioApi } from "./api.js";
import { watchLevel } from "./meter.js";
import { openMicrophone } from "./microphone.js";
import { takePlayer } from "./player.js";
import { recording } from "./recording.js";
import { sender } from "./sending.js";
import { initial, isRecording, mayJudge, mayLeavePrompt, mayRecord, mayStop, reduce } from "./state.js";
import { takeStore } from "./store.js";
import { textsToRead } from "./texts.js";
import { view } from "./view.js";

const root = document.getElementById("studio");
const { dataset } = root;
const $ = (id) => document.getElementById(id);

let state = initial();
const screen = view(root);

function dispatch(event) {
  state = reduce(state, event);
  screen.show(state);
}

const api = studioApi({ prompts: dataset.promptsUrl, prompt: dataset.promptUrl });
const store = await takeStore(dataset.reader);
const player = takePlayer((playing) => dispatch({ type: "played", playing }));
const patient = patience({
  onWait: (seconds) => dispatch({ type: "note", note: `The site cannot be reached. Trying again in ${seconds} s.` }),
  onReached: () => state.phase === "loading" && dispatch({ type: "note", note: null }),
});

// --- texts ---------------------------------------------------------------------------------------

let confirmed = { done: 0, of: 0 };

function showProgress() {
  dispatch({ type: "progress", done: confirmed.done + outbox.count(), of: confirmed.of });
}

const outbox = sender({
  api,
  store,
  onChange(sending) {
    dispatch({ type: "sending", sending });
  },
  onSent({ progress }) {
    confirmed = progress;
    showProgress();
  },
});

const texts = textsToRead({
  async fetchAfter(after) {
    const answer = await patient.until(() => api.prompts(after));
    confirmed = answer.progress;
    showProgress();
    return answer;
  },
  isTaken: (prompt) => outbox.isTaken(prompt),
});

async function nextText(note = null) {
  const before = state.prompt?.id;
  player.clear();
  const prompt = await texts.next();
  const same = note === "skipped" && prompt?.id === before;
  dispatch({ type: "prompt", prompt, note: same ? "still-here" : note });
  return prompt;
}

// --- takes ---------------------------------------------------------------------------------------

let microphone = null;
let take = null; // the one at hand, stored until it is kept or thrown away

const newTake = (blob) => ({
  token: crypto.randomUUID(),
  reader: dataset.reader,
  prompt: state.prompt.id,
  text: state.prompt.digest,
  blob,
  kept: false,
  at: Date.now(),
});

const recorder = recording({
  getMicrophone: () => microphone,
  dispatch,
  async onTake(blob) {
    if (blob.size === 0) {
      dispatch({ type: "cancelled" });
      dispatch({ type: "note", note: "empty" });
      return;
    }
    take = newTake(blob);
    player.load(blob);
    dispatch({ type: "taken", take });
    await store.put(take);
  },
});

async function open() {
  try {
    microphone = await openMicrophone({
      captureUrl: dataset.captureUrl,
      onLost() {
        recorder.abandon();
        screen.noLevel();
        dispatch({ type: "lost" });
      },
    });
  } catch (error) {
    dispatch({ type: "not-opened", note: error.message });
    return;
  }
  watchLevel(microphone.analyser, (level) => state.isOpen && screen.showLevel(level));
  dispatch({ type: "opened" });
}

async function throwAway() {
  if (take === null) return;
  const { token } = take;
  take = null;
  player.clear();
  await store.remove(token);
}

async function record() {
  if (!state.isOpen) await open();
  if (!state.isOpen || !state.prompt) return;
  await throwAway();
  try {
    await recorder.start();
  } catch (error) {
    recorder.abandon();
    dispatch({ type: "cancelled" });
    dispatch({ type: "note", note: `The recording did not start (${error.name}). Try again.` });
  }
}

async function keep() {
  if (!mayJudge(state) || take === null) return;
  const kept = { ...take, kept: true };
  take = null;
  await store.put(kept);
  outbox.add(kept);
  showProgress();
  await nextText("kept");
}

function cancel() {
  recorder.abandon();
  dispatch({ type: "cancelled" });
}

async function skip() {
  if (!mayLeavePrompt(state)) return;
  await throwAway();
  await nextText("skipped");
}

// --- controls ------------------------------------------------------------------------------------

function primary() {
  if (state.phase === "closed") open();
  else if (mayRecord(state)) record();
  else if (state.phase === "counting") cancel();
  else if (mayStop(state)) recorder.stop();
}

function listen() {
  if (mayJudge(state)) player.toggle();
}

function again() {
  if (mayJudge(state)) record();
}

const unnatural = $("unnatural");
function openUnnatural() {
  if (!mayLeavePrompt(state)) return;
  unnatural.querySelector("form").reset();
  unnatural.returnValue = "";
  unnatural.showModal();
}
unnatural.addEventListener("close", async () => {
  if (unnatural.returnValue !== "send") return;
  const reason = new FormData(unnatural.querySelector("form")).get("reason").trim();
  try {
    const { progress } = await patient.until(() => api.sendBack(state.prompt.id, reason));
    confirmed = progress;
    await throwAway();
    showProgress();
    await nextText("returned");
  } catch (error) {
    dispatch({ type: "note", note: error.message });
  }
});

const help = helpDialog($("help"), $("open-help"));
const pressed = { primary, keep, listen, again, skip, "open-unnatural": openUnnatural };
for (const [id, act] of Object.entries(pressed)) $(id).addEventListener("click", act);
$("retry-now").addEventListener("click", () => outbox.now());
$("refused-list").addEventListener("click", (event) => {
  const { discard } = event.target.dataset;
  if (discard) outbox.discard(discard);
});

const space = () => (mayJudge(state) ? listen() : primary());
const abandon = () => state.phase === "counting" && cancel();
const ACTIONS = {
  " ": [space],
  k: [keep],
  r: [again],
  s: [skip],
  u: [openUnnatural],
  Escape: [abandon],
  "?": [() => help.open()],
};
keys($("keys-on"), (act) => act(), ACTIONS);

window.addEventListener("beforeunload", (event) => {
  const losing = isRecording(state) || (!store.durable && (take !== null || outbox.count() > 0));
  if (losing) event.preventDefault();
});

// --- beginning -----------------------------------------------------------------------------------

const DAY_MS = 24 * 3600 * 1000;

/** The text of a take that was at hand when an earlier page closed, if it is still to be read. */
async function textOf(left) {
  if (!left) return null;
  const { prompts } = await patient.until(() => api.prompt(left.prompt));
  return prompts.find((prompt) => prompt.digest === left.text) ?? null;
}

/** Takes up what an earlier page left: kept takes are sent, one that was at hand is shown again. */
async function begin() {
  const left = await store.all();
  for (const kept of left.filter((each) => each.kept)) outbox.add(kept);
  const atHand = left.filter((each) => !each.kept);
  const newest = atHand.at(-1);
  const prompt = await textOf(newest);
  // Younger ones may be at hand in another tab.
  for (const each of atHand) if (Date.now() - each.at > DAY_MS) await store.remove(each.token);
  await nextText();
  if (!prompt) return;
  if (state.prompt && state.prompt.id !== prompt.id) texts.putBack(state.prompt);
  dispatch({ type: "prompt", prompt });
  take = newest;
  player.load(newest.blob);
  dispatch({ type: "taken", take });
  dispatch({ type: "note", note: "recovered" });
}

screen.show(state);
begin().catch((error) => dispatch({ type: "broken", note: `${error.message} Reload the page.` }));
