import type { Api } from '#contract';
import type { Key } from '../editing/keys.ts';
import type { Prompter } from '../editing/prompter.ts';
import { errorText } from '../error-text.ts';
import type { ChatMode } from '../modes.ts';
import { safeText } from '../screen/text-width.ts';
import type { WaitingView } from './waiting-view.ts';

export interface TypeAheadOptions {
  readonly api: Pick<Api, 'sessions'>;
  readonly prompter: Prompter;
  readonly session: string;
  readonly mode: ChatMode;
  readonly history: readonly string[];
  readonly waiting: WaitingView;
}

/** The lines that a person types while a turn runs: each waits in the host until what is before it has ended. */
export class TypeAheadReader {
  readonly #options: TypeAheadOptions;
  readonly #ending = new AbortController();
  #reading: Promise<void> | undefined;
  /** Input that was typed and not sent. */
  #left: string[] = [];

  constructor(options: TypeAheadOptions) {
    this.#options = options;
  }

  /** Text, or what takes a line back, begins a line. */
  readonly onTyped = (key: Key): void => {
    if (this.#reading || (key.kind === 'key' && key.name !== 'ctrl-x')) return;
    this.#reading = this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  };

  /** Resolves with what was typed and not sent, the beginning of the next line. */
  async end(): Promise<string> {
    this.#ending.abort();
    await this.#reading;
    return this.#left.join('\n');
  }

  /** Reads lines; what was typed while a line was on its way to the host is the next one. */
  async #readAll(): Promise<void> {
    do await this.#read();
    while (this.#options.prompter.isTypedAhead && !this.#ending.signal.aborted);
  }

  async #read(): Promise<void> {
    const { prompter, mode, history, waiting } = this.#options;
    const read = await prompter.read({
      prompt: { text: `${safeText(mode.name)} >>> `, style: '\x1b[36m' },
      history,
      onTakeBack: () => waiting.takeBack(),
      signal: this.#ending.signal,
    });
    if (read.kind === 'withdrawn' && read.text) this.#left.push(read.text);
    if (read.kind === 'line' && read.text.trim() !== '') await this.#enqueue(read.text.trim());
  }

  async #enqueue(text: string): Promise<void> {
    const { api, session, mode, prompter } = this.#options;
    try {
      await api.sessions.enqueue({ session, text, ...(mode.profile !== undefined && { profile: mode.profile }) });
    } catch (error) {
      prompter.print(errorText(error));
      this.#left.push(text);
    }
  }
}
