/** The page of the terminal bench: the product's own terminals, and hooks that the bench calls. */
import { createORPCClient } from '@orpc/client';
import { Terminal } from '@xterm/xterm';
import type { Api } from '#contract';
import { dialSocket } from '../../../../src-renderer/api/host-connections.ts';
import { TerminalSurface } from '../../../../src-renderer/xterm/terminal-surface.ts';
import { terminalTheme } from '../../../../src-renderer/xterm/terminal-theme.ts';

const COLUMNS = 80;
const ROWS = 24;
const FEED_CHARACTERS = 64 * 1024;

const OPTIONS = {
  fontSize: 13,
  screenReaderMode: false,
  scrollback: 5000,
  theme: 'dark',
  tabMovesFocus: false,
} as const;
const places = new Map<string, HTMLElement>();
const surfaces = new Map<string, TerminalSurface>();
let api: Api | undefined;

const hooks = {
  connect: () =>
    new Promise<void>((resolve) => {
      const line = dialSocket(`ws://${location.host}/rpc`, {
        onOpen: () => {
          api = createORPCClient(line.link) as unknown as Api;
          resolve();
        },
        onClose: () => {},
      });
    }),

  /** A terminal of the host at its fixed size. */
  open: async (name: string, shell?: string) => {
    if (!api) throw new Error('Not connected');
    const { id } = await api.terminals.open({ columns: COLUMNS, rows: ROWS, ...(shell ? { shell } : {}) });
    const surface = new TerminalSurface(api.terminals, id, OPTIONS, { onFocus: () => {}, onUnsure: () => {} });
    surface.setConnection({ state: 'connected', epoch: 1 });
    surface.mount(placeOf(name));
    surface.focus();
    surfaces.set(name, surface);
  },

  focus: (name: string) => surfaces.get(name)?.focus(),

  close: async (name: string) => {
    const surface = surfaces.get(name);
    surfaces.delete(name);
    places.get(name)?.remove();
    places.delete(name);
    surface?.[Symbol.dispose]();
    if (surface) await api?.terminals.close({ id: surface.id });
  },

  type: async (name: string, data: string) => {
    const id = surfaces.get(name)?.id;
    if (id) await api?.terminals.write({ id, data });
  },

  text: (name: string) => textOf(name),

  /** Resolves with the time at which the frame that shows `text` is on the screen. */
  shown: (name: string, text: string) =>
    new Promise<number>((resolve) => {
      const rows = rowsOf(name);
      const look = () => {
        if (!rows.textContent?.includes(text)) return;
        observer.disconnect();
        afterFrame(() => resolve(performance.now()));
      };
      const observer = new MutationObserver(look);
      observer.observe(rows, { childList: true, subtree: true, characterData: true });
      look();
    }),

  /** The same text straight into xterm.js, as fast as it takes it. */
  feed: async (sample: string, mark: string) => {
    const text = `${(await (await fetch(`/samples/${sample}`)).text()).replaceAll('\n', '\r\n')}${mark}\r\n`;
    const terminal = new Terminal({
      cols: COLUMNS,
      rows: ROWS,
      scrollback: 5000,
      allowProposedApi: true,
      ...terminalTheme('dark'),
    });
    terminal.open(placeOf('feed'));
    const drawn = hooks.shown('feed', mark);
    const started = performance.now();
    for (let at = 0; at < text.length; at += FEED_CHARACTERS) {
      await new Promise<void>((resolve) => terminal.write(text.slice(at, at + FEED_CHARACTERS), resolve));
    }
    const took = (await drawn) - started;
    terminal.dispose();
    places.get('feed')?.remove();
    places.delete('feed');
    return took;
  },

  /**
   * Records the stages of each key press in `name` from now on; `isLocal`: the page echoes it itself, without the host.
   */
  watchKeys: (name: string, isLocal = false) => {
    localEcho?.abort();
    localEcho = isLocal ? new AbortController() : undefined;
    if (localEcho) echoLocally(name, localEcho.signal);
    watchedRows?.disconnect();
    watchedRows = new MutationObserver(() => {
      const press = pressed;
      pressed = undefined;
      if (!press) return;
      const changed = performance.now() - press.at;
      afterFrame(() => keyTimes.push({ ...press, changed, frame: performance.now() - press.at }));
    });
    watchedRows.observe(rowsOf(name), { childList: true, subtree: true, characterData: true });
  },

  keyTimes: () => keyTimes.splice(0),
  now: () => performance.now(),
};

/** Milliseconds from the key press on. */
export interface KeyTimes {
  /** Time at which the browser created the event. */
  readonly at: number;
  /** The page hears of it. */
  readonly heard: number;
  /** Its echo has been taken in and a frame asked for; nothing for what is drawn without asking. */
  asked?: number;
  /** The rows have changed. */
  readonly changed: number;
  /** The frame with that change is done. */
  readonly frame: number;
}

const keyTimes: KeyTimes[] = [];
let pressed: { at: number; heard: number; asked?: number } | undefined;
let watchedRows: MutationObserver | undefined;
let localEcho: AbortController | undefined;

window.addEventListener(
  'keydown',
  (press) => {
    pressed = { at: press.timeStamp, heard: performance.now() - press.timeStamp };
  },
  { capture: true },
);

/** xterm.js asks for a frame when it has taken text in. */
const requestFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) => {
  if (pressed) pressed.asked ??= performance.now() - pressed.at;
  return requestFrame(callback);
};

function echoLocally(name: string, signal: AbortSignal): void {
  const terminal = new Terminal({ cols: COLUMNS, rows: ROWS, ...terminalTheme('dark') });
  terminal.open(placeOf(name));
  terminal.onData((data) => terminal.write(data === '\x15' ? '\r\x1b[K' : data));
  terminal.focus();
  signal.addEventListener('abort', () => {
    terminal.dispose();
    places.get(name)?.remove();
    places.delete(name);
  });
}

export type BenchHooks = typeof hooks;

function placeOf(name: string): HTMLElement {
  const place = places.get(name) ?? document.createElement('div');
  place.className = 'place';
  document.body.append(place);
  places.set(name, place);
  return place;
}

function rowsOf(name: string): Element {
  const rows = places.get(name)?.querySelector('.xterm-rows');
  if (!rows) throw new Error(`The terminal ${name} has no rows: is WebGL on?`);
  return rows;
}

const textOf = (name: string) => [...rowsOf(name).children].map((row) => row.textContent).join('\n');

/** xterm.js changes the DOM inside a frame; a message posted there arrives when that frame is done. */
function afterFrame(then: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => then();
  channel.port2.postMessage(undefined);
}

Object.assign(window, { bench: hooks });
