import { AppError } from '#core/app-error';
import type { Logger } from '#core/logger';
import { isBlankLine } from '#core/parsing/json-lines';
import { ToolError } from '#tools';
import type { BadLine } from './bad-lines.ts';
import { shownLine } from './header.ts';
import { readObject } from './read-object.ts';

interface PendingAnswer {
  readonly resolve: (content: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Runs since a bad line that may have been the answer. */
  doubt?: NodeJS.Timeout;
}

/** Longest wait for a call's answer after a bad line that may have been it, in milliseconds. */
const DOUBT_MS = 1000;

/** Limits within a window above which unrequested lines count as a flood. */
const FLOOD = { windowMs: 10_000, lines: 20_000, bytes: 64 * 1024 * 1024 };
/** Ignored lines that are written to the app log, for each provider. */
const MAX_LOGGED = 20;

/** Joins the lines a provider sends to the calls that wait for them, by their id, in whatever order they come. */
export class Answers {
  readonly #waiting = new Map<string, PendingAnswer>();
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
    this.#taken(callId)?.reject(error);
  }

  /**
   * Whether it was an answer somebody waited for, else what is wrong with it. @throws AppError LIMIT_EXCEEDED if it
   * floods
   */
  take(line: Buffer): 'answer' | 'ignored' | BadLine {
    if (isBlankLine(line)) return this.#ignore(line, 'blank');
    const answer = parseAnswer(line);
    if ('why' in answer) return answer;
    const waiting = this.#taken(answer.callId);
    if (!waiting) return this.#ignore(line, 'unknown call_id');
    waiting.resolve(answer.content);
    return 'answer';
  }

  /** Fails the call a bad line belongs to: the one it names; the only open one, unless its answer comes all the same. */
  blame({ start }: BadLine, words: string): void {
    const text = start.toString('latin1');
    const callIds = [...this.#waiting.keys()];
    const named = callIds.find((callId) => text.includes(`"${callId}"`));
    const error = new ToolError(`Its program gave no answer that can be read; it wrote a line that is ${words}`);
    const [only] = callIds;
    if (named !== undefined) this.drop(named, error);
    else if (only !== undefined && callIds.length === 1) this.#doubt(only, error);
  }

  /** Counts bytes nobody asked for. @throws AppError LIMIT_EXCEEDED if they are a flood */
  skip(bytes: number): void {
    this.#count(0, bytes);
  }

  failAll(error: () => Error): void {
    for (const callId of [...this.#waiting.keys()]) this.drop(callId, error());
  }

  #taken(callId: string): PendingAnswer | undefined {
    const waiting = this.#waiting.get(callId);
    clearTimeout(waiting?.doubt);
    this.#waiting.delete(callId);
    return waiting;
  }

  #doubt(callId: string, error: Error): void {
    const waiting = this.#waiting.get(callId);
    if (waiting) waiting.doubt ??= setTimeout(() => this.drop(callId, error), DOUBT_MS);
  }

  #ignore(line: Buffer, why: string): 'ignored' {
    if (this.#logged++ < MAX_LOGGED) this.#log.debug('provider.line.ignored', { why, line: shownLine(line) });
    this.#count(1, line.length);
    return 'ignored';
  }

  #count(lines: number, bytes: number): void {
    const now = performance.now();
    if (now - this.#windowFrom > FLOOD.windowMs) {
      this.#windowFrom = now;
      this.#lines = 0;
      this.#bytes = 0;
    }
    this.#lines += lines;
    this.#bytes += bytes;
    if (this.#lines > FLOOD.lines || this.#bytes > FLOOD.bytes) {
      const amount = `${this.#lines} lines, ${Math.round(this.#bytes / 1024)} KiB`;
      throw new AppError('LIMIT_EXCEEDED', `It floods its output with what nobody asked for (${amount} within 10 s)`);
    }
  }
}

function parseAnswer(line: Buffer): { readonly callId: string; readonly content: unknown } | BadLine {
  const read = readObject(line);
  if ('why' in read) return read;
  const { value } = read;
  if ('call_id' in value && typeof value.call_id === 'string') {
    return { callId: value.call_id, content: 'content' in value ? value.content : undefined };
  }
  return { why: 'a JSON object without "call_id" as text', start: line, bytes: line.length };
}
