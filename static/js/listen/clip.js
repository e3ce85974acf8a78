// Fetches one clip whole before it may be played, so that no gap or stall can colour the
// judgement. A blob address also says nothing about the clip. One more attempt on failure.

const RETRY_AFTER_MS = 800;

async function download(url, onProgress, signal) {
  const response = await fetch(url, { credentials: "same-origin", cache: "no-store", signal });
  if (!response.ok) throw new Error(`The clip answered ${response.status}.`);
  const total = Number(response.headers.get("Content-Length")) || 0;
  const reader = response.body.getReader();
  const parts = [];
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    if (total) onProgress(Math.min(1, received / total));
  }
  if (received === 0 || (total && received < total)) throw new Error("The clip broke off.");
  return new Blob(parts, { type: "audio/wav" });
}

/** A clip that loads at once; `ready` gives a blob address or rejects after the second failure. */
export function openClip(url) {
  const leave = new AbortController();
  let address = null;
  let listen = () => {};
  let loaded = 0;
  const progress = (share) => {
    loaded = share;
    listen(share);
  };

  async function load() {
    let blob;
    try {
      blob = await download(url, progress, leave.signal);
    } catch (error) {
      if (leave.signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
      blob = await download(url, progress, leave.signal);
    }
    if (leave.signal.aborted) throw new Error("No longer needed.");
    address = URL.createObjectURL(blob);
    return address;
  }

  const ready = load();
  ready.catch(() => {}); // a prefetched clip may fail before anyone waits for it

  return {
    ready,
    onProgress(callback) {
      listen = callback;
      callback(loaded);
    },
    release() {
      leave.abort();
      if (address) URL.revokeObjectURL(address);
    },
  };
}
