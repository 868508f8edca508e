import { createWriteStream, type WriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { Level, RestFile } from './config/rest-file.ts';
import type { RestLog } from './rest-ports.ts';

const RANKS: Readonly<Record<Level, number>> = { trace: 0, debug: 1, info: 2, warn: 3, error: 4, fatal: 5, panic: 6 };

export interface LogLinesOptions {
  readonly file: Pick<RestFile, 'logger' | 'app_name'>;
  /** Base of the log file's relative name: beside the configuration. */
  readonly folder: string;
  /** Receives lines that do not go into a file; each ends with a newline. */
  readonly write: (lines: string) => void;
  /** Whether the lines are read; none are built otherwise. */
  readonly isRead: () => boolean;
  /** Takes secrets out of what is written. */
  readonly clean: (text: string) => string;
}

type LogFields = Readonly<Record<string, unknown>>;

/** The log that `config.yaml` asks for. Lines are written together, when there is time. */
export class LogLines implements Logger, RestLog, AsyncDisposable {
  readonly #options: LogLinesOptions;
  readonly #least: number;
  #lines: string[] = [];
  #file: WriteStream | undefined;
  #isDue = false;

  constructor(options: LogLinesOptions) {
    this.#options = options;
    const { level, output, file_name } = options.file.logger;
    this.#least = RANKS[level];
    if (output === 'file') this.#openFile(file_name);
  }

  debug(event: string, fields?: LogFields): void {
    this.#add('debug', event, fields);
  }

  info(event: string, fields?: LogFields): void {
    this.#add('info', event, fields);
  }

  warn(event: string, fields?: LogFields): void {
    this.#add('warn', event, fields);
  }

  error(event: string, fields?: LogFields): void {
    this.#add('error', event, fields);
  }

  request({ method, path, status, durationMs, message }: Parameters<RestLog['request']>[0]): void {
    // A client that left (499) is none of our faults.
    const level = status >= 400 && status !== 499 ? 'error' : 'info';
    if (RANKS[level] < this.#least) return;
    const fields = { method, path, status, durationMs: Math.round(durationMs * 100) / 100 };
    this.#add(level, 'request', message === undefined ? fields : { ...fields, message });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#flush();
    const file = this.#file;
    this.#file = undefined;
    if (file) await new Promise<void>((resolve) => file.end(() => resolve()));
  }

  #add(level: Level, event: string, fields: LogFields = {}): void {
    if (RANKS[level] < this.#least || (!this.#file && !this.#options.isRead())) return;
    const { logger, app_name } = this.#options.file;
    const at = new Date().toISOString();
    const plain = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shownValue(value)]));
    this.#lines.push(
      logger.format === 'json'
        ? `${printableJson({ time: at, level, app: app_name, msg: event, ...plain })}\n`
        : `time=${at} level=${level} msg=${event}${fieldsText(plain)}\n`,
    );
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isDue = false;
    if (this.#lines.length === 0) return;
    const text = this.#options.clean(this.#lines.join(''));
    this.#lines = [];
    if (this.#file) this.#file.write(text);
    else this.#options.write(text);
  }

  /** One that cannot be opened is told of, and what is logged goes where it would without one. */
  #openFile(path: string | undefined): void {
    if (path === undefined || path === '') {
      this.warn('logger.file_name.missing', {});
      return;
    }
    const file = createWriteStream(resolve(this.#options.folder, path), { flags: 'a', mode: 0o600 });
    this.#file = file;
    file.on('error', (error) => {
      if (this.#file === file) this.#file = undefined;
      this.warn('logger.file.unusable', { file: path, why: messageOf(error) });
    });
  }
}

const shownValue = (value: unknown) => (value instanceof Error ? value.message : value);

function fieldsText(fields: LogFields): string {
  return Object.entries(fields)
    .map(
      ([name, value]) =>
        ` ${name}=${typeof value === 'string' && /^[^\s"=\p{C}]+$/u.test(value) ? value : printableJson(value)}`,
    )
    .join('');
}

/** JSON in which nothing controls a terminal: a client's path may hold any character. */
function printableJson(value: unknown): string {
  const escaped = (mark: string) =>
    mark.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return (JSON.stringify(value) ?? 'undefined').replace(/\p{C}/gu, escaped);
}
