/** The page of the terminal bench: the product's own terminals, and hooks that the bench calls. */
import { createORPCClient } from '@orpc/client';
import { Terminal } from '@xterm/xterm';
import type { Api } from '#contract';
import { dialSocket } from '../../../../src-renderer/api/lines.ts';
import { TerminalSurface } from '../../../../src-renderer/terminals/terminal-surface.ts';
import { terminalTheme } from '../../../../src-renderer/terminals/terminal-theme.ts';

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

  /** From here on, how long each key press in `name` takes until the frame in which its character appears. */
  watchKeys: (name: string) => {
    const times: number[] = [];
    const rows = rowsOf(name);
    let pressed: number | undefined;
    window.addEventListener(
      'keydown',
      (press) => {
        pressed = press.timeStamp;
      },
      { capture: true },
    );
    new MutationObserver(() => {
      const from = pressed;
      if (from === undefined) return;
      pressed = undefined;
      afterFrame(() => times.push(performance.now() - from));
    }).observe(rows, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { keyTimes: times });
  },

  keyTimes: () => (window as unknown as { keyTimes: number[] }).keyTimes,
  now: () => performance.now(),
};

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
