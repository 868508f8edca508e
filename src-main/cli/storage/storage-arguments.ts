import { type DashedKind, parseDashed } from '../dashed-flags.ts';

export const STORAGE_HELP = `Usage:
  sigma storage [--json]                   how much each kind of what the app keeps takes
  sigma storage sweep [--older-than 30d] [--until 5GB] [--dry-run] [--yes]

sweep lists what nothing refers to, asks, and removes it for good.

  --older-than <days>   only what was not used for so many days, such as 30d
  --until <size>        only the oldest, until all that stays takes no more: 500MB, 5GB
  --dry-run             only lists it
  --yes                 does not ask`;

/** Parsed command line of `sigma storage`. */
export type StorageArguments =
  | { readonly verb: 'list'; readonly isJson: boolean }
  | {
      readonly verb: 'sweep';
      readonly olderThanDays?: number;
      readonly untilBytes?: number;
      readonly isDryRun: boolean;
      readonly isAgreed: boolean;
    };

type StorageMessage = { readonly said: string; readonly exitCode: number };

const LIST_FLAGS: Readonly<Record<string, DashedKind>> = { json: 'switch' };
const SWEEP_FLAGS: Readonly<Record<string, DashedKind>> = {
  'older-than': 'text',
  until: 'text',
  'dry-run': 'switch',
  yes: 'switch',
};
const UNITS: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };
const MAX_DAYS = 36_500;

/** The parsed arguments, or what to say instead of them and the exit code with which that ends. */
export function parseStorageArguments(args: readonly string[]): StorageArguments | StorageMessage {
  const isSweep = args[0] === 'sweep';
  const words = isSweep || args[0] === 'list' ? args.slice(1) : args;
  const { values, wantsHelp, problem } = parseDashed(words, isSweep ? SWEEP_FLAGS : LIST_FLAGS);
  if (wantsHelp) return { said: STORAGE_HELP, exitCode: 0 };
  if (problem !== undefined) return usageError(problem);
  return isSweep ? parseSweepArguments(values) : { verb: 'list', isJson: values.has('json') };
}

function parseSweepArguments(values: ReadonlyMap<string, readonly string[]>): StorageArguments | StorageMessage {
  const [age, size] = [values.get('older-than')?.at(-1), values.get('until')?.at(-1)];
  const olderThanDays = age === undefined ? undefined : daysOf(age);
  if (Number.isNaN(olderThanDays)) return usageError(`--older-than is a number of days such as 30d, not '${age}'`);
  const untilBytes = size === undefined ? undefined : parseSize(size);
  if (Number.isNaN(untilBytes)) return usageError(`--until is a size such as 500MB or 5GB, not '${size}'`);
  return {
    verb: 'sweep',
    ...(olderThanDays !== undefined && { olderThanDays }),
    ...(untilBytes !== undefined && { untilBytes }),
    isDryRun: values.has('dry-run'),
    isAgreed: values.has('yes'),
  };
}

function daysOf(text: string): number {
  const [, digits] = /^(\d{1,6})d?$/i.exec(text) ?? [];
  const days = Number(digits ?? Number.NaN);
  return days <= MAX_DAYS ? days : Number.NaN;
}

function parseSize(text: string): number {
  const [, digits, unit = ''] = /^(\d{1,12}(?:\.\d+)?)\s*([KMGT]?B)?$/i.exec(text) ?? [];
  return Math.round(Number(digits ?? Number.NaN) * (UNITS[unit.toUpperCase().replace(/^B$/, '')] ?? Number.NaN));
}

const usageError = (problem: string): StorageMessage => ({ said: `${problem}.\n\n${STORAGE_HELP}`, exitCode: 2 });
