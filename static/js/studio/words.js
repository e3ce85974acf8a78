// Every sentence of the studio, in one place.

const NOTES = {
  cancelled: "Stopped. Nothing was recorded.",
  empty: "Nothing came from the microphone. Please record again.",
  kept: "Kept. It is being sent while you go on.",
  long: "A minute is the most; the recording was stopped.",
  "microphone-lost": "The microphone is gone. Plug it in and open it again.",
  "no-microphone": "No microphone was found. Plug one in and try again.",
  "not-allowed": "The browser does not let this page use the microphone. Allow it in the address bar, then try again.",
  "not-secure": "Browsers give the microphone to secure addresses only. Open this site with https.",
  recovered: "This take was recorded before the page closed. Listen to it, keep it or read again.",
  returned: "Sent back to the curators. Thank you.",
  skipped: "Skipped. It comes again at the end.",
  "still-here": "This is the only text that is left.",
};

const DOING = {
  loading: "Finding the next text…",
  closed: "Open the microphone to begin.",
  ready: "Read the text once for yourself, then record.",
  counting: "Get ready.",
  recording: "Recording. Read the text, then stop.",
  finishing: "One moment…",
  judging: "Listen, then keep the take or read again.",
  over: "",
  broken: "",
};

/** The one line under the text: what just happened, else what to do next. */
export const hint = (state) => (state.note ? NOTES[state.note] ?? state.note : DOING[state.phase]);

export const place = ({ done, of }) => (of ? `${done} of ${of} read` : "");

const takes = (count) => (count === 1 ? "One take" : `${count} takes`);

/** What becomes of kept takes. */
export function sent({ waiting, trouble, seconds }) {
  if (!waiting) return "Everything you kept has been sent.";
  if (trouble === "signed-out") {
    return `You are signed out. ${takes(waiting)} kept in this browser: sign in again in another tab, and they will be sent.`;
  }
  if (trouble) {
    return `The site cannot be reached. ${takes(waiting)} kept in this browser; trying again in ${seconds} s.`;
  }
  return `${takes(waiting)} being sent.`;
}

export const LEVELS = {
  off: "Microphone off",
  silent: "Silence",
  quiet: "Too quiet: come closer",
  good: "Good level",
  hot: "Too loud: move back",
};
