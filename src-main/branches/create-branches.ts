import { messageOf } from '#core/app-error';
import type { ApiRouter } from '#core/procedures';
import { BranchStore } from './branch-store.ts';
import { Branches } from './branches.ts';
import { type Wanted, wantedAt } from './compare/wanted.ts';
import type { BranchesOptions } from './ports.ts';
import { branchesRouter } from './router.ts';
import { Tries } from './try/tries.ts';

export interface BranchesFeature extends AsyncDisposable {
  readonly router: ApiRouter['branches'];
  /** Reads what is on the record, and settles what an earlier start left: before messages that wait are sent. Never throws. */
  start(): Promise<void>;
  /** Names of the branches in which something runs. */
  running(): string[];
  /** What a path is to become when it is taken from a branch. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
  wanted(branch: string, path: string): Promise<Wanted>;
}

/** Copies of workspaces that sessions work in, side by side, and what of them is taken. */
export function createBranches(options: BranchesOptions): BranchesFeature {
  const { door, log } = options;
  const store = new BranchStore(options);
  const branches = new Branches(options, store);
  const tries = new Tries(options, store, branches);
  let starting: Promise<void> | undefined;
  const begin = async () => {
    await store.load();
    const why = { by: 'app', reason: 'The app ended before it was sent' } as const;
    for (const { session, message } of store.log.unanswered())
      await door.withdraw(session, message, why).catch(() => {});
    for (const branch of store.log.list()) {
      const settled = branches.settle(branch);
      await settled.catch((error: unknown) =>
        log.warn('branch.unsettled', { branch: branch.id, error: messageOf(error) }),
      );
    }
    store.publish();
  };
  const start = () => {
    starting ??= begin().catch((error: unknown) => log.error('branches.unreadable', { error: messageOf(error) }));
    return starting;
  };
  return {
    router: branchesRouter({ options, store, branches, tries, start }),
    start,
    running: () => tries.running(),
    wanted: async (id, path) => wantedAt(await store.files(id), store.finder, path),
    [Symbol.asyncDispose]: async () => {
      await tries.end();
      await branches.end();
      await store[Symbol.asyncDispose]();
    },
  };
}
