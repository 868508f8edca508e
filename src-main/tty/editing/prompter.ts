import { onAbort } from '#core/async/abort';
import type { Io } from '../io.ts';
import { choicesText } from '../screen/choices-text.ts';
import { StatusLine } from '../screen/status-line.ts';
import { completeLine, type EditorRequest, pressKey } from './editor.ts';
import { isInterrupt, type Key, KeyReader } from './keys.ts';
import { insertText, newLine } from './line-state.ts';
import { LineView } from './line-view.ts';
import {
  type InputReceiver,
  type LineReadOptions,
  type OpenLine,
  type QuestionReader,
  type ReadResult,
  SETTLE_MS,
  visibleLine,
} from './reading.ts';
import { TypedAhead } from './typed-ahead.ts';

/** Esc alone, where no further byte follows within this time, in milliseconds. */
const ESCAPE_MS = 40;

/**
 * Owns the person's terminal: lines that are read, one over the other, and text printed above them. What was typed ahead goes to
 * the next line of the same kind, never to a question that came afterwards.
 */
export class Prompter {
  readonly #io: Io;
  readonly #settleMs: number;
  readonly #keys = new KeyReader();
  readonly #readers: InputReceiver[] = [];
  readonly #lines: OpenLine[] = [];
  readonly #leave: (() => void)[];
  readonly #ahead = new TypedAhead();
  #escape: NodeJS.Timeout | undefined;
  /** Status below everything that was printed, while no line is read. */
  #status: StatusLine | undefined;
  #hasEnded = false;

  constructor(io: Io, settleMs = SETTLE_MS) {
    this.#io = io;
    this.#settleMs = settleMs;
    this.#leave = [
      io.onData((bytes) => this.#take(bytes)),
      io.onResize(() => this.#draw()),
      io.onEnd(() => this.#end()),
    ];
  }

  /** Text above the line that is being typed. It must be safe already; a newline is added where it has none. */
  print(text: string): void {
    if (text === '') return;
    this.#erase();
    this.#io.write((text.endsWith('\n') ? text : `${text}\n`).replace(/\r?\n/g, '\r\n'));
    this.#draw();
  }

  /** A line from the person; what was typed ahead is its beginning. */
  read(options: LineReadOptions): Promise<ReadResult> {
    return this.#read(options, this.#ahead.take(), 0);
  }

  /**
   * A question of one line or several, over whatever is read: nothing that was typed before it can answer it, and nothing that
   * is typed between its lines, a key perhaps, goes anywhere else.
   */
  question(): QuestionReader {
    const ahead: Key[] = [];
    const deafUntil = performance.now() + this.#settleMs;
    const leave = this.#reading({
      onKey: (key) => {
        if (performance.now() >= deafUntil || isInterrupt(key)) ahead.push(key);
      },
    });
    return {
      read: (options) => this.#read(options, ahead.splice(0), deafUntil),
      [Symbol.dispose]: leave,
    };
  }

