import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Pair,
  parseDocument,
} from 'yaml';
import { yamlExcess } from '#core/parsing/yaml-nesting';

/** The values of a front matter that are read as text. */
export interface FrontValues {
  /** Trimmed; `undefined` for what is absent, null, blank or no plain value. */
  text(key: string): string | undefined;
  /** Problem of the YAML: values are then read line by line. */
  readonly problem?: { readonly line: number; readonly message: string } | undefined;
}

/** Parts that take half a second to read; what says anything of a skill has a few hundred. */
const MAX_TOKENS = 100_000;
const EXCESS = {
  depth: 'is nested too deeply to be read',
  tokens: 'has far more parts than metadata needs, so it is not read',
} as const;

/** Reads the block as YAML 1.2 (core), without building what its aliases expand to; where that fails, by its lines. */
export function frontValues(block: string): FrontValues {
  const lines = new LineCounter();
  const excess = yamlExcess(block, MAX_TOKENS);
  if (excess) return frontValuesByLines(block, { line: 1, message: EXCESS[excess] });
  const document = parseDocument(block, {
    version: '1.2',
    schema: 'core',
    uniqueKeys: false,
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error) {
    const message = (error.message.split('\n')[0] ?? error.code).replace(/[.:]$/, '');
    return frontValuesByLines(block, { line: lines.linePos(error.pos[0]).line, message });
  }
  const nodes = new Nodes(document);
  if (nodes.problem) {
    const { at, message } = nodes.problem;
    return frontValuesByLines(block, { line: lines.linePos(at).line, message });
  }
  const { contents } = document;
  if (contents !== null && !isMap(contents))
    return frontValuesByLines(block, { line: 1, message: 'is no list of keys and values' });
  return { text: (key) => nodes.textOf(key) };
}

/** The first line that begins with the key, a colon and a blank, unquoted. */
function frontValuesByLines(block: string, problem: NonNullable<FrontValues['problem']>): FrontValues {
  return {
    problem,
    // What stands there is the beginning of something that only YAML can read.
    text: (key) => (/^[|>&*]/.test(writtenValue(block, key)) ? undefined : lineValue(block, key)),
  };
}

/** The value of a key on the first line that begins with it, unquoted; `undefined` if there is none. */
export function lineValue(block: string, key: string): string | undefined {
  const text = writtenValue(block, key);
  return orAbsent(/^(["'])(.*)\1$/s.exec(text)?.[2] ?? text);
}

function writtenValue(block: string, key: string): string {
  const start = `${key}: `;
  const line = block.split(/\r?\n/).find((one) => one.startsWith(start));
  return line?.slice(start.length).trim() ?? '';
}

const orAbsent = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** One walk over a document: its anchors, keys that are there twice, and aliases of nothing or of what holds them. */
class Nodes {
  problem: { readonly at: number; readonly message: string } | undefined;
  readonly #top = new Map<string, unknown>();
  readonly #anchors = new Map<string, unknown>();
  readonly #aliases = new Map<unknown, unknown>();
  /** Collections on the way to what is walked now. */
  readonly #open = new Set<unknown>();

  constructor(document: Document) {
    this.#walk(document.contents);
    if (!isMap(document.contents)) return;
    for (const { key, value } of document.contents.items) {
      if (isScalar(key) && typeof key.value === 'string') this.#top.set(key.value, value);
    }
  }

  textOf(key: string): string | undefined {
    const node = this.#top.get(key);
    const value = isAlias(node) ? this.#aliases.get(node) : node;
    if (!isScalar(value) || value.value === null || value.value === undefined) return undefined;
    // A number counts as it was written.
    return orAbsent(typeof value.value === 'string' ? value.value : (value.source ?? String(value.value)));
  }

  #walk(node: unknown): void {
    if (isAlias(node)) {
      this.#walkAlias(node);
      return;
    }
    if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (!isCollection(node)) return;
    this.#open.add(node);
    const keys = new Set<unknown>();
    for (const item of node.items) {
      if (isPair(item)) this.#walkPair(item, keys);
      else this.#walk(item);
    }
    this.#open.delete(node);
  }

  #walkAlias(alias: Alias): void {
    const { source, range } = alias;
    const target = this.#anchors.get(source);
    if (target === undefined) this.#note(range?.[0], `has no anchor "${source}" before its alias`);
    else if (this.#open.has(target)) this.#note(range?.[0], `has the anchor "${source}" in itself`);
    else this.#aliases.set(alias, target);
  }

  #walkPair({ key, value }: Pair, keys: Set<unknown>): void {
    if (isScalar(key)) {
      if (keys.has(key.value)) this.#note(key.range?.[0], `has the key "${String(key.value)}" twice`);
      keys.add(key.value);
    }
    this.#walk(key);
    this.#walk(value);
  }

  #note(at: number | undefined, message: string): void {
    this.problem ??= { at: at ?? 0, message };
  }
}
