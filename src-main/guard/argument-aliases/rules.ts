import { EDIT_RULES } from './edit-list.ts';
import { FIELD_NAMES, field } from './table.ts';
import { UNKNOWN_KEYS } from './unknown-keys.ts';

/** A tool called by the name that another agent has for it; made by the runner. */
export const TOOL_ALIAS = 'tool-alias';

const RULES: ReadonlySet<string> = new Set([
  TOOL_ALIAS,
  ...EDIT_RULES,
  UNKNOWN_KEYS,
  ...FIELD_NAMES.map(field).flatMap(({ name, aliases, isNumber }) => [
    ...aliases.map((alias) => `${name}.${alias}`),
    ...(isNumber ? [`${name}.number`] : []),
  ]),
]);

/** Whether repairs are made under this name. */
export function isRule(name: string): boolean {
  return RULES.has(name);
}
