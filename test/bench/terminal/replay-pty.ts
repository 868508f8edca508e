import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pty, PtyEvents } from '#terminal';

const CHUNK = 64 * 1024;

/** Returns a sample as a terminal receives it. */
export type Samples = (name: string) => string;

/** Reads each sample once, in the warm-up round. */
export function createSamples(folder: string): Samples {
  const texts = new Map<string, string>();
  return (name) => {
    const text = texts.get(name) ?? readFileSync(join(folder, name), 'utf8').replaceAll('\n', '\r\n');
    texts.set(name, text);
    return text;
  };
}

/** Typing a sample's name, a mark and Enter plays the sample as fast as it is taken, then the mark. */
export class ReplayPty implements Pty {
  readonly pid = process.pid;
  readonly #events: Pick<PtyEvents, 'onData'>;
  readonly #samples: Samples;
  #isPaused = false;
  #text = '';
  #at = 0;
  #isPlaying = false;

  constructor(events: Pick<PtyEvents, 'onData'>, samples: Samples) {
    this.#events = events;
    this.#samples = samples;
  }

  write(data: string): void {
    const [sample = '', mark] = data.trim().split(' ');
    this.#text = `${this.#samples(sample)}${mark}\r\n`;
    this.#at = 0;
    this.#play();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#play();
  }

  resize(): void {}

  job(): undefined {}

  async [Symbol.asyncDispose](): Promise<void> {
    this.#text = '';
  }

  #play(): void {
    if (this.#isPlaying || this.#isPaused || this.#at >= this.#text.length) return;
    this.#isPlaying = true;
    setImmediate(() => {
      this.#isPlaying = false;
      this.#events.onData(this.#text.slice(this.#at, this.#at + CHUNK));
      this.#at += CHUNK;
      this.#play();
    });
  }
}
