import { isDeepStrictEqual } from 'node:util';
import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { type RuleSwitch, shownName, shownValue } from './argument-repair.ts';
import type { RenameResult } from './rename-fields.ts';
import type { Field, RepairTable } from './table.ts';

export const UNKNOWN_KEYS = 'unknown-keys';

/** Most keys that a line about a repair names; the call as it was sent is on the record in any case. */
const MAX_NAMED = 20;
/** Keywords by which a schema takes keys that `properties` does not name. */
const OPENING = ['patternProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'];

/** Whether a schema refuses every key that its `properties` do not name. */
export function isClosedSchema(schema: JsonObject): boolean {
  return schema.additionalProperties === false && !OPENING.some((keyword) => Object.hasOwn(schema, keyword));
}

export interface KeyContext {
  readonly tool: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  readonly table: RepairTable;
  readonly isOn: RuleSwitch;
}

/** The arguments without the keys that the schema refuses. Where it does not say so, the tool may know what they mean. */
export function dropUnknownKeys(object: JsonObject, known: KeyContext): RenameResult {
  if (!known.isOn(UNKNOWN_KEYS)) return { value: object, repairs: [] };
  const dropped: string[] = [];
  const stays = keeping(object, known);
  const walk = (value: unknown, schema: unknown, at: string): unknown => {
    if (!isPlainObject(schema)) return value;
    if (Array.isArray(value))
      return value.map((entry, index) => walk(entry, itemSchema(schema, index), `${at}[${index}]`));
    if (!isPlainObject(value) || !isPlainObject(schema.properties)) return value;
    const { properties } = schema;
    const isClosed = isClosedSchema(schema);
    const entries = Object.entries(value).flatMap(([key, entry]) => {
      const place = at === '' ? shownName(key) : `${at}.${shownName(key)}`;
      if (Object.hasOwn(properties, key)) return [[key, walk(entry, properties[key], place)] as const];
      if (!isClosed || stays(key, entry, at)) return [[key, entry] as const];
      dropped.push(`${place} (${shownValue(entry)})`);
      return [];
    });
    return Object.fromEntries(entries);
  };
  const value = walk(object, known.parameters, '') as JsonObject;
  if (dropped.length === 0) return { value: object, repairs: [] };
  const more = dropped.length > MAX_NAMED ? ` and ${dropped.length - MAX_NAMED} more` : '';
  const text = `Left out, since ${known.tool} does not know it: ${dropped.slice(0, MAX_NAMED).join(', ')}${more}`;
  return { value, repairs: [{ rule: UNKNOWN_KEYS, text, isLoss: true }] };
}

/** Schema of an entry of a list: that of its place where the list has some of its own, else that of all. */
function itemSchema({ prefixItems, items }: JsonObject, index: number): unknown {
  return Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items;
}

/**
 * Decides which keys are left for the schema to refuse: other spellings whose repair is switched off, half of a pair,
 * and the path of an edit that is not the path of the call.
 */
function keeping(object: JsonObject, { table, isOn }: KeyContext) {
  const isSwitchedOff = (key: string, { name, aliases }: Field) => aliases.includes(key) && !isOn(`${name}.${key}`);
  return (key: string, value: unknown, at: string): boolean => {
    const fields = at === '' ? table.fields : (table.edits?.fields ?? []);
    if (fields.some((field) => isSwitchedOff(key, field))) return true;
    if (at !== '') return key === 'path' && !isDeepStrictEqual(value, object.path);
    return fields.some(({ name }) => name === key);
  };
}
