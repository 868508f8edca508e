import { hiddenCodes } from '#contract/hidden-characters';
import { isPlainObject } from '#contract/plain-object';
import { isValueTooDeep, MAX_JSON_DEPTH } from '#core/parsing/json-lines';
import { percentDecoded } from '#core/text/percent-decoded';

type Schema = Readonly<Record<string, unknown>>;

/** Largest schema of one tool, as JSON. */
const MAX_SCHEMA_BYTES = 256 * 1024;
/** Most schemas that one value may have to pass, once every reference is followed: beyond, checking could take for ever. */
const MAX_SCHEMAS_PER_VALUE = 10_000;

/** Keywords whose schemas look at the same value. */
const LISTS_ON_VALUE = ['allOf', 'anyOf', 'oneOf'];
const SINGLE_ON_VALUE = ['not', 'if', 'then', 'else'];

/** Keywords whose values are schemas by names, which may be those of other keywords. */
const SCHEMAS_BY_NAME = new Set(
  'properties patternProperties dependentSchemas dependencies $defs definitions'.split(' '),
);
/** Keywords whose values are data: what looks like a reference there is none. */
const DATA = new Set(['default', 'examples', 'example', 'enum', 'const']);

/**
 * Explains why the schema of a tool, which a program wrote, must not be used; `undefined` if it may. Checked before it
 * is compiled: a reference that leads to itself, or a tree of them that doubles at each level, would never end.
 */
export function schemaProblem(schema: Schema): string | undefined {
  if (isValueTooDeep(schema)) return `is nested deeper than ${MAX_JSON_DEPTH} levels`;
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > MAX_SCHEMA_BYTES) return `is ${bytes} bytes long; at most ${MAX_SCHEMA_BYTES} are taken`;
  if (schema.type !== undefined && schema.type !== 'object') return 'must describe an object ("type": "object")';
  return hiddenNameProblem(schema) ?? new References(schema).problem();
}

/** Names reach the model as they are, so none may hide anything. */
function hiddenNameProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const hidden = hiddenCodes(key);
    if (hidden.length > 0) return `has a name with characters that do not show: ${hidden.join(', ')}`;
    const inside = hiddenNameProblem(entry);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

class SchemaLimitError extends Error {}

/** Follows the references of one schema. */
class References {
  readonly #root: Schema;
  readonly #counted = new Map<object, number>();
  readonly #open = new Set<object>();
  readonly #anchors = new Map<string, unknown>();
  /** Schemas that are still to be looked at with all in them: a reference may lead to where else there are none. */
  readonly #waiting = new Set<unknown>();

  constructor(root: Schema) {
    this.#root = root;
    this.#noteAnchors(root);
  }

  problem(): string | undefined {
    try {
      // A set that is walked while it grows is walked to its end.
      for (const schema of this.#waiting.add(this.#root)) this.#walk(schema);
      return undefined;
    } catch (error) {
      if (error instanceof SchemaLimitError) return error.message;
      throw error;
    }
  }

  #walk(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    this.#schemasOn(value);
    for (const [key, entry] of Object.entries(value)) {
      if (SCHEMAS_BY_NAME.has(key) && isPlainObject(entry)) for (const one of Object.values(entry)) this.#walk(one);
      else if (!DATA.has(key)) this.#walk(entry);
    }
  }

  /** Counts the schemas that a value passes when it is checked by this one. */
  #schemasOn(value: unknown): number {
    if (!isPlainObject(value)) return 1;
    const known = this.#counted.get(value);
    if (known !== undefined) return known;
    if (this.#open.has(value)) throw new SchemaLimitError('has a reference that leads back to itself ("$ref")');
    this.#open.add(value);
    let count = 1;
    for (const next of this.#nextOf(value as Schema)) count += this.#schemasOn(next);
    this.#open.delete(value);
    if (count > MAX_SCHEMAS_PER_VALUE) throw new SchemaLimitError('has references that multiply without end ("$ref")');
    this.#counted.set(value, count);
    return count;
  }

  *#nextOf(schema: Schema): Generator<unknown> {
    for (const key of ['$dynamicRef', '$recursiveRef']) {
      if (typeof schema[key] === 'string') throw new SchemaLimitError(`uses "${key}", which is not supported`);
    }
    if (typeof schema.$ref === 'string') yield this.#target(schema.$ref);
    for (const key of LISTS_ON_VALUE) if (Array.isArray(schema[key])) yield* schema[key];
    for (const key of SINGLE_ON_VALUE) if (schema[key] !== undefined) yield schema[key];
    if (isPlainObject(schema.dependentSchemas)) yield* Object.values(schema.dependentSchemas);
  }

  #target(reference: string): unknown {
    if (!reference.startsWith('#')) {
      throw new SchemaLimitError(
        `refers to ${reference.slice(0, 100)}; only references inside the schema are followed`,
      );
    }
    const name = percentDecoded(reference.slice(1));
    const target = name === '' || name.startsWith('/') ? this.#pointed(name) : this.#anchors.get(name);
    if (!isPlainObject(target) && typeof target !== 'boolean')
      throw new SchemaLimitError(`refers to "${reference.slice(0, 100)}", which it does not have`);
    this.#waiting.add(target);
    return target;
  }

  #pointed(pointer: string): unknown {
    let at: unknown = this.#root;
    for (const part of pointer.split('/').slice(1)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
      at = (at as Record<string, unknown>)[key];
    }
    return at;
  }

  #noteAnchors(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    if ('$anchor' in value && typeof value.$anchor === 'string') this.#anchors.set(value.$anchor, value);
    for (const entry of Object.values(value)) this.#noteAnchors(entry);
  }
}
