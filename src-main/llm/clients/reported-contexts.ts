import { Emitter, type Subscribe } from '#core/async/emitter';
import { type ModelOptions, reportedContext } from './reported-context.ts';

/**
 * Time after which an answer is worth asking for again, in milliseconds: local servers may load a model with another
 * size.
 */
const FRESH_MS = 60_000;

interface ReportedContext {
  /** Time by a clock that does not jump, in milliseconds. */
  readonly at: number;
  readonly tokens: number | undefined;
}

/** Context sizes reported by servers; asked in the background, once a run, and again if it matters. */
export class ReportedContexts implements Disposable {
  readonly #told = new Map<string, ReportedContext>();
  readonly #asking = new Map<string, Promise<void>>();
  readonly #ending = new AbortController();
  readonly #changed: Emitter<void>;

  constructor(onError: (error: unknown) => void) {
    this.#changed = new Emitter(onError);
  }

  /** Heard when a server has said another number than before. */
  get onChanged(): Subscribe<unknown> {
    return this.#changed.subscribe;
  }

  of(baseUrl: string, model: string): number | undefined {
    return this.#told.get(contextKey(baseUrl, model))?.tokens;
  }

  /** Learns in the background; nothing waits for it. */
  learnOnce(asked: ModelOptions): void {
    if (!this.#told.has(contextKey(asked.baseUrl, asked.model))) void this.learn(asked);
  }

  /** Resolves when the server has answered, at once where it has of late. Never fails. */
  learn(asked: ModelOptions): Promise<void> {
    const place = contextKey(asked.baseUrl, asked.model);
    const known = this.#told.get(place);
    if (known && performance.now() - known.at < FRESH_MS) return Promise.resolve();
    const asking = this.#asking.get(place) ?? this.#ask(place, asked);
    this.#asking.set(place, asking);
    return asking;
  }

  [Symbol.dispose](): void {
    this.#ending.abort();
  }

  async #ask(place: string, asked: ModelOptions): Promise<void> {
    try {
      const said = await reportedContext(asked, this.#ending.signal);
      if (this.#ending.signal.aborted) return;
      const before = this.#told.get(place)?.tokens;
      const tokens = said ?? before;
      this.#told.set(place, { at: performance.now(), tokens });
      if (tokens !== before) this.#changed.emit();
    } finally {
      this.#asking.delete(place);
    }
  }
}

function contextKey(baseUrl: string, model: string): string {
  return `${baseUrl.replace(/\/+$/, '')}\n${model}`;
}
