import type { Branch, LedgerEventData } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { ApiRouter } from '#core/servers/procedures';
import { type BranchActions, branchActions } from './actions.ts';
import { BranchStore } from './branch-store.ts';
import { Branches } from './branches.ts';
import { type WantedChange, wantedAt } from './compare/wanted-change.ts';
import type { BranchesOptions } from './ports.ts';
import { branchesRouter } from './router.ts';
import { Tries } from './try/tries.ts';

export interface BranchesFeature extends AsyncDisposable {
  readonly router: ApiRouter['branches'];
  readonly actions: BranchActions;
  /** Reads what is on the record, and settles what an earlier start left: before messages that wait are sent. Never throws. */
  start(): Promise<void>;
  /**
   * All branches that are on record, those that were erased left out. @throws AppError UNAVAILABLE if one of the records
   * cannot be read
   */
  list(): Promise<readonly Branch[]>;
  /** Removes a dropped branch's files for good. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
  erase(id: string): Promise<void>;
  /** Names of the branches in which something runs. */
  running(): string[];
  /**
   * Opens a branch with a session in it, whose questions are answered elsewhere. @throws AppError INVALID_INPUT,
   * LIMIT_EXCEEDED, UNAVAILABLE
   */
  open(workspace: string, title: string): Promise<{ readonly branch: string; readonly session: string }>;
  /** Records what that came to; what cannot be recorded yet is told until it is. @throws AppError NOT_FOUND */
  end(branch: string, end: Omit<LedgerEventData<'branch.ended'>, 'branch' | 'workspace' | 'test'>): Promise<void>;
  /** Begins to take all that a branch changed, in a session of its workspace. @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT, LIMIT_EXCEEDED */
  acceptAll(branch: string, session: string): Promise<{ readonly turn: string }>;
  /** Finds the wanted state of a path that is taken from a branch. @throws AppError NOT_FOUND, CONFLICT, UNAVAILABLE */
  wanted(branch: string, path: string): Promise<WantedChange>;
}

/** Copies of workspaces that sessions work in, side by side, and what of them is taken. */
export function createBranches(options: BranchesOptions): BranchesFeature {
  const { chat, log } = options;
  const store = new BranchStore(options);
  const branches = new Branches(options, store);
  const tries = new Tries(options, store, branches);
  let starting: Promise<void> | undefined;
  let problem: string | undefined;
  const tellUnreadable = (error: string) => {
    problem ??= error;
    log.error('branches.unreadable', { error });
  };
  const begin = async () => {
    await store.load(tellUnreadable);
    const why = { by: 'app', reason: 'The app ended before it was sent' } as const;
    for (const { session, message } of store.log.unanswered())
      await chat.withdraw(session, message, why).catch(() => {});
    for (const branch of store.log.list()) {
      const settled = branches.settle(branch);
      await settled.catch((error: unknown) =>
        log.warn('branch.unsettled', { branch: branch.id, error: messageOf(error) }),
      );
    }
    store.publish();
  };
  const start = () => {
    starting ??= begin().catch((error: unknown) => tellUnreadable(messageOf(error)));
    return starting;
  };
  const end: BranchesFeature['end'] = async (id, cameTo) => {
    const { workspace } = store.get(id);
    await store.end({ branch: id, workspace, ...cameTo });
    await branches.rest(id);
  };
  const joined = { options, store, branches, tries, start };
  const actions = branchActions(joined);
  return {
    router: branchesRouter(joined, actions),
    actions,
    start,
    list: async () => {
      await start();
      if (problem === undefined) return store.log.list();
      throw new AppError('UNAVAILABLE', `The list of branches cannot be read: ${problem}`);
    },
    erase: async (id) => {
      await start();
      await branches.erase(id);
    },
    running: () => tries.running(),
    open: async (workspace, title) => {
      await start();
      const { id } = await branches.create(workspace);
      try {
        return { branch: id, session: await tries.open(id, title) };
      } catch (error) {
        await end(id, { state: 'failed', line: messageOf(error) });
        throw error;
      }
    },
    end: async (id, cameTo) => {
      await start();
      await end(id, cameTo);
    },
    acceptAll: (id, session) => actions.takeAll(id, session),
    wanted: async (id, path) => wantedAt(await store.files(id), store.finder, path),
    [Symbol.asyncDispose]: async () => {
      await tries.end();
      await branches.end();
      await store[Symbol.asyncDispose]();
    },
  };
}
