// Every sentence the listening page says, in one place, so that they can be read together.

import { LETTER, SIDES, stillToHear } from "./state.js";

const NOTES = {
  "already-voted": "That pair was already answered, so nothing was counted twice. Here is the next one.",
  "arrived-before": "Your choice had reached the site and is saved. Here is the next pair.",
  expired: "That pair had waited too long and was closed without a vote. Here is a fresh one.",
  "practice-over": "That was the practice. From here on your choices count.",
  reported: "Thank you. The pair is reported and set aside; here is another one.",
  "sound-refused": "Your browser did not start the sound. Please press play once more.",
};

const toTheEnd = (state) => (state.heardShare >= 1 ? " to the end" : "");

function whatToDo(state) {
  if (state.phase === "asking") return "Finding the next pair…";
  if (state.phase === "saving") return "Saving your choice…";
  const missing = stillToHear(state);
  if (missing.length === 2) return `Play A and B${toTheEnd(state)}, then choose.`;
  if (missing.length === 1) return `Now hear ${LETTER[missing[0]]}${toTheEnd(state)}.`;
  return "Which one? Choose A or B.";
}

/** The one line under the recordings: what just happened, else what to do next. */
export const hint = (state) => (state.note ? NOTES[state.note] ?? state.note : whatToDo(state));

/** Why a sleeping choice button does not answer. */
export const notYet = (state) => (state.phase === "judging" ? whatToDo({ ...state, note: null }) : hint(state));

export function place({ matchup, progress }) {
  if (matchup?.practice) return "Practice – does not count";
  if (!progress) return "";
  return `Pair ${Math.min(progress.done + 1, progress.of)} of ${progress.of}`;
}

/** What went wrong and can be acted on, or null. */
export function trouble(state) {
  if (state.offline !== null) {
    const kept = state.phase === "saving" ? "Your choice is kept here and will be sent once. " : "";
    return {
      kind: "offline",
      text: `The site cannot be reached. ${kept}Trying again in ${state.offline} s.`,
    };
  }
  const failed = state.phase === "judging" && SIDES.filter((side) => state.clips[side].status === "failed");
  if (!failed || failed.length === 0) return null;
  const both = failed.length === 2;
  const what = both ? "Neither recording loaded" : `Recording ${LETTER[failed[0]]} did not load`;
  return { kind: "clip", text: `${what}, even on a second attempt.`, side: both ? null : failed[0] };
}

export const cardNote = ({ status, loaded }, heard) => {
  if (status === "failed") return "Did not load";
  if (status === "loading") return loaded > 0 ? `Loading ${Math.round(loaded * 100)} %` : "Loading…";
  return heard ? "Heard" : "";
};

export const sounds = {
  playing: (side) => `Sample ${LETTER[side]} playing`,
  paused: (side) => `Sample ${LETTER[side]} paused`,
  finished: (side, choose) =>
    `Sample ${LETTER[side]} finished.${choose ? " You can choose now." : ""}`,
};

export const saved = ({ done, of }) => `Vote saved, ${done} of ${of}.`;

export const ENDINGS = {
  finished: { title: "That is a full sitting. Thank you.", more: true },
  "none-left": {
    title: "Nothing to compare right now",
    text: "No two recordings of one sentence are ready in this study. Votes you gave are saved; please look in again later.",
  },
  closed: {
    title: "This study takes no votes now",
    text: "It rests or has closed. Those you gave were saved, thank you.",
  },
  broken: {
    title: "This page cannot go on",
    text: "Votes that were confirmed are saved. Reload the page to pick up where you were.",
    reload: true,
  },
};

/** What the listener is told at the end; no system is named. */
export function summary({ votes, crowd, human }) {
  const times = (count) =>
    ["not once", "once", "twice"][count] ?? `${count} times`;
  const lines = [];
  if (crowd.compared > 0) {
    lines.push(
      `Others had judged ${crowd.compared} of your pairs too. You chose as most of them did ${times(crowd.agreed)}.`,
    );
  } else if (votes > 0) {
    lines.push("You are the first to judge these pairs, so there is nobody to compare you with yet.");
  }
  if (human.heard > 0) {
    lines.push(
      `A real person was reading in ${human.heard} of your pairs; you chose that person ${times(human.picked)}.`,
    );
  }
  return lines;
}
