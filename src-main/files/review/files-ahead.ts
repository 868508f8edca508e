import { sha256 } from '#core/text/sha256';
import { NEW_FILE_MODE } from './change-request.ts';
import type { ProposedChange } from './proposal.ts';
import type { FileSnapshot } from './snapshot.ts';

/**
 * The file as the last earlier proposal of the same group leaves it when it is accepted whole; `undefined` if none
 * changes it. `id` is the proposal that rests on it, absent before there is one.
 */
export function fileAhead(
  proposals: readonly ProposedChange[],
  { path, group, id }: { readonly path: string; readonly group: string | undefined; readonly id?: string | undefined },
): FileSnapshot | undefined {
  if (group === undefined) return undefined;
  const own = proposals.findIndex((one) => one.id === id);
  const earlier = own === -1 ? proposals : proposals.slice(0, own);
  const last = earlier.findLast((one) => one.group === group && one.target.path === path);
  return last && snapshotOf(last);
}

function snapshotOf({ id, revision, target, before, bytes }: ProposedChange): FileSnapshot {
  return {
    mode: NEW_FILE_MODE,
    names: 1,
    isWritable: true,
    ...before,
    path: target.path,
    hash: sha256(bytes),
    size: bytes.length,
    identity: `${id} ${revision}`,
    bytes,
  };
}
