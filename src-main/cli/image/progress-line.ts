import type { Output } from './image-command.ts';

/** Shortest time between two figures, in milliseconds. */
const PACE_MS = 100;

export interface ProgressLine extends Disposable {
  /** Shows how much is done, now and then. */
  show(done: number, all: number): void;
  /** An output that takes the line away before anything is written to it. */
  before(output: Output): Output;
}

/** A line of a terminal that says how far something is, and goes away by itself. */
export function progressLine(terminal: Output): ProgressLine {
  let shown = '';
  let last = 0;
  const clear = () => {
    if (shown !== '') terminal.write('\r\u001b[K');
    shown = '';
  };
  return {
    show: (done, all) => {
      const now = performance.now();
      if (all === 0 || now - last < PACE_MS) return;
      last = now;
      const text = `${Math.floor((100 * done) / all)} %`;
      if (text !== shown) terminal.write(`\r${text}\u001b[K`);
      shown = text;
    },
    before: (output) => ({
      write: (text) => {
        clear();
        return output.write(text);
      },
    }),
    [Symbol.dispose]: clear,
  };
}
