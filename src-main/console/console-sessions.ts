import type { ConsoleState, LineResult, TerminalSize } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { builtinsOf } from './builtins/index.ts';
import { CommandHistory } from './history.ts';
import { secretValuesIn } from './line-secrets.ts';
import { planLine } from './plan-line.ts';
import type { ConsoleOptions } from './ports.ts';
import { pushEndedBlock } from './push-block.ts';
import { LineRunner } from './run-line.ts';
import { RunningLine } from './running-line.ts';
import { SessionConsole } from './session-console.ts';

/** Events after which other things wait for the next message than before. */
const CHANGES_PENDING = new Set([
  'message.user',
  'push.added',
  'push.dropped',
  'history.compacted',
  'history.reset',
  'turn.ended',
  'session.rewound',
]);

const WITH_HISTORY = builtinsOf(true);

interface TypedLine {
  readonly line: string;
  readonly size: TerminalSize;
  readonly isDebug?: boolean | undefined;
}

/** The sessions that were looked at, each read from the ledger once. */
export class ConsoleSessions implements AsyncDisposable {
  readonly history: CommandHistory;
  readonly #options: ConsoleOptions;
  readonly #builtins: ReturnType<typeof builtinsOf>;
  readonly #sessions = new Map<string, Promise<SessionConsole>>();
  readonly #unsubscribe: (() => void)[] = [];
  #isEnding = false;

  constructor(options: ConsoleOptions) {
    const { ledger, profiles, historyFile, historyLines, log, redactor } = options;
    this.#options = options;
    this.#builtins = builtinsOf(options.isDebug);
    this.history = new CommandHistory({
      file: historyFile,
      most: historyLines,
      redact: (text) => redactor.text(text),
      log,
    });
    this.#unsubscribe.push(
      ledger.onAppended(({ type, session, data }) => {
        if (type === 'message.user' && typeof data.text === 'string') this.history.add('chat', data.text);
        if (CHANGES_PENDING.has(type)) this.#later(session, (console) => console.refreshPending());
      }),
    );
    const onProfiles = () => {
      for (const session of this.#sessions.keys()) this.#later(session, async (console) => console.publish());
    };
    if (profiles.onChanged) this.#unsubscribe.push(profiles.onChanged(onProfiles));
  }

  get builtinNames(): readonly string[] {
    return [...this.#builtins.keys()];
  }

  /** @throws AppError NOT_FOUND */
  async session(id: string): Promise<SessionConsole> {
    const known = this.#sessions.get(id);
    if (known) return await known;
    const opening = SessionConsole.open(id, this.#options);
    this.#sessions.set(id, opening);
    opening.catch(() => this.#sessions.delete(id));
    return await opening;
  }

  async *changed(id: string, signal: AbortSignal | undefined): AsyncGenerator<ConsoleState, void> {
    yield* (await this.session(id)).state.stream(signal);
  }

  /** @throws AppError INVALID_INPUT, CONFLICT */
  async run(id: string, { line, size, isDebug = false }: TypedLine): Promise<LineResult> {
    const console = await this.session(id);
    const trimmed = line.trim();
    if (trimmed === '') return { kind: 'builtin', isOk: true, text: '', isUsage: false, isMarkdown: false };
    // Before the line is recorded anywhere, also where it turns out that it cannot be run.
    for (const value of secretValuesIn(trimmed)) this.#options.redactor.add(value);
    const running = await this.#begin(console, trimmed);
    try {
      const { home, place } = console;
      const builtins = isDebug ? WITH_HISTORY : this.#builtins;
      const plan = planLine(trimmed, { place, home, builtins, mode: this.#options.shell().mode });
      return await running.starts(new LineRunner(console, this.#options, running).run(plan, size));
    } finally {
      // After the run has learned which values are secret.
      this.history.add('shell', line);
      if (!running.block) console.running = undefined;
    }
  }

  /** @throws AppError CANCELLED, CONFLICT */
  #begin(console: SessionConsole, line: string): Promise<RunningLine> {
    const begin = () => {
      if (this.#isEnding) throw new AppError('CANCELLED', 'Sigma Shell is closing');
      const running = new RunningLine(line);
      console.running = running;
      return running;
    };
    return console.typedAhead.turn(() => console.running, begin);
  }

  async isRunning(id: string): Promise<boolean> {
    const running = (await this.#sessions.get(id)?.catch(() => undefined))?.running;
    return running !== undefined && !running.hasExited;
  }

  /** Read again from the ledger when it is next asked for. */
  forget(id: string): void {
    this.#sessions.delete(id);
  }

  async interrupt(id: string): Promise<void> {
    const { typedAhead, running } = await this.session(id);
    typedAhead.interrupted();
    running?.interrupt();
  }

  async changeModes(id: string, change: (modes: readonly string[]) => readonly string[]): Promise<void> {
    const console = await this.session(id);
    const modes = change(console.modes);
    if (modes.join('\n') !== console.modes.join('\n')) await console.append('session.modes', { profiles: [...modes] });
  }

  async pushBlock(id: string, block: string): Promise<void> {
    const console = await this.session(id);
    await pushEndedBlock(console, block, this.#options.chat);
  }

  /** Ends what runs; resolves when that is on the record. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnding = true;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    const opened = await Promise.allSettled(this.#sessions.values());
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.running?.stop() : undefined)));
    await this.history.settle();
  }

  /** Acts in the next round of the event loop, when every other listener has received the same event. */
  #later(session: string, act: (console: SessionConsole) => Promise<void>): void {
    const known = this.#sessions.get(session);
    if (!known) return;
    setImmediate(() => {
      known.then(act).catch((error) => {
        this.#options.log.warn('console.refresh.failed', { session, error: messageOf(error) });
      });
    });
  }
}
