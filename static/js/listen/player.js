// Two <audio> elements of which one sounds at a time. Elements and not Web Audio, which the
// silent switch of an iPhone mutes. A start is always from the beginning; only a pause resumes.

import { other, SIDES } from "./state.js";

export function player({ onStart, onPosition, onPause, onResume, onEnd, onRefused, onBroken }) {
  const audio = { left: new Audio(), right: new Audio() };
  let current = null; // the side that sounds or is paused
  let resting = false; // paused, by this page or by a headset, a lock screen, a phone call
  let frame = 0;

  const share = (side) => {
    const { currentTime, duration } = audio[side];
    return duration > 0 ? Math.min(1, currentTime / duration) : 0;
  };

  function watch() {
    if (current === null) return;
    onPosition(current, share(current));
    frame = requestAnimationFrame(watch);
  }

  function halt(side) {
    audio[side].pause();
    if (audio[side].readyState > 0) audio[side].currentTime = 0;
  }

  function stop() {
    cancelAnimationFrame(frame);
    current = null;
    resting = false;
    SIDES.forEach(halt);
  }

  async function sound(side, announce) {
    current = side;
    resting = false;
    try {
      await audio[side].play();
    } catch (error) {
      // An abort means that another start overtook this one: nothing went wrong.
      if (error.name === "AbortError" || current !== side) return;
      stop();
      onRefused(side);
      return;
    }
    if (current !== side) return;
    announce(side);
    cancelAnimationFrame(frame);
    watch();
  }

  for (const side of SIDES) {
    audio[side].preload = "auto";
    // Background tabs get no animation frames; the element's own clock goes on.
    audio[side].addEventListener("timeupdate", () => {
      if (current === side) onPosition(side, share(side));
    });
    audio[side].addEventListener("pause", () => {
      if (current !== side || audio[side].ended || !audio[side].paused) return;
      cancelAnimationFrame(frame);
      resting = true;
      onPause(side);
    });
    audio[side].addEventListener("play", () => {
      if (current === side && resting) sound(side, onResume);
    });
    audio[side].addEventListener("ended", () => {
      if (current !== side) return;
      cancelAnimationFrame(frame);
      current = null;
      onEnd(side);
    });
    audio[side].addEventListener("error", () => {
      if (audio[side].getAttribute("src")) onBroken(side);
    });
  }

  return {
    load(side, address) {
      audio[side].src = address;
      audio[side].load(); // iOS loads nothing without being told
    },
    start(side) {
      halt(other(side));
      halt(side);
      return sound(side, onStart);
    },
    pause() {
      if (current !== null) audio[current].pause();
    },
    resume() {
      return current === null ? undefined : sound(current, onResume);
    },
    stop,
    clear() {
      stop();
      for (const side of SIDES) {
        audio[side].removeAttribute("src");
        audio[side].load();
      }
    },
  };
}
