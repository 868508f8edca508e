import type { Branch, BranchComparison, MessageImage, RunBudget, TakenPaths } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import type { BranchStore } from './branch-store.ts';
import type { Branches } from './branches.ts';
import { compareBranches } from './compare/compare.ts';
import type { BranchesOptions } from './ports.ts';
import { beginToTake, type TakePorts, takeFrom } from './take.ts';
import type { Tries } from './try/tries.ts';

export interface ActionsOptions {
  readonly options: BranchesOptions;
  readonly store: BranchStore;
  readonly branches: Branches;
  readonly tries: Tries;
  readonly start: () => Promise<void>;
}

export interface TriesRequest {
  readonly session: string;
  readonly text: string;
  readonly images?: readonly MessageImage[] | undefined;
  readonly profiles: readonly string[];
  readonly budget: RunBudget;
  /** A command line that is run in each branch when its turn is over. */
  readonly test?: string | undefined;
}

/** Actions on branches, from the page or by a line. */
export type BranchActions = ReturnType<typeof branchActions>;

/** @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT, LIMIT_EXCEEDED, UNAVAILABLE, each of them */
export function branchActions({ options, store, branches, tries, start }: ActionsOptions) {
  const { compare, realFolder, workspaceOf } = options;
  const ports: TakePorts = { options, store, tries, newId: () => branches.newId() };
  const compared = async (ids: readonly string[]): Promise<BranchComparison> => {
    await start();
    const files = await Promise.all(ids.map((id) => store.files(id)));
    return await compareBranches(files, store.finder, compare);
  };
  return {
    /** The branches of a session's folder, or of the one that its branch is of; newest first. */
    here: async (session: string): Promise<readonly Branch[]> => {
      await start();
      const folder = await workspaceOf(session);
      const all = store.log.list();
      const of = all.find((branch) => branch.folder === folder)?.workspace ?? (await realFolder(folder));
      return all.filter(({ workspace }) => workspace === of);
    },
    tryWith: async ({ session, profiles, ...asked }: TriesRequest) => {
      await start();
      if (new Set(profiles).size < profiles.length) {
        throw new AppError('INVALID_INPUT', 'A profile is named twice', { where: 'profiles' });
      }
      const workspace = await realFolder(await workspaceOf(session));
      const permission = await options.chat.permissionOf(session);
      return await tries.start(
        workspace,
        profiles.map((profile) => ({ ...asked, profile, permission })),
      );
    },
    compare: compared,
    take: async (session: string, of: readonly TakenPaths[]) => {
      await start();
      return await takeFrom({ session, of }, ports);
    },
    /** The same as `take`, but returns once it is on the record and the changes are proposed. */
    beginToTake: async (session: string, of: readonly TakenPaths[]) => {
      await start();
      return await beginToTake({ session, of }, ports);
    },
    /** The same as `beginToTake`, for all that a branch changed. */
    takeAll: async (id: string, session: string): Promise<{ readonly turn: string }> => {
      await start();
      const of = [{ branch: id, paths: allPaths(store.get(id), await compared([id])) }];
      const { turn, taken } = await beginToTake({ session, of }, ports);
      taken.catch((error: unknown) => options.log.error('branch.untaken', { branch: id, error: messageOf(error) }));
      return { turn };
    },
    stop: (id: string, all = false) => tries.stop(id, all),
    keep: (id: string) => branches.keep(id),
    drop: (id: string) => branches.drop(id),
    restore: (id: string) => branches.restore(id),
  };
}

/** @throws AppError CONFLICT if there is nothing to take, LIMIT_EXCEEDED if not all of it is known */
function allPaths({ id, isDropped }: Branch, { paths, left }: BranchComparison): string[] {
  if (isDropped) {
    throw new AppError('CONFLICT', 'The branch is in the trash', { where: id, advice: 'Restore it first' });
  }
  if (left > 0) {
    const advice = 'Take some of them at a time, under Branches in Sessions';
    throw new AppError('LIMIT_EXCEEDED', `The branch changed more than ${paths.length} paths`, { where: id, advice });
  }
  if (paths.length === 0)
    throw new AppError('CONFLICT', 'The branch changed nothing that could be taken', { where: id });
  return paths.map(({ path }) => path);
}
