import type { ModelMessage } from '#llm';
import { interruptedCalls } from './call-order.ts';

/** The calls of the last reply that have no result yet, and which calls there ever were. */
export class UnansweredCalls {
  /** Whether each was started. */
  readonly #open = new Map<string, boolean>();
  readonly #known = new Set<string>();

  get isAny(): boolean {
    return this.#open.size > 0;
  }

  isKnown(callId: string): boolean {
    return this.#known.has(callId);
  }

  add(callId: string): void {
    this.#open.set(callId, false);
    this.#known.add(callId);
  }

  start(callId: string): void {
    if (this.#open.has(callId)) this.#open.set(callId, true);
  }

  /** Whether it had none before. */
  answer(callId: string): boolean {
    return this.#open.delete(callId);
  }

  clear(): void {
    this.#open.clear();
  }

  /** Results for the unanswered calls, saying that they were interrupted. */
  interrupted(): ModelMessage[] {
    return interruptedCalls(this.#open);
  }
}
