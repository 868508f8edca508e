import type { Change, ChangeList, TurnId } from '#contract';

/** Selection for the diff: a waiting proposal, or what a turn did to a file. */
export type ChangeSelection = { readonly kind: 'proposal'; readonly id: string } | ChosenFile;

export interface ChosenFile extends TurnId {
  readonly kind: 'file';
  /** The first file of the turn where absent. */
  readonly path?: string | undefined;
  /** Set for what was rejected, since something else may have been written to the file in the same turn. */
  readonly rejected?: string | undefined;
}

/** Names a row of the list. */
export type RowKey = string;

export function turnKey({ session, turn }: TurnId): RowKey {
  return `turn ${session} ${turn}`;
}

export function changeKey({ id, session, turn = id, path, state }: Change): RowKey {
  if (state === 'proposed') return `proposal ${id}`;
  return `file ${session} ${turn} ${path}${state === 'rejected' ? ` ${id}` : ''}`;
}

/** The change as something to be chosen. */
export function changeSelection({ id, session, turn = id, path, state }: Change): ChangeSelection {
  if (state === 'proposed') return { kind: 'proposal', id };
  return { kind: 'file', session, turn, path, ...(state === 'rejected' && { rejected: id }) };
}

/** The file that was chosen among those of its path. */
export function fileAmong(files: readonly Change[], { path, rejected }: ChosenFile): Change | undefined {
  const ofPath = files.filter((file) => path === undefined || file.path === path);
  const meant = ofPath.find(({ id, state }) => (rejected === undefined ? state !== 'rejected' : id === rejected));
  return meant ?? ofPath[0];
}

/**
 * Determines what is shown for `chosen`. A proposal that was answered is gone, and its outcome is a file of its turn:
 * that is shown, so that the diff on the screen stays and can be undone. Without a choice it is the first of the list.
 */
export function shownSelection(
  chosen: ChangeSelection | undefined,
  { proposals, turns }: Pick<ChangeList, 'proposals' | 'turns'>,
  last: Change | undefined,
): ChangeSelection | undefined {
  if (chosen?.kind === 'file' || proposals.some(({ id }) => id === chosen?.id)) return chosen;
  if (chosen && last?.id === chosen.id) {
    return { kind: 'file', session: last.session, turn: last.turn ?? last.id, path: last.path };
  }
  const [first] = proposals;
  if (first) return { kind: 'proposal', id: first.id };
  const [newest] = turns;
  return newest && { kind: 'file', session: newest.session, turn: newest.turn };
}
