import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { call } from '@orpc/server';
import { type Decision, type Question, type RepairCount, Settings } from '#contract';
import { createFiles } from '#files';
import { createGuard } from '#guard';
import { createRunner, type Tool } from '#tools';
import { arrayOf } from '../../support/array-of.ts';
import { sourceOf } from '../../support/plain-tool.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { askEverything } from '../../support/unruled.ts';

export interface GuardWorkbenchOptions {
  readonly settings?: Partial<Settings['guard']>;
  /** Tools in addition to the file tools. */
  readonly tools?: readonly Tool[];
  readonly answer?: Decision;
}

/** The guard, the runner and the file tools over a real ledger and folder, with a person who allows everything. */
export async function guardWorkbench({ settings = {}, tools = [], answer }: GuardWorkbenchOptions = {}) {
  const folder = await temporaryFolder();
  const ledger = await temporaryLedger();
  const session = await ledger.session('session-1');
  const created = await session.append('session.created', { title: 'A test', workspace: folder.path, app: 'test' });
  let guardSettings = { ...Settings.parse({}).guard, ...settings };
  const guard = createGuard({
    settings: () => guardSettings,
    setDisabledRules: async (rules) => {
      // As long as it takes to write them down.
      await setImmediate();
      guardSettings = { ...guardSettings, disabled_rules: [...rules] };
    },
    ledger,
    log: silentLogger,
  });
  const files = createFiles({
    ledger,
    sessionTitle: () => 'A test',
    log: silentLogger,
    ownFiles: () => [],
  });
  const questions: Question[] = [];
  const runner = createRunner({
    sources: [sourceOf(...tools), files.tools],
    guard: guard.guard,
    knowsAliases: guard.knowsToolAliases,
    policy: askEverything,
    ask: async (question) => {
      questions.push(question);
      return answer ?? { verdict: 'allow' };
    },
    log: silentLogger,
  });
  const context = { context: { reportBug: () => {} } };
  let calls = 0;
  const run = (tool: string, args: unknown, model?: string) =>
    runner.run(
      { callId: `c${++calls}`, tool, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
      {
        session: 'session-1',
        sessionTitle: 'A test',
        cause: created.id,
        model,
        workspace: folder.path,
        cwd: folder.path,
        ledger: session,
        signal: new AbortController().signal,
        onOutput() {},
      },
    );
  return {
    path: folder.path,
    ledger,
    questions,
    runner,
    guard,
    settings: () => guardSettings,
    run,
    put: (name: string, text: string) => writeFile(join(folder.path, name), text),
    text: (name: string) => readFile(join(folder.path, name), 'utf8'),
    repairs: async () => (await arrayOf(session.read())).filter(({ type }) => type === 'call.repaired'),
    types: async () => (await arrayOf(session.read())).map(({ type }) => type),
    setRule: (rule: string, enabled: boolean) => call(guard.router.setRule, { rule, enabled }, context),
    counts: async (): Promise<AsyncIterator<readonly RepairCount[]>> =>
      (await call(guard.router.counts, undefined, context))[Symbol.asyncIterator](),
    [Symbol.asyncDispose]: async () => {
      await guard[Symbol.asyncDispose]();
      await runner[Symbol.asyncDispose]();
      await files[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
