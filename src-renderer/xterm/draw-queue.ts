/** About a millisecond of work: what is taken in is told, and so acknowledged, while more of it is still to come. */
const PIECE_CHARACTERS = 32 * 1024;

/** The emulator leaves the page to a frame after 12 ms; handing it no more a little earlier keeps it from setting a timer. */
const SLICE_MS = 10;

export interface DrawQueueOptions {
  /** Gives text to the emulator, which calls back when it has taken it in. */
  readonly take: (text: string, taken: () => void) => void;
  /** Goes on in a task of its own, so that a frame can come before. */
  readonly later?: (task: () => void) => void;
  /** Milliseconds. */
  readonly now?: () => number;
}

type QueuedText = { readonly text: string; readonly taken: (characters: number) => void };
type QueueStep = QueuedText | { readonly act: () => void };

/**
 * Hands text to xterm.js in pieces, and never more than it takes in at once. Left with more, it would go on by nested timers,
 * which browsers hold back for 4 ms each.
 */
export class DrawQueue {
  readonly #take: DrawQueueOptions['take'];
  readonly #later: (task: () => void) => void;
  readonly #now: () => number;
  #steps: QueueStep[] = [];
  /** Length of the first step that has been passed on. */
  #handed = 0;
  #isBusy = false;
  #sliceStarted = 0;

  constructor({ take, later = taskByMessage(), now = () => performance.now() }: DrawQueueOptions) {
    this.#take = take;
    this.#later = later;
    this.#now = now;
  }

  /** `taken` hears how many more characters have been taken in. */
  add(text: string, taken: QueuedText['taken']): void {
    this.#push({ text, taken });
  }

  /** Forgets what has not been handed over, and acts once the emulator is through with what has. */
  startAnew(act: () => void): void {
    this.#steps = [];
    this.#handed = 0;
    this.#push({ act });
  }

  #push(step: QueueStep): void {
    this.#steps.push(step);
    if (!this.#isBusy) this.#beginSlice();
  }

  #beginSlice(): void {
    this.#sliceStarted = this.#now();
    this.#goOn();
  }

  #goOn(): void {
    let step = this.#steps[0];
    while (step && 'act' in step) {
      this.#steps.shift();
      step.act();
      step = this.#steps[0];
    }
    this.#isBusy = step !== undefined;
    if (step) this.#hand(step);
  }

  #hand({ text, taken }: QueuedText): void {
    const piece = text.slice(this.#handed, this.#handed + PIECE_CHARACTERS);
    this.#handed += piece.length;
    if (this.#handed >= text.length) {
      this.#steps.shift();
      this.#handed = 0;
    }
    this.#take(piece, () => {
      taken(piece.length);
      if (this.#steps.length === 0) this.#isBusy = false;
      else if (this.#now() - this.#sliceStarted < SLICE_MS) this.#goOn();
      else this.#later(() => this.#beginSlice());
    });
  }
}

/** A message is a task that no timer limit holds back. */
function taskByMessage(): (task: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const tasks: (() => void)[] = [];
  port1.onmessage = () => tasks.shift()?.();
  return (task) => {
    tasks.push(task);
    port2.postMessage(undefined);
  };
}
