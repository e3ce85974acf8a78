// What the studio knows, and how events change it. Pure: no document, no network, no sound.
//
// Phases: loading → closed (no microphone yet) → ready → counting → recording → finishing →
// judging → ready …; over when nothing is left, broken when the page cannot go on.

export const COUNT_FROM = 3;

export const initial = () => ({
  phase: "loading",
  prompt: null,
  count: 0,
  take: null, // { token, url } of the take at hand
  playing: false,
  isOpen: false, // the microphone
  note: null, // what to tell about the last step
  progress: { done: 0, of: 0 },
  sending: { waiting: 0, trouble: null, seconds: null, refused: [] },
});

const rest = (state) => (state.isOpen ? "ready" : "closed");
const AT_REST = new Set(["ready", "closed", "judging"]);

export const mayRecord = (state) => state.phase === "ready";
export const mayStop = (state) => state.phase === "recording";
export const mayJudge = (state) => state.phase === "judging";
export const mayLeavePrompt = (state) => AT_REST.has(state.phase) && state.prompt !== null;
/** Whether leaving the page would lose something that is being made right now. */
export const isRecording = (state) => ["recording", "finishing"].includes(state.phase);

const changes = {
  prompt: (state, { prompt, note = null }) => ({
    ...state,
    prompt,
    take: null,
    playing: false,
    note,
    phase: prompt ? rest(state) : "over",
  }),
  opened: (state) => ({
    ...state,
    isOpen: true,
    note: null,
    phase: state.phase === "closed" ? "ready" : state.phase,
  }),
  "not-opened": (state, { note }) => ({ ...state, note }),
  lost: (state) => ({
    ...state,
    isOpen: false,
    note: "microphone-lost",
    phase: ["ready", "counting", "recording", "finishing"].includes(state.phase) ? "closed" : state.phase,
  }),
  counting: (state, { count }) => ({ ...state, phase: "counting", count, take: null, playing: false, note: null }),
  cancelled: (state) => ({ ...state, phase: rest(state), note: "cancelled" }),
  recording: (state) => ({ ...state, phase: "recording" }),
  finishing: (state, { note = null }) => ({ ...state, phase: "finishing", note }),
  taken: (state, { take }) => ({ ...state, phase: "judging", take }),
  played: (state, { playing }) => ({ ...state, playing }),
  progress: (state, { done, of }) => ({ ...state, progress: { done, of } }),
  sending: (state, { sending }) => ({ ...state, sending: { ...state.sending, ...sending } }),
  note: (state, { note }) => ({ ...state, note }),
  broken: (state, { note }) => ({ ...state, phase: "broken", note }),
};

export function reduce(state, event) {
  return changes[event.type](state, event);
}
