import type { AnyLedgerEvent, TurnChanges } from '#contract';
import { textStart } from '#contract/text-ends';
import { knownEvent } from '#ledger';

export type TurnTitle = Pick<TurnChanges, 'source' | 'title'>;

/** Longest title, in characters; a list row shows less. */
const MAX_TITLE = 200;

/** Cause of each set of changes of a session. */
export class TurnTitles {
  readonly #messages = new Map<string, string>();
  /** Calls by turn, or by call without a turn. */
  readonly #calls = new Map<string, string>();

  add(any: AnyLedgerEvent): void {
    const event = knownEvent(any);
    if (event?.type === 'message.user') this.#messages.set(event.turn ?? event.id, titleLine(event.data.text));
    if (event?.type !== 'tool.called') return;
    const { callId, tool, arguments: given } = event.data;
    // A turn of a message has that as its title.
    if (event.turn !== undefined && this.#messages.has(event.turn)) return;
    // `command` is what clients of the Shell Adapter send.
    const command = given.command_line ?? given.command;
    const path = typeof given.path === 'string' ? `${tool} ${given.path}` : tool;
    this.#calls.set(event.turn ?? callId, titleLine(typeof command === 'string' ? command : path));
  }

  of(set: string): TurnTitle {
    const message = this.#messages.get(set);
    if (message !== undefined) return { source: 'message', title: message };
    const call = this.#calls.get(set);
    return call === undefined ? { source: 'found', title: '' } : { source: 'call', title: call };
  }
}

function titleLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0]?.trim() ?? '';
  return line.length > MAX_TITLE ? `${textStart(line, MAX_TITLE)}…` : line;
}
