import type { Repair } from '#contract';
import { hiddenCharactersIn } from '#contract/hidden-characters';
import { textStart } from '#contract/text-ends';

/** A repair that was made; `isLoss` where something that the model sent has no effect. */
export interface ArgumentRepair extends Repair {
  readonly isLoss?: boolean;
}

/** Whether a rule's repairs are to be made. */
export type RuleSwitch = (rule: string) => boolean;

/** Arguments whose meaning cannot be proven; the text names both readings. */
export interface Ambiguity {
  readonly problem: string;
}

/** Longest name or value in a line about a repair. */
const MAX_SHOWN = 60;

/** A value for a line about a repair: as JSON, short, with nothing in it that would not be seen. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return withoutHidden(text.length > MAX_SHOWN ? `${textStart(text, MAX_SHOWN)}…` : text);
}

/** A name that a model wrote, for a line about a repair. */
export function shownName(name: string): string {
  return /^[\w.-]{1,60}$/.test(name) ? name : shownValue(name);
}

function withoutHidden(text: string): string {
  let result = '';
  let from = 0;
  for (const { index, length, code } of hiddenCharactersIn(text)) {
    result += `${text.slice(from, index)}[${code}]`;
    from = index + length;
  }
  return result + text.slice(from);
}
