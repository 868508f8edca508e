import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { isPlainObject } from '#contract/plain-object';
import { messageOf } from '../app-error.ts';
import { hasTooManyAliases, isYamlTooDeep } from './yaml-nesting.ts';

/** Largest YAML file of a person's that is read, in bytes. */
export const MAX_YAML_BYTES = 1_000_000;
/** Aliases may repeat a node this often: enough to be handy, too little for a bomb. */
const MAX_ALIASES = 100;
/** Depth beyond that of any key of our own files; an alias that contains itself never ends, and stops here too. */
const MAX_DEPTH = 8;

/** Problem at a place of a YAML text; `path` is dotted, and empty for the text as a whole. */
export interface YamlProblem {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}

export interface YamlText {
  readonly document: Document;
  /** The text's value; of an empty one an empty map; `undefined` if it cannot be used at all. */
  readonly value: unknown;
  /** Reasons why it cannot be used. */
  readonly problems: readonly YamlProblem[];
  /** The line on which the key of `path` stands. */
  readonly lineOf: (path: readonly string[]) => { line?: number };
}

/** Reads a text as YAML within limits; whatever it is, the answer is a value. */
export function readYaml(text: string, maxDepth = MAX_DEPTH): YamlText {
  const lines = new LineCounter();
  const document = parse(text, lines);
  const lineOf = (path: readonly string[]) => findLine(document, lines, path);
  const unusable = (problems: readonly YamlProblem[]) => ({ document, value: undefined, problems, lineOf });
  if (document.errors.length > 0) return unusable(syntaxProblems(document, lines));
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {};
    refuseDepth(value, maxDepth);
    return { document, value, problems: [], lineOf };
  } catch (error) {
    return unusable([{ path: '', message: messageOf(error) }]);
  }
}

/** The path with each name spelled as the document has it: a key that reads `1` is a number there. */
export function pathInDocument(document: Document, path: readonly string[]): unknown[] {
  let node: unknown = document.contents;
  return path.map((name) => {
    const pair = isMap(node) ? node.items.find(({ key }) => keyName(key) === name) : undefined;
    node = pair?.value;
    return isScalar(pair?.key) ? pair.key.value : name;
  });
}

const TOO_DEEP = 'The file is nested too deeply to be read';
const TOO_MANY_ALIASES = 'The file has too many aliases to be read';

/** The parser is recursive, and a text that is nothing but brackets ends the process: it is not even shown to it. */
function parse(text: string, lines: LineCounter): Document {
  const tooMuch = isYamlTooDeep(text) ? TOO_DEEP : hasTooManyAliases(text) ? TOO_MANY_ALIASES : undefined;
  const document = parseDocument(tooMuch ? '"' : text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const [error] = document.errors;
  if (tooMuch && error) error.message = tooMuch;
  return document;
}

function syntaxProblems(document: Document, lines: LineCounter): YamlProblem[] {
  return document.errors.map((error) => ({
    path: '',
    line: lines.linePos(error.pos[0]).line,
    // Only the first line: what follows would quote the file, and with it perhaps a key.
    message: error.message.split('\n')[0] ?? error.code,
  }));
}

function refuseDepth(value: unknown, left: number): void {
  if (left < 0) throw new Error('The file is nested more deeply than any of its keys lies');
  if (typeof value !== 'object' || value === null) return;
  for (const entry of Object.values(value)) refuseDepth(entry, left - 1);
}

function findLine(document: Document, lines: LineCounter, path: readonly string[]): { line?: number } {
  let node: unknown = document.contents;
  let line: number | undefined;
  for (const name of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => keyName(key) === name) : undefined;
    const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
    if (start === undefined) break;
    line = lines.linePos(start).line;
    node = pair?.value;
  }
  return line === undefined ? {} : { line };
}

function keyName(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** Leaves out every key without a value, which is as good as absent, unless `null` says something there: `model:` above lines that are all commented out. */
export function withoutNulls(value: unknown, mayBeNull?: ReadonlySet<string>): unknown {
  if (!isPlainObject(value)) return value;
  const kept = Object.entries(value).filter(([key, entry]) => entry !== null || mayBeNull?.has(key));
  return Object.fromEntries(kept.map(([key, entry]) => [key, withoutNulls(entry, mayBeNull)]));
}
