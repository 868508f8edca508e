import { os } from '#core/servers/procedures';
import type { ActionsOptions, BranchActions } from './actions.ts';
import { branchDiff } from './compare/compare.ts';

const of = os.branches;

/** Branches side by side, in Sessions. */
export function branchesRouter({ options, store, branches, tries, start }: ActionsOptions, actions: BranchActions) {
  const { compare, realFolder } = options;
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
    tryWith: of.tryWith.handler(({ input }) => actions.tryWith(input)),
    stop: of.stop.handler(({ input }) => actions.stop(input.branch, input.all)),
    compare: of.compare.handler(({ input }) => actions.compare(input.branches)),
    diff: of.diff.handler(async ({ input: { branch: id, path, with: other } }) => {
      await start();
      const branch = await store.files(id);
      const beside = typeof other === 'string' ? other : await store.files(other.branch);
      return await branchDiff({ branch, path, with: beside }, store.finder, compare);
    }),
    take: of.take.handler(({ input }) => actions.take(input.session, input.of)),
    keep: of.keep.handler(({ input }) => actions.keep(input.branch)),
    drop: of.drop.handler(({ input }) => actions.drop(input.branch)),
    restore: of.restore.handler(({ input }) => actions.restore(input.branch)),
    erase: of.erase.handler(({ input }) => branches.erase(input.branch)),
  });
}
