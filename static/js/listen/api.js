// Talks to the API and tells three kinds of failure apart: the server refuses (Problem),
// the server asks to wait (Busy), the server cannot be reached (Lost). Only the last two
// are worth another attempt, always with the same token.

const PATIENCE_MS = 15000;

export class Problem extends Error {
  constructor({ code = "unknown", status = 0, detail = "", title = "" }) {
    super(detail || title || `The server answered ${status}.`);
    this.code = code;
    this.status = status;
  }
}

export class Lost extends Error {}

export class Busy extends Lost {
  constructor(seconds) {
    super(`The server asks to wait ${seconds} s.`);
    this.seconds = seconds;
  }
}

export function csrfToken() {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="));
  return found ? decodeURIComponent(found.slice("csrftoken=".length)) : "";
}

async function send(url, body) {
  const headers = { Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  if (body && csrfToken()) headers["X-CSRFToken"] = csrfToken();
  try {
    return await fetch(url, {
      method: body ? "POST" : "GET",
      headers,
      body: body ? JSON.stringify(body) : undefined,
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch (error) {
    throw new Lost(error.message);
  }
}

async function exchange(url, body) {
  const response = await send(url, body);
  if (response.status === 429) throw new Busy(Number(response.headers.get("Retry-After")) || 5);
  if (response.status >= 500) throw new Lost(`The server answered ${response.status}.`);
  let answer;
  try {
    answer = await response.json();
  } catch {
    if (response.ok) throw new Lost("The answer broke off.");
    answer = {};
  }
  if (!response.ok) throw new Problem({ ...answer, status: response.status });
  return answer;
}

/** The verbs of the listening API; `urls` comes from the page. */
export function listeningApi(urls) {
  const at = (token, verb) => `${urls.matchup}${encodeURIComponent(token)}/${verb}`;
  return {
    ask: ({ holding, practice }) => exchange(urls.matchups, { holding, practice }),
    vote: (token, choice, heard) => exchange(at(token, "vote"), { choice, heard }),
    report: (token, { side, reason, detail }) =>
      exchange(at(token, "report"), { side, reason, detail }),
    sitting: () => exchange(urls.sitting),
  };
}
