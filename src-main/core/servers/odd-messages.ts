import { isPlainObject } from '#contract/plain-object';
import type { Logger } from '../logger.ts';

/** A message of the wire, as far as it matters here. */
export interface WireMessage {
  readonly id: string;
  /** Whether it ends the request of this id rather than being one. */
  readonly isAbort: boolean;
}

/** A message of the wire, or what is wrong with it, before anything of it is acted on. */
function readMessage(message: unknown): WireMessage | string {
  if (typeof message !== 'string') return 'binary data';
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return 'not JSON';
  }
  if (!isPlainObject(value)) return 'no object';
  if (typeof value.i !== 'string') return 'no id';
  const isAbort = value.t === ABORT;
  if (isAbort) return { id: value.i, isAbort };
  if (value.t !== undefined && value.t !== REQUEST) return 'an unknown type';
  const oddity = isPlainObject(value.p) ? oddRequest(value.p) : 'no request';
  return oddity ?? { id: value.i, isAbort };
}

/** Numbers of oRPC's kinds of message; the third kind, a stream of the page to the host, is in no procedure of the contract. */
const [REQUEST, ABORT] = [1, 4];

function oddRequest({ u: path, h: headers = {}, m: method = 'POST' }: Readonly<Record<string, unknown>>) {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(`http://host${path}`)) return 'no path';
  if (typeof method !== 'string') return 'no method';
  if (!isPlainObject(headers) || !Object.values(headers).every((value) => typeof value === 'string'))
    return 'odd headers';
  // Bodies are JSON: forms, files and streams would be read by rules of their own.
  const hasOther = Object.keys(headers).some((name) => /^content-(type|disposition)$/i.test(name));
  return hasOther ? 'a body that is not JSON' : undefined;
}

/** Keeps odd messages away from the procedures: each kind is in the app log once, and again when there are ten times as many. */
export class OddMessages {
  readonly #counts = new Map<string, number>();
  readonly #log: Pick<Logger, 'warn'>;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** The message where it is one of the wire. */
  read(message: unknown): WireMessage | undefined {
    const read = readMessage(message);
    if (typeof read !== 'string') return read;
    this.#note(read);
    return undefined;
  }

  #note(kind: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (Number.isInteger(Math.log10(count))) this.#log.warn('rpc.odd-message', { kind, count });
  }
}
