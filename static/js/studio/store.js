// Takes that the server has not confirmed, kept in this browser across reloads and lost networks.
// Only the sound and the numbers of prompt and text are stored, never a text.

const NAME = "earshot-studio";
const STORE = "takes";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "token" });
  return done(request);
}

/** Where the browser has no storage, or forbids it, takes last as long as the page. */
function inMemory() {
  const takes = new Map();
  return {
    durable: false,
    all: async () => [...takes.values()],
    put: async (take) => void takes.set(take.token, take),
    remove: async (token) => void takes.delete(token),
  };
}

/** The takes of one reader; another person in the same browser neither sees nor sends them. */
export async function takeStore(reader) {
  let database;
  try {
    database = await opened();
  } catch {
    return inMemory();
  }
  const store = (mode) => database.transaction(STORE, mode).objectStore(STORE);
  return {
    durable: true,
    async all() {
      const takes = await done(store("readonly").getAll());
      return takes.filter((take) => take.reader === reader).sort((a, b) => a.at - b.at);
    },
    put: (take) => done(store("readwrite").put({ ...take, reader })),
    remove: (token) => done(store("readwrite").delete(token)),
  };
}
