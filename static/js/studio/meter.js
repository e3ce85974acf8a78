// How loud the microphone is: level and peak of the last moment, and a verdict of the last
// seconds. Decibels relative to full scale.

const FLOOR_DB = -60;
const HOT_DB = -1;
const QUIET_DB = -42; // of the loudest level lately: speech has pauses
const SILENT_DB = -55;
const HOLD_MS = 1500;
const MEMORY_MS = 3000;

const decibels = (amplitude) => (amplitude > 0 ? 20 * Math.log10(amplitude) : -Infinity);
const share = (db) => Math.min(1, Math.max(0, 1 - db / FLOOR_DB));

function measure(samples) {
  let peak = 0;
  let power = 0;
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    power += sample * sample;
  }
  return { peak: decibels(peak), level: decibels(Math.sqrt(power / samples.length)) };
}

/** "hot", "good", "quiet" or "silent", of the highest peak held and the loudest level lately. */
export function verdict(heldPeak, loudest) {
  if (heldPeak > HOT_DB) return "hot";
  if (loudest < SILENT_DB) return "silent";
  return loudest < QUIET_DB ? "quiet" : "good";
}

/** Calls `show({level, peak, verdict, db})` with every frame until the function returned is called. */
export function watchLevel(analyser, show) {
  const samples = new Float32Array(analyser.fftSize);
  let held = { db: -Infinity, at: 0 };
  let loudest = { db: -Infinity, at: 0 };
  let frame = 0;

  function look(now) {
    analyser.getFloatTimeDomainData(samples);
    const { peak, level } = measure(samples);
    if (peak >= held.db || now - held.at > HOLD_MS) held = { db: peak, at: now };
    if (level >= loudest.db || now - loudest.at > MEMORY_MS) loudest = { db: level, at: now };
    show({
      level: share(level),
      peak: share(held.db),
      db: Math.max(FLOOR_DB, Math.round(level)),
      verdict: verdict(held.db, loudest.db),
    });
    frame = requestAnimationFrame(look);
  }
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
