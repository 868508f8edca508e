import { LineView } from '../editing/line-view.ts';
import type { Io } from '../io.ts';

/** Duration from which a status is shown, in milliseconds; the end of shorter work speaks for itself. */
const STATUS_MS = 400;

/** Status below everything that was printed, shown once the work has taken a while. */
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

  /** Detail of the current step. */
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
