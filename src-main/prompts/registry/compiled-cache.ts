import type { TemplateSet } from '#template';
import { compileTexts, isTooLongHere } from './compile.ts';
import type { PromptText, ToolTable } from './tables.ts';

export interface CacheCounts {
  readonly size: number;
  readonly hits: number;
  readonly misses: number;
  readonly evictions: number;
}

/** A prompt, ready to be rendered. */
export interface CompiledPrompt {
  /** No other has it. */
  readonly id: number;
  /** Parsed set; absent if the texts are too long to be parsed on the main thread. */
  readonly set: TemplateSet | undefined;
  readonly texts: readonly PromptText[];
  /** Names that it was parsed against. */
  readonly functions: readonly string[];
  /** Tells what it was compiled from: hash of the record and names of the tools. */
  readonly stamp: string;
  /** Whether it was once too long for the main thread; it then goes to a thread of its own at once. */
  isHeavy: boolean;
}

const MAX_COMPILED = 100;
const MAX_DRAFTS = 4;
let latestId = 0;

/** @throws TemplateError */
function compiledPrompt(texts: readonly PromptText[], tools: ToolTable, stamp: string): CompiledPrompt {
  const functions = [...tools.byCallable.keys()];
  const isTooLong = isTooLongHere(texts);
  const set = isTooLong ? undefined : compileTexts(texts, functions);
  latestId += 1;
  return { id: latestId, set, texts, functions, stamp, isHeavy: isTooLong };
}

/** The templates that were used last, an entry each: a prompt of three messages has three. */
export class CompiledCache {
  /** Compiled templates in order of use, the latest last. */
  readonly #entries = new Map<string, CompiledPrompt>();
  readonly #drafts: CompiledPrompt[] = [];
  /** The name that was used last. */
  #latest: string | undefined;
  #hits = 0;
  #misses = 0;
  #evictions = 0;

  get counts(): CacheCounts {
    return { size: this.#entries.size, hits: this.#hits, misses: this.#misses, evictions: this.#evictions };
  }

  /** @throws TemplateError */
  get(hash: string, texts: readonly PromptText[], tools: ToolTable): CompiledPrompt {
    const stamp = `${hash} ${tools.names}`;
    let found: CompiledPrompt | undefined;
    let isWhole = true;
    for (const { name } of texts) {
      const entry = this.#entries.get(name);
      if (entry?.stamp !== stamp) {
        this.#misses += 1;
        isWhole = false;
        continue;
      }
      this.#hits += 1;
      found = entry;
    }
    const compiled = isWhole && found ? found : compiledPrompt(texts, tools, stamp);
    for (const { name } of texts) this.#use(name, compiled);
    return compiled;
  }

  /** Compiles a text that may not be saved; the most recent are remembered, but not counted. @throws TemplateError */
  draft(texts: readonly PromptText[], tools: ToolTable): CompiledPrompt {
    const known = this.#drafts.find((draft) => draft.stamp === tools.names && haveSameTexts(draft.texts, texts));
    if (known) return known;
    const compiled = compiledPrompt(texts, tools, tools.names);
    this.#drafts.unshift(compiled);
    this.#drafts.length = Math.min(this.#drafts.length, MAX_DRAFTS);
    return compiled;
  }

  /** Forgets templates of prompts that are gone. */
  keepOnly(isThere: (name: string) => boolean): void {
    for (const name of this.#entries.keys()) if (!isThere(name)) this.#entries.delete(name);
  }

  #use(name: string, compiled: CompiledPrompt): void {
    if (this.#latest === name && this.#entries.get(name) === compiled) return;
    this.#latest = name;
    if (!this.#entries.delete(name) && this.#entries.size >= MAX_COMPILED) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
      this.#evictions += 1;
    }
    this.#entries.set(name, compiled);
  }
}

function haveSameTexts(a: readonly PromptText[], b: readonly PromptText[]): boolean {
  return (
    a.length === b.length && a.every(({ name, text }, index) => name === b[index]?.name && text === b[index]?.text)
  );
}
