import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, createRouterClient } from '@orpc/server';
import type { AnyLedgerEvent, Change, Diff } from '#contract';
import { createFiles, type FilesOptions } from '#files';
import type { Approval, CallPlan, RunContext, ToolOutcome } from '#tools';
import { listedChanges } from '../../support/listed-changes.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

export const SESSION = 'session-1';

/** A workspace, a real ledger and the file tools on them; gone when the test ends. */
export async function fileWorkbench(options: Pick<FilesOptions, 'flagRemovedLines'> = {}) {
  const folder = await temporaryFolder();
  const ledger = await temporaryLedger();
  const session = await ledger.session(SESSION);
  const cause = await session.append('session.created', { title: 'A test', workspace: folder.path, app: 'test' });
  const files = createFiles({
    ledger,
    sessionTitle: (id) => `Title of ${id}`,
    log: silentLogger,
    ownFiles: () => [join(folder.path, 'own')],
    ...options,
  });
  const bugs: unknown[] = [];
  const context = { context: { reportBug: (error: unknown) => void bugs.push(error) } };
  let calls = 0;

  const runContext = (overrides: Partial<RunContext> = {}): RunContext => ({
    session: SESSION,
    callId: `call-${++calls}`,
    workspace: folder.path,
    cwd: folder.path,
    signal: new AbortController().signal,
    record: async (type, data) => (await session.append(type, data, { cause: cause.id })).id,
    onOutput: () => {},
    ...overrides,
  });

  return {
    path: folder.path,
    ledger,
    files,
    bugs,
    runContext,
    at: (name: string) => join(folder.path, name),
    put: (name: string, content: string | Uint8Array, mode = 0o644) =>
      writeFile(join(folder.path, name), content, { mode }),
    text: (name: string) => readFile(join(folder.path, name), 'utf8'),
    plan: async (tool: string, args: unknown, overrides: Partial<RunContext> = {}) => {
      const found = files.tools.tools().find((one) => one.name === tool);
      if (!found) throw new Error(`There is no tool ${tool}`);
      return await found.plan(args, runContext(overrides));
    },
    run: async (plan: CallPlan, allowed: Approval = {}, overrides: Partial<RunContext> = {}) =>
      await plan.run(allowed, runContext(overrides)),
    diff: (id: string): Promise<Diff> => call(files.router.diff, { id }, context),
    revise: (id: string, proposed: string): Promise<Diff> => call(files.router.revise, { id, proposed }, context),
    undo: (event: string, force = false): Promise<void> =>
      call(files.router.undo, { session: SESSION, event, force }, context),
    redo: (event: string): Promise<void> => call(files.router.redo, { session: SESSION, event }, context),
    /** Every change that is listed, of all turns. */
    changes: (): Promise<readonly Change[]> => listedChanges(createRouterClient(files.router, context)),
    events: async (type?: string): Promise<AnyLedgerEvent[]> => {
      const found: AnyLedgerEvent[] = [];
      for await (const event of session.read()) if (!type || event.type === type) found.push(event);
      return found;
    },
    [Symbol.asyncDispose]: async () => {
      await files[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

export type FileWorkbench = Awaited<ReturnType<typeof fileWorkbench>>;

/** The outcome of a plan that was run; a plan in its place fails the test. */
export function outcomeOf(result: ToolOutcome | CallPlan): ToolOutcome {
  if ('outcome' in result) return result;
  throw new Error('It was asked anew in place of being done');
}

/** The plan that was returned in place of an outcome. */
export function planIn(result: ToolOutcome | CallPlan): CallPlan {
  if ('subject' in result) return result;
  throw new Error(`It was done, or failed, in place of being asked anew: ${result.content}`);
}

export function proposalOf(plan: CallPlan): string {
  if (plan.subject.kind !== 'change') throw new Error(`The plan is about a ${plan.subject.kind}`);
  return plan.subject.proposal;
}
