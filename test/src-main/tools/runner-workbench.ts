import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyLedgerEvent, Decision, Question } from '#contract';
import type { Logger } from '#core/logger';
import { type CallContext, createRunner, type RunnerOptions, type Tool } from '#tools';
import { arrayOf } from '../../support/array-of.ts';
import { sourceOf } from '../../support/plain-tool.ts';
import { type TemporaryLedger, temporaryLedger } from '../../support/temporary-ledger.ts';
import { askEverything, passThroughGuard } from '../../support/unruled.ts';

export const SESSION = 'session-1';

export interface RunnerWorkbench extends AsyncDisposable {
  readonly ledger: TemporaryLedger;
  readonly runner: ReturnType<typeof createRunner>;
  readonly questions: Question[];
  readonly logged: string[];
  /** Stops the call. */
  readonly stop: AbortController;
  context(more?: Partial<CallContext>): Promise<CallContext>;
  /** The events on disk, without what came before the call. */
  events(): Promise<AnyLedgerEvent[]>;
  types(): Promise<string[]>;
  file(): Promise<string>;
}

export interface RunnerWorkbenchOptions extends Partial<RunnerOptions> {
  readonly tools?: readonly Tool[];
  readonly answer?: (question: Question) => Decision | Promise<Decision>;
}

/** A runner over a real ledger, with a person who allows everything unless told otherwise. */
export async function runnerWorkbench({
  tools = [],
  answer,
  ...more
}: RunnerWorkbenchOptions = {}): Promise<RunnerWorkbench> {
  const ledger = await temporaryLedger();
  const session = await ledger.session(SESSION);
  const replied = await session.append('llm.replied', {
    model: 'm',
    text: '',
    calls: [],
    finish: 'tool-calls',
    durationMs: 1,
  });
  const questions: Question[] = [];
  const logged: string[] = [];
  const stop = new AbortController();
  const log: Logger = { debug() {}, info() {}, warn() {}, error: (event) => void logged.push(event) };
  const runner = createRunner({
    sources: [sourceOf(...tools)],
    guard: passThroughGuard,
    policy: askEverything,
    ask: async (question) => {
      questions.push(question);
      return (await answer?.(question)) ?? { verdict: 'allow' };
    },
    log,
    ...more,
  });
  const events = async () => (await arrayOf(session.read())).slice(1);
  return {
    ledger,
    runner,
    questions,
    logged,
    stop,
    context: async (context) => ({
      session: SESSION,
      sessionTitle: 'A session',
      turn: 'turn-1',
      cause: replied.id,
      workspace: '/home/me',
      cwd: '/home/me',
      ledger: session,
      signal: stop.signal,
      onOutput() {},
      ...context,
    }),
    events,
    types: async () => (await events()).map((event) => event.type),
    file: () => readFile(join(ledger.folder, 'sessions', `${SESSION}.jsonl`), 'utf8'),
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}
