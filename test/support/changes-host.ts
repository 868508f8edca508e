import type { Change, ChangeList, TurnChanges, TurnFiles } from '#contract';
import { Feed } from './pane.tsx';

interface FilesInput {
  readonly session: string;
  readonly turn: string;
  readonly path?: string;
  readonly most?: number;
}

/** The part of a host that lists changes, for panes: rows and files are made of the changes that a test has. */
export class ChangesHost {
  #changes: readonly Change[];
  readonly #list: Feed<ChangeList>;
  readonly #files = new Map<string, { readonly input: FilesInput; readonly feed: Feed<TurnFiles> }>();

  constructor(changes: readonly Change[]) {
    this.#changes = changes;
    this.#list = new Feed(changeList(changes));
  }

  push(changes: readonly Change[]): void {
    this.#changes = changes;
    this.#list.push(changeList(changes));
    for (const { input, feed } of this.#files.values()) feed.push(this.#filesOf(input));
  }

  readonly procedures = {
    changed: (input: unknown, options?: { readonly signal?: AbortSignal }) => this.#list.open(input, options),
    files: (input: FilesInput, options?: { readonly signal?: AbortSignal }) => {
      const key = JSON.stringify(input);
      const known = this.#files.get(key) ?? { input, feed: new Feed(this.#filesOf(input)) };
      this.#files.set(key, known);
      return known.feed.open(input, options);
    },
  };

  #filesOf({ session, turn, path, most = 200 }: FilesInput): TurnFiles {
    const files = pastOf(this.#changes).filter(
      (one) => one.session === session && turnFor(one) === turn && (path === undefined || one.path === path),
    );
    return { files: files.slice(0, most), total: files.length };
  }
}

const pastOf = (changes: readonly Change[]) => changes.filter(({ state }) => state !== 'proposed');
const turnFor = ({ id, turn = id }: Change) => turn;

function changeList(changes: readonly Change[]): ChangeList {
  const sets = new Map<string, Change[]>();
  for (const change of pastOf(changes)) {
    const key = `${change.session} ${turnFor(change)}`;
    sets.set(key, [...(sets.get(key) ?? []), change]);
  }
  const proposals = changes.filter(({ state }) => state === 'proposed');
  return { proposals, turns: [...sets.values()].map((files) => changeRow(files)), older: 0 };
}

/** The row of a turn that did this to files. */
export function changeRow(files: readonly Change[], overrides: Partial<TurnChanges> = {}): TurnChanges {
  const [first] = files;
  if (!first) throw new Error('A turn without files has no row');
  const written = files.filter(({ state }) => state !== 'rejected');
  const count = (kind: Change['change']) => written.filter(({ change }) => change === kind).length;
  const undone = written.filter(({ state }) => state === 'undone').length;
  const state = undone === 0 ? 'applied' : undone === written.length ? 'undone' : 'partly';
  return {
    session: first.session,
    turn: turnFor(first),
    sessionTitle: first.sessionTitle,
    at: first.at,
    source: 'message',
    title: 'Make it friendlier',
    by: [{ origin: 'tool', files: files.length }],
    state: written.length === 0 ? 'rejected' : state,
    canUndo: files.some(({ canUndo }) => canUndo),
    canRedo: files.some(({ canRedo }) => canRedo),
    counts: {
      created: count('created'),
      modified: count('modified'),
      deleted: count('deleted'),
      rejected: files.length - written.length,
    },
    names: files.slice(0, 3).map(({ shownPath }) => shownPath),
    ...overrides,
  };
}
