// Synthesized sounds: a stone on wood, and a chord at the end of a game.

import { settings } from "../settings.js";

let context = null;

function audio() {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  context.resume();
  return context;
}

/// Tones that are not over yet. Between them the system's audio rests: it would take processor time all along.
let tones = 0;

function tone(audio, { frequency, at, length, volume, type = "sine" }) {
  const oscillator = new OscillatorNode(audio, { frequency, type });
  const gain = new GainNode(audio, { gain: 0 });
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
  tones++;
  oscillator.addEventListener("ended", () => --tones || audio.suspend());
}

/// Waits for the next frame: the first sound starts the system's audio, which is slow.
const later = (sound) => requestAnimationFrame(() => setTimeout(sound));

/// The sound of a stone.
export const stoneSound = () => later(() => {
  const to = audio();
  if (!to) return;
  tone(to, { frequency: 900, at: 0, length: 0.05, volume: 0.25, type: "triangle" });
  tone(to, { frequency: 240, at: 0, length: 0.09, volume: 0.35 });
});

/// The sound of a game's end.
export const endSound = () => later(() => {
  const to = audio();
  if (!to) return;
  [392, 494, 587].forEach((frequency, index) => tone(to, { frequency, at: 0.1 + 0.12 * index, length: 0.7, volume: 0.15 }));
});
