// Shows a state. Reads nothing back from the document, and touches only what changed, so
// that screen readers are not disturbed sixty times a second.

import { heardEnough, heardPart, LETTER, mayChoose, mayPlay, SIDES } from "./state.js";
import { cardNote, hint, place, trouble } from "./words.js";

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function cardState(state, side) {
  const { status } = state.clips[side];
  if (state.phase === "asking") return "loading";
  if (status !== "ready") return status;
  if (state.sounding !== side) return "ready";
  return state.paused ? "paused" : "playing";
}

export function view(root) {
  const $ = (selector) => root.querySelector(selector);
  const bySide = (selector) =>
    Object.fromEntries(SIDES.map((side) => [side, $(`${selector}[data-side=${side}]`)]));
  const cards = bySide(".card");
  const choices = bySide(".choice");
  const plays = Object.fromEntries(SIDES.map((side) => [side, cards[side].querySelector(".play")]));

  function showCard(state, side) {
    const card = cards[side];
    const now = cardState(state, side);
    const heard = heardEnough(state, side);
    setAttribute(card, "data-state", now);
    setAttribute(card, "data-heard", heard);
    setText(card.querySelector(".card-note"), cardNote(state.clips[side], heard && now !== "loading"));
    setAttribute(plays[side], "aria-disabled", !mayPlay(state, side));
    setAttribute(plays[side], "aria-label", `${now === "playing" ? "Pause" : "Play"} sample ${LETTER[side]}`);
    card.style.setProperty("--heard", heardPart(state, side));
    card.style.setProperty("--loaded", state.clips[side].loaded);
  }

  function showChoice(state, side) {
    setAttribute(choices[side], "aria-disabled", !mayChoose(state));
    setAttribute(choices[side], "data-chosen", state.choice === side);
  }

  function showPlace(state) {
    setText($("#place"), place(state));
    const { done, of } = state.progress ?? { done: 0, of: 0 };
    const line = $("#hairline");
    setAttribute(line, "aria-valuenow", done);
    setAttribute(line, "aria-valuemax", of);
    setAttribute(line, "aria-valuetext", `${done} of ${of}`);
    line.style.setProperty("--done", of ? done / of : 0);
  }

  function showTrouble(state) {
    const found = trouble(state);
    $("#trouble").hidden = !found;
    $("#hint").hidden = Boolean(found);
    setText($("#trouble-text"), found?.text ?? "");
    $("#retry-now").hidden = found?.kind !== "offline";
    $("#load-again").hidden = found?.kind !== "clip";
    $("#report-and-skip").hidden = found?.kind !== "clip";
  }

  return {
    show(state) {
      const focused = document.activeElement;
      setAttribute(root, "data-phase", state.phase);
      $("#judging").hidden = state.phase === "over";
      $("#ending").hidden = state.phase !== "over";
      SIDES.forEach((side) => showCard(state, side));
      SIDES.forEach((side) => showChoice(state, side));
      showPlace(state);
      $("#text").hidden = !state.matchup?.text;
      setText($("#text"), state.matchup?.text ?? "");
      setText($("#hint"), hint(state));
      showTrouble(state);
      // A control that just went away must not take the focus with it.
      if (root.contains(focused) && focused.closest("[hidden]")) plays.left.focus();
    },
    /** How far the sounding clip is, apart from the rest since it changes with every frame. */
    showPosition(side, share) {
      cards[side].style.setProperty("--now", share);
    },
    /** A new pair begins: whoever stood on a choice stands at its start. */
    restart() {
      SIDES.forEach((side) => cards[side].style.setProperty("--now", 0));
      if (document.activeElement?.closest(".choice, .trouble")) plays.left.focus();
    },
    /** Says something to screen readers, also when it is the same sentence as before. */
    say(text) {
      const status = $("#status");
      status.textContent = status.textContent === text ? `${text}\u00a0` : text;
    },
  };
}
