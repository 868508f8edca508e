import { SearchAddon } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';
import { ObservableValue } from '../api/connection-state.ts';
import { searchColours, type TerminalThemeName } from './terminal-theme.ts';

export interface FindResults {
  /** 1-based; 0 if there are too many to count. */
  readonly at: number;
  readonly count: number;
}

/** Finds text on the screen and in the scrollback of one terminal. */
export class FindInTerminal {
  readonly results = new ObservableValue<FindResults | undefined>(undefined);
  readonly #search = new SearchAddon({ highlightLimit: 1000 });
  #theme: TerminalThemeName = 'dark';

  constructor(terminal: Terminal) {
    terminal.loadAddon(this.#search);
    this.#search.onDidChangeResults(({ resultIndex, resultCount }) =>
      this.results.set({ at: resultIndex + 1, count: resultCount }),
    );
  }

  setTheme(theme: TerminalThemeName): void {
    this.#theme = theme;
  }

  /** `isTyping` keeps the present match while it still fits. */
  next(text: string, isTyping = false): void {
    if (text === '') this.end();
    else this.#search.findNext(text, { incremental: isTyping, decorations: searchColours(this.#theme) });
  }

  previous(text: string): void {
    if (text !== '') this.#search.findPrevious(text, { decorations: searchColours(this.#theme) });
  }

  end(): void {
    this.#search.clearDecorations();
    this.results.set(undefined);
  }
}
