// The microphone, without any of the processing that browsers add for telephony, and a recorder
// of whatever kind the browser has.

import { wav } from "./wav.js";

const PLAIN = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: { ideal: 1 } };
const TYPES = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];
const BITS_PER_SECOND = 256_000; // speech at this rate cannot be told from the original

/** Why there is no microphone: the name of a note. */
export class NoMicrophone extends Error {}

const WHY = {
  NotAllowedError: "not-allowed",
  SecurityError: "not-allowed",
  NotFoundError: "no-microphone",
  OverconstrainedError: "no-microphone",
};

async function streamOf() {
  if (!navigator.mediaDevices?.getUserMedia) throw new NoMicrophone("not-secure");
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: PLAIN });
  } catch (error) {
    throw new NoMicrophone(WHY[error.name] ?? `The microphone cannot be opened (${error.name}). Is another program using it?`);
  }
}

function mediaRecorder(stream, type) {
  const recorder = new MediaRecorder(stream, { mimeType: type, audioBitsPerSecond: BITS_PER_SECOND });
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) parts.push(data);
  });
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve, { once: true }));
  const started = new Promise((resolve) => recorder.addEventListener("start", resolve, { once: true }));
  recorder.start();
  return {
    started,
    async stop() {
      if (recorder.state !== "inactive") recorder.stop();
      await stopped;
      return new Blob(parts, { type: (recorder.mimeType || type).split(";")[0] });
    },
  };
}

async function workletRecorder(context, source, captureUrl) {
  await context.audioWorklet.addModule(captureUrl);
  const node = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
  const blocks = [];
  const started = new Promise((resolve) => {
    node.port.onmessage = ({ data }) => {
      blocks.push(data);
      resolve();
    };
  });
  source.connect(node);
  return {
    started,
    async stop() {
      source.disconnect(node);
      node.port.onmessage = null;
      return wav(blocks, context.sampleRate);
    },
  };
}

/** Opens the microphone. `onLost` is called when it goes away by itself. */
export async function openMicrophone({ captureUrl, onLost }) {
  const stream = await streamOf();
  const context = new AudioContext();
  const source = context.createMediaStreamSource(stream);
  const analyser = new AnalyserNode(context, { fftSize: 2048 });
  source.connect(analyser);
  stream.getAudioTracks()[0].addEventListener("ended", onLost);
  const type = window.MediaRecorder && TYPES.find((each) => MediaRecorder.isTypeSupported(each));
  return {
    analyser,
    /** Begins to record; resolves once sound is being kept. */
    async record() {
      await context.resume();
      const recorder = type ? mediaRecorder(stream, type) : await workletRecorder(context, source, captureUrl);
      await recorder.started;
      return recorder;
    },
    resume: () => context.resume(),
  };
}
