// What must survive a reload in this tab: what was heard of the matchup at hand, and a choice
// the server has not confirmed yet. Bound to the token, so nothing can be applied to another.

const STORED_AS = "earshot.at-hand";

export function remember(token, { heard, choice }) {
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify({ token, heard, choice }));
  } catch {
    /* a full or forbidden storage only costs hearing the pair again */
  }
}

export function recall(token) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORED_AS));
    return stored?.token === token ? stored : null;
  } catch {
    return null;
  }
}

export function forget() {
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    /* see above */
  }
}
