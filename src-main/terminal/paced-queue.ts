/**
 * About a millisecond of work. The emulator works through what it was given for up to 12 ms at a stretch; in that time nothing
 * is read from any program, whose terminal holds some 12 KB and then stops it.
 */
const PIECE_CHARACTERS = 32 * 1024;

type QueueStep = { readonly text: string; readonly onTaken?: (() => void) | undefined } | { readonly act: () => void };

/** Hands text to a slow taker in small pieces, one at a time, and acts between them, all in order. */
export class PacedQueue {
  readonly #take: (text: string, onTaken: () => void) => void;
  readonly #steps: QueueStep[] = [];
  /** Length of the first step that has been passed on. */
  #handed = 0;
  #backlog = 0;
  #isBusy = false;

  constructor(take: (text: string, onTaken: () => void) => void) {
    this.#take = take;
  }

  /** Characters added and not yet taken. */
  get backlog(): number {
    return this.#backlog;
  }

  add(text: string, onTaken?: () => void): void {
    this.#backlog += text.length;
    this.#steps.push({ text, onTaken });
    this.#goOn();
  }

  /** Calls `act` when everything added before has been taken. */
  after(act: () => void): void {
    this.#steps.push({ act });
    this.#goOn();
  }

  #goOn(): void {
    while (!this.#isBusy) {
      const step = this.#steps[0];
      if (!step) return;
      if ('text' in step) this.#hand(step);
      else {
        this.#steps.shift();
        step.act();
      }
    }
  }

  #hand({ text, onTaken }: Extract<QueueStep, { text: string }>): void {
    const piece = text.slice(this.#handed, this.#handed + PIECE_CHARACTERS);
    this.#handed += piece.length;
    const isLast = this.#handed >= text.length;
    this.#isBusy = true;
    this.#take(piece, () => {
      this.#isBusy = false;
      this.#backlog -= piece.length;
      if (isLast) {
        this.#steps.shift();
        this.#handed = 0;
        onTaken?.();
      }
      this.#goOn();
    });
  }
}
