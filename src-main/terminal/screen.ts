import type { Terminal } from '@xterm/headless';
import { FloodBuffer } from './flood-buffer.ts';
import { ModeTracker } from './mode-tracker.ts';
import { PacedQueue } from './paced-queue.ts';
import type { PtySize } from './pty.ts';
import { screenText } from './screen-text.ts';

export interface ScreenOptions extends PtySize {
  /** Lines kept above the screen. */
  readonly scrollback: number;
  readonly onTitle: (title: string) => void;
  /** Called with the terminal's reply to a query of a program, such as for the cursor position. */
  readonly onReply: (data: string) => void;
}

/**
 * Content of a terminal, kept on this side so that a reader who comes later sees all of it. Sequences that would act on
 * the host, such as OSC 52 (clipboard) and OSC 7 (folder), have no handler here.
 */
export class TerminalScreen {
  readonly #terminal: Terminal;
  readonly #serialize: () => string;
  readonly #modes: ModeTracker;
  readonly #flood: FloodBuffer;

  constructor(terminal: Terminal, serialize: () => string) {
    this.#terminal = terminal;
    this.#serialize = serialize;
    this.#modes = new ModeTracker(terminal.parser, () => terminal.rows);
    this.#flood = new FloodBuffer({
      queue: new PacedQueue((text, onTaken) => terminal.write(text, onTaken)),
      lines: () => (this.#modes.scrollsAsWhole ? (terminal.options.scrollback ?? 0) + 2 * terminal.rows : undefined),
    });
  }

  get size(): PtySize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** Characters written and not yet taken in: memory that a fast program could make grow. */
  get backlog(): number {
    return this.#flood.backlog;
  }

  /** Takes the text in, in pieces between other work and a flood after it has paused; `onTaken` follows when it has. */
  write(text: string, onTaken?: () => void): void {
    this.#flood.add(text, onTaken);
  }

  /**
   * Passes on everything written before as text that draws it in an empty terminal of the same size; in order with
   * writes.
   */
  snapshot(use: (text: string, size: PtySize) => void): void {
    this.#flood.after(() => {
      const screen = this.#serialize();
      use(screen + this.#modes.sequence() + (screen === '' ? '' : this.#column()), this.size);
    });
  }

  /** Column of the cursor: the serialized screen leaves it in the one beside where its last row is full. */
  #column(): string {
    const { buffer, cols } = this.#terminal;
    const { cursorX } = buffer.active;
    // Behind the last column the next character begins a row.
    return cursorX < cols ? `\x1b[${cursorX + 1}G` : '';
  }

  /** The normal screen and what scrolled off it, as text; in order with writes. `isTail`: it may not go back to the beginning. */
  text(use: (text: string, isTail: boolean) => void): void {
    this.#flood.after(() => {
      const { buffer, rows, options } = this.#terminal;
      use(screenText(buffer.normal), buffer.normal.length >= rows + (options.scrollback ?? 0));
    });
  }

  resize({ columns, rows }: PtySize): void {
    this.#flood.after(() => {
      this.#terminal.resize(columns, rows);
      this.#modes.resized();
    });
  }

  /** Forgets the scrollback and all lines but the cursor's. */
  clear(): void {
    this.#flood.after(() => this.#terminal.clear());
  }

  /** Undoes what a program that was killed may have left behind, and starts a new line; what it printed stays. */
  recover(): void {
    this.write(RECOVERY);
  }

  [Symbol.dispose](): void {
    this.#flood[Symbol.dispose]();
    this.#terminal.dispose();
  }
}

/** Back to the normal screen (1047 leaves the cursor alone), soft reset, mouse reports off, plain text. */
const RECOVERY = '\x1b[?1047l\x1b[!p\x1b[?9;1000;1002;1003;1004;1005;1006;1015;1016;2004l\x1b[0m\r\n';

/** Makes a screen. The emulator is loaded with the first one: starting the host must not wait for it. */
export async function createScreen(options: ScreenOptions): Promise<TerminalScreen> {
  const [headless, { SerializeAddon }, { Unicode11Addon }] = await Promise.all([
    import('@xterm/headless'),
    import('@xterm/addon-serialize'),
    import('@xterm/addon-unicode11'),
  ]);
  const { Terminal } = moduleNames(headless);
  const terminal = new Terminal({
    cols: options.columns,
    rows: options.rows,
    scrollback: options.scrollback,
    allowProposedApi: true,
    logLevel: 'off',
  });
  // The addons are typed for the browser's terminal; they use what both have.
  const addons = { serialize: new SerializeAddon(), unicode: new Unicode11Addon() };
  terminal.loadAddon(addons.serialize as unknown as Parameters<Terminal['loadAddon']>[0]);
  terminal.loadAddon(addons.unicode as unknown as Parameters<Terminal['loadAddon']>[0]);
  terminal.unicode.activeVersion = '11';
  terminal.onTitleChange(options.onTitle);
  terminal.onData(options.onReply);
  return new TerminalScreen(terminal, () => addons.serialize.serialize());
}

/** A CommonJS module's names lie in `default` when node imports it, and beside it in a bundle. */
function moduleNames<T extends object>(module: T): T {
  return 'default' in module && typeof module.default === 'object' ? (module.default as T) : module;
}
