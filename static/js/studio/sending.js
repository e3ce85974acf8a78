// Sends kept takes one after the other in the background, for as long as it takes. A take leaves
// the store only when the server has confirmed it; its token makes a second attempt harmless.

import { Problem } from "../listen/api.js";
import { patience } from "../listen/patience.js";
import { SignedOut } from "./api.js";

/** `onChange` is told {waiting, trouble, seconds, refused} whenever any of it changes. */
export function sender({ api, store, onChange, onSent }) {
  const queue = [];
  const taken = new Set(); // prompts that need no other take from this page
  let refused = [];
  let busy = false;
  let lastTrouble = "lost";

  const tell = (more = {}) => onChange({ waiting: queue.length, refused, ...more });
  const patient = patience({
    onWait: (seconds) => tell({ trouble: lastTrouble, seconds }),
    onReached: () => tell({ trouble: null, seconds: null }),
  });

  async function attempt(take) {
    try {
      return await api.send(take);
    } catch (error) {
      lastTrouble = error instanceof SignedOut ? "signed-out" : "lost";
      throw error;
    }
  }

  /** The server's answer, or null for a take that it will not have. */
  async function deliver(take) {
    try {
      const answer = await patient.until(() => attempt(take));
      await store.remove(take.token);
      return answer;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused = [...refused, { take, why: error.message }];
      taken.delete(take.prompt);
      return null;
    }
  }

  async function run() {
    if (busy) return;
    busy = true;
    while (queue.length > 0) {
      const answer = await deliver(queue[0]);
      queue.shift();
      if (answer) onSent(answer);
      tell();
    }
    busy = false;
  }

  return {
    add(take) {
      queue.push(take);
      taken.add(take.prompt);
      tell();
      run();
    },
    now: () => patient.now(),
    isTaken: (prompt) => taken.has(prompt),
    count: () => queue.length,
    /** Gives a refused take up for good. */
    async discard(token) {
      await store.remove(token);
      refused = refused.filter(({ take }) => take.token !== token);
      tell();
    },
  };
}
