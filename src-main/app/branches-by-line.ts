import type { BranchesFeature } from '#branches';
import type { BranchesByLinePort } from '#console';
import { boardOrder } from '#contract/branch-words';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';

/** Lists branches by their number on the board, for lines that name it. */
export function branchesByLine(branches: () => Pick<BranchesFeature, 'actions'>, log: Logger): BranchesByLinePort {
  const actions = () => branches().actions;
  return {
    list: async (session) => {
      const ordered = boardOrder(await actions().here(session));
      return [...ordered.filter(({ isDropped }) => !isDropped), ...ordered.filter(({ isDropped }) => isDropped)];
    },
    tryWith: async (session, asked) => (await actions().tryWith({ session, ...asked, budget: {} })).branches,
    compare: (branch) => actions().compare([branch]),
    take: async (session, branch, paths) => {
      const { taken } = await actions().beginToTake(session, [{ branch, paths: [...paths] }]);
      taken.catch((error: unknown) => log.error('branch.untaken', { branch, error: messageOf(error) }));
    },
    act: async (verb, branch) => await actions()[verb](branch),
  };
}
