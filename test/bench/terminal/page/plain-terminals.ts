/** Terminals with nothing of ours, beside which ours are measured. */
import { FitAddon } from '@xterm/addon-fit';
import { type ITerminalOptions, Terminal } from '@xterm/xterm';
import { terminalTheme } from '../../../../src-renderer/xterm/terminal-theme.ts';
import { placeOf } from './places.ts';

/** Drawn characters after which the host is told, as xterm.js recommends (its guide to flow control). */
const ACKNOWLEDGE_CHARACTERS = 100_000;

const OPTIONS: ITerminalOptions = {
  scrollback: 5000,
  fontSize: 13,
  fontFamily: 'monospace',
  allowProposedApi: true,
  ...terminalTheme('dark'),
};

export interface PlainTerminal extends Disposable {
  type(data: string): void;
  focus(): void;
}

/** Echoes keys itself, without any host. */
export function openLocal(name: string): PlainTerminal {
  const terminal = openTerminal(name);
  const type = (data: string) => terminal.write(data === '\x15' ? '\r\x1b[K' : data);
  terminal.onData(type);
  return { type, focus: () => terminal.focus(), [Symbol.dispose]: () => terminal.dispose() };
}

/** A shell of the host's, or samples from its memory, over a WebSocket of its own: a letter and text there, text back. */
export async function openBare(name: string, from: 'shell' | 'memory'): Promise<PlainTerminal> {
  const terminal = openTerminal(name);
  const { cols, rows } = terminal;
  const socket = new WebSocket(`ws://${location.host}/bare?columns=${cols}&rows=${rows}&from=${from}`);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  let drawn = 0;
  socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
    terminal.write(data, () => {
      drawn += data.length;
      if (drawn < ACKNOWLEDGE_CHARACTERS) return;
      drawn -= ACKNOWLEDGE_CHARACTERS;
      socket.send('a');
    });
  });
  const type = (data: string) => socket.send(`k${data}`);
  terminal.onData(type);
  const dispose = () => {
    socket.close();
    terminal.dispose();
  };
  return { type, focus: () => terminal.focus(), [Symbol.dispose]: dispose };
}

/** Terminal as large as its place, like ours. */
export function openTerminal(name: string): Terminal {
  const terminal = new Terminal(OPTIONS);
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.open(placeOf(name));
  fit.fit();
  return terminal;
}
