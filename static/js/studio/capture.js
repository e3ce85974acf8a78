// Runs on the audio thread: hands every block of the first channel to the page.

class Capture extends AudioWorkletProcessor {
  process([input]) {
    if (input.length > 0) this.port.postMessage(input[0].slice());
    return true;
  }
}

registerProcessor("capture", Capture);
