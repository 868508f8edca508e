import { AppError } from '#core/app-error';
import { isBlankLine, parseJsonLine } from '#core/json-lines';
import type { Logger } from '#core/logger';
import { shownLine } from './header.ts';

interface Waiting {
  readonly resolve: (content: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Within a window, what nobody asked for may be this much before it counts as a flood. */
const FLOOD = { windowMs: 10_000, lines: 20_000, bytes: 64 * 1024 * 1024 };
/** Ignored lines that are written to the app log, for each provider. */
const MAX_LOGGED = 20;

/** Joins the lines a provider sends to the calls that wait for them, by their id, in whatever order they come. */
export class Answers {
  readonly #waiting = new Map<string, Waiting>();
  readonly #log: Pick<Logger, 'debug'>;
  #windowFrom = 0;
  #lines = 0;
  #bytes = 0;
  #logged = 0;

  constructor(log: Pick<Logger, 'debug'>) {
    this.#log = log;
  }

  /** Resolves with the answer's content; rejects when `failAll` or `drop` comes first. */
  expect(callId: string): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.set(callId, { resolve, reject }));
  }

  /** An answer that comes later is ignored. */
  drop(callId: string, error: Error): void {
    const waiting = this.#waiting.get(callId);
    this.#waiting.delete(callId);
    waiting?.reject(error);
  }

  /** @throws AppError INVALID_INPUT when the line is not JSON, LIMIT_EXCEEDED when it floods */
  take(line: Buffer): void {
    const answer = isBlankLine(line) ? undefined : answerOf(line);
    const waiting = answer && this.#waiting.get(answer.callId);
    if (waiting) {
      this.#waiting.delete(answer.callId);
      waiting.resolve(answer.content);
    } else this.#ignore(line, answer ? 'unknown call_id' : 'no answer');
  }

  failAll(error: () => Error): void {
    for (const callId of [...this.#waiting.keys()]) this.drop(callId, error());
  }

  #ignore(line: Buffer, why: string): void {
    if (this.#logged++ < MAX_LOGGED) this.#log.debug('provider.line.ignored', { why, line: shownLine(line) });
    const now = performance.now();
    if (now - this.#windowFrom > FLOOD.windowMs) {
      this.#windowFrom = now;
      this.#lines = 0;
      this.#bytes = 0;
    }
    this.#lines++;
    this.#bytes += line.length;
    if (this.#lines > FLOOD.lines || this.#bytes > FLOOD.bytes) {
      const amount = `${this.#lines} lines, ${Math.round(this.#bytes / 1024)} KiB`;
      throw new AppError('LIMIT_EXCEEDED', `It floods its output with what nobody asked for (${amount} within 10 s)`);
    }
  }
}

/** `undefined` when the line is JSON but no answer. */
function answerOf(line: Buffer): { readonly callId: string; readonly content: unknown } | undefined {
  let value: unknown;
  try {
    value = parseJsonLine(line);
  } catch {
    throw new AppError('INVALID_INPUT', `It sent a line that is not JSON: ${shownLine(line)}`);
  }
  if (typeof value !== 'object' || value === null || !('call_id' in value)) return undefined;
  if (typeof value.call_id !== 'string') return undefined;
  return { callId: value.call_id, content: 'content' in value ? value.content : undefined };
}
