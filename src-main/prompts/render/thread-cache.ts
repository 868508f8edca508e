import type { CompiledPrompt } from '../registry/compiled-cache.ts';
import type { PromptVariables } from '../registry/variables.ts';
import type { ToThread } from './thread-messages.ts';

const MAX_PROMPTS = 32;
const MAX_VERSIONS = 2;
/** Most text that a thread keeps, in UTF-16 units. */
const MAX_LENGTH = 32 * 1024 * 1024;

/** Data that a thread has received and still holds: each is sent once. */
export class ThreadCache {
  readonly #send: (message: ToThread) => void;
  /** Lengths of texts by prompt, the one that was used last at the end. */
  readonly #prompts = new Map<number, number>();
  readonly #versions = new Set<number>();

  constructor(send: (message: ToThread) => void) {
    this.#send = send;
  }

  give({ id, texts, functions }: CompiledPrompt, { version, byId }: PromptVariables): void {
    // What could not be sent was not given.
    if (!this.#prompts.has(id)) this.#send({ kind: 'prompt', prompt: id, texts, functions });
    this.#prompts.delete(id);
    this.#prompts.set(
      id,
      texts.reduce((sum, { text }) => sum + text.length, 0),
    );
    if (!this.#versions.has(version)) {
      this.#send({ kind: 'variables', version, texts: new Map([...byId].map(([own, { text }]) => [own, text])) });
    }
    this.#versions.delete(version);
    this.#versions.add(version);
    this.#forget();
  }

  #forget(): void {
    const prompts: number[] = [];
    let length = [...this.#prompts.values()].reduce((sum, own) => sum + own, 0);
    for (const [id, own] of this.#prompts) {
      const isLast = this.#prompts.size === 1;
      if (isLast || (this.#prompts.size <= MAX_PROMPTS && length <= MAX_LENGTH)) break;
      this.#prompts.delete(id);
      prompts.push(id);
      length -= own;
    }
    const versions = [...this.#versions].slice(0, Math.max(0, this.#versions.size - MAX_VERSIONS));
    for (const version of versions) this.#versions.delete(version);
    if (prompts.length + versions.length > 0) this.#send({ kind: 'forget', prompts, versions });
  }
}
