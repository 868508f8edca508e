/** The rows of Changes for what has happened: one for each turn, worked out again only when something about it changed. */
import type { Change, ChangeMaker, TurnChanges, TurnId } from '#contract';
import type { ChangeHistory } from './change-history.ts';
import { changeOfPast } from './change-list.ts';
import { netFiles } from './net-files.ts';
import type { PastChange } from './past-change.ts';

export interface TurnRowOptions {
  readonly history: ChangeHistory;
  readonly sessionTitle: (session: string) => string;
}

/** A turn with all of its files. */
export interface ChangedTurn {
  readonly row: TurnChanges;
  readonly files: readonly Change[];
}

/** Files a row names. */
const NAMED = 3;

export class TurnRows {
  readonly #options: TurnRowOptions;
  readonly #known = new Map<string, { readonly revision: number; readonly turn: ChangedTurn | undefined }>();

  constructor(options: TurnRowOptions) {
    this.#options = options;
  }

  /** The newest `most` turns, of one session where it is named, and how many are older. */
  newest(most: number, of?: string): { readonly turns: TurnChanges[]; readonly older: number } {
    const all = this.#options.history.turns().filter(({ session }) => of === undefined || session === of);
    const turns: TurnChanges[] = [];
    for (const [index, { session, turn }] of all.entries()) {
      if (turns.length === most) return { turns, older: all.length - index };
      const row = this.of({ session, turn })?.row;
      if (row) turns.push({ ...row, sessionTitle: this.#options.sessionTitle(session) });
    }
    return { turns, older: 0 };
  }

  /**
   * Builds the row of a turn; `undefined` for one that changed nothing in the end. It stays the same object until
   * something about the turn changes.
   */
  of({ session, turn }: TurnId): ChangedTurn | undefined {
    const { history } = this.#options;
    const key = `${session} ${turn}`;
    const revision = history.revision(session, turn);
    const known = this.#known.get(key);
    if (known?.revision === revision) return known.turn;
    const made = this.#make({ session, turn });
    if (revision === -1) this.#known.delete(key);
    else this.#known.set(key, { revision, turn: made });
    return made;
  }

  #make({ session, turn }: TurnId): ChangedTurn | undefined {
    const { history, sessionTitle } = this.#options;
    const changes = history.inTurn(session, turn);
    const net = netFiles(changes);
    if (net.length === 0) return undefined;
    const title = sessionTitle(session);
    const workspace = changes[0]?.workspace;
    const files = net.map((file) => changeOfPast(file, title));
    const written = files.filter(({ state }) => state !== 'rejected');
    const ofKind = (kind: Change['change']) => written.filter(({ change }) => change === kind).length;
    const all = changes.map((change) => changeOfPast(change, title));
    const row: TurnChanges = {
      session,
      turn,
      sessionTitle: title,
      ...(workspace !== undefined && { workspace }),
      ...history.titleOf(session, turn),
      at: changes.reduce((latest, { at }) => Math.max(latest, at), 0),
      state: turnState(changes),
      canUndo: all.some(({ canUndo }) => canUndo),
      canRedo: all.some(({ canRedo }) => canRedo),
      by: makersOf(written),
      counts: {
        created: ofKind('created'),
        modified: ofKind('modified'),
        deleted: ofKind('deleted'),
        rejected: files.length - written.length,
      },
      names: files.slice(0, NAMED).map(({ shownPath }) => shownPath),
    };
    return { row, files };
  }
}

function turnState(changes: readonly PastChange[]): TurnChanges['state'] {
  const written = changes.filter(({ state }) => state !== 'rejected');
  if (written.length === 0) return 'rejected';
  const undone = written.filter(({ state }) => state === 'undone').length;
  return undone === 0 ? 'applied' : undone === written.length ? 'undone' : 'partly';
}

/** The most busy first. */
function makersOf(files: readonly Change[]): ChangeMaker[] {
  const makers = new Map<string, ChangeMaker>();
  for (const { origin, by } of files) {
    const name = by?.join(', ');
    const key = `${origin} ${name ?? ''}`;
    makers.set(key, { origin, ...(name !== undefined && { name }), files: (makers.get(key)?.files ?? 0) + 1 });
  }
  return [...makers.values()].sort((a, b) => b.files - a.files);
}
