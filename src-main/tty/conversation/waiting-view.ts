import type { Api, WaitingMessage } from '#contract';
import { senderWords } from '#contract/message-words';
import { errorText } from '../error-text.ts';
import { muted } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';

/** The messages of a session that wait: each is told once, and those of the person can be taken back, the newest first. */
export class WaitingView {
  readonly #api: Pick<Api, 'sessions'>;
  readonly #session: string;
  readonly #print: (text: string) => void;
  readonly #told = new Set<string>();
  #messages: readonly WaitingMessage[] = [];

  constructor(api: Pick<Api, 'sessions'>, session: string, print: (text: string) => void) {
    this.#api = api;
    this.#session = session;
    this.#print = print;
  }

  show(messages: readonly WaitingMessage[]): void {
    this.#messages = messages;
    for (const message of messages) {
      if (this.#told.has(message.id)) continue;
      this.#told.add(message.id);
      this.#print(muted(safeText(waitingMessageText(message))));
    }
  }

  /** The newest message of the person; says so if there is none, or it could not come back. */
  async takeBack(): Promise<string | undefined> {
    const message = this.#messages.findLast(({ from }) => from === undefined);
    if (!message) {
      this.#print(muted('No message of yours waits.'));
      return undefined;
    }
    try {
      const { text } = await this.#api.sessions.withdraw({ session: this.#session, message: message.id });
      this.#messages = this.#messages.filter(({ id }) => id !== message.id);
      return text;
    } catch (error) {
      this.#print(errorText(error));
      return undefined;
    }
  }
}

function waitingMessageText({ text, isCut, images, from }: WaitingMessage): string {
  const named = images.map(({ name, type }) => ` [image ${name ?? type}]`).join('');
  const how =
    from === undefined ? 'Waits until the turn has ended, Ctrl+X takes it back' : `${senderWords(from)}: waits`;
  return `${how}\n>>> ${text}${isCut ? ' …' : ''}${named}`;
}
