import { AppError } from '#core/app-error';
import { streamOf } from '#core/async/streams';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { os } from '#core/servers/procedures';
import { contentText } from './content-text.ts';
import { eventChain } from './event-chain.ts';
import { exportMarkdown } from './export-markdown.ts';
import { codeBlock } from './markdown-text.ts';
import type { Ledger, SessionLedger, SessionLine } from './ports.ts';
import { queryEvents } from './query-events.ts';
import { sessionIfThere, unreadableRecord } from './session-if-there.ts';
import { verifySession } from './verify-session.ts';

/** Pieces are joined up to this many characters, so that a long session does not cross in single lines. */
const PIECE_LENGTH = 128 * 1024;

export interface ActivityOptions {
  readonly ledger: Ledger;
  /** Blanks keys in kept bytes that are looked at. */
  readonly redactor?: Redactor;
  readonly log: Logger;
}

/** The ledger as a person reads it: search, chains, kept content, export, verification. */
export function createActivity({ ledger, redactor, log }: ActivityOptions) {
  const part = os.activity;
  const ending = new AbortController();
  const router = part.router({
    query: part.query.handler(async ({ input }) => {
      const started = performance.now();
      const sessions = await sessionsOf(ledger, input.session);
      const result = await queryEvents(ledger, input, sessions);
      log.debug('activity.queried', { sessions: sessions.length, durationMs: Math.round(performance.now() - started) });
      return result;
    }),
    appended: part.appended.handler(({ signal }) => streamOf(ledger.onAppended, untilEither(signal, ending.signal))),
    chain: part.chain.handler(async ({ input }) => eventChain(await sessionOf(ledger, input.session), input.id)),
    content: part.content.handler(({ input }) => contentText(ledger.content, input, redactor)),
    exported: part.exported.handler(async function* ({ input }) {
      const sessions = await sessionsOf(ledger, input.session);
      yield* inPieces(
        input.format === 'json' ? exportJson(sessionLines(ledger, sessions)) : asMarkdown(ledger, sessions),
      );
    }),
    verify: part.verify.handler(async ({ input }) => verifySession(await sessionOf(ledger, input.session))),
  });
  return {
    router,
    [Symbol.asyncDispose]: async () => ending.abort(),
  };
}

async function sessionsOf(ledger: Ledger, id: string | undefined): Promise<readonly string[]> {
  const all = await ledger.sessions();
  if (id === undefined) return all;
  if (!all.includes(id)) throw new AppError('NOT_FOUND', `There is no session ${id}`);
  return [id];
}

async function sessionOf(ledger: Ledger, id: string): Promise<SessionLedger> {
  await sessionsOf(ledger, id);
  return await ledger.session(id);
}

/** Record that cannot be read, or not to its end, in place of its lines. */
interface UnreadableRecord {
  readonly session: string;
  readonly problem: string;
}

async function* sessionLines(
  ledger: Ledger,
  sessions: readonly string[],
): AsyncGenerator<SessionLine | UnreadableRecord, void> {
  for (const id of sessions) {
    try {
      const session = await sessionIfThere(ledger, id);
      if (session) yield* session.lines();
    } catch (error) {
      yield { session: id, problem: unreadableRecord(id, error) };
    }
  }
}

async function* asMarkdown(ledger: Ledger, sessions: readonly string[]): AsyncGenerator<string, void> {
  for (const id of sessions) {
    const session = await sessionIfThere(ledger, id);
    if (!session) continue;
    try {
      yield* exportMarkdown(id, session.lines());
    } catch (error) {
      yield `\n## The record cannot be read\n\n${codeBlock(unreadableRecord(id, error))}`;
    }
    yield '\n';
  }
}

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function untilEither(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal ? AbortSignal.any([signal, other]) : other;
}

/** The lines as they are on disk, as the entries of one JSON array; what is no JSON becomes an entry that says so. */
async function* exportJson(lines: AsyncIterable<SessionLine | UnreadableRecord>): AsyncGenerator<string, void> {
  let separator = '[\n';
  for await (const line of lines) {
    yield separator + exportedLine(line);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function exportedLine(line: SessionLine | UnreadableRecord): string {
  if ('session' in line) return JSON.stringify({ unreadable: line });
  const { event, bytes, number, problem } = line;
  if (event && bytes) return bytes.toString();
  return JSON.stringify({ unreadable: { line: number, problem, text: bytes?.toString() } });
}
