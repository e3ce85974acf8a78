// A neutral tone for setting the volume, made here so that nothing has to be fetched
// and so that the check sounds like none of the voices.

const RATE = 24000;
const SECONDS = 2;
const HERTZ = 440;
const LEVEL = 0.1; // peak, about the loudness of the recordings
const FADE = 0.05; // seconds, so that it neither clicks in nor out

function toneSamples() {
  const count = RATE * SECONDS;
  const fade = RATE * FADE;
  return Int16Array.from({ length: count }, (_, index) => {
    const edge = Math.min(1, index / fade, (count - index) / fade);
    return 32767 * LEVEL * edge * Math.sin((2 * Math.PI * HERTZ * index) / RATE);
  });
}

function wav(samples) {
  const header = new DataView(new ArrayBuffer(44));
  const text = (at, word) => [...word].forEach((c, i) => header.setUint8(at + i, c.charCodeAt(0)));
  text(0, "RIFF");
  header.setUint32(4, 36 + samples.byteLength, true);
  text(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true); // PCM
  header.setUint16(22, 1, true); // mono
  header.setUint32(24, RATE, true);
  header.setUint32(28, RATE * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, "data");
  header.setUint32(40, samples.byteLength, true);
  return new Blob([header, samples], { type: "audio/wav" });
}

const button = document.getElementById("tone");
const status = document.getElementById("tone-status");
const audio = new Audio();

audio.addEventListener("ended", () => {
  status.textContent = "Comfortable? Then you are set.";
});

button.hidden = false;
button.addEventListener("click", async () => {
  if (!audio.src) audio.src = URL.createObjectURL(wav(toneSamples()));
  audio.currentTime = 0;
  try {
    await audio.play();
    status.textContent = "Tone playing";
  } catch {
    status.textContent = "Your browser would not play the tone. Check that sound is allowed for this page.";
  }
});
