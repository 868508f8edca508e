import { isPlainObject } from '#contract/plain-object';
import { sha256 } from '#core/text/sha256';

type Json = Readonly<Record<string, unknown>>;

/** Ids that Anthropic takes, and every other service that is known. */
const TAKEN_EVERYWHERE = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The messages with call ids that every service takes and that stand for one call each; the same conversation always gets the same ids,
 * so that what a service keeps of it stays of use. What is of no known form is left as it is.
 */
export function withServiceIds(messages: readonly unknown[]): unknown[] {
  const used = new Set<string>();
  /** New ids of the last assistant message's calls, by the old ones. */
  let current = new Map<string, string>();
  return messages.map((message) => {
    if (!isPlainObject(message)) return message;
    if (message.role === 'tool') return withResultId(message, current);
    if (message.role !== 'assistant' || !Array.isArray(message.tool_calls)) return message;
    current = new Map();
    const own = current;
    return { ...message, tool_calls: message.tool_calls.map((call) => withCallId(call, own, used)) };
  });
}

function withCallId(call: unknown, current: Map<string, string>, used: Set<string>): unknown {
  if (!isPlainObject(call) || typeof call.id !== 'string' || current.has(call.id)) return call;
  const id = freeId(serviceId(call.id), used);
  used.add(id);
  current.set(call.id, id);
  return id === call.id ? call : { ...call, id };
}

function withResultId(message: Json, current: ReadonlyMap<string, string>): Json {
  const id = typeof message.tool_call_id === 'string' ? current.get(message.tool_call_id) : undefined;
  return id === undefined || id === message.tool_call_id ? message : { ...message, tool_call_id: id };
}

function serviceId(id: string): string {
  if (TAKEN_EVERYWHERE.test(id)) return id;
  return `call_${sha256(id).slice(0, 24)}`;
}

function freeId(id: string, used: ReadonlySet<string>): string {
  if (!used.has(id)) return id;
  for (let count = 2; ; count++) {
    const next = `${id.slice(0, 56)}-${count}`;
    if (!used.has(next)) return next;
  }
}

/** Every call id of a conversation. */
export function callIdsOf(messages: unknown): Set<string> {
  const ids = new Set<string>();
  for (const message of Array.isArray(messages) ? messages : []) {
    if (!isPlainObject(message) || !Array.isArray(message.tool_calls)) continue;
    for (const call of message.tool_calls) if (isPlainObject(call) && typeof call.id === 'string') ids.add(call.id);
  }
  return ids;
}

/** Gives ids of a reply that were used before, or come twice in it, another one; what it made of an id is the same for all its pieces. */
export class FreshIds {
  readonly #used: Set<string>;
  /** Calls under each index, the latest last: some services number every call 0. */
  readonly #byIndex = new Map<unknown, { readonly given: string; readonly fresh: string }[]>();

  constructor(used: Iterable<string>) {
    this.#used = new Set(used);
  }

  /** `isNamed`: the piece names its tool, so that another id under the same index is another call, and not one that changed its id. */
  of(index: unknown, id: string, isNamed = false): string {
    const calls = this.#byIndex.get(index) ?? [];
    const known = calls.find(({ given }) => given === id) ?? (isNamed ? undefined : calls.at(-1));
    if (known !== undefined) return known.fresh;
    const fresh = freeId(id, this.#used);
    this.#used.add(fresh);
    this.#byIndex.set(index, [...calls, { given: id, fresh }]);
    return fresh;
  }
}