  #read(options: LineReadOptions, ahead: readonly Key[], deafUntil: number): Promise<ReadResult> {
    if (this.#hasEnded) return Promise.resolve({ kind: 'end' });
    if (options.signal?.aborted) return Promise.resolve({ kind: 'withdrawn' });
    this.#erase();
    return new Promise((resolve) => {
      const reader: InputReceiver = { onKey: (key) => this.#press(line, key) };
      const line: OpenLine = {
        options,
        view: new LineView(this.#io),
        state: newLine(options.history, options.text),
        deafUntil,
        finish: (read) => {
          withdrawing[Symbol.dispose]();
          if (read.kind === 'withdrawn' || read.kind === 'mode') line.view.erase();
          else line.view.finish(visibleLine(line));
          this.#lines.splice(this.#lines.indexOf(line), 1);
          this.#readers.splice(this.#readers.indexOf(reader), 1);
          this.#draw();
          resolve(read);
        },
      };
      const withdrawing = onAbort(options.signal, () => line.finish({ kind: 'withdrawn', text: line.state.text }));
      this.#lines.push(line);
      this.#readers.push(reader);
      this.#draw();
      for (const key of ahead) this.#press(line, key);
    });
  }

  /**
   * Takes input while something runs: Ctrl+C goes to `onInterrupt`, Ctrl+L clears, anything else is kept for the next line, and
   * told to `onTyped`, which may read it in a line; `status` is shown if it takes a while. Returns a function that ends this.
   */
  busy(onInterrupt: () => void, status?: string, onTyped?: (key: Key) => void): () => void {
    const leave = this.#reading({
      onKey: (key) => {
        if (isInterrupt(key)) onInterrupt();
        else if (key.kind === 'key' && key.name === 'ctrl-l') this.#clearScreen();
        else {
          this.#ahead.keep(key);
          onTyped?.(key);
        }
      },
    });
    if (status === undefined) return leave;
    const line = new StatusLine(this.#io, status, () => this.#draw());
    this.#status = line;
    return () => {
      line.end();
      if (this.#lines.length === 0) this.#erase();
      this.#status = undefined;
      leave();
    };
  }

  /** Says more of what is going on, in place of what was said before; nothing if nothing does. */
  doing(detail: string): void {
    if (this.#status) this.#status.detail = detail;
    if (this.#lines.length === 0) this.#status?.draw();
  }

  /** Gives what is typed to a program as it is. */
  attach(onBytes: (bytes: Uint8Array) => void): () => void {
    return this.#reading({ onBytes });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#escape);
    for (const leave of this.#leave) leave();
  }

  /** Whether text was typed that no line has taken yet. */
  get isTypedAhead(): boolean {
    return this.#ahead.hasText;
  }

  #reading(reader: InputReceiver): () => void {
    this.#readers.push(reader);
    return () => {
      const at = this.#readers.indexOf(reader);
      if (at >= 0) this.#readers.splice(at, 1);
    };
  }

  #end(): void {
    this.#hasEnded = true;
    for (const line of [...this.#lines].reverse()) line.finish({ kind: 'end' });
  }

  #take(bytes: Uint8Array): void {
    const reader = this.#readers.at(-1);
    if (reader && 'onBytes' in reader) {
      reader.onBytes(bytes);
      return;
    }
    clearTimeout(this.#escape);
    for (const key of this.#keys.push(bytes)) this.#give(key);
    if (!this.#keys.isWaiting) return;
    this.#escape = setTimeout(() => {
      for (const key of this.#keys.flush()) this.#give(key);
    }, ESCAPE_MS);
  }

  /** One key may change who gets the next. */
  #give(key: Key): void {
    const reader = this.#readers.at(-1);
    if (reader && 'onKey' in reader) reader.onKey(key);
    else this.#ahead.keep(key);
  }

  #press(line: OpenLine, key: Key): void {
    // A line that has ended by an earlier key of the same bytes.
    if (!this.#lines.includes(line)) this.#give(key);
    else if (performance.now() >= line.deafUntil || isInterrupt(key)) this.#edit(line, key);
  }

  #edit(line: OpenLine, key: Key): void {
    const { state, request } = pressKey(line.state, key);
    line.state = state;
    if (request) this.#fulfil(line, request);
    else this.#draw();
  }

  #fulfil(line: OpenLine, request: EditorRequest): void {
    if (request === 'submit') line.finish({ kind: 'line', text: line.state.text });
    else if (request === 'complete') void this.#complete(line);
    else if (request === 'show') line.options.onShow?.();
    else if (request === 'permission') line.options.onPermission?.();
    else if (request === 'take-back') void this.#takeBack(line);
    else if (request === 'clear') this.#clearScreen();
    else line.finish({ kind: request });
  }

  /** The line goes first, so that a terminal that keeps what is cleared keeps nothing of it. */
  #clearScreen(): void {
    this.#erase();
    this.#io.write('\x1b[H\x1b[J');
    this.#draw();
  }

  async #complete(line: OpenLine): Promise<void> {
    const { text, cursor } = line.state;
    const completion = await line.options.complete?.(text, cursor).catch(() => undefined);
    // What was typed meanwhile is worth more.
    if (!completion || line.state.text !== text || line.state.cursor !== cursor || !this.#lines.includes(line)) return;
    const { state, choices } = completeLine(line.state, completion);
    line.state = state;
    if (choices.length > 0) this.print(choicesText(choices, this.#io.size().columns));
    this.#draw();
  }

  async #takeBack(line: OpenLine): Promise<void> {
    const text = await line.options.onTakeBack?.();
    if (text === undefined) return;
    // The line has ended meanwhile: it is the beginning of the next.
    if (!this.#lines.includes(line)) this.#ahead.keep({ kind: 'paste', text });
    else line.state = insertText(line.state, line.state.text === '' ? text : `\n${text}`);
    this.#draw();
  }

  #draw(): void {
    const line = this.#lines.at(-1);
    if (line) line.view.draw(visibleLine(line));
    else this.#status?.draw();
  }

  #erase(): void {
    (this.#lines.at(-1)?.view ?? this.#status)?.erase();
  }
}
