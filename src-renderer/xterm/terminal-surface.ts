import { FitAddon } from '@xterm/addon-fit';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import type { Api, TerminalSize } from '#contract';
import { type ConnectionState, ObservableValue } from '../api/connection-state.ts';
import { isMac } from '../state/chord.ts';
import { isAccelerated } from './accelerated.ts';
import { DrawQueue } from './draw-queue.ts';
import { FindInTerminal } from './find-in-terminal.ts';
import { InputQueue } from './input-queue.ts';
import { linkHandler, loadWebLinks } from './links.ts';
import { OutputFeed } from './output-feed.ts';
import { type PreparedPaste, preparePaste } from './paste.ts';
import styles from './terminal-surface.module.css';
import { type TerminalThemeName, terminalTheme } from './terminal-theme.ts';

/**
 * Delay after which the shell is told of a new size, in milliseconds: while a pane is dragged its size changes with
 * every frame.
 */
const RESIZE_REST_MS = 60;

export interface SurfaceOptions {
  readonly fontSize: number;
  readonly screenReaderMode: boolean;
  readonly scrollback: number;
  readonly theme: TerminalThemeName;
  /** Tab leaves the terminal instead of going to the shell. */
  readonly tabMovesFocus: boolean;
}

export interface SurfaceEvents {
  readonly onFocus: () => void;
  /** Typed text that may not have reached the shell, since the connection broke. */
  readonly onUnsure: (data: string) => void;
}

