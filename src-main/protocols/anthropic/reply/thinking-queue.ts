import type { ThinkingBlock } from '#contract';

/** A block of thinking that is coming in. */
export class ThinkingInProgress {
  readonly #start: ThinkingBlock;
  #thinking: string;
  #signature: string;
  hasEnded = false;

  constructor(start: ThinkingBlock) {
    this.#start = start;
    this.#thinking = stringValue(start.thinking);
    this.#signature = stringValue(start.signature);
  }

  think(text: string): void {
    this.#thinking += text;
  }

  sign(text: string): void {
    this.#signature += text;
  }

  /** Whether it could be sent back, though the reply broke off. */
  get isUsable(): boolean {
    return this.hasEnded || this.#start.type === 'redacted_thinking' || this.#signature !== '';
  }

  get signature(): string | undefined {
    return this.#start.type === 'thinking' ? this.#signature : undefined;
  }

  get block(): ThinkingBlock {
    if (this.#start.type !== 'thinking') return this.#start;
    return { ...this.#start, thinking: this.#thinking, signature: this.#signature };
  }
}

/** The blocks of thinking of a reply, told in the order in which they began, each once it has ended. */
export class ThinkingQueue {
  readonly #waiting: ThinkingInProgress[] = [];

  start(block: ThinkingBlock): ThinkingInProgress {
    const thinking = new ThinkingInProgress(block);
    this.#waiting.push(thinking);
    return thinking;
  }

  /** Yields the blocks that have ended, up to the first that has not. */
  *ended(): Generator<ThinkingInProgress, void> {
    while (this.#waiting[0]?.hasEnded) yield this.#waiting.shift() as ThinkingInProgress;
  }

  /** Yields all remaining blocks that can be sent back. */
  *rest(): Generator<ThinkingInProgress, void> {
    for (const thinking of this.#waiting.splice(0)) if (thinking.isUsable) yield thinking;
  }
}

function stringValue(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
