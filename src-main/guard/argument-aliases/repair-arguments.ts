import { isPlainObject, type JsonObject } from '#contract/plain-object';
import type { Ambiguity, ArgumentRepair, RuleSwitch } from './argument-repair.ts';
import { coerceNumbers } from './coerce-numbers.ts';
import { asList, pairAsList, pairBesideList, renameInEdits } from './edit-list.ts';
import { type RenameResult, renameFields } from './rename-fields.ts';
import type { RepairTable } from './table.ts';
import { dropUnknownKeys } from './unknown-keys.ts';

export interface RepairResult {
  readonly arguments: unknown;
  readonly repairs: readonly ArgumentRepair[];
}

type RepairStep = (object: JsonObject) => RenameResult | Ambiguity;

const everyRule: RuleSwitch = () => true;

/**
 * The rename step: arguments under their own names, lists and numbers that came as text as what they are. Keys that the tool
 * does not know stay, and so does a pair that only renaming made complete.
 */
export function renameArguments(
  table: RepairTable,
  args: unknown,
  isOn: RuleSwitch = everyRule,
): RepairResult | Ambiguity {
  return inSteps(args, renaming(table, isOn));
}

/** Takes all steps: the rename step, a pair that is left over as one more edit, and unknown keys dropped. */
export function repairArguments(
  { table, tool, parameters }: { readonly table: RepairTable; readonly tool: string; readonly parameters: JsonObject },
  args: unknown,
  isOn: RuleSwitch = everyRule,
): RepairResult | Ambiguity {
  return inSteps(args, [
    ...renaming(table, isOn),
    ...forPairs(table, (object) => pairBesideList(object, isOn)),
    (object) => dropUnknownKeys(object, { tool, parameters, table, isOn }),
  ]);
}

function renaming(table: RepairTable, isOn: RuleSwitch): readonly RepairStep[] {
  const { fields, edits } = table;
  return [
    // A pair under its own names is complete as it was sent.
    ...forPairs(table, (object) => pairBesideList(object, isOn)),
    (object) => renameFields(object, fields, isOn),
    ...(edits ? [(object: JsonObject) => asList(object, isOn)] : []),
    ...forPairs(table, (object) => pairAsList(object, isOn)),
    ...(edits ? [(object: JsonObject) => renameInEdits(object, edits, isOn)] : []),
    (object) => coerceNumbers(object, fields, isOn),
  ];
}

function forPairs({ edits }: RepairTable, step: RepairStep): readonly RepairStep[] {
  return edits?.takesPair ? [step] : [];
}

function inSteps(args: unknown, steps: readonly RepairStep[]): RepairResult | Ambiguity {
  if (!isPlainObject(args)) return { arguments: args, repairs: [] };
  let value = args;
  const repairs: ArgumentRepair[] = [];
  for (const step of steps) {
    const result = step(value);
    if ('problem' in result) return result;
    value = result.value;
    repairs.push(...result.repairs);
  }
  return { arguments: value, repairs: together(repairs) };
}

/** Joins the same repair of several edits to one line. */
function together(repairs: readonly ArgumentRepair[]): ArgumentRepair[] {
  const counts = new Map<string, { readonly repair: ArgumentRepair; count: number }>();
  for (const repair of repairs) {
    const text = repair.isLoss ? repair.text : repair.text.replace(/^edits\[\d+\]\./, 'edits[].');
    const known = counts.get(text);
    if (known) known.count += 1;
    else counts.set(text, { repair: { ...repair, text }, count: 1 });
  }
  return [...counts.values()].map(({ repair, count }) =>
    count === 1 ? repair : { ...repair, text: `${repair.text} (${count} times)` },
  );
}
