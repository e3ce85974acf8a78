// The course of a sitting: ask, load, vote or report, go on, end. Every step waits for the
// server's word; whatever is refused leads on to a pair or to an ending, never to a dead end.

import { forget, recall, remember } from "./memory.js";
import { heardClaim, sittingDone, SIDES } from "./state.js";
import { saved } from "./words.js";

// Where a refusal leads. Anything else stops the page with the server's own sentence.
const GO_ON = {
  "already-voted": "already-voted",
  "matchup-expired": "expired",
  "matchup-closed": "expired",
  "matchup-withdrawn": "expired",
  "matchup-not-found": "expired",
};
const THE_END = {
  "study-not-open": "closed",
  "study-not-found": "closed",
  "no-matchup-left": "none-left",
};

export function course({ api, patient, shelf, player, getState, dispatch, say, endings, practiceNeeded }) {
  let practice = practiceNeeded;
  const atHand = (token) => getState().matchup?.token === token;

  function loadClips(matchup, pair) {
    for (const side of SIDES) {
      pair[side].onProgress((loaded) => {
        if (atHand(matchup.token) && getState().clips[side].status === "loading") {
          dispatch({ type: "loading", side, loaded });
        }
      });
    }
    const loads = SIDES.map(async (side) => {
      try {
        const address = await pair[side].ready;
        if (!atHand(matchup.token)) return;
        player.load(side, address);
        dispatch({ type: "ready", side });
      } catch {
        if (atHand(matchup.token)) dispatch({ type: "failed", side });
      }
    });
    return Promise.all(loads);
  }

  // The next pair loads while this one is judged. A failure here costs nothing: the answer to
  // the vote brings the next pair anyway.
  async function prepareNext({ token }) {
    const { progress, phase } = getState();
    const last = progress && !practice && progress.done + 1 >= progress.of;
    if (!atHand(token) || phase !== "judging" || last) return;
    try {
      const answer = await api.ask({ holding: [token], practice: false });
      if (answer.matchup) shelf.take(answer.matchup);
    } catch {
      /* see above */
    }
  }

  async function begin({ matchup, progress }, note = null) {
    const kept = recall(matchup.token);
    player.clear();
    dispatch({ type: "matchup", matchup, progress, heard: kept?.heard ?? null, note });
    const loaded = loadClips(matchup, shelf.take(matchup));
    if (kept?.choice) {
      choose(kept.choice);
      return;
    }
    await loaded;
    await prepareNext(matchup);
  }

  function stop(why, { progress, detail } = {}) {
    player.clear();
    dispatch({ type: "over", why, progress, detail });
    endings.show({ why, detail });
  }

  async function finish(progress) {
    history.replaceState(null, "", "#end");
    stop("finished", { progress });
    try {
      endings.tell(await patient.until(api.sitting));
    } catch {
      /* the thanks stand without the figures */
    }
  }

  async function next(note = null, { afterVote = false } = {}) {
    player.clear();
    dispatch({ type: "asking" });
    try {
      const answer = await patient.until(() => api.ask({ holding: [], practice }));
      // Before a vote a full sitting counts as none of the next one, so after a vote 0 is the end.
      if (afterVote && answer.progress.done === 0) await finish(null);
      else await begin(answer, note);
    } catch (problem) {
      await refused(problem);
    }
  }

  async function goOn({ matchup, progress }, note = null, spoken = "") {
    if (!practice && sittingDone(progress)) {
      await finish(progress);
    } else if (matchup) {
      say(`${spoken} Next pair.`.trim());
      await begin({ matchup, progress }, note);
    } else {
      await next(note);
    }
  }

  async function refused(problem, { token = null, repeated = false } = {}) {
    if (token) shelf.drop(token);
    if (GO_ON[problem.code] && token) {
      forget();
      const voted = problem.code === "already-voted";
      const counted = voted && !practice;
      if (voted) practice = false;
      // After a lost answer the vote that stands is this one, not one from another tab.
      await next(voted && repeated ? "arrived-before" : GO_ON[problem.code], { afterVote: counted });
    } else if (THE_END[problem.code]) {
      forget(); // refused for good: it must not be sent when the study opens again
      stop(THE_END[problem.code]);
    } else {
      stop("broken", { detail: problem.message });
    }
  }

  async function choose(side) {
    dispatch({ type: "choose", side });
    const state = getState();
    if (state.phase !== "saving" || state.choice !== side) return;
    player.stop();
    const { token, practice: wasPractice } = state.matchup;
    const heard = heardClaim(state);
    remember(token, { heard: state.heard, choice: side });
    let attempts = 0;
    try {
      const answer = await patient.until(() => {
        attempts += 1;
        return api.vote(token, side, heard);
      });
      forget();
      shelf.drop(token);
      if (wasPractice) practice = false;
      const note = wasPractice ? "practice-over" : null;
      await goOn(answer, note, wasPractice ? "" : saved(answer.progress));
    } catch (problem) {
      await refused(problem, { token, repeated: attempts > 1 });
    }
  }

  async function report({ side, reason, detail = "" }) {
    const { token, practice: wasPractice } = getState().matchup;
    player.clear();
    dispatch({ type: "asking" });
    try {
      const answer = await patient.until(() => api.report(token, { side, reason, detail }));
      forget();
      shelf.drop(token);
      if (wasPractice) await next("reported");
      else await goOn(answer, "reported", "Reported.");
    } catch (problem) {
      await refused(problem, { token });
    }
  }

  return {
    start: () => (location.hash === "#end" ? finish(null) : next()),
    more() {
      history.replaceState(null, "", location.pathname + location.search);
      return next();
    },
    loadAgain() {
      const { matchup } = getState();
      SIDES.forEach((side) => dispatch({ type: "loading", side, loaded: 0 }));
      return loadClips(matchup, shelf.again(matchup)).then(() => prepareNext(matchup));
    },
    choose,
    report,
  };
}
