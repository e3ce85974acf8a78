// The texts to read, some ahead, so that the next one is there at once. A skipped text comes again
// when the others are through.

const AHEAD = 2;

/** `fetchAfter(id)` gives {prompts, …}; `isTaken(id)` tells which have a take on its way. */
export function textsToRead({ fetchAfter, isTaken }) {
  const waiting = [];
  let after = 0;
  let filling = null;

  async function fetchMore() {
    const { prompts } = await fetchAfter(after);
    if (prompts.length > 0) after = prompts.at(-1).id;
    waiting.push(...prompts);
    return prompts.length > 0;
  }

  function fill() {
    filling ??= fetchMore().finally(() => {
      filling = null;
    });
    return filling;
  }

  return {
    /** The next text, or null when none is left. */
    async next() {
      for (let wrapped = after === 0; ; ) {
        while (waiting.length > 0) {
          const prompt = waiting.shift();
          if (isTaken(prompt.id)) continue;
          if (waiting.length < AHEAD) fill().catch(() => {}); // asked again when it is needed
          return prompt;
        }
        if (await fill()) continue;
        if (wrapped) return null;
        wrapped = true;
        after = 0;
      }
    },
    putBack: (prompt) => waiting.unshift(prompt),
  };
}
