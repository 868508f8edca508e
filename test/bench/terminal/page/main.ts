/** The page of the terminal bench: the product's own terminals, plain ones beside them, and hooks that the bench calls. */
import type { Api } from '#contract';
import { apiClient } from '#contract/api-client';
import { dialSocket } from '../../../../src-renderer/api/host-connections.ts';
import { TerminalSurface } from '../../../../src-renderer/xterm/terminal-surface.ts';
import { takeKeyTimes, watchKeys } from './key-watch.ts';
import { placeOf, removePlace, shownAt, showOnly } from './places.ts';
import { openBare, openLocal, openTerminal, type PlainTerminal } from './plain-terminals.ts';

const SIZE = { columns: 80, rows: 24 };
const FEED_CHARACTERS = 64 * 1024;

const OPTIONS = {
  fontSize: 13,
  screenReaderMode: false,
  scrollback: 5000,
  theme: 'dark',
  tabMovesFocus: false,
} as const;

interface BenchTerminal {
  readonly type: (data: string) => unknown;
  readonly focus: () => void;
  readonly close: () => unknown;
}

const terminals = new Map<string, BenchTerminal>();
let api: Api | undefined;

const hooks = {
  connect: () =>
    new Promise<void>((resolve) => {
      const line = dialSocket(`ws://${location.host}/rpc`, {
        onOpen: () => {
          api = apiClient(line.link);
          resolve();
        },
        onClose: () => {},
      });
    }),

  /** A terminal of the host. */
  open: async (name: string, shell?: string) => {
    if (!api) throw new Error('Not connected');
    const { terminals: host } = api;
    const { id } = await host.open({ ...SIZE, ...(shell ? { shell } : {}) });
    const surface = new TerminalSurface(host, id, OPTIONS, { onFocus: () => {}, onUnsure: () => {} });
    surface.setConnection({ state: 'connected', epoch: 1 });
    surface.mount(placeOf(name));
    terminals.set(name, {
      type: (data) => host.write({ id, data }),
      focus: surface.focus,
      close: () => {
        surface[Symbol.dispose]();
        return host.close({ id });
      },
    });
  },

  openBare: async (name: string, from: 'shell' | 'memory' = 'shell') => keepPlain(name, await openBare(name, from)),

  openLocal: (name: string) => keepPlain(name, openLocal(name)),

  /** Shows these terminals alone; the first gets the keys. */
  show: async (...names: readonly string[]) => {
    showOnly(names);
    terminals.get(names[0] ?? '')?.focus();
    // What was hidden is drawn again first.
    await new Promise((resolve) => setTimeout(resolve, 100));
  },

  close: async (name: string) => {
    const terminal = terminals.get(name);
    terminals.delete(name);
    removePlace(name);
    await terminal?.close();
  },

  type: async (name: string, data: string) => void (await terminals.get(name)?.type(data)),

  /** Resolves when the frame that shows `text` is on the screen. */
  shown: async (name: string, text: string) => void (await shownAt(name, text)),

  /** Milliseconds from typing `data` to the frame that shows `text`. */
  answered: async (name: string, data: string, text: string) => {
    const started = performance.now();
    const shown = shownAt(name, text);
    await terminals.get(name)?.type(data);
    return (await shown) - started;
  },

  /** Milliseconds that the same text takes straight into xterm.js, as fast as it takes it. */
  feed: async (sample: string, mark: string) => {
    const text = `${(await (await fetch(`/samples/${sample}`)).text()).replaceAll('\n', '\r\n')}${mark}\r\n`;
    showOnly([]);
    const terminal = openTerminal('feed');
    const drawn = shownAt('feed', mark);
    const started = performance.now();
    let fed = 0;
    const feedNext = () => {
      const at = fed;
      fed += FEED_CHARACTERS;
      if (at < text.length) terminal.write(text.slice(at, fed), feedNext);
    };
    feedNext();
    const took = (await drawn) - started;
    terminal.dispose();
    removePlace('feed');
    return took;
  },

  watchKeys,
  takeKeyTimes,
};

function keepPlain(name: string, terminal: PlainTerminal): void {
  terminals.set(name, {
    type: (data) => terminal.type(data),
    focus: () => terminal.focus(),
    close: () => terminal[Symbol.dispose](),
  });
}

Object.assign(window, { bench: hooks });
