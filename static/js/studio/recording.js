// One take: three, two, one, record, stop, with a little room before and after the voice.

import { COUNT_FROM } from "./state.js";

const TICK_MS = 1000;
const TAIL_MS = 350; // room behind the last word, which people cut off otherwise
const LONGEST_MS = 60_000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** `dispatch` is told of every step; `onTake` gets the recording. */
export function recording({ getMicrophone, dispatch, onTake }) {
  let run = 0; // grows whenever what goes on is given up
  let recorder = null;
  let limit = 0;

  async function count(mine) {
    for (let left = COUNT_FROM; left > 0; left -= 1) {
      dispatch({ type: "counting", count: left });
      await pause(TICK_MS);
      if (run !== mine) return false;
    }
    return true;
  }

  async function stop({ note = null } = {}) {
    if (recorder === null) return;
    const [stopping, mine] = [recorder, run];
    recorder = null;
    clearTimeout(limit);
    dispatch({ type: "finishing", note });
    await pause(TAIL_MS);
    const blob = await stopping.stop();
    if (run === mine) onTake(blob);
  }

  return {
    async start() {
      run += 1;
      const mine = run;
      const microphone = getMicrophone();
      microphone.resume();
      if (!(await count(mine))) return;
      const begun = await microphone.record();
      if (run !== mine) {
        begun.stop();
        return;
      }
      recorder = begun;
      limit = setTimeout(() => stop({ note: "long" }), LONGEST_MS);
      dispatch({ type: "recording" });
    },
    stop,
    /** Gives up the countdown or the recording. */
    abandon() {
      run += 1;
      clearTimeout(limit);
      recorder?.stop();
      recorder = null;
    },
  };
}
