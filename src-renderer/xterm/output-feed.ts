import type { Api, TerminalOutput } from '#contract';

/** Drawn characters are acknowledged in portions of this size: the host pauses the shell at 16 times as much. */
const ACKNOWLEDGE_CHARACTERS = 32 * 1024;

/**
 * Most that a hidden page keeps undrawn; beyond it the feed stops, and begins again with a replay when the page is
 * seen.
 */
const MAX_HIDDEN_CHARACTERS = 1024 * 1024;

/** Hears how many more characters have been taken in. */
type DrawnListener = (characters: number) => void;

/** Receiver of the output. */
export interface FeedTarget {
  replay(data: string, size: { readonly columns: number; readonly rows: number }, drawn: DrawnListener): void;
  write(data: string, drawn: DrawnListener): void;
}

export interface OutputFeedOptions {
  readonly terminals: Api['terminals'];
  readonly id: string;
  readonly target: FeedTarget;
  readonly isHidden?: () => boolean;
}

/**
 * Reads one terminal for as long as a connection lasts, and acknowledges what is drawn. The browser slows the timers of a
 * hidden page down so much that drawing cannot keep up; the shell must not wait for that, so output is then acknowledged as
 * it comes.
 */
export class OutputFeed {
  readonly #options: OutputFeedOptions;
  #reading: AbortController | undefined;
  #attachment = '';
  #undrawn = 0;
  #drawn = 0;
  #isStale = false;

  constructor(options: OutputFeedOptions) {
    this.#options = options;
  }

  /** Attaches again, as on each new connection. */
  start(): void {
    this.stop();
    const reading = new AbortController();
    this.#reading = reading;
    this.#isStale = false;
    // A connection that breaks ends this; the next one starts it again.
    this.#read(reading.signal).catch(() => {});
  }

  stop(): void {
    this.#reading?.abort();
    this.#reading = undefined;
  }

  /** The page is seen again: what was skipped in the meantime is fetched. */
  shown(): void {
    if (this.#isStale) this.start();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { terminals, id } = this.#options;
    const outputs = await terminals.attach({ id }, { signal });
    for await (const output of outputs) {
      if (signal.aborted) return;
      this.#take(output, signal);
    }
  }

  #take(output: TerminalOutput, signal: AbortSignal): void {
    if (output.kind === 'exit') return;
    const { target } = this.#options;
    const { length } = output.data;
    if (output.kind === 'replay') {
      this.#attachment = output.attachment;
      this.#undrawn = 0;
      this.#drawn = 0;
    }
    const attachment = this.#attachment;
    const isHidden = this.#options.isHidden?.() ?? document.hidden;
    this.#undrawn += length;
    if (isHidden) this.#acknowledge(length, attachment);
    const drawn: DrawnListener = (characters) => {
      if (signal.aborted || attachment !== this.#attachment) return;
      this.#undrawn -= characters;
      if (!isHidden) this.#acknowledge(characters, attachment);
    };
    if (output.kind === 'replay') target.replay(output.data, output, drawn);
    else target.write(output.data, drawn);
    if (isHidden && this.#undrawn > MAX_HIDDEN_CHARACTERS) {
      this.stop();
      this.#isStale = true;
    }
  }

  #acknowledge(characters: number, attachment: string): void {
    this.#drawn += characters;
    if (this.#drawn < ACKNOWLEDGE_CHARACTERS) return;
    const sum = this.#drawn;
    this.#drawn = 0;
    const { terminals, id } = this.#options;
    terminals.acknowledge({ id, attachment, characters: sum }).catch(() => {});
  }
}
