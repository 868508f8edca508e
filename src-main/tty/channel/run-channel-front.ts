import type { TurnProgress } from '#contract';
import { isAppError } from '#core/app-error';
import { Prompter } from '../editing/prompter.ts';
import { PASTE_ON } from '../editing/run-line.ts';
import { errorText } from '../error-text.ts';
import type { Io } from '../io.ts';
import { bold, muted } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';
import { TurnView } from './turn-view.ts';

type QuestionProgress = Extract<TurnProgress, { kind: 'asked' }>;

/** A session that is reached over its socket. */
export interface RemoteSession {
  readonly turn: (text: string, signal: AbortSignal) => AsyncIterable<TurnProgress>;
  readonly stop: () => Promise<void>;
  /** @throws what the session says against it */
  readonly answer: (question: string, verdict: 'allow' | 'refuse', reason?: string) => Promise<void>;
}

export interface ChannelFrontOptions {
  readonly session: RemoteSession;
  readonly io: Io;
  readonly banner: string;
  /** Calls, remarks and questions beside the words, as the console shows them. */
  readonly showsAll: boolean;
  /** Whether this person was named as one who may answer questions. */
  readonly mayAnswer: boolean;
  /** Lines of earlier times, the newest first. */
  readonly history: readonly string[];
  readonly onLine: (line: string) => void;
  readonly settleMs?: number;
}

const PASTE_OFF = '\x1b[?2004l';
const HINT = '/quit or Ctrl+D leaves, Ctrl+C stops what runs, Alt+Enter begins a new line.';

/** A conversation over a session's socket in a terminal; the exit code when the person leaves. */
export async function runChannelFront(options: ChannelFrontOptions): Promise<number> {
  const { io } = options;
  io.setRaw(true);
  io.write(PASTE_ON);
  using prompter = new Prompter(io, options.settleMs);
  const left = new AbortController();
  io.onEnd(() => left.abort());
  try {
    prompter.print(`${bold(safeText(options.banner))}\n${muted(HINT)}`);
    await new ChannelFront(options, prompter, left.signal).run();
    return 0;
  } finally {
    left.abort();
    io.write(PASTE_OFF);
    io.setRaw(false);
  }
}

class ChannelFront {
  readonly #options: ChannelFrontOptions;
  readonly #prompter: Prompter;
  readonly #left: AbortSignal;
  #history: readonly string[];

  constructor(options: ChannelFrontOptions, prompter: Prompter, left: AbortSignal) {
    this.#options = options;
    this.#prompter = prompter;
    this.#left = left;
    this.#history = options.history;
  }

  async run(): Promise<void> {
    while (!this.#left.aborted) {
      const read = await this.#prompter.read({ prompt: { text: '> ' }, history: this.#history });
      if (read.kind === 'end') return;
      // Ctrl+C takes back what was typed, and nothing else.
      if (read.kind !== 'line') continue;
      const line = read.text.trim();
      if (line === '') continue;
      if (/^\/(quit|exit)$/i.test(line)) return;
      this.#remember(read.text);
      await this.#turn(read.text);
    }
  }

  #remember(line: string): void {
    if (this.#history[0] !== line) this.#history = [line, ...this.#history];
    this.#options.onLine(line);
  }

  async #turn(text: string): Promise<void> {
    const { session, io, showsAll } = this.#options;
    const view = new TurnView(this.#prompter, () => io.size().columns, showsAll);
    const stop = () => void session.stop().catch((error: unknown) => this.#prompter.print(errorText(error)));
    const done = this.#prompter.busy(stop, 'Working');
    const questions = new Map<string, AbortController>();
    try {
      for await (const one of session.turn(text, this.#left)) {
        view.show(one);
        if (one.kind === 'asked' && showsAll) this.#ask(one, questions);
        if (one.kind === 'answered') questions.get(one.question)?.abort();
      }
    } catch (error) {
      if (!this.#left.aborted) this.#prompter.print(errorText(error));
    } finally {
      for (const question of questions.values()) question.abort();
      done();
    }
  }

  #ask(asked: QuestionProgress, questions: Map<string, AbortController>): void {
    if (!this.#options.mayAnswer) {
      this.#prompter.print(muted('This waits for an answer in the app, or by somebody who was named.'));
      return;
    }
    const over = new AbortController();
    questions.set(asked.question, over);
    void this.#answer(asked, over.signal);
  }

  async #answer({ question }: QuestionProgress, signal: AbortSignal): Promise<void> {
    using questioning = this.#prompter.question();
    const prompt = { text: 'y allows it once, anything else refuses it and says why: ' };
    for (let isOver = false, reason = ''; !isOver; ) {
      const read = await questioning.read({ prompt, text: reason, signal });
      if (read.kind === 'withdrawn' || read.kind === 'end') return;
      const text = read.kind === 'line' ? read.text.trim() : '';
      reason = /^(y(es)?|no?)$/i.test(text) ? '' : text;
      isOver = await this.#send(question, /^y(es)?$/i.test(text) ? 'allow' : 'refuse', reason || undefined);
    }
  }

  /** Returns whether the question is over; one whose answer was not taken must be asked again. */
  async #send(...answer: Parameters<RemoteSession['answer']>): Promise<boolean> {
    try {
      await this.#options.session.answer(...answer);
      return true;
    } catch (error) {
      this.#prompter.print(errorText(error));
      return isAppError(error, 'NOT_FOUND', 'DENIED');
    }
  }
}
