import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { call } from '@orpc/server';
import type { FileState, LedgerEventData, PathOutcome, TurnUndoOutcome } from '#contract';
import { watchTree } from '#ledger';
import { fileWorkbench, SESSION } from './file-workbench.ts';

/** Every path with its kind, permissions, target and content, and which are names of one file. */
const PICTURE = `find . -mindepth 1 -printf '%P %y %m %l %n\\n' | sort; find . -type f -exec sha256sum {} + | sort`;

/** Reads the metadata of each file by path, without its bytes. */
function metadataOf(folder: string): Map<string, Partial<FileState>> {
  const found = new Map<string, Partial<FileState>>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mtimeNs, uid, gid, nlink, dev, ino } = lstatSync(path, { bigint: true });
    const owner = { uid: Number(uid), gid: Number(gid) };
    if (entry.isDirectory()) found.set(path, owner);
    else found.set(path, { mtimeNs: String(mtimeNs), ...owner, ...(nlink > 1n && { inode: `${dev}:${ino}` }) });
  }
  return found;
}

/** A workspace whose turns are commands that are watched as the command tool does, with their undo and redo. */
export async function turnWorkbench() {
  const bench = await fileWorkbench();
  const session = await bench.ledger.session(SESSION);
  // However long it takes: what a turn finds kept is not what is tested with it.
  const watch = watchTree({
    root: bench.path,
    content: bench.ledger.content,
    readsAttributes: true,
    firstWaitMs: 600_000,
  });
  const context = { context: { reportBug: (error: unknown) => void bench.bugs.push(error) } };
  const bash = (command: string) => execFileSync('bash', ['-c', command], { cwd: bench.path, encoding: 'utf8' });
  const record = async (turn: string, change: Omit<LedgerEventData<'file.changed'>, 'origin'>) =>
    (await session.append('file.changed', { ...change, origin: 'command' }, { turn })).id;
  return {
    ...bench,
    session,
    bash,
    record,
    picture: () => bash(PICTURE),
    /** Runs a command of the turn, and then `act`; resolves with the events of its changes. */
    turn: async (
      turn: string,
      command: string,
      more: Partial<LedgerEventData<'file.changed'>> = {},
      act: () => void = () => {},
    ) => {
      const snapshot = await watch.before(command);
      const old = metadataOf(bench.path);
      bash(command);
      act();
      const { changes } = await watch.after(snapshot);
      const now = metadataOf(bench.path);
      watch.end(snapshot);
      return await Promise.all(
        changes.map(({ before, after, ...change }) => {
          const states = {
            ...(before && { before: { ...old.get(change.path), ...before } }),
            ...(after && { after: { ...now.get(change.path), ...after } }),
          };
          return record(turn, { ...change, ...states, ...more });
        }),
      );
    },
    plan: (turn: string, direction: 'undo' | 'redo' = 'undo'): Promise<TurnUndoOutcome> =>
      call(bench.files.router.planTurn, { session: SESSION, turn, direction }, context),
    undo: (turn: string, confirmed: string[] = []): Promise<TurnUndoOutcome> =>
      call(bench.files.router.undoTurn, { session: SESSION, turn, confirmed }, context),
    redo: (turn: string, confirmed: string[] = []): Promise<TurnUndoOutcome> =>
      call(bench.files.router.redoTurn, { session: SESSION, turn, confirmed }, context),
    undoOne: (event: string, force = false) =>
      call(bench.files.router.undo, { session: SESSION, event, force }, context),
    redoOne: (event: string, force = false) =>
      call(bench.files.router.redo, { session: SESSION, event, force }, context),
    /** Each path relative to the workspace, with its outcome. */
    told: ({ paths }: { readonly paths: readonly PathOutcome[] }) =>
      Object.fromEntries(paths.map(({ path, outcome }) => [path.slice(bench.path.length + 1), outcome])),
    [Symbol.asyncDispose]: async () => {
      await watch[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}
