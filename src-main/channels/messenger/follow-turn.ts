import type { TurnProgress } from '#contract';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { takeImages } from './answer-images.ts';
import { tellAnswerElsewhere } from './last-words.ts';
import { LiveMessage } from './live-message.ts';
import type { ImageBytes, Messenger, Person } from './messenger.ts';
import { deliver, type RetryOptions } from './pace.ts';
import type { QuestionMessages } from './question-messages.ts';

export interface FollowTurnOptions extends RetryOptions {
  readonly messenger: Messenger;
  readonly questions: QuestionMessages;
  readonly person: Person;
  readonly chat: string;
  /** Shows the answer as it grows. */
  readonly streams: boolean;
  readonly intervalMs: number;
  readonly log: Logger;
  readonly now: () => number;
}

/** A sign of life is shown this often; services take it away after about 5 s. */
const TYPING_MS = 4000;

/** Brings what becomes of a message to the chat it came from. Never rejects. */
export async function followTurn(progress: AsyncIterable<TurnProgress>, options: FollowTurnOptions): Promise<void> {
  const { messenger, chat, log, signal } = options;
  const over = new AbortController();
  const typing = showTyping(options, AbortSignal.any([signal, over.signal]));
  try {
    await followProgress(progress, options, () => over.abort());
  } catch (error) {
    const isTold = signal.aborted && (await tellAnswerElsewhere(chat, messenger.send));
    if (!isTold) log.warn('channel.answer-not-sent', { channel: messenger.channel, chat, why: messageOf(error) });
  } finally {
    over.abort();
    await typing;
  }
}

async function followProgress(progress: AsyncIterable<TurnProgress>, options: FollowTurnOptions, onWords: () => void) {
  const live = new LiveMessage(options);
  const turn = new ShownTurn(live, options);
  try {
    for await (const one of progress) turn.take(one);
  } catch (error) {
    options.signal.throwIfAborted();
    turn.breakOff(messageOf(error));
  }
  onWords();
  const { text: words, images } = takeImages(turn.last);
  await live.finish(words.trim() === '' && images.length === 0 ? NOTHING : words);
  for (const image of images) await sendImage(image, options);
}

/** Sends an image; one that the service refuses keeps no other back. @throws ServiceFailure if that cannot be said; the signal's reason */
async function sendImage(image: ImageBytes, options: FollowTurnOptions): Promise<void> {
  const { messenger, chat, signal } = options;
  try {
    await deliver((delivery) => messenger.sendImage(chat, image, delivery), options);
  } catch (error) {
    signal.throwIfAborted();
    const text = `An image of this answer could not be sent: ${messageOf(error)}. It is shown in Sigma Shell.`;
    await deliver((delivery) => messenger.send(chat, { text, delivery }), options);
  }
}

/** Text of a turn, as far as a messenger shows it. */
class ShownTurn {
  /** Text that remains of it in the end. */
  last = '';
  readonly #live: LiveMessage;
  readonly #options: FollowTurnOptions;
  /** Words since the last call. */
  #round = '';
  /** A remark behind these words: why they are not whole. */
  #note = '';

  constructor(live: LiveMessage, options: FollowTurnOptions) {
    this.#live = live;
    this.#options = options;
  }

  take(one: TurnProgress): void {
    const { streams, questions, person, chat } = this.#options;
    if (one.kind === 'note') this.#note = one.text;
    else if (one.kind === 'text') {
      this.#round += one.text;
      this.#note = '';
      if (streams) this.#live.grow(this.#round);
    } else if (one.kind === 'returned') this.#beginRound();
    else if (one.kind === 'asked') questions.ask(one, { person, chat });
    else if (one.kind === 'answered') void questions.close(one);
    else if (one.kind === 'ended' || one.kind === 'withdrawn') this.last = this.#textOf(one);
  }

  #beginRound(): void {
    this.#round = '';
    this.#note = '';
  }

  #textOf(end: Extract<TurnProgress, { kind: 'ended' | 'withdrawn' }>): string {
    const isCut = end.kind === 'ended' && end.outcome === 'done' && end.cut !== undefined;
    return [endText(end), isCut ? this.#note : ''].filter((part) => part !== '').join('\n\n');
  }

  breakOff(why: string): void {
    const where = 'Its turn goes on in Sigma Shell, where the answer is kept.';
    this.last = [this.#round, `The answer did not arrive whole: ${why}. ${where}`].filter(Boolean).join('\n\n');
  }
}

const NOTHING = 'The model said nothing.';

/** The answer, and why there is no more of it. */
export function endText(end: Extract<TurnProgress, { kind: 'ended' | 'withdrawn' }>): string {
  if (end.kind === 'withdrawn') return `Your message was taken back: ${end.reason}`;
  const { outcome, text, error } = end;
  const why = {
    done: undefined,
    failed: `The turn failed: ${error ?? 'nobody said why'}`,
    cancelled: error ?? 'It was stopped.',
    refused: error ?? (text === '' ? 'The model refused to answer.' : undefined),
  }[outcome];
  return [text, why].filter((part) => part !== undefined && part !== '').join('\n\n');
}

async function showTyping({ messenger, chat, wait }: FollowTurnOptions, signal: AbortSignal): Promise<void> {
  const { typing } = messenger;
  if (!typing) return;
  try {
    while (!signal.aborted) {
      // A sign that is not shown is no loss.
      await typing(chat).catch(() => {});
      await wait(TYPING_MS, signal);
    }
  } catch {
    // The answer is there.
  }
}
