import type { TakenPaths, TakeOutcome } from '#contract';
import { AppError } from '#core/app-error';
import type { BranchStore } from './branch-store.ts';
import type { BranchesOptions } from './ports.ts';
import type { Tries } from './try/tries.ts';

export interface TakePorts {
  readonly options: BranchesOptions;
  readonly store: BranchStore;
  readonly tries: Tries;
  readonly newId: () => string;
}

/**
 * Takes paths of branches into the workspace of a session. That they are to be taken is on the record first; then each is a change
 * that is proposed, reviewed and recorded as those of a model are, all of them one turn.
 *
 * @throws AppError NOT_FOUND; CONFLICT while one of the branches works, INVALID_INPUT where it is a branch of another folder
 */
export async function takeFrom(wanted: TakeSubject, ports: TakePorts): Promise<{ turn: string; paths: TakeOutcome[] }> {
  const { turn, taken } = await beginToTake(wanted, ports);
  return { turn, paths: [...(await taken)] };
}

export interface TakeSubject {
  readonly session: string;
  readonly of: readonly TakenPaths[];
}

/** The same as `takeFrom`, but returns once it is on the record and the changes are proposed. @throws as `takeFrom` */
export async function beginToTake(
  { session, of }: TakeSubject,
  { options, store, tries, newId }: TakePorts,
): Promise<{ readonly turn: string; readonly taken: Promise<readonly TakeOutcome[]> }> {
  const workspace = await options.realFolder(await options.workspaceOf(session));
  for (const { branch: id } of of) {
    const branch = store.get(id);
    if (branch.workspace !== workspace) {
      throw new AppError('INVALID_INPUT', `This is a branch of ${branch.workspace}`, {
        where: id,
        advice: 'Take from it in a session of that folder',
      });
    }
    if (!tries.has(id) && !(branch.session !== undefined && options.isBusy(branch.session))) continue;
    throw new AppError('CONFLICT', 'This branch is still being worked in', { where: id, advice: 'Stop it, or wait' });
  }
  const turn = `take-${newId()}`;
  let cause = '';
  for (const { branch, paths } of of) {
    const about = { branch, workspace, session, turn, paths };
    cause = (await options.records.append(workspace, 'branch.taken', about)).id;
  }
  return { turn, taken: options.take({ session, workspace, turn, cause, of }) };
}
