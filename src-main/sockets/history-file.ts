import { z } from 'zod';
import type { AnyLedgerEvent } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { moveToBackup } from '#core/files/backup-file';
import { readTextFile, writeTextFile } from '#core/files/text-file';
import { historyMessages } from './history-messages.ts';
import type { SocketPorts } from './ports.ts';

const MAX_BYTES = 64 * 1024 * 1024;

const Messages = z.array(z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']) }));

export interface HistoryFileOptions extends Pick<SocketPorts, 'read' | 'seed' | 'whatIsWrongWith' | 'warn'> {
  /** Absolute. */
  readonly file: string;
}

/** The main conversation as a JSON list of OpenAI's messages, beside the record: read where the conversation is new, written after each turn. */
export class HistoryFile {
  readonly #options: HistoryFileOptions;
  readonly #writing = new Mutex();

  constructor(options: HistoryFileOptions) {
    this.#options = options;
  }

  /**
   * Checks the file: nothing begins over a file that is not a history, which stays as it is. @throws AppError
   * INVALID_INPUT
   */
  async check(): Promise<void> {
    const messages = await this.#messages();
    if (typeof messages !== 'string') return;
    const { file } = this.#options;
    throw new AppError('INVALID_INPUT', `The history file ${file} cannot be used: ${messages}`, {
      where: file,
      advice: 'Fix it, move it away, or name another file; it was left as it is',
    });
  }

  /**
   * Begins a new conversation with the content of the file; one that was broken in the meantime is kept under another
   * name. @throws AppError UNAVAILABLE
   */
  async begin(session: string): Promise<void> {
    const { file, seed, warn } = this.#options;
    const messages = await this.#messages();
    if (typeof messages === 'string') {
      const kept = await moveToBackup(file, new Date());
      warn(
        `The history file ${file} cannot be used: ${messages}. It is kept as ${kept}, and the conversation begins anew.`,
      );
      return;
    }
    if (messages.length > 0) await seed(session, file, messages);
  }

  /** Reads the messages, none if there is no file; returns a sentence if it is not a history. */
  async #messages(): Promise<readonly Record<string, unknown>[] | string> {
    const { file, whatIsWrongWith } = this.#options;
    const reading = await readTextFile(file, MAX_BYTES);
    if (reading.state === 'missing') return [];
    return reading.state === 'text' ? parseHistory(reading.text, whatIsWrongWith) : reading.message;
  }

  /** Writes what was said so far; what keeps it from that is told. */
  async write(session: string): Promise<void> {
    const { file, read, warn } = this.#options;
    try {
      await this.#writing.run(async () => {
        const events: AnyLedgerEvent[] = [];
        for await (const event of read(session)) events.push(event);
        await writeTextFile(file, `${JSON.stringify(historyMessages(events), undefined, 2)}\n`);
      });
    } catch (error) {
      const reason = messageOf((error instanceof AppError && error.cause) || error);
      warn(`The history file ${file} cannot be written: ${reason}. The conversation itself is on the record.`);
    }
  }
}

/** The messages without the system's; a sentence where it is no history. */
function parseHistory(
  text: string,
  whatIsWrongWith: SocketPorts['whatIsWrongWith'],
): readonly Record<string, unknown>[] | string {
  try {
    const all = Messages.parse(JSON.parse(text));
    const messages = all.filter(({ role }) => role !== 'system' && role !== 'developer');
    return (messages.length === 0 ? undefined : whatIsWrongWith(messages)) ?? messages;
  } catch (error) {
    return error instanceof z.ZodError ? 'it is no list of messages' : messageOf(error);
  }
}
