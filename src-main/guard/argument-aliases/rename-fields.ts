import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '#contract/plain-object';
import { type Ambiguity, type ArgumentRepair, type RuleSwitch, shownValue } from './argument-repair.ts';
import type { Field } from './table.ts';

export interface RenameResult {
  readonly value: JsonObject;
  readonly repairs: readonly ArgumentRepair[];
}

/**
 * The object with its arguments under their own names. An argument that is there keeps its value, and the other spellings of it
 * go, which is said. `at` is where the object stands, such as `edits[0].`.
 */
export function renameFields(
  object: JsonObject,
  fields: readonly Field[],
  isOn: RuleSwitch,
  at = '',
): RenameResult | Ambiguity {
  let value = object;
  const repairs: ArgumentRepair[] = [];
  for (const field of fields) {
    const result = renameField(value, field, isOn, at);
    if ('problem' in result) return result;
    value = result.value;
    repairs.push(...result.repairs);
  }
  return { value, repairs };
}

function renameField(object: JsonObject, field: Field, isOn: RuleSwitch, at: string): RenameResult | Ambiguity {
  const { name, aliases, fillsOnly } = field;
  const given = Object.keys(object).filter((key) => aliases.includes(key) && isOn(`${name}.${key}`));
  const present = Object.hasOwn(object, name) ? object[name] : undefined;
  const isPresent = present !== undefined && present !== null;
  if (given.length === 0 || (isPresent && fillsOnly)) return { value: object, repairs: [] };
  const valued = given.filter((key) => object[key] !== null);
  const chosen = isPresent ? name : (valued[0] ?? given[0] ?? name);
  const differing = valued.find((key) => !isDeepStrictEqual(object[key], object[chosen]));
  if (!isPresent && differing !== undefined) return ambiguous(object, name, [chosen, differing], at);
  const repairs = given.map((key) => ({ rule: `${name}.${key}`, ...whatBecame(object, key, chosen, { name, at }) }));
  const kept = Object.entries(object).filter(([key]) => !given.includes(key) && key !== name);
  return { value: Object.fromEntries([...kept, [name, object[chosen]]]), repairs };
}

function whatBecame(
  object: JsonObject,
  key: string,
  chosen: string,
  { name, at }: { readonly name: string; readonly at: string },
): Omit<ArgumentRepair, 'rule'> {
  if (key === chosen) return { text: `${at}${key} → ${name}` };
  const ignored = `${at}${key} (${shownValue(object[key])}) ignored`;
  if (isDeepStrictEqual(object[key], object[chosen])) return { text: `${ignored}: ${chosen} says the same` };
  return { text: `${ignored}: ${at}${chosen} is given`, isLoss: object[key] !== null };
}

function ambiguous(object: JsonObject, name: string, [one, other]: readonly [string, string], at: string): Ambiguity {
  const spelled = [one, other].map((key) => `${at}${key} is ${shownValue(object[key])}`).join(' and ');
  return { problem: `Two spellings of ${at}${name} differ: ${spelled}. Send ${at}${name} alone. Nothing was run.` };
}
