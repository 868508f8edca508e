import { join } from 'node:path';
import { call } from '@orpc/server';
import type { LedgerEventData, TurnUndoOutcome } from '#contract';
import { type RunContext, ToolError, type WatchedOrigin } from '#tools';
import { callWatch } from '../../support/call-watch.ts';
import type { FileAct, fileActor } from '../../support/file-actor.ts';
import { treePicture } from '../../support/tree-picture.ts';
import { fileWorkbench, SESSION } from '../files/file-workbench.ts';

type Record = RunContext['record'];

/** Origin of a call that is watched. */
export interface Doer {
  readonly origin: WatchedOrigin;
  readonly by?: string;
}

export const DOERS: readonly Doer[] = [
  { origin: 'command' },
  { origin: 'program', by: 'python3 provider.py' },
  { origin: 'program', by: 'MCP server s' },
  { origin: 'client', by: 'Shell Adapter client' },
];
/** A call of the turn: by a process under the watch, or by our own file tools. */
export interface Step {
  readonly doer: Doer | 'tool';
  readonly acts: readonly FileAct[];
}

/** A workspace in which turns are made of calls of every origin. */
export async function doersWorkbench(actor: ReturnType<typeof fileActor>) {
  const bench = await fileWorkbench();
  const session = await bench.ledger.session(SESSION);
  const watch = callWatch(bench.ledger, { lateMs: 3_600_000 });
  const context = { context: { reportBug: (error: unknown) => void bench.bugs.push(error) } };
  let texts = 0;
  const unique = (all: readonly FileAct[], folder: string): FileAct[] =>
    all.map((one) => ({
      ...one,
      at: join(folder, one.at),
      ...(one.to !== undefined && { to: join(folder, one.to) }),
      text: `${++texts}\n`,
    }));
  const withTool = async ({ kind, at, text = '' }: FileAct, record: Record) => {
    const [name, args] =
      kind === 'remove'
        ? ['delete_file_or_dir', { path: at, recursive: true }]
        : ['create_or_update_file', { path: at, file_content: text }];
    try {
      await bench.run(await bench.plan(name, args), {}, { record });
    } catch (error) {
      // Such as a folder in the way.
      if (!(error instanceof ToolError)) throw error;
    }
  };
  const recordIn =
    (turn: string): Record =>
    async (type, data) =>
      (await session.append(type, data, { turn })).id;
  /** A call of the turn in which `act` happens, watched. */
  const during = async (turn: string, doer: Doer, act: () => Promise<unknown>) => {
    const { callId, workspace } = bench.runContext();
    const known = { session: SESSION, callId, tool: 'act', label: 'act', workspace, record: recordIn(turn) };
    await using watched = await watch.begin({ ...known, ...doer });
    await act();
    const effects = await watched.look();
    await watched.finish(effects);
    return effects;
  };
  return {
    ...bench,
    picture: () => treePicture(bench.path),
    nameOf: (path: string) => path.slice(bench.path.length + 1),
    before: (all: readonly FileAct[]) => actor.act(bench.path, unique(all, '')),
    programsCome: () =>
      watch.alive(
        'test',
        DOERS.flatMap(({ by }) => (by ? { title: by, workspace: bench.path } : [])),
      ),
    during,
    step: async (turn: string, { doer, acts: all }: Step, folder: string) => {
      const mine = unique(all, folder);
      if (doer === 'tool') for (const one of mine) await withTool(one, recordIn(turn));
      else await during(turn, doer, () => actor.act(bench.path, mine));
    },
    plan: (turn: string, direction: 'undo' | 'redo'): Promise<TurnUndoOutcome> =>
      call(bench.files.router.planTurn, { session: SESSION, turn, direction }, context),
    undo: (turn: string): Promise<TurnUndoOutcome> =>
      call(bench.files.router.undoTurn, { session: SESSION, turn }, context),
    redo: (turn: string): Promise<TurnUndoOutcome> =>
      call(bench.files.router.redoTurn, { session: SESSION, turn }, context),
    changed: async () =>
      (await bench.events('file.changed')).map(({ turn, data }) => {
        const change = data as LedgerEventData<'file.changed'>;
        return { ...change, turn, name: change.path.slice(bench.path.length + 1) };
      }),
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}

export type DoersWorkbench = Awaited<ReturnType<typeof doersWorkbench>>;
