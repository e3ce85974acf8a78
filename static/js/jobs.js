// Keeps the jobs on a page up to date; without it they stand as they were when the page came.

const EVERY_MS = 1000;
const PATIENCE_MS = 10_000;

async function fresh(job) {
  const answer = await fetch(job.dataset.part, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`The job's state is not to be had: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("[data-job]");
}

function swap(job, newer) {
  const focused = job.contains(document.activeElement) && document.activeElement.tagName;
  job.replaceWith(newer);
  // Whoever stood on the cancel button stays there.
  if (focused) (newer.querySelector(focused) ?? newer.querySelector("a"))?.focus();
  return newer;
}

function isOpen(job) {
  return job.dataset.state === "waiting" || job.dataset.state === "running";
}

async function follow(job) {
  let wait = EVERY_MS;
  while (isOpen(job)) {
    await new Promise((wake) => setTimeout(wake, wait));
    if (document.hidden) continue;
    try {
      job = swap(job, await fresh(job));
      wait = EVERY_MS;
    } catch {
      wait = Math.min(2 * wait, PATIENCE_MS);
    }
  }
  // What the job has made stands elsewhere on the page.
  if (document.querySelector("[data-reload-when-done]")) location.reload();
}

for (const job of document.querySelectorAll("[data-job]")) if (isOpen(job)) follow(job);
