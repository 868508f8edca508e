import { sep } from 'node:path';
import type { AnyLedgerEvent, ContentHash } from '#contract';
import { messageOf } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { Ledger, SessionLedger, TreeChange } from '#ledger';
import { readHead } from './git-head.ts';
import { RecordedChanges } from './recorded-changes.ts';

/** A workspace at one moment, in the content store. */
export interface Point {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Record of the tree: the same hash where nothing differs. */
  readonly snapshot: ContentHash;
  /** Parts that are not watched or not kept, and why; short sentences. */
  readonly notWatched: readonly string[];
  /** Whether only changes of commands are to be recorded. */
  readonly isOfCommands?: true;
  /**
   * Finds the changes since an earlier point of the workspace, by path. @throws AppError UNAVAILABLE, as when that is
   * not kept any more
   */
  changesSince(earlier: ContentHash): Promise<readonly TreeChange[]>;
}

/**
 * Looks at a workspace and writes down what is there; `undefined` if nothing is to be watched. @throws AppError
 * UNAVAILABLE; the signal's reason
 */
export type TakePoint = (workspace: string, signal?: AbortSignal) => Promise<Point | undefined>;

export interface PointsOptions {
  readonly takePoint: TakePoint;
  readonly ledger: Pick<Ledger, 'session'>;
  readonly onAppended: Subscribe<AnyLedgerEvent>;
  readonly log: Logger;
}

export interface TurnPlace {
  readonly session: string;
  readonly turn: string;
  /** Absolute. */
  readonly workspace: string;
  readonly signal?: AbortSignal | undefined;
}

/** A turn that may have written. */
interface OpenTurn {
  readonly point: Point | undefined;
  readonly told: RecordedChanges;
}

/** Longest that the end of a turn waits for its point, in milliseconds. */
const LAST_LOOK_MS = 5000;

const UNEXPLAINED =
  'Found when the turn had ended: no call of it explains this change, so that you or another program may have made it';

/**
 * Points of turns: the workspace before a turn's first call that is not proven to read, and after the turn. What changed between the
 * two and is on no record comes on that of the turn.
 */
export class Points implements Disposable {
  readonly #options: PointsOptions;
  /** Open turns by turn id. */
  readonly #open = new Map<string, Promise<OpenTurn>>();

  constructor(options: PointsOptions) {
    this.#options = options;
  }

  /** Resolves when the turn's first point is on the record. @throws AppError UNAVAILABLE: the call must not be made then; the signal's reason */
  async before(place: TurnPlace): Promise<void> {
    const { turn } = place;
    const known = this.#open.get(turn);
    if (known !== undefined) {
      await known;
      return;
    }
    const opening = this.#begin(place);
    this.#open.set(turn, opening);
    try {
      await opening;
    } catch (error) {
      this.#open.delete(turn);
      throw error;
    }
  }

  /**
   * Takes the last point of a turn; to be called when nothing of it runs any more. Never throws: a turn may lack its
   * last point.
   */
  async after({ session, turn, workspace }: TurnPlace): Promise<void> {
    const opening = this.#open.get(turn);
    if (!opening) return;
    this.#open.delete(turn);
    try {
      const { point: first, told } = await opening;
      using _ = told;
      if (!first) return;
      const point = await this.#options.takePoint(workspace, AbortSignal.timeout(LAST_LOOK_MS));
      if (!point) return;
      const isAll = first.isOfCommands !== true && point.isOfCommands !== true;
      const changes = isAll ? await changesBetween(first, point) : [];
      const unexplained = told.without(changes).filter(({ path }) => !isInGit(path));
      const record = await this.#options.ledger.session(session);
      const taken = await recordPoint(record, turn, 'after', point);
      const from = { turn, cause: taken.id };
      await Promise.all(
        unexplained.map((change) =>
          record.append('file.changed', { ...change, origin: 'unknown', shared: UNEXPLAINED }, from),
        ),
      );
    } catch (error) {
      this.#options.log.warn('point.untaken', { session, turn, error: messageOf(error) });
    }
  }

  [Symbol.dispose](): void {
    for (const opening of this.#open.values()) {
      opening.then(({ told }) => told[Symbol.dispose]()).catch(() => {});
    }
    this.#open.clear();
  }

  async #begin({ session, turn, workspace, signal }: TurnPlace): Promise<OpenTurn> {
    const { takePoint, ledger, onAppended } = this.#options;
    const told = new RecordedChanges(onAppended);
    try {
      const point = await takePoint(workspace, signal);
      if (point) await recordPoint(await ledger.session(session), turn, 'before', point);
      return { point, told };
    } catch (error) {
      told[Symbol.dispose]();
      throw error;
    }
  }
}

/** Whether a path is in a `.git` folder, whose content is git's own. */
export function isInGit(path: string): boolean {
  return path.split(sep).includes('.git');
}

async function changesBetween(first: Point, last: Point): Promise<readonly TreeChange[]> {
  return first.snapshot === last.snapshot ? [] : await last.changesSince(first.snapshot);
}

async function recordPoint(record: SessionLedger, turn: string, at: 'before' | 'after', { root, snapshot }: Point) {
  const head = await readHead(root);
  return await record.append('point.taken', { at, root, snapshot, ...(head && { head }) }, { turn });
}
