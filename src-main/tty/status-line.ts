import type { Io } from './io.ts';
import { LineView } from './line-view.ts';

/** What takes less is seen by its end; in milliseconds. */
const STATUS_MS = 400;

/** What is going on, below everything that was printed, once it has taken a while. */
export class StatusLine {
  readonly #view: LineView;
  readonly #text: string;
  readonly #timer: NodeJS.Timeout;
  #detail = '';
  #isShown = false;

  /** @param onShown to be drawn for the first time */
  constructor(io: Io, text: string, onShown: () => void) {
    this.#view = new LineView(io);
    this.#text = text;
    this.#timer = setTimeout(() => {
      this.#isShown = true;
      onShown();
    }, STATUS_MS);
  }

  /** What exactly, at this moment. */
  set detail(detail: string) {
    this.#detail = detail;
  }

  draw(): void {
    if (!this.#isShown) return;
    const text = this.#detail === '' ? this.#text : `${this.#text}. ${this.#detail}`;
    this.#view.draw({ prompt: { text, style: '\x1b[2m' }, text: '', cursor: 0 });
  }

  erase(): void {
    this.#view.erase();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
