import type { TurnProgress } from '#contract';
import { textStart } from '#contract/text-ends';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import type { Messenger, Person, SentMessage } from './messenger.ts';
import { deliver, type RetryOptions } from './pace.ts';

type QuestionProgress = Extract<TurnProgress, { kind: 'asked' }>;
type AnswerProgress = Extract<TurnProgress, { kind: 'answered' }>;

export interface QuestionMessagesOptions extends RetryOptions {
  readonly messenger: Messenger;
  readonly approvers: () => ReadonlySet<string>;
  readonly log: Logger;
}

interface OpenQuestion {
  readonly text: string;
  readonly sent: readonly SentMessage[];
}

/** Most of a title and of a reason that is shown: the whole stands on the card in the app. */
const MAX_SHOWN = 1500;
/** Room for the blank before a reason, and for the mark behind one that is cut. */
const MARK_ROOM = 3;

const WORDS: Readonly<Record<AnswerProgress['verdict'], string>> = {
  allow: 'Allowed once.',
  refuse: 'Refused.',
  withdrawn: 'Taken back: it needs no answer any more.',
};

/** Shows the questions of turns to those who may answer them, and what came of them. */
export class QuestionMessages {
  readonly #options: QuestionMessagesOptions;
  readonly #open = new Map<string, Promise<OpenQuestion>>();

  constructor(options: QuestionMessagesOptions) {
    this.#options = options;
  }

  /**
   * Shows a question to each approver; the person who asked for the work, if not an approver, is told that it waits.
   */
  ask(asked: QuestionProgress, { person, chat }: { readonly person: Person; readonly chat: string }): void {
    if (this.#open.has(asked.question)) return;
    const { approvers } = this.#options;
    // A person who saw only its beginning would allow the rest unseen.
    const isWhole = asked.title.length <= MAX_SHOWN;
    const elsewhere = isWhole ? '' : '\nIt is too long to be shown whole here: answer it in the app.';
    const what = `${asked.tool}: ${shortenQuestion(asked.title)}\n${shortenQuestion(asked.why)}${elsewhere}`;
    const by = person.name === undefined ? person.id : `${person.name} (${person.id})`;
    const places = [...approvers()].map((id) => {
      const isAsker = id === person.id;
      const whose = isAsker ? '' : `\nIn the conversation of ${by}`;
      const place = isAsker ? chat : this.#options.messenger.chatOf(id);
      return this.#say(place, `May this be done?\n${what}${whose}`, isWhole ? asked.question : undefined);
    });
    if (!approvers().has(person.id))
      places.push(this.#say(chat, `This waits for an answer by somebody else.\n${what}`));
    this.#open.set(asked.question, this.#opened(`${what}\nIn the conversation of ${by}`, places));
  }

  /** Takes the buttons away and says what was answered. */
  async close({ question, verdict, reason }: AnswerProgress): Promise<void> {
    const open = await this.#open.get(question);
    this.#open.delete(question);
    if (!open) return;
    const { messenger } = this.#options;
    const answer = `${open.text}\n\n${WORDS[verdict]}`;
    // A text that the service refuses would leave the buttons where they are.
    const room = Math.min(MAX_SHOWN, messenger.maxText - answer.length - MARK_ROOM);
    const because = reason === undefined || room <= 0 ? '' : ` ${shortenQuestion(reason, room)}`;
    const text = answer + because;
    await Promise.all(open.sent.map((sent) => this.#try(() => messenger.edit(sent, { text }))));
  }

  async #opened(text: string, places: readonly Promise<SentMessage | undefined>[]): Promise<OpenQuestion> {
    const sent = await Promise.all(places);
    return { text, sent: sent.filter((one) => one !== undefined) };
  }

  #say(chat: string, text: string, question?: string): Promise<SentMessage | undefined> {
    return this.#try((delivery) => this.#options.messenger.send(chat, { text, question, delivery }));
  }

  /** An approver who cannot be reached does not keep the others from being asked; the question waits in the app all the same. */
  async #try<T>(act: (delivery: string) => Promise<T>): Promise<T | undefined> {
    const { messenger, log } = this.#options;
    try {
      return await deliver(act, this.#options);
    } catch (error) {
      log.warn('channel.question-not-shown', { channel: messenger.channel, why: messageOf(error) });
      return undefined;
    }
  }
}

function shortenQuestion(text: string, most = MAX_SHOWN): string {
  return text.length <= most ? text : `${textStart(text, most)} …`;
}
