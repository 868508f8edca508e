import { AppError } from '#core/app-error';
import { os } from '#core/procedures';
import type { BranchStore } from './branch-store.ts';
import type { Branches } from './branches.ts';
import { compareBranches, diffOf } from './compare/compare.ts';
import type { BranchesOptions } from './ports.ts';
import { takeFrom } from './take.ts';
import type { Tries } from './try/tries.ts';

export interface RouterOptions {
  readonly options: BranchesOptions;
  readonly store: BranchStore;
  readonly branches: Branches;
  readonly tries: Tries;
  readonly start: () => Promise<void>;
}

const of = os.branches;

/** Branches side by side, in Sessions. */
export function branchesRouter({ options, store, branches, tries, start }: RouterOptions) {
  const { compare, realFolder, workspaceOf } = options;
  return of.router({
    changed: of.changed.handler(({ signal }) => {
      void start();
      return store.list.stream(signal);
    }),
    create: of.create.handler(async ({ input: { workspace, title = 'New branch' } }) => {
      await start();
      const { id } = await branches.create(await realFolder(workspace));
      await tries.open(id, title);
      return store.get(id);
    }),
    tryWith: of.tryWith.handler(async ({ input: { session, profiles, text, budget, test } }) => {
      await start();
      if (new Set(profiles).size < profiles.length) {
        throw new AppError('INVALID_INPUT', 'A profile is named twice', { where: 'profiles' });
      }
      const workspace = await realFolder(await workspaceOf(session));
      return await tries.start(
        workspace,
        profiles.map((profile) => ({ text, profile, budget, test })),
      );
    }),
    stop: of.stop.handler(({ input }) => tries.stop(input.branch, input.all)),
    compare: of.compare.handler(async ({ input }) => {
      await start();
      const files = await Promise.all(input.branches.map((id) => store.files(id)));
      return await compareBranches(files, store.finder, compare);
    }),
    diff: of.diff.handler(async ({ input: { branch: id, path, with: other } }) => {
      await start();
      const branch = await store.files(id);
      const beside = typeof other === 'string' ? other : await store.files(other.branch);
      return await diffOf({ branch, path, with: beside }, store.finder, compare);
    }),
    take: of.take.handler(async ({ input }) => {
      await start();
      return await takeFrom(input, { options, store, tries, newId: () => branches.newId() });
    }),
    keep: of.keep.handler(({ input }) => branches.keep(input.branch)),
    drop: of.drop.handler(({ input }) => branches.drop(input.branch)),
    restore: of.restore.handler(({ input }) => branches.restore(input.branch)),
    erase: of.erase.handler(({ input }) => branches.erase(input.branch)),
  });
}
