// Help and report, both native dialogs: the browser keeps the focus inside, closes them on
// Escape and gives the focus back.

export function helpDialog(dialog, opener) {
  const open = () => dialog.showModal();
  opener.addEventListener("click", open);
  return { open };
}

/** Calls `send({side, reason, detail})` when the listener reports the pair at hand. */
export function reportDialog(dialog, opener, { onOpen, send }) {
  const form = dialog.querySelector("form");
  opener.addEventListener("click", () => {
    onOpen();
    form.reset();
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "report") return;
    const given = new FormData(form);
    send({ side: given.get("side") || null, reason: given.get("reason"), detail: given.get("detail").trim() });
  });
}