/** One terminal as it is drawn. It lives as long as the terminal, outside React, so that moving its pane loses nothing. */
export class TerminalSurface implements Disposable {
  readonly id: string;
  /** The address of the link under the pointer. */
  readonly hoveredLink = new ObservableValue<string | undefined>(undefined);
  /** A paste that would run commands, until the person has decided. */
  readonly pendingPaste = new ObservableValue<PreparedPaste | undefined>(undefined);
  readonly find: FindInTerminal;
  readonly #api: Api['terminals'];
  readonly #element = document.createElement('div');
  readonly #terminal: Terminal;
  readonly #fit = new FitAddon();
  readonly #queue = new DrawQueue({ take: (text, taken) => this.#terminal.write(text, taken) });
  readonly #feed: OutputFeed;
  readonly #input: InputQueue;
  readonly #observer = new ResizeObserver(() => this.#fitSoon());
  readonly #onPageHide = () => this.#input.flush();
  readonly #onVisibility = () => {
    if (!document.hidden) this.#feed.shown();
  };
  #options: SurfaceOptions;
  #isOpen = false;
  #epoch = -1;
  #hostSize: TerminalSize | undefined;
  #fitTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Api['terminals'], id: string, options: SurfaceOptions, events: SurfaceEvents) {
    this.id = id;
    this.#api = api;
    this.#options = options;
    this.#terminal = new Terminal({
      ...terminalOptions(options),
      allowProposedApi: true,
      linkHandler: linkHandler(this.hoveredLink),
      macOptionIsMeta: false,
      rightClickSelectsWord: false,
    });
    this.#terminal.loadAddon(this.#fit);
    this.#terminal.loadAddon(new Unicode11Addon());
    this.#terminal.unicode.activeVersion = '11';
    loadWebLinks(this.#terminal, this.hoveredLink);
    this.find = new FindInTerminal(this.#terminal);
    this.find.setTheme(options.theme);
    this.#input = new InputQueue((data) => api.write({ id, data }), events.onUnsure);
    this.#terminal.onData((data) => this.#input.add(data));
    this.#terminal.attachCustomKeyEventHandler((press) => this.#takesKey(press));
    this.#feed = new OutputFeed({ terminals: api, id, target: this.#target() });
    this.#element.className = styles.surface ?? '';
    this.#element.dataset.terminal = id;
    this.#paintGround(options.theme);
    this.#element.addEventListener('focusin', events.onFocus);
    this.#element.addEventListener('paste', (event) => this.#onPaste(event), { capture: true });
    document.addEventListener('visibilitychange', this.#onVisibility);
    window.addEventListener('pagehide', this.#onPageHide);
  }

  get hasSelection(): boolean {
    return this.#terminal.hasSelection();
  }

  /** Whether the program has asked for the mouse, so that a click is its own. */
  get takesMouse(): boolean {
    return this.#terminal.modes.mouseTrackingMode !== 'none';
  }

  get size(): TerminalSize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  mount(host: HTMLElement): void {
    host.append(this.#element);
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#terminal.open(this.#element);
      if (isAccelerated()) void this.#accelerate();
    }
    this.#observer.observe(host);
    this.#fitNow();
  }

  unmount(): void {
    this.#observer.disconnect();
    this.#element.remove();
  }

  setConnection({ state, epoch }: ConnectionState): void {
    const isConnected = state === 'connected';
    this.#input.setConnected(isConnected);
    if (!isConnected || epoch === this.#epoch) return;
    this.#epoch = epoch;
    this.#feed.start();
  }

  setOptions(options: SurfaceOptions): void {
    this.#options = options;
    Object.assign(this.#terminal.options, terminalOptions(options));
    this.find.setTheme(options.theme);
    this.#paintGround(options.theme);
    this.#fitSoon();
  }

  readonly focus = (): void => this.#terminal.focus();

  selectedText(): string {
    return this.#terminal.getSelection();
  }

  selectAll(): void {
    this.#terminal.selectAll();
  }

  /** Types `text`; where that would run commands unasked, it waits in `pendingPaste`. */
  paste(text: string): void {
    const prepared = preparePaste(text, this.#terminal.modes.bracketedPasteMode);
    if (prepared.enteredLines > 0) this.pendingPaste.set(prepared);
    else this.#type(prepared.data);
  }

  answerPaste(isAccepted: boolean): void {
    const pending = this.pendingPaste.get();
    this.pendingPaste.set(undefined);
    if (isAccepted && pending) this.#type(pending.data);
  }

  /** Forgets the scrollback, here and on the host's side. */
  async clear(): Promise<void> {
    this.#terminal.clear();
    await this.#api.clear({ id: this.id });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#fitTimer);
    document.removeEventListener('visibilitychange', this.#onVisibility);
    window.removeEventListener('pagehide', this.#onPageHide);
    this.#feed.stop();
    this.unmount();
    this.#terminal.dispose();
  }

  /** Around the characters too, where xterm.js paints nothing. */
  #paintGround(theme: TerminalThemeName): void {
    this.#element.style.backgroundColor = terminalTheme(theme).theme.background ?? '';
  }

  #type(data: string): void {
    this.#input.add(data);
    this.#terminal.scrollToBottom();
  }

  #target() {
    return {
      replay: (data: string, { columns, rows }: TerminalSize, drawn: (characters: number) => void) => {
        this.#queue.startAnew(() => {
          this.#hostSize = { columns, rows };
          this.#terminal.reset();
          this.#terminal.resize(columns, rows);
        });
        this.#queue.add(data, drawn);
        this.#queue.add('', () => this.#fitNow());
      },
      write: (data: string, drawn: (characters: number) => void) => this.#queue.add(data, drawn),
    };
  }

  /** Paste keys are left to the browser, which then gives the text without asking for permission. */
  #takesKey(press: KeyboardEvent): boolean {
    if (press.key === 'Tab' && this.#options.tabMovesFocus) return false;
    const isPaste = !isMac && press.ctrlKey && press.shiftKey && press.code === 'KeyV';
    return !isPaste;
  }

  #onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.paste(event.clipboardData?.getData('text/plain') ?? '');
  }

  #fitSoon(): void {
    clearTimeout(this.#fitTimer);
    this.#fitTimer = setTimeout(() => this.#fitNow(), RESIZE_REST_MS);
  }

  /** A hidden pane has no size; it keeps the one it had. */
  #fitNow(): void {
    const isShown = this.#isOpen && this.#element.isConnected && this.#element.clientWidth > 0;
    const proposed = isShown ? this.#fit.proposeDimensions() : undefined;
    if (!proposed || !Number.isFinite(proposed.cols) || !Number.isFinite(proposed.rows)) return;
    const size = {
      columns: Math.min(Math.max(proposed.cols, 2), 1000),
      rows: Math.min(Math.max(proposed.rows, 1), 1000),
    };
    if (size.columns !== this.#terminal.cols || size.rows !== this.#terminal.rows) {
      this.#terminal.resize(size.columns, size.rows);
    }
    if (this.#hostSize && (this.#hostSize.columns !== size.columns || this.#hostSize.rows !== size.rows)) {
      this.#hostSize = size;
      this.#api.resize({ id: this.id, ...size }).catch(() => {});
    }
  }

  async #accelerate(): Promise<void> {
    const { WebglAddon } = await import('@xterm/addon-webgl');
    const webgl = new WebglAddon();
    webgl.onContextLoss(() => webgl.dispose());
    this.#terminal.loadAddon(webgl);
  }
}

function terminalOptions({ fontSize, screenReaderMode, scrollback, theme }: SurfaceOptions) {
  const fontFamily = getComputedStyle(document.documentElement).getPropertyValue('--font-mono').trim() || 'monospace';
  return { fontSize, screenReaderMode, scrollback, fontFamily, ...terminalTheme(theme) };
}
