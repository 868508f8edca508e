import { type AnyLedgerEvent, type LedgerEvent, type LedgerEventData, Subject } from '#contract';
import { ChangeStates, type FoldedChange, knownEvent } from '#ledger';
import { ChangeSets } from '../review/change-sets.ts';
import { type MovePaths, movesAmong } from './moves.ts';
import type { PastChange } from './past-change.ts';
import { TurnTitles } from './turn-titles.ts';

type EventOf<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>;

interface KnownChange {
  readonly id: string;
  readonly at: number;
  readonly data: LedgerEventData<'file.changed'>;
  /** The turn; of a change without one the call, or what found it. */
  readonly turn: string;
  readonly isRefused: boolean;
  /** Whether it comes from an earlier run of the app, so that its call is no longer running. */
  readonly isOld: boolean;
}

/** Changes of one session, from its events, each taken once, in any order. */
export class SessionChanges {
  readonly #session: string;
  readonly #changes = new Map<string, KnownChange>();
  /** The undos and redos of transactions, which are told with the changes they are about. */
  readonly #inverses = new Map<string, KnownChange>();
  readonly #states = new ChangeStates();
  readonly #finishedCalls = new Set<string>();
  readonly #turns = new Map<string, string>();
  /** Changes of each command, and the moves among them as far as determined. */
  readonly #commands = new Map<
    string,
    { readonly changes: KnownChange[]; moves?: ReadonlyMap<string, MovePaths> | undefined }
  >();
  /** Questions about changes that have not been answered, by their id. */
  readonly #asked = new Map<string, EventOf<'approval.asked'>['data']>();
  readonly #sets = new ChangeSets();
  readonly titles = new TurnTitles();
  #workspace: string | undefined;
  isRead = false;

  constructor(session: string) {
    this.#session = session;
  }

  add(any: AnyLedgerEvent, isOld: boolean): void {
    const event = knownEvent(any);
    this.titles.add(any);
    if (event) for (const change of this.#states.add(event)) this.#sets.touch(change);
    switch (event?.type) {
      case 'file.changed':
        this.#keep({ id: event.id, at: event.at, turn: setOf(event), data: event.data, isRefused: false, isOld });
        break;
      case 'approval.asked':
        if (event.turn !== undefined) this.#turns.set(event.data.callId, event.turn);
        if (event.data.subject.kind === 'change') this.#asked.set(event.data.question, event.data);
        break;
      case 'approval.decided':
        this.#addDecision(event);
        break;
      case 'tool.returned':
        if (event.data.outcome === 'done' || event.data.outcome === 'failed')
          this.#finishedCalls.add(event.data.callId);
        break;
      case 'session.created':
        this.#workspace = event.data.workspace;
        break;
      default:
        break;
    }
  }

  /** Its changes that may not have come to be. */
  interrupted(): PastChange[] {
    return [...this.#changes.values()]
      .filter((kept) => this.#stateOf(kept) === 'interrupted')
      .map((kept) => this.#past(kept));
  }

  find(id: string): PastChange | undefined {
    const kept = this.#changes.get(id) ?? this.#inverses.get(id);
    return kept && this.#past(kept);
  }

  /** The change with what an undo puts back, or, where it is undone, what a redo brings back. */
  folded(id: string): FoldedChange | undefined {
    return this.#states.folded(id);
  }

  /** Every change that stands, oldest first. */
  *standing(): Generator<PastChange> {
    for (const kept of this.#changes.values()) {
      const state = this.#stateOf(kept);
      if (state === 'applied' || state === 'interrupted') yield this.#past(kept);
    }
  }

  /** Changes of the turn, in order. */
  inTurn(turn: string): PastChange[] {
    return this.#sets.of(turn).flatMap((id) => {
      const kept = this.#changes.get(id);
      return kept ? this.#past(kept) : [];
    });
  }

  /** The turn of a change, also of one that undid or redid it, or a turn by its own id. */
  placeOf(id: string): { readonly turn: string; readonly path?: string } | undefined {
    const change = this.#states.settledBy(id)?.changes[0] ?? id;
    const [turn, path] = [this.#sets.setOf(change), this.find(change)?.data.path];
    if (turn !== undefined && path !== undefined) return { turn, path };
    return this.#sets.revision(id) >= 0 ? { turn: id } : undefined;
  }

  /** Its turns that changed something. */
  get turns(): Pick<ChangeSets, 'ages' | 'revision'> {
    return this.#sets;
  }

  /** The turn a call that was asked about belongs to. */
  turnOf(callId: string): string | undefined {
    return this.#turns.get(callId);
  }

  #keep(kept: KnownChange): void {
    if (this.#changes.has(kept.id)) return;
    if (kept.data.transaction !== undefined) {
      this.#inverses.set(kept.id, kept);
      return;
    }
    this.#changes.set(kept.id, kept);
    // What an undo did is told by the state of what it undid.
    if (kept.data.origin !== 'undo') this.#sets.add(kept.id, kept.turn, kept.at);
    const { origin, callId } = kept.data;
    if (origin !== 'command' || callId === undefined) return;
    const changes = this.#commands.get(callId)?.changes ?? [];
    changes.push(kept);
    this.#commands.set(callId, { changes });
  }

  #movesOf({ id, data }: KnownChange): MovePaths | undefined {
    const command = data.origin === 'command' && data.callId ? this.#commands.get(data.callId) : undefined;
    if (!command) return undefined;
    command.moves ??= movesAmong(command.changes);
    return command.moves.get(id);
  }

  /** A refused change is one that did not happen; the list shows it as what it would have been. */
  #addDecision({ id, at, turn, data }: EventOf<'approval.decided'>): void {
    const asked = data.question === undefined ? undefined : this.#asked.get(data.question);
    if (!asked) return;
    this.#asked.delete(asked.question);
    const subject = Subject.safeParse(asked.subject).data;
    if (data.verdict !== 'refuse' || subject?.kind !== 'change') return;
    const { path, isNew, addedLines, removedLines } = subject;
    const change = isNew ? 'created' : 'modified';
    const { callId } = asked;
    const would = { path, change, addedLines, removedLines, callId, origin: 'tool' } as const;
    this.#keep({ id, at, turn: turn ?? callId, data: would, isRefused: true, isOld: false });
  }

  #past(kept: KnownChange): PastChange {
    const { id, at, turn, data } = kept;
    const state = this.#stateOf(kept);
    return { id, session: this.#session, at, turn, workspace: this.#workspace, state, data, ...this.#movesOf(kept) };
  }

  /** A file tool records before it writes: without its result it is not known whether the write came to be. */
  #stateOf({ id, data, isRefused, isOld }: KnownChange): PastChange['state'] {
    if (isRefused) return 'rejected';
    if (this.#states.isUndone(id)) return 'undone';
    const isOpen = data.origin === 'tool' && data.callId !== undefined && !this.#finishedCalls.has(data.callId);
    return isOpen && isOld ? 'interrupted' : 'applied';
  }
}

/** The turn, else the call that made it, else the event that found it. */
function setOf({ id, turn, cause, data }: EventOf<'file.changed'>): string {
  return turn ?? data.callId ?? cause ?? id;
}
