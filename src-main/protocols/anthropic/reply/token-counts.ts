import { isPlainObject } from '#contract/plain-object';
import type { OpenAiUsage } from './openai-chunk.ts';

const NAMES = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens', 'output_tokens'] as const;
type CountName = (typeof NAMES)[number];

/** The counts of a reply: a later one takes the place of an earlier; nothing is added up. */
export class TokenCounts {
  readonly #counts = new Map<CountName, number>();

  take(usage: unknown): void {
    if (!isPlainObject(usage)) return;
    for (const name of NAMES) {
      const count = usage[name];
      if (typeof count === 'number' && Number.isFinite(count)) this.#counts.set(name, count);
    }
  }

  /**
   * Usage, including the tokens read from and written to the cache as part of the prompt. Undefined if nothing was
   * reported.
   */
  get usage(): OpenAiUsage | undefined {
    if (this.#counts.size === 0) return undefined;
    const cached = this.#of('cache_read_input_tokens');
    const prompt = this.#of('input_tokens') + this.#of('cache_creation_input_tokens') + cached;
    const completion = this.#of('output_tokens');
    return {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: cached },
    };
  }

  #of(name: CountName): number {
    return this.#counts.get(name) ?? 0;
  }
}
