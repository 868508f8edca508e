import { Readable } from 'node:stream';
import type { ContentHash, LedgerEvent } from '#contract';
import type { Redactor } from '#core/secrets/redact';
import { type ContentStore, knownEvent, type SessionLedger } from '#ledger';

type EventOfType<T extends LedgerEvent['type']> = Extract<LedgerEvent, { type: T }>;

/** An output that is on the ledger. */
export interface KeptOutput {
  /** The event that has it. */
  readonly source: string;
  /** Duration of the command that printed it, in milliseconds. */
  readonly durationMs: number;
  /** Its bytes, secrets blanked: an earlier version kept outputs as they were printed. */
  open(redactor: Redactor): Readable;
}

/** Filters what others printed; its own results are not filtered again. */
export const FILTER_TOOL = 'filter_output';
const CHUNK_BYTES = 1024 * 1024;

/**
 * The output that `id` names: a call, of several with that id the newest; an event that has an output; a typed line.
 * `undefined` if nothing is kept.
 */
export async function findKeptOutput(
  session: Pick<SessionLedger, 'read'>,
  content: Pick<ContentStore, 'readPart'>,
  id: string,
): Promise<KeptOutput | undefined> {
  const search = new OutputSearch(content, id);
  for await (const any of session.read({ backward: true })) {
    const event = knownEvent(any);
    const found = event && search.look(event);
    if (found) return found;
  }
  return undefined;
}

/** Takes a session's events from its end. */
class OutputSearch {
  readonly #content: Pick<ContentStore, 'readPart'>;
  readonly #id: string;
  readonly #ran = new Map<string, EventOfType<'command.ran'>>();
  readonly #returned = new Map<string, EventOfType<'tool.returned'>>();
  readonly #ended = new Map<string, EventOfType<'console.ended'>>();
  #callId: string;

  constructor(content: Pick<ContentStore, 'readPart'>, id: string) {
    this.#content = content;
    this.#id = id;
    this.#callId = id;
  }

  look(event: LedgerEvent): KeptOutput | undefined {
    switch (event.type) {
      case 'command.ran':
        this.#ran.set(event.cause ?? '', event);
        return this.#isAskedFor(event) ? this.#ofCommand(event) : undefined;
      case 'tool.returned':
        this.#onReturned(event);
        return undefined;
      case 'tool.called':
        return event.data.callId === this.#callId ? this.#ofCall(event) : undefined;
      case 'console.ended':
        this.#ended.set(event.cause ?? '', event);
        return this.#isAskedFor(event) ? ofText(event.id, event.data.text, event.data.durationMs) : undefined;
      case 'console.started':
        return this.#isAskedFor(event) ? this.#ofLine(event) : undefined;
      default:
        return undefined;
    }
  }

  #isAskedFor({ id }: LedgerEvent): boolean {
    return id === this.#id;
  }

  /** The call itself says whether it was a command, all of whose output is kept. */
  #onReturned(event: EventOfType<'tool.returned'>): void {
    const { callId } = event.data;
    if (this.#isAskedFor(event)) this.#callId = callId;
    if (this.#isAskedFor(event) || !this.#returned.has(callId)) this.#returned.set(callId, event);
  }

  #ofCall({ id, at, data }: EventOfType<'tool.called'>): KeptOutput | undefined {
    const ran = this.#ran.get(id);
    if (ran) return this.#ofCommand(ran);
    const returned = this.#returned.get(data.callId);
    if (data.tool === FILTER_TOOL || !returned) return undefined;
    return ofText(returned.id, returned.data.content, Math.max(0, returned.at - at));
  }

  #ofLine({ id }: EventOfType<'console.started'>): KeptOutput | undefined {
    const ended = this.#ended.get(id);
    return ended && ofText(ended.id, ended.data.text, ended.data.durationMs);
  }

  #ofCommand({ id, data }: EventOfType<'command.ran'>): KeptOutput {
    const { spool, output, durationMs } = data;
    if (!spool) return ofText(id, output, durationMs);
    return {
      source: id,
      durationMs,
      open: (redactor) => Readable.from(redacted(pieces(this.#content, spool.hash), redactor)),
    };
  }
}

function ofText(source: string, text: string, durationMs: number): KeptOutput {
  return { source, durationMs, open: () => Readable.from([Buffer.from(text)]) };
}

async function* redacted(bytes: AsyncIterable<Buffer>, redactor: Redactor): AsyncGenerator<Buffer> {
  const stream = redactor.byteStream();
  for await (const piece of bytes) yield stream.push(piece);
  yield stream.end();
}

async function* pieces(content: Pick<ContentStore, 'readPart'>, hash: ContentHash): AsyncGenerator<Buffer> {
  for (let offset = 0; ; offset += CHUNK_BYTES) {
    const { bytes, size } = await content.readPart(hash, { offset, length: CHUNK_BYTES });
    if (bytes.length > 0) yield bytes;
    if (offset + CHUNK_BYTES >= size) return;
  }
}
