import { randomUUID } from 'node:crypto';
import { messageOf } from '#core/app-error';
import type { Logger } from '#core/logger';
import { growingWords } from './answer-images.ts';
import { type Messenger, type SentMessage, ServiceFailure } from './messenger.ts';
import { backOffMs, deliver, type RetryOptions } from './pace.ts';
import { splitText } from './split-text.ts';

export interface LiveMessageOptions extends RetryOptions {
  readonly messenger: Messenger;
  readonly chat: string;
  /** Least time between two changes of what is shown, in milliseconds. */
  readonly intervalMs: number;
  readonly log: Logger;
  readonly now: () => number;
}

interface SentPart {
  readonly sent: SentMessage;
  text: string;
  /** The service refused to change it: it stays as it is. */
  isFixed: boolean;
}

/** A message that may stand in the chat, though the service's answer was lost. */
interface BegunPart {
  readonly delivery: string;
  readonly text: string;
}

/**
 * A text that grows in one message or several of a chat. While it grows it is shown as often as the service lets us, and what
 * fails is left for the next time; at its end all of it arrives.
 */
export class LiveMessage {
  readonly #options: LiveMessageOptions;
  readonly #shown: SentPart[] = [];
  readonly #begun: BegunPart[] = [];
  #wanted = '';
  #nextAt = 0;
  #failures = 0;
  #isOver = false;
  #growing: Promise<void> | undefined;

  constructor(options: LiveMessageOptions) {
    this.#options = options;
  }

  /** Shows the words of the text as it is by now, soon. It is looked through when it is shown, and not each time that it grows. */
  grow(text: string): void {
    this.#wanted = text;
    if (this.#isOver || this.#growing !== undefined || text.trim() === '') return;
    this.#growing = this.#catchUp().finally(() => {
      this.#growing = undefined;
    });
  }

  /** Sends the whole text. @throws ServiceFailure if that fails; the signal's reason */
  async finish(text: string): Promise<void> {
    this.#isOver = true;
    await this.#growing;
    const pieces = splitText(text, this.#options.messenger.maxText);
    for (const [index, piece] of pieces.entries()) await this.#deliver(index, piece);
    for (const one of this.#shown.splice(pieces.length)) await this.#takeAway(one.sent);
  }

  async #catchUp(): Promise<void> {
    const { wait, signal, now, intervalMs, messenger, log } = this.#options;
    let told: string | undefined;
    try {
      while (!this.#isOver && told !== this.#wanted) {
        const pause = this.#nextAt - now();
        if (pause > 0) await wait(pause, signal);
        if (this.#isOver) return;
        told = this.#wanted;
        const isDone = await this.#showOnce(splitText(growingWords(told), messenger.maxText));
        if (!isDone) told = undefined;
        else this.#failures = 0;
        this.#nextAt = Math.max(this.#nextAt, now() + intervalMs);
      }
    } catch (error) {
      // The end of the channel, or a chat that takes nothing: the whole text is tried once more at the end.
      if (!signal.aborted) log.debug('channel.not-shown', { channel: messenger.channel, why: messageOf(error) });
      this.#isOver = true;
    }
  }

  /** One step towards these pieces; whether they all stand. @throws ServiceFailure when the chat takes nothing more */
  async #showOnce(pieces: readonly string[]): Promise<boolean> {
    const at = pieces.findIndex((piece, index) => this.#shown[index]?.text !== piece && !this.#shown[index]?.isFixed);
    if (at < 0) return true;
    try {
      await this.#put(at, pieces[at] ?? '');
      return at === pieces.length - 1;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      if (error.kind === 'refused' || error.kind === 'credentials') throw error;
      this.#failures += 1;
      this.#nextAt = this.#options.now() + (error.retryAfterMs ?? backOffMs(this.#failures));
      return false;
    }
  }

  /** Writes a piece; an edit that is refused fixes what stands there. @throws ServiceFailure */
  async #put(index: number, piece: string): Promise<void> {
    const { messenger } = this.#options;
    const shown = this.#shown[index] ?? (await this.#begin(index, piece));
    this.#shown[index] = shown;
    if (shown.text === piece) return;
    try {
      await messenger.edit(shown.sent, { text: piece });
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      if (error.kind === 'refused') {
        shown.isFixed = true;
        return;
      }
      if (error.kind !== 'unchanged') throw error;
    }
    shown.text = piece;
  }

  /** Sends a piece as it was when that was first tried, which may have arrived. @throws ServiceFailure */
  async #begin(index: number, piece: string): Promise<SentPart> {
    const { messenger, chat } = this.#options;
    const begun = this.#begun[index] ?? { delivery: randomUUID(), text: piece };
    try {
      return { sent: await messenger.send(chat, begun), text: begun.text, isFixed: false };
    } catch (error) {
      if (error instanceof ServiceFailure && error.kind === 'network') this.#begun[index] = begun;
      throw error;
    }
  }

  async #deliver(index: number, piece: string): Promise<void> {
    if (this.#shown[index]?.text === piece) return;
    if (this.#shown[index]?.isFixed !== true) {
      await this.#afterPause();
      await deliver(() => this.#put(index, piece), this.#options);
    }
    const shown = this.#shown[index];
    if (shown?.isFixed !== true || shown.text === piece) return;
    // What could not be changed is said anew, so that nothing of it is missing.
    const { messenger, chat } = this.#options;
    const sent = await deliver((delivery) => messenger.send(chat, { text: piece, delivery }), this.#options);
    if (sent) this.#shown[index] = { sent, text: piece, isFixed: false };
  }

  /** The service may have asked us to wait. */
  async #afterPause(): Promise<void> {
    const { wait, signal, now, intervalMs } = this.#options;
    const pause = this.#nextAt - now();
    // An ordinary interval is not worth the wait at the end.
    if (pause > intervalMs) await wait(pause, signal);
  }

  async #takeAway(sent: SentMessage): Promise<void> {
    const { messenger, log } = this.#options;
    await messenger.remove(sent).catch((error: unknown) => {
      log.debug('channel.not-removed', { channel: messenger.channel, why: messageOf(error) });
    });
  }
}
