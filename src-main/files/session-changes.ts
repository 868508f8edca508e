import type { AnyLedgerEvent, LedgerEvent } from '#contract';
import { knownEvent } from '#ledger';
import type { PastChange } from './change-history.ts';

type FileChanged = Extract<LedgerEvent, { type: 'file.changed' }>;

interface Kept {
  readonly event: FileChanged;
  /** From an earlier run of the app: its call is not running any more. */
  readonly isOld: boolean;
}

/** What one session changed, from its events, each taken once, in whatever order they come. */
export class SessionChanges {
  readonly #session: string;
  readonly #changes = new Map<string, Kept>();
  readonly #undone = new Set<string>();
  readonly #finishedCalls = new Set<string>();
  #workspace: string | undefined;
  isRead = false;

  constructor(session: string) {
    this.#session = session;
  }

  add(any: AnyLedgerEvent, isOld: boolean): void {
    const event = knownEvent(any);
    switch (event?.type) {
      case 'file.changed':
        if (!this.#changes.has(event.id)) this.#changes.set(event.id, { event, isOld });
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

  #past(kept: Kept): PastChange {
    const { event } = kept;
    return {
      id: event.id,
      session: this.#session,
      at: event.at,
      workspace: this.#workspace,
      state: this.#stateOf(kept),
      data: event.data,
    };
  }

  /** A file tool records before it writes: without its result it is not known whether the write came to be. */
  #stateOf({ event, isOld }: Kept): PastChange['state'] {
    if (this.#undone.has(event.id)) return 'undone';
    const { origin, callId } = event.data;
    const isOpen = origin === 'tool' && callId !== undefined && !this.#finishedCalls.has(callId);
    return isOpen && isOld ? 'interrupted' : 'applied';
  }
}
