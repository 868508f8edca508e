import { isPlainObject, type JsonObject } from '#contract/plain-object';
import { isValueTooDeep } from '#core/parsing/json-lines';
import { repeatedKey } from '#tools';
import { type Ambiguity, type ArgumentRepair, type RuleSwitch, shownValue } from './argument-repair.ts';
import { type RenameResult, renameFields } from './rename-fields.ts';
import type { EditList } from './table.ts';

/** Names of the repairs of a list of edits. */
export const EDIT_RULES = ['edits.json-text', 'edits.single', 'edits.pair'] as const;

const LIST_WANTED = 'Nothing was run. Send edits as a list, with each name once.';

/** Makes a list of `edits` that came as text or as its only entry; anything else stays as it is. */
export function asList(object: JsonObject, isOn: RuleSwitch): RenameResult | Ambiguity {
  const repairs: ArgumentRepair[] = [];
  let edits: unknown = object.edits;
  if (typeof edits === 'string' && isOn('edits.json-text')) {
    const parsed = parsedList(edits);
    if (Array.isArray(parsed) || (parsed !== undefined && isOn('edits.single'))) {
      // As in the arguments themselves: which of two values is meant would be a guess.
      const twice = repeatedKey(edits);
      if (twice) return { problem: `The text of edits gives ${JSON.stringify(twice.key)} twice. ${LIST_WANTED}` };
      edits = parsed;
      repairs.push({ rule: 'edits.json-text', text: 'edits: the JSON text was read as what it holds' });
    }
  }
  if (isPlainObject(edits) && isOn('edits.single')) {
    edits = [edits];
    repairs.push({ rule: 'edits.single', text: 'edits: one edit → a list of one' });
  }
  return { value: repairs.length === 0 ? object : { ...object, edits }, repairs };
}

function parsedList(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return (Array.isArray(value) || isPlainObject(value)) && !isValueTooDeep(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Makes a complete pair the list, if there is none. */
export function pairAsList(object: JsonObject, isOn: RuleSwitch): RenameResult {
  if (Array.isArray(object.edits) || !hasPair(object) || !isOn('edits.pair')) return { value: object, repairs: [] };
  const { oldText, newText, edits, ...rest } = object;
  const isLoss = edits !== undefined && edits !== null && edits !== '';
  const text = `oldText and newText → a list of one edit${isLoss ? `; edits (${shownValue(edits)}) ignored: it is no list` : ''}`;
  return { value: { ...rest, edits: [{ oldText, newText }] }, repairs: [{ rule: 'edits.pair', text, isLoss }] };
}

/** Adds a complete pair beside a list to it, as one more edit. */
export function pairBesideList(object: JsonObject, isOn: RuleSwitch): RenameResult {
  if (!Array.isArray(object.edits) || !hasPair(object) || !isOn('edits.pair')) return { value: object, repairs: [] };
  const { oldText, newText, edits, ...rest } = object;
  const value = { ...rest, edits: [...(edits as readonly unknown[]), { oldText, newText }] };
  return { value, repairs: [{ rule: 'edits.pair', text: 'oldText and newText beside edits → one more edit' }] };
}

function hasPair({ oldText, newText }: JsonObject): boolean {
  return typeof oldText === 'string' && typeof newText === 'string';
}

/** Each edit with its arguments under their own names; what is no object stays for the schema to refuse. */
export function renameInEdits(object: JsonObject, { fields }: EditList, isOn: RuleSwitch): RenameResult | Ambiguity {
  if (!Array.isArray(object.edits)) return { value: object, repairs: [] };
  const repairs: ArgumentRepair[] = [];
  const edits: unknown[] = [];
  for (const [index, edit] of (object.edits as readonly unknown[]).entries()) {
    const renamed = isPlainObject(edit)
      ? renameFields(edit, fields, isOn, `edits[${index}].`)
      : { value: edit, repairs: [] };
    if ('problem' in renamed) return renamed;
    edits.push(renamed.value);
    repairs.push(...renamed.repairs);
  }
  return { value: repairs.length === 0 ? object : { ...object, edits }, repairs };
}
