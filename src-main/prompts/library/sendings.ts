import { RecentValues } from '#core/memory/recent-values';
import type { PromptConversation } from './library-ports.ts';

/** Number of sendings that are remembered; earlier ones can be stopped in their session. */
const MOST = 200;

/** Prompts on their way to a model, by the ids that their pages chose: a page that stops one may not know its session yet. */
export class Sendings {
  readonly #recent = new RecentValues<string, PromptSending>({ mostValues: MOST, mostUnits: MOST });

  /** Begins a sending, which may have been stopped already; without an id it cannot be. */
  begin(id: string | undefined): PromptSending {
    return id === undefined ? new PromptSending() : this.#sendingOf(id);
  }

  /** Stops a sending, whether it has begun, is on its way, or was sent. @throws AppError UNAVAILABLE */
  async stop(id: string): Promise<void> {
    await this.#sendingOf(id).stop();
  }

  #sendingOf(id: string): PromptSending {
    const known = this.#recent.get(id);
    if (known !== undefined) return known;
    const sending = new PromptSending();
    this.#recent.add(id, sending, 1);
    return sending;
  }
}

/** One prompt on its way to a model. */
export class PromptSending {
  readonly #ending = new AbortController();
  #opening: Promise<PromptConversation> | undefined;

  /** Aborted once it was stopped. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** Takes note of its conversation, which a stop waits for and ends. */
  opens(opening: Promise<PromptConversation>): Promise<PromptConversation> {
    this.#opening = opening;
    return opening;
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    const conversation = await this.#opening?.catch(() => undefined);
    await conversation?.stop();
  }
}
