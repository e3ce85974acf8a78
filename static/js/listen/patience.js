// Repeats an attempt until the server answers, waiting longer each time; sooner when the
// browser says that the network is back or the listener asks.

import { Busy, Lost } from "./api.js";

const DELAYS = [1, 2, 4, 8, 15, 30]; // seconds; the last one repeats

export function patience({ onWait, onReached }) {
  let wake = () => {};

  const pause = (seconds) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  window.addEventListener("online", () => wake());

  return {
    /** Skips the present wait. */
    now: () => wake(),
    async until(attempt) {
      for (let round = 0; ; round += 1) {
        try {
          const answer = await attempt();
          onReached();
          return answer;
        } catch (error) {
          if (!(error instanceof Lost)) throw error;
          const delay = DELAYS[Math.min(round, DELAYS.length - 1)];
          const seconds = error instanceof Busy ? error.seconds : delay;
          onWait(seconds);
          await pause(seconds);
        }
      }
    },
  };
}
