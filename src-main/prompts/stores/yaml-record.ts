/** Records that a person writes as YAML: read as JSON, written so that what the person wrote around the values stays. */
import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { isPlainObject } from '#contract/plain-object';
import { yamlOf } from '#core/parsing/edit-yaml';
import { readYaml } from '#core/parsing/yaml-text';

/** A schema in a schema in a record; the brackets in a text are bounded before it is parsed. */
const MAX_DEPTH = 100;
/** Size of the largest YAML record, in bytes: reading takes a millisecond for half a kilobyte, in which nothing else is done. */
export const MAX_YAML_BYTES = 131_072;

export type YamlReadResult = { readonly json: string } | { readonly problem: string };

export function yamlToJson(text: string): YamlReadResult {
  const { document, value, problems } = readYaml(text, MAX_DEPTH);
  const [problem] = problems;
  if (problem)
    return { problem: problem.line === undefined ? problem.message : `Line ${problem.line}: ${problem.message}` };
  const json = JSON.stringify(isEmpty(document) ? null : value, refuseNonNumbers);
  return json === undefined ? { problem: 'It has no value' } : { json };
}

/**
 * `text` with the values of `json`; comments, order and quotes of what did not change stay. `undefined` if YAML would
 * not give back every value as it is. @throws SyntaxError when `json` is none
 */
export function jsonIntoYaml(json: string, text: string): string | undefined {
  const value: unknown = JSON.parse(json);
  if (json.length > 2 * MAX_YAML_BYTES || roundsNumber(json)) return undefined;
  // Aliases and merged maps share values; where an edit reached another place, the text is written anew.
  for (const write of [editedYaml, quotedScalar, anew, anewQuoted]) {
    const written = attempt(() => write(value, text));
    if (written !== undefined && attempt(() => givesBack(written, value))) return written;
  }
  return undefined;
}

/** Whether a number of the JSON is another one, or has fewer digits, when JavaScript has read it. */
function roundsNumber(json: string): boolean {
  const numbers = json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/gs, '""').match(/\d[\d.eE+-]*/g) ?? [];
  return numbers.some((text) => digitsOf(text) !== digitsOf(String(Number(text))));
}

/** The digits that count, and the power of ten of the last one: the same for `1.50` and `15e-1`. */
function digitsOf(number: string): string {
  const [, whole = '', part = '', power = '0'] = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const counting = digits.replace(/0+$/, '');
  return counting === '' ? '' : `${counting}e${Number(power) - part.length + digits.length - counting.length}`;
}

function editedYaml(value: unknown, text: string): string | undefined {
  const { document, problems } = readYaml(text, MAX_DEPTH);
  return problems.length === 0 ? yamlOf(withValue(document, value), text) : undefined;
}

/** Blocks lose blanks at the start and end of some texts; quotes do not. */
function quotedScalar(value: unknown, text: string): string | undefined {
  const { document, problems } = readYaml(text, MAX_DEPTH);
  return problems.length === 0 ? withValue(document, value).toString({ lineWidth: 0, blockQuote: false }) : undefined;
}

function anew(value: unknown): string {
  return new Document(value).toString({ lineWidth: 0 });
}

function anewQuoted(value: unknown): string {
  return new Document(value).toString({ lineWidth: 0, blockQuote: false });
}

/** Whether reading the text (UTF-8 without a byte order mark) gives this value back. */
function givesBack(text: string, value: unknown): boolean {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES || text.startsWith('\ufeff') || !text.isWellFormed()) return false;
  const reading = yamlToJson(text);
  return 'json' in reading && isDeepStrictEqual(JSON.parse(reading.json), value);
}

/** Both ways go down into the value, and a value may be deeper than the stack. */
function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch {
    return undefined;
  }
}

function isEmpty(document: Document): boolean {
  return document.contents === null || (isScalar(document.contents) && document.contents.value === null);
}

function refuseNonNumbers(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value;
}

function withValue(document: Document, value: unknown): Document {
  document.contents = changeNode(document, document.contents, value) as typeof document.contents;
  return document;
}

/** The node itself where it could take the value on, else a new one. */
function changeNode(document: Document, node: unknown, value: unknown): unknown {
  if (isMap(node) && isPlainObject(value)) return changedMap(document, node, value);
  if (isSeq(node) && Array.isArray(value)) return changedList(document, node, value);
  if (isScalar(node) && !isMapOrList(value)) {
    node.value = value;
    return node;
  }
  return document.createNode(value);
}

function changedMap(document: Document, map: YAMLMap, value: Readonly<Record<string, unknown>>): YAMLMap {
  map.items = map.items.filter((pair) => Object.hasOwn(value, pairName(pair)));
  const present = new Set(map.items.map(pairName));
  for (const pair of map.items) pair.value = changeNode(document, pair.value, value[pairName(pair)]);
  for (const [name, entry] of Object.entries(value)) {
    if (!present.has(name)) map.items.push(document.createPair(name, entry));
  }
  return map;
}

function changedList(document: Document, list: YAMLSeq, value: readonly unknown[]): YAMLSeq {
  list.items = value.map((entry, index) => changeNode(document, list.items[index], entry));
  return list;
}

function pairName({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}

function isMapOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
