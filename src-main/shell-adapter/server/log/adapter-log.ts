import { messageOf } from '#core/app-error';
import type { Redactor } from '#core/secrets/redact';
import { type LevelName, numberOf, parseLogLevel } from './levels.ts';
import { formatRecord } from './python-format.ts';
import { RotatingFile } from './rotating-file.ts';

export interface AdapterLogOptions {
  readonly path: string;
  /** Level and format as in the file. */
  readonly level: string;
  readonly format: string;
  readonly maxBytes: number;
  readonly backups: number;
  readonly redactor: Pick<Redactor, 'text'>;
  /** The log cannot be written; the adapter goes on. */
  readonly onProblem: (message: string) => void;
  /** CRITICAL is also said here. */
  readonly onCritical: (line: string) => void;
}

/** The document's log file: one line a record, secrets blanked, never what a command printed above DEBUG. */
export class AdapterLog implements AsyncDisposable {
  readonly path: string;
  readonly #options: AdapterLogOptions;
  readonly #file: RotatingFile;
  readonly #least: number;

  constructor(options: AdapterLogOptions) {
    const { path, level, maxBytes, backups, onProblem } = options;
    this.path = path;
    this.#options = options;
    this.#least = numberOf(parseLogLevel(level));
    this.#file = new RotatingFile({
      path,
      maxBytes,
      backups,
      onProblem: (error) => onProblem(`The log ${path} cannot be written: ${messageOf(error)}`),
    });
  }

  debug(message: string): void {
    this.#write('DEBUG', message);
  }

  info(message: string): void {
    this.#write('INFO', message);
  }

  warning(message: string): void {
    this.#write('WARNING', message);
  }

  error(message: string, error?: unknown): void {
    const stack = error instanceof Error ? `\n${error.stack ?? error.message}` : '';
    this.#write('ERROR', `${message}${stack}`);
  }

  critical(message: string): void {
    this.#write('CRITICAL', message);
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
  }

  #write(level: LevelName, message: string): void {
    if (numberOf(level) < this.#least) return;
    const { format, redactor, onCritical } = this.#options;
    const line = redactor.text(formatRecord(format, { at: new Date(), level, message }));
    if (level === 'CRITICAL') onCritical(line);
    this.#file.write(line);
  }
}

const MAX_SHOWN = 1000;

/** Text of a client as a part of one line: nothing in it looks like a record of its own. */
export function inLine(text: string): string {
  const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  return short.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
