import { LiveValue } from '#core/async/streams';

/** Most diagnostics kept, in UTF-16 units, which are bytes for most of them. */
const KEPT = 256 * 1024;
/** Readers hear of changes this often at most, in milliseconds. */
const EVERY_MS = 100;

export interface Tail {
  readonly text: string;
  readonly droppedBytes: number;
}

/** The last of a provider's diagnostics; what came before is counted. */
export class StderrTail implements Disposable {
  readonly live = new LiveValue<Tail>({ text: '', droppedBytes: 0 });
  #pieces: string[] = [];
  #length = 0;
  #droppedBytes = 0;
  #timer: NodeJS.Timeout | undefined;

  add(text: string): void {
    this.#pieces.push(text);
    this.#length += text.length;
    while (this.#length > KEPT) this.#dropFirst(this.#length - KEPT);
    this.#timer ??= setTimeout(() => this.flush(), EVERY_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const text = this.#pieces.join('');
    this.#pieces = text === '' ? [] : [text];
    this.live.set({ text, droppedBytes: this.#droppedBytes });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #dropFirst(most: number): void {
    const first = this.#pieces.shift() ?? '';
    const dropped = first.slice(0, most);
    if (dropped.length < first.length) this.#pieces.unshift(first.slice(most));
    this.#length -= dropped.length;
    this.#droppedBytes += Buffer.byteLength(dropped);
  }
}
