import type { JsonObject } from '#contract/plain-object';
import type { ArgumentRepair, RuleSwitch } from './argument-repair.ts';
import { shownValue } from './argument-repair.ts';
import type { RenameResult } from './rename-fields.ts';
import type { Field } from './table.ts';

/** A whole decimal number and nothing else: "20 lines" and "0x10" are not guessed at. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Numbers that came as text as the numbers they say; whether they are in bounds is for the schema. */
export function coerceNumbers(object: JsonObject, fields: readonly Field[], isOn: RuleSwitch): RenameResult {
  const repairs: ArgumentRepair[] = [];
  const coerced: Record<string, number> = {};
  for (const { name } of fields.filter(({ isNumber, name }) => isNumber && isOn(`${name}.number`))) {
    const number = Object.hasOwn(object, name) ? numberIn(object[name]) : undefined;
    if (number === undefined) continue;
    coerced[name] = number;
    repairs.push({
      rule: `${name}.number`,
      text: `${name}: the text ${shownValue(object[name])} → the number ${number}`,
    });
  }
  return { value: repairs.length === 0 ? object : { ...object, ...coerced }, repairs };
}

function numberIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || !NUMBER.test(value.trim())) return undefined;
  const number = Number(value);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
