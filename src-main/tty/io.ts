import type { TerminalSize } from '#contract';
import type { Subscribe } from '#core/async/emitter';

/** The person's terminal, as far as it is needed. */
export interface Io {
  write(text: string): void;
  /** Subscribes to input, as UTF-8 bytes that may be cut anywhere. */
  readonly onData: Subscribe<Uint8Array>;
  /** The other end hung up. */
  readonly onEnd: Subscribe<void>;
  size(): TerminalSize;
  readonly onResize: Subscribe<TerminalSize>;
  /** Off: lines are edited and echoed by the terminal itself, as it was when we came. */
  setRaw(on: boolean): void;
}
