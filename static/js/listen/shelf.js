// Holds the clips of the matchup at hand and of the next one, by token, so that a matchup
// that arrives twice (prefetched and again with a vote's answer) is loaded once.

import { openClip } from "./clip.js";

export function shelf() {
  const pairs = new Map();

  const open = ({ clips }) => ({ left: openClip(clips.left), right: openClip(clips.right) });

  return {
    /** The clips of `matchup`, loading from now on if they were not already. */
    take(matchup) {
      if (!pairs.has(matchup.token)) pairs.set(matchup.token, open(matchup));
      return pairs.get(matchup.token);
    },
    /** Loads the clips again, after a failure that may have been the network's. */
    again(matchup) {
      this.drop(matchup.token);
      return this.take(matchup);
    },
    drop(token) {
      const pair = pairs.get(token);
      if (!pair) return;
      pair.left.release();
      pair.right.release();
      pairs.delete(token);
    },
  };
}
