// The sounds of the board, made here and not recorded: a short knock of filtered noise for a move, a heavier one for a capture, two
// soft tones for the end of a game.
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

// Made when the page is first touched, and not with the first sound: it takes some 40 ms, and the first move should be drawn at once.
function prepare() {
  if (settings.sounds && typeof AudioContext !== 'undefined') context ??= new AudioContext();
}
addEventListener('pointerdown', prepare, { once: true, capture: true });

function knock(audio: AudioContext, at: number, pitch: number, loud: number) {
  const length = 0.07;
  const noise = audio.createBuffer(1, audio.sampleRate * length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1)
    samples[i] = (Math.random() * 2 - 1) * Math.exp((-14 * i) / samples.length);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.6 });
  const gain = new GainNode(audio, { gain: loud });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number) {
  const source = new OscillatorNode(audio, { type: 'sine', frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.09, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + 0.5);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.5);
}

/** Makes a sound, unless the page is muted or the browser has no sound. */
export function sound(kind: 'move' | 'capture' | 'check' | 'end') {
  prepare();
  if (!settings.sounds || !context) return;
  if (context.state === 'suspended') void context.resume();
  const now = context.currentTime;
  if (kind === 'move') knock(context, now, 900, 0.7);
  if (kind === 'capture') {
    knock(context, now, 620, 0.9);
    knock(context, now + 0.045, 1100, 0.5);
  }
  if (kind === 'check') {
    knock(context, now, 900, 0.7);
    tone(context, now + 0.03, 660);
  }
  if (kind === 'end') {
    tone(context, now, 440);
    tone(context, now + 0.16, 330);
  }
}
