import { dirname } from 'node:path';
import type { AnyLedgerEvent, TurnId } from '#contract';
import { messageOf } from '#core/app-error';
import { Emitter, type Unsubscribe } from '#core/async/emitter';
import { sweepTemporary } from '#core/files/temporary-name';
import type { Logger } from '#core/logger';
import { type FoldedChange, knownEvent, type Ledger } from '#ledger';
import type { PastChange } from './past-change.ts';
import { SessionChanges } from './session-changes.ts';
import type { TurnTitle } from './turn-titles.ts';

/** A turn that changed something, and when it did so last. */
export interface TurnAge {
  readonly session: string;
  readonly turn: string;
  readonly at: number;
}

/** The `file.changed` events of all sessions, read when first asked for and followed from then on. */
export class ChangeHistory implements Disposable {
  readonly #ledger: Ledger;
  readonly #log: Logger;
  readonly #sessions = new Map<string, SessionChanges>();
  /** Events appended to sessions while they are read. */
  readonly #late = new Map<string, AnyLedgerEvent[]>();
  /** Sessions whose record could not be read the last time. */
  readonly #unreadable = new Set<string>();
  readonly #changed = new Emitter<true>();
  readonly #stop: Unsubscribe;
  #refreshing: Promise<void> | undefined;
  #isSwept = false;

  readonly onChanged = this.#changed.subscribe;

  /**
   * Follows the ledger from now on. It is to be made before anything of this run changes files: what is only read from a record
   * is of an earlier one.
   */
  constructor(ledger: Ledger, log: Logger) {
    this.#ledger = ledger;
    this.#log = log;
    this.#stop = ledger.onAppended((event) => this.#follow(event));
  }

  /** Every turn that changed something, the newest change first. */
  turns(): readonly TurnAge[] {
    const all = [...this.#sessions].flatMap(([session, changes]) =>
      [...changes.turns.ages()].map((age) => ({ session, ...age })),
    );
    // Turned around first: the sort is stable, and many events share a millisecond.
    return all.reverse().sort((a, b) => b.at - a.at);
  }

  /** Reads sessions that are new to it and forgets those that were removed. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** A change; with `since`, what came of the file from that change to this one. */
  async find(id: string, since?: string): Promise<PastChange | undefined> {
    await this.refresh();
    for (const session of this.#sessions.values()) {
      const [known, first] = [session.find(id), since === undefined ? undefined : session.find(since)];
      if (known) return first ? { ...known, data: { ...known.data, before: first.data.before } } : known;
    }
    return undefined;
  }

  /** Reads the changes of a turn, newest first. */
  async ofTurn(session: string, turn: string): Promise<readonly PastChange[]> {
    await this.refresh();
    return this.inTurn(session, turn).reverse();
  }

  /** Changes of a turn as far as its session has been read, oldest first. */
  inTurn(session: string, turn: string): PastChange[] {
    return this.#sessions.get(session)?.inTurn(turn) ?? [];
  }

  /** Rises with whatever happens to the changes of a turn; -1 for a turn that changed nothing. */
  revision(session: string, turn: string): number {
    return this.#sessions.get(session)?.turns.revision(turn) ?? -1;
  }

  /** Cause of a turn's changes. */
  titleOf(session: string, turn: string): TurnTitle {
    return this.#sessions.get(session)?.titles.of(turn) ?? { source: 'found', title: '' };
  }

  /** The turn of a change, or a turn by its own id. */
  placeOf(id: string): (TurnId & { readonly path?: string }) | undefined {
    for (const [session, changes] of this.#sessions) {
      const place = changes.placeOf(id);
      if (place) return { session, ...place };
    }
    return undefined;
  }

  folded(session: string, id: string): FoldedChange | undefined {
    return this.#sessions.get(session)?.folded(id);
  }

  /** Newest change in effect for each path, over all sessions. */
  newestByPath(): Map<string, PastChange> {
    const newest = new Map<string, PastChange>();
    for (const session of this.#sessions.values()) {
      for (const change of session.standing()) {
        const known = newest.get(change.data.path);
        if (!known || known.at <= change.at) newest.set(change.data.path, change);
      }
    }
    return newest;
  }

  turnOf(session: string, callId: string): string | undefined {
    return this.#sessions.get(session)?.turnOf(callId);
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  async #read(): Promise<void> {
    const present = await this.#ledger.sessions();
    const isPresent = new Set(present);
    let hasChanged = false;
    for (const id of [...this.#sessions.keys()]) {
      if (isPresent.has(id)) continue;
      hasChanged = this.#sessions.delete(id) || hasChanged;
      this.#unreadable.delete(id);
    }
    for (const id of present) {
      if (this.#sessions.get(id)?.isRead) continue;
      hasChanged = (await this.#readSession(id)) || hasChanged;
    }
    if (hasChanged) this.#changed.emit(true);
    await this.#sweep();
  }

  /** A write that was interrupted may have left its temporary file beside the one it was to become. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    const interrupted = [...this.#sessions.values()].flatMap((session) => session.interrupted());
    for (const folder of new Set(interrupted.map(({ data }) => dirname(data.path)))) await sweepTemporary(folder);
  }

  /** Answers whether there is news of it: where it cannot be read, what could be is news once. */
  async #readSession(id: string): Promise<boolean> {
    // Known before it is read, so that what is appended meanwhile is not missed.
    const changes = this.#of(id);
    const late: AnyLedgerEvent[] = [];
    this.#late.set(id, late);
    const wasUnreadable = this.#unreadable.has(id);
    try {
      const session = await this.#ledger.session(id);
      // Those of this run are known already. Their time tells nothing: the clock may have been set back since.
      for await (const event of session.read()) changes.add(event, true);
      this.#unreadable.delete(id);
      changes.isRead = true;
    } catch (error) {
      // It is read again the next time, and told once.
      if (!wasUnreadable) {
        this.#log.warn('changes.session.unreadable', { session: id, message: messageOf(error) });
      }
      this.#unreadable.add(id);
    }
    this.#late.delete(id);
    // Older events came after these: of undoing and redoing, the last one counts.
    for (const event of late) changes.add(event, false);
    return changes.isRead || !wasUnreadable;
  }

  #follow(event: AnyLedgerEvent): void {
    const isFollowed = FOLLOWED.has(event.type);
    // Most events are of neither kind: their data is not looked at.
    if (!(isFollowed || NOTED.has(event.type)) || !knownEvent(event)) return;
    this.#of(event.session).add(event, false);
    this.#late.get(event.session)?.push(event);
    if (isFollowed) this.#changed.emit(true);
  }

  #of(id: string): SessionChanges {
    const known = this.#sessions.get(id) ?? new SessionChanges(id);
    this.#sessions.set(id, known);
    return known;
  }
}

/** Event types from which the list is built. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'file.changed',
  'change.undone',
  'change.redone',
  'turn.undone',
  'session.rewound',
  'approval.asked',
  'approval.decided',
  'session.created',
  'session.renamed',
]);

/** Event types needed once something is changed. */
const NOTED: ReadonlySet<string> = new Set(['message.user', 'tool.called']);
