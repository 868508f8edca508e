import { appendFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { createStream } from 'rotating-file-stream';
import type { Settings } from '#contract';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';

export interface AppLogOptions {
  /** Made if missing. */
  readonly folder: string;
  readonly redactor: Redactor;
  /** Size at which a file is closed and renamed. */
  readonly maxBytes?: number;
  readonly maxFiles?: number;
}

export interface AppLog extends AsyncDisposable {
  readonly log: Logger;
  readonly file: string;
  setLevel(level: Settings['log']['level']): void;
  /** Writes one line before it returns, for when the process is about to end by itself. */
  fatal(event: string, error: unknown): void;
  /** The last lines of the present file and the one before it, oldest first. */
  tail(lines: number): Promise<string[]>;
}

/** Bytes at the end of a file that `tail` reads. */
const TAIL_BYTES = 1_000_000;

/** The app log: JSON lines in `app.log`, 0600, closed at 5 MB and then kept as `app.1.log` to `app.4.log`; secrets are blanked. */
export function openAppLog(options: AppLogOptions): AppLog {
  const file = join(options.folder, 'app.log');
  const older = (index: number) => `app.${index}.log`;
  const stream = createStream((time: number | Date | null) => (time === null ? 'app.log' : older(Number(time))), {
    path: options.folder,
    size: `${options.maxBytes ?? 5_000_000}B`,
    rotate: (options.maxFiles ?? 5) - 1,
    mode: 0o600,
  });
  // A log that cannot be written must not take the app down.
  stream.on('error', () => {});
  const blank = (line: string) => options.redactor.text(line);
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, level: 'info', messageKey: 'event' },
    { write: (line: string) => void stream.write(blank(line)) },
  );
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (event: string, fields?: object) =>
    logger[level](plainFields(fields), event);

  return {
    file,
    log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    setLevel: (level) => {
      logger.level = level;
    },
    fatal: (event, error) => {
      const line = JSON.stringify({ level: 60, time: new Date().toISOString(), ...plainFields({ error }), event });
      try {
        appendFileSync(file, `${blank(line)}\n`, { mode: 0o600 });
      } catch {
        // Nowhere left to say it.
      }
    },
    tail: async (lines) => {
      const present = await lastLines(file);
      const before = present.length < lines ? await lastLines(join(options.folder, older(1))) : [];
      return [...before, ...present].slice(-lines);
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        stream.end(() => resolve());
      }),
  };
}

/** Causes may go round in a circle. */
const MAX_DEPTH = 8;

/** Errors have no enumerable fields: what they say is put in their place, causes included. */
function plainFields(fields: object = {}): object {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plainError(value)]));
}

function plainError(value: unknown, depth = 0): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  const code = 'code' in value ? { code: value.code } : {};
  if (depth === MAX_DEPTH) return { name, message, ...code };
  const cause = value.cause === undefined ? {} : { cause: plainError(value.cause, depth + 1) };
  // Of several failures at once, as of a clean-up, the message says only that there were some.
  const several =
    value instanceof AggregateError ? { errors: value.errors.map((one) => plainError(one, depth + 1)) } : {};
  return { name, message, ...code, stack, ...cause, ...several };
}

async function lastLines(path: string): Promise<string[]> {
  const file = await open(path, 'r').catch(() => undefined);
  if (!file) return [];
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The first line may have been cut, the last ends the text.
    return lines.slice(start > 0 ? 1 : 0).filter((line) => line !== '');
  } finally {
    await file.close();
  }
}
