// Lets the reader hear the take at hand.

export function takePlayer(onChange) {
  const audio = new Audio();
  for (const [event, playing] of [["playing", true], ["pause", false], ["ended", false]]) {
    audio.addEventListener(event, () => onChange(playing));
  }
  let url = null;

  return {
    load(blob) {
      this.clear();
      url = URL.createObjectURL(blob);
      audio.src = url;
      audio.load();
    },
    toggle() {
      if (!audio.paused) return audio.pause();
      return audio.play().catch(() => onChange(false));
    },
    clear() {
      audio.pause();
      audio.removeAttribute("src");
      if (url) URL.revokeObjectURL(url);
      url = null;
    },
  };
}
