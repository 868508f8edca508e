import { z } from 'zod';
import type { AnyLedgerEvent } from '#contract';
import { messageOf } from '#core/app-error';
import { writeFileAtomic } from '#core/atomic-file';
import { InTurn } from '#core/in-turn';
import { moveAside } from '#core/keep-aside';
import { readTextFile } from '#core/text-file';
import { messagesOf } from './history-messages.ts';
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
  readonly #writing = new InTurn();

  constructor(options: HistoryFileOptions) {
    this.#options = options;
  }

  /** Has a new conversation begin with what the file holds; one that is broken is kept under another name. @throws AppError UNAVAILABLE */
  async begin(session: string): Promise<void> {
    const { file, seed, whatIsWrongWith, warn } = this.#options;
    const reading = await readTextFile(file, MAX_BYTES);
    if (reading.state === 'missing') return;
    const messages = reading.state === 'text' ? parsed(reading.text, whatIsWrongWith) : reading.message;
    if (typeof messages === 'string') {
      const kept = await moveAside(file, new Date());
      warn(
        `The history file ${file} cannot be used: ${messages}. It is kept as ${kept}, and the conversation begins anew.`,
      );
      return;
    }
    if (messages.length > 0) await seed(session, file, messages);
  }

  /** Writes what was said so far; what keeps it from that is told. */
  async write(session: string): Promise<void> {
    const { file, read, warn } = this.#options;
    try {
      await this.#writing.run('', async () => {
        const events: AnyLedgerEvent[] = [];
        for await (const event of read(session)) events.push(event);
        await writeFileAtomic(file, `${JSON.stringify(messagesOf(events), undefined, 2)}\n`);
      });
    } catch (error) {
      warn(
        `The history file ${file} cannot be written: ${messageOf(error)}. The conversation itself is on the record.`,
      );
    }
  }
}

/** The messages without the system's; a sentence where it is no history. */
function parsed(
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
