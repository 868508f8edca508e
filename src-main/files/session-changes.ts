import { type AnyLedgerEvent, type LedgerEvent, type LedgerEventData, Subject } from '#contract';
import { knownEvent } from '#ledger';
import type { PastChange } from './change-history.ts';

type EventOf<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>;

interface Kept {
  readonly id: string;
  readonly at: number;
  readonly data: LedgerEventData<'file.changed'>;
  readonly isRefused: boolean;
  /** From an earlier run of the app: its call is not running any more. */
  readonly isOld: boolean;
}

/** What one session changed, from its events, each taken once, in whatever order they come. */
export class SessionChanges {
  readonly #session: string;
  readonly #changes = new Map<string, Kept>();
  readonly #undone = new Set<string>();
  readonly #finishedCalls = new Set<string>();
  /** Questions about changes that have not been answered, by their id. */
  readonly #asked = new Map<string, EventOf<'approval.asked'>['data']>();
  #workspace: string | undefined;
  isRead = false;

  constructor(session: string) {
    this.#session = session;
  }

  add(any: AnyLedgerEvent, isOld: boolean): void {
    const event = knownEvent(any);
    switch (event?.type) {
      case 'file.changed':
        this.#keep({ id: event.id, at: event.at, data: event.data, isRefused: false, isOld });
        break;
      case 'approval.asked':
        if (event.data.subject.kind === 'change') this.#asked.set(event.data.question, event.data);
        break;
      case 'approval.decided':
        this.#addDecision(event);
        break;
      case 'change.undone':
        this.#undone.add(event.data.change);
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

  newest(count: number): PastChange[] {
    return [...this.#changes.values()].slice(-count).map((kept) => this.#past(kept));
  }

  find(id: string): PastChange | undefined {
    const kept = this.#changes.get(id);
    return kept && this.#past(kept);
  }

  #keep(kept: Kept): void {
    if (!this.#changes.has(kept.id)) this.#changes.set(kept.id, kept);
  }

  /** A refused change is one that did not happen; the list shows it as what it would have been. */
  #addDecision({ id, at, data }: EventOf<'approval.decided'>): void {
    const asked = data.question === undefined ? undefined : this.#asked.get(data.question);
    if (!asked) return;
    this.#asked.delete(asked.question);
    const subject = Subject.safeParse(asked.subject).data;
    if (data.verdict !== 'refuse' || subject?.kind !== 'change') return;
    const { path, isNew, addedLines, removedLines } = subject;
    const change = isNew ? 'created' : 'modified';
    const { callId } = asked;
    const would = { path, change, addedLines, removedLines, callId, origin: 'tool' } as const;
    this.#keep({ id, at, data: would, isRefused: true, isOld: false });
  }

  #past(kept: Kept): PastChange {
    const { id, at, data } = kept;
    return { id, session: this.#session, at, workspace: this.#workspace, state: this.#stateOf(kept), data };
  }

  /** A file tool records before it writes: without its result it is not known whether the write came to be. */
  #stateOf({ id, data, isRefused, isOld }: Kept): PastChange['state'] {
    if (isRefused) return 'rejected';
    if (this.#undone.has(id)) return 'undone';
    const isOpen = data.origin === 'tool' && data.callId !== undefined && !this.#finishedCalls.has(data.callId);
    return isOpen && isOld ? 'interrupted' : 'applied';
  }
}
