// What the listening page knows, and how each event changes it. Pure: no document, no
// network, no clock, so every rule of the test can be read and tested in one place.
//
// phase   asking   a matchup was asked for, none is here yet
//         judging  clips load and play; a choice is possible once both were heard
//         saving   a choice is on its way; nothing moves on before the server confirms it
//         over     nothing more to judge here; `over` says why

export const SIDES = ["left", "right"];
export const LETTER = { left: "A", right: "B" };

const unheard = () => ({ plays: 0, share: 0 });
const loading = () => ({ status: "loading", loaded: 0 });

export function initial({ heardShare = 1 } = {}) {
  return {
    phase: "asking",
    heardShare,
    matchup: null,
    progress: null,
    clips: { left: loading(), right: loading() },
    heard: { left: unheard(), right: unheard(), first: null },
    sounding: null, // the side that plays or is paused
    paused: false,
    choice: null,
    offline: null, // seconds to the next attempt while the network is away
    note: null, // a word about what just happened: see words.js
    over: null,
  };
}

export const other = (side) => (side === "left" ? "right" : "left");

/** How far the required listening has come on one side, 0 to 1. */
export function heardPart(state, side) {
  const clip = state.heard[side];
  return Math.min(1, clip.share / state.heardShare);
}

export const heardEnough = (state, side) => heardPart(state, side) >= 1;

export const stillToHear = (state) => SIDES.filter((side) => !heardEnough(state, side));

/** The one rule for button, key and touch alike. */
export const mayChoose = (state) => state.phase === "judging" && stillToHear(state).length === 0;

export const mayPlay = (state, side) =>
  state.phase === "judging" && state.clips[side].status === "ready";

export const sittingDone = ({ done, of }) => of > 0 && done >= of;

const withHeard = (state, side, change) => ({
  ...state,
  heard: { ...state.heard, [side]: { ...state.heard[side], ...change } },
});

const withClip = (state, side, change) => ({
  ...state,
  clips: { ...state.clips, [side]: { ...state.clips[side], ...change } },
});

const transitions = {
  matchup(state, { matchup, progress, heard = null, note = null }) {
    return {
      ...initial({ heardShare: state.heardShare }),
      phase: "judging",
      matchup,
      progress: progress ?? state.progress,
      heard: heard ?? { left: unheard(), right: unheard(), first: null },
      note,
    };
  },
  loading: (state, { side, loaded }) => withClip(state, side, { status: "loading", loaded }),
  ready: (state, { side }) => withClip(state, side, { status: "ready", loaded: 1 }),
  failed: (state, { side }) => withClip(state, side, { status: "failed" }),

  started(state, { side }) {
    const next = withHeard(state, side, { plays: state.heard[side].plays + 1 });
    return {
      ...next,
      heard: { ...next.heard, first: state.heard.first ?? side },
      sounding: side,
      paused: false,
      note: null,
    };
  },
  // Clips cannot be scrubbed, so the furthest point is also what was heard.
  position(state, { side, share }) {
    return share > state.heard[side].share ? withHeard(state, side, { share }) : state;
  },
  paused: (state) => (state.sounding ? { ...state, paused: true } : state),
  resumed: (state) => (state.sounding ? { ...state, paused: false } : state),
  ended: (state, { side }) => ({
    ...withHeard(state, side, { share: 1 }),
    sounding: state.sounding === side ? null : state.sounding,
    paused: false,
  }),

  choose(state, { side }) {
    if (!mayChoose(state)) return state;
    return { ...state, phase: "saving", choice: side, sounding: null, paused: false, note: null };
  },
  note: (state, { note }) => ({ ...state, note }),
  asking: (state, { note = null }) => ({
    ...state, phase: "asking", sounding: null, paused: false, choice: null, offline: null, note,
  }),
  offline: (state, { seconds }) => ({ ...state, offline: seconds }),
  online: (state) => ({ ...state, offline: null }),
  over: (state, { why, progress = state.progress, detail = null }) => ({
    ...state, phase: "over", over: { why, detail }, progress, sounding: null, offline: null, note: null,
  }),
};

/** The state after `event`; the very same object when the event changes nothing. */
export function reduce(state, event) {
  return transitions[event.type](state, event);
}

/** What the server is told was heard: a claim, rounded, without anything about the clips. */
export function heardClaim({ heard }) {
  const side = ({ plays, share }) => ({ plays, share: Math.round(share * 1000) / 1000 });
  return { left: side(heard.left), right: side(heard.right), first: heard.first };
}
