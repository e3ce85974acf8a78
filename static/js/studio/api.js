// Talks to the site: texts to read come in, takes go out.

import { csrfToken, Lost, Problem } from "../listen/api.js";

const PATIENCE_MS = 20_000;
const UPLOAD_PATIENCE_MS = 180_000;

/** The session has ended: nothing is wrong with the take. */
export class SignedOut extends Lost {}

async function send(url, { method = "GET", body, type, patience = PATIENCE_MS } = {}) {
  const headers = { Accept: "application/json" };
  if (type) headers["Content-Type"] = type;
  if (method !== "GET") headers["X-CSRFToken"] = csrfToken();
  try {
    return await fetch(url, {
      method,
      headers,
      body,
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(patience),
    });
  } catch (error) {
    throw new Lost(error.message);
  }
}

async function exchange(url, options) {
  const response = await send(url, options);
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  if (response.status >= 500) throw new Lost(`The server answered ${response.status}.`);
  // A stranger is led to the sign-in page; a token from before a new sign-in is refused as a page.
  if (response.redirected || (response.status === 403 && !isJson)) throw new SignedOut("Signed out");
  if (!isJson) throw new Problem({ status: response.status });
  const answer = await response.json().catch(() => {
    throw new Lost("The answer broke off.");
  });
  if (!response.ok) throw new Problem({ ...answer, status: response.status });
  return answer;
}

export function studioApi({ prompts, prompt }) {
  const at = (id, verb) => `${prompt}${id}/${verb}/`;
  return {
    prompts: (after) => exchange(`${prompts}?after=${after}`),
    prompt: (id) => exchange(`${prompts}?only=${id}`),
    send: ({ prompt: id, text, token, blob }) =>
      exchange(`${at(id, "readings")}?token=${token}&text=${text}`, {
        method: "POST",
        body: blob,
        type: blob.type,
        patience: UPLOAD_PATIENCE_MS,
      }),
    sendBack: (id, reason) =>
      exchange(at(id, "send-back"), {
        method: "POST",
        body: new URLSearchParams({ reason }),
      }),
  };
}
