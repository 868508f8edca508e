import headless from '@xterm/headless';
import type { Api, SessionSummary, TerminalSize } from '../../src-main/contract/index.ts';
import { Emitter } from '../../src-main/core/async/emitter.ts';
import { type Io, runConsole } from '../../src-main/tty/index.ts';

const KEYS: Readonly<Record<string, string>> = {
  Enter: '\r',
  Tab: '\t',
  'Shift+Tab': '\x1b[Z',
  Backspace: '\x7f',
  Up: '\x1b[A',
  Down: '\x1b[B',
  Left: '\x1b[D',
  Right: '\x1b[C',
  Home: '\x1b[H',
  'Alt+Enter': '\x1b\r',
  'Ctrl+C': '\x03',
  'Ctrl+X': '\x18',
  'Ctrl+D': '\x04',
  'Ctrl+G': '\x07',
  'Ctrl+R': '\x12',
};

export interface PhiSession extends AsyncDisposable {
  /** Sends text as a person types it; a newline is Enter. */
  type(text: string): void;
  key(name: keyof typeof KEYS | string): void;
  paste(text: string): void;
  resize(size: TerminalSize): void;
  hangUp(): void;
  terminate(): void;
  /** Reads the terminal's text, scrollback included, without trailing blanks. */
  screen(): Promise<string>;
  /** Resolves when the screen holds or matches it. */
  shows(what: string | RegExp, timeoutMs?: number): Promise<string>;
  /** Returns everything that was written, escapes included. */
  readonly written: () => string;
  readonly isRaw: () => boolean;
  readonly exitCode: Promise<number>;
}

export interface PhiSessionOptions {
  readonly api: Api;
  readonly size?: TerminalSize;
  readonly isDebug?: boolean;
  /** Version for the greeting. */
  readonly version?: string;
  readonly resume?: string;
  readonly workspace?: string | undefined;
  readonly prepare?: (session: SessionSummary) => Promise<string | undefined>;
  readonly settleMs?: number;
}

/** `sigma console` on a terminal in memory: the same code as in a real one, over the wire of an app or of a stand-in for it. */
export function phiSession({
  api,
  size = { columns: 80, rows: 24 },
  settleMs = 0,
  ...more
}: PhiSessionOptions): PhiSession {
  const terminal = new headless.Terminal({
    cols: size.columns,
    rows: size.rows,
    allowProposedApi: true,
    scrollback: 5000,
  });
  const data = new Emitter<Uint8Array>();
  const resized = new Emitter<TerminalSize>();
  const ended = new Emitter<void>();
  const terminated = new Emitter<void>();
  let written = '';
  let isRaw = false;
  let current = size;
  const io: Io = {
    write: (text) => {
      written += text;
      terminal.write(text);
    },
    onData: data.subscribe,
    onEnd: ended.subscribe,
    onResize: resized.subscribe,
    size: () => current,
    setRaw: (on) => {
      isRaw = on;
    },
  };
  const exitCode = runConsole({ api, io, settleMs, onTerminate: terminated.subscribe, ...more });
  const send = (text: string) => data.emit(Buffer.from(text));
  const screen = async () => {
    await new Promise<void>((resolve) => terminal.write('', resolve));
    const { active } = terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
    return rows.join('\n').trimEnd();
  };
  const shows = async (what: string | RegExp, timeoutMs = 5000): Promise<string> => {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const text = await screen();
      if (typeof what === 'string' ? text.includes(what) : what.test(text)) return text;
      if (Date.now() > deadline) throw new Error(`Not shown: ${what}\nThe terminal shows:\n${text}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return {
    type: (text) => send(text.replace(/\n/g, '\r')),
    key: (name) => send(KEYS[name] ?? name),
    paste: (text) => send(`\x1b[200~${text}\x1b[201~`),
    resize: (to) => {
      current = to;
      terminal.resize(to.columns, to.rows);
      resized.emit(to);
    },
    hangUp: () => ended.emit(),
    terminate: () => terminated.emit(),
    screen,
    shows,
    written: () => written,
    isRaw: () => isRaw,
    exitCode,
    [Symbol.asyncDispose]: async () => {
      ended.emit();
      await exitCode;
      terminal.dispose();
    },
  };
}
