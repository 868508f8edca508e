import type { PacedQueue } from './paced-queue.ts';
import { isBetweenSequences, withoutScrolledPast } from './scrolled-past.ts';

/** A taker that is this many characters behind is flooded: some 800 lines. */
const FLOOD_CHARACTERS = 64 * 1024;

/** Characters that wait before they are looked through; then twice as many as were left, since looking again must be worth it. */
const LOOK_CHARACTERS = 1024 * 1024;

/** Most that may be left, in characters: lines of 200 in a scrollback of 10,000. */
const MAX_LEFT = 2 * LOOK_CHARACTERS;

/** Silence after which a flood is over, in milliseconds. */
const SILENCE_MS = 100;

export interface FloodBufferOptions {
  readonly queue: PacedQueue;
  /** Lines that surely scroll out whatever is before them; `undefined` while the terminal does not scroll as a whole. Asked when the queue is empty. */
  readonly lines: () => number | undefined;
}

/**
 * Holds a flood back from a terminal's emulator until it pauses or somebody asks, and then passes on what is left of it: most of a flood
 * scrolls out unseen, and the processor's time is the readers'. Everything else passes at once.
 */
export class FloodBuffer implements Disposable {
  readonly #queue: PacedQueue;
  readonly #lines: FloodBufferOptions['lines'];
  #held: string[] = [];
  #characters = 0;
  #lookAt = LOOK_CHARACTERS;
  #onTaken: (() => void) | undefined;
  #silence: NodeJS.Timeout | undefined;
  /** Whether the emulator stands between two sequences after everything that was passed on. */
  #isBetween = true;

  constructor({ queue, lines }: FloodBufferOptions) {
    this.#queue = queue;
    this.#lines = lines;
  }

  /** Characters passed on and not yet taken; what is held has a limit of its own. */
  get backlog(): number {
    return this.#queue.backlog;
  }

  /** Passes text on or holds it. Where several are held, the last `onTaken` alone is called. */
  add(text: string, onTaken?: () => void): void {
    if (this.#characters === 0 && this.#queue.backlog + text.length <= FLOOD_CHARACTERS) {
      this.#pass(text, onTaken);
      return;
    }
    this.#held.push(text);
    this.#characters += text.length;
    this.#onTaken = onTaken;
    if (this.#silence) this.#silence.refresh();
    else this.#silence = setTimeout(() => this.#release(), SILENCE_MS);
    if (this.#characters > this.#lookAt) this.#shorten();
  }

  /** Calls `act` when everything added before has been taken. */
  after(act: () => void): void {
    this.#release();
    this.#queue.after(act);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#silence);
  }

  #shorten(): void {
    const before = this.#characters;
    const text = this.#shortened();
    this.#held = [text];
    this.#characters = text.length;
    this.#lookAt = Math.max(LOOK_CHARACTERS, 2 * text.length);
    // What does not scroll out is the emulator's work, and slows the program down.
    if (text.length > MAX_LEFT || text.length === before) this.#release();
  }

  #release(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    if (this.#characters === 0) return;
    const text = this.#shortened();
    this.#held = [];
    this.#characters = 0;
    this.#lookAt = LOOK_CHARACTERS;
    this.#pass(text, this.#onTaken);
  }

  #shortened(): string {
    const text = this.#held.join('');
    const lines = this.#isBetween && this.#queue.backlog === 0 ? this.#lines() : undefined;
    return lines === undefined ? text : withoutScrolledPast(text, lines);
  }

  #pass(text: string, onTaken: (() => void) | undefined): void {
    this.#isBetween = isBetweenSequences(text, this.#isBetween);
    this.#queue.add(text, onTaken);
  }
}
