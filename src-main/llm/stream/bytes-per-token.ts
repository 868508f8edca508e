import type { ModelReply } from '../model-client.ts';

/** Bytes per token of English text, used before anything is known. */
const INITIAL = 3.25;
const SAMPLES = 5;
/** Shorter replies say little. */
const MIN_BYTES = 100;

/** Bytes per token of a profile, from its last replies. */
export class BytesPerToken {
  readonly #samples = new Array<number>(SAMPLES).fill(INITIAL);
  #next = 0;

  get mean(): number {
    return this.#samples.reduce((sum, sample) => sum + sample, 0) / SAMPLES;
  }

  /** Learns from replies that are only text: reasoning counts as tokens too, shown or not, but its bytes are not in the reply. */
  learnFrom(reply: ModelReply): void {
    const { text, refusal, calls, usage } = reply;
    const bytes = Buffer.byteLength(text);
    const tokens = usage?.completion ?? 0;
    const hasThought = reply.reasoning || reply.thinking || reply.reasoningTokens;
    if (refusal || hasThought || calls.length > 0 || bytes < MIN_BYTES || tokens <= 0) return;
    this.#samples[this.#next] = bytes / tokens;
    this.#next = (this.#next + 1) % SAMPLES;
  }
}
