import type { LedgerEvent, LedgerEventData, RunLimits } from '#contract';
import { type LimitRaises, raisedBy } from './limit-keys.ts';

export const COMMAND_TOOL = 'execute_command';

interface LimitedCall {
  /** Id of its `tool.called` event. */
  readonly event: string;
  readonly turn: string | undefined;
  readonly isOpen: boolean;
  /** Raises for this call alone. */
  readonly once: LimitRaises;
  /** Limits at its end. */
  readonly limits?: RunLimits;
}

/** The limits that a person raised in one session, as its ledger tells. */
export class RaisedLimits {
  #session: LimitRaises = {};
  /** Used up by the next command. */
  #next: LimitRaises = {};
  readonly #calls = new Map<string, LimitedCall>();
  /** Calls of others: the model's for clients, and the other way around. */
  readonly #foreign = new Set<string>();
  readonly #of: 'model' | 'clients';
  /** Calls by the id of the event that began them. */
  readonly #begun = new Map<string, string>();

  constructor(of: 'model' | 'clients' = 'model') {
    this.#of = of;
  }

  apply(event: LedgerEvent): void {
    switch (event.type) {
      case 'tool.called':
        if (event.data.tool === COMMAND_TOOL) this.#begin(event);
        break;
      case 'command.ran':
        this.#end(this.#begun.get(event.cause ?? ''), event.data.limits);
        break;
      case 'tool.returned':
        this.#end(event.data.callId);
        break;
      case 'limits.raised':
        this.#raise(event.data);
        break;
      default:
    }
  }

  isForeign(callId: string): boolean {
    return this.#foreign.has(callId);
  }

  call(callId: string): LimitedCall | undefined {
    return this.#calls.get(callId);
  }

  /** Limits of the session's next command. */
  next(base: RunLimits): RunLimits {
    return raisedBy(base, this.#session, this.#next);
  }

  /** Limits of a running command. */
  of(callId: string, base: RunLimits): RunLimits {
    return raisedBy(base, this.#session, this.#calls.get(callId)?.once ?? {});
  }

  #begin({ id, turn, data }: Extract<LedgerEvent, { type: 'tool.called' }>): void {
    if (this.#of !== whose(data.arguments)) {
      this.#foreign.add(data.callId);
      return;
    }
    this.#calls.set(data.callId, { event: id, turn, isOpen: true, once: this.#next });
    this.#begun.set(id, data.callId);
    this.#next = {};
  }

  #end(callId: string | undefined, limits?: RunLimits): void {
    const call = this.#calls.get(callId ?? '');
    if (!call || callId === undefined) return;
    this.#calls.set(callId, { ...call, isOpen: false, ...(limits && { limits }) });
    this.#begun.delete(call.event);
  }

  #raise({ limit, to, scope, callId = '' }: LedgerEventData<'limits.raised'>): void {
    const call = this.#calls.get(callId);
    if (scope === 'session') this.#session = { ...this.#session, [limit]: to };
    else if (call?.isOpen) this.#calls.set(callId, { ...call, once: { ...call.once, [limit]: to } });
    else this.#next = { ...this.#next, [limit]: to };
  }
}

/** A client of the Shell Adapter names its command in the document's way. */
const whose = (given: LedgerEventData<'tool.called'>['arguments']) =>
  typeof given === 'object' && given !== null && 'command' in given ? 'clients' : 'model';
