import { type CronField, CronProblem, type FieldRange, parseCronField } from './cron-field.ts';

/** A pattern as sets of values; each in order. */
export interface CronPattern {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  /** Months, counted from 1. */
  readonly months: ReadonlySet<number>;
  /** Sunday is 0. */
  readonly weekdays: ReadonlySet<number>;
  /** Restrictions by the two fields of a day; if both restrict, either is enough. */
  readonly limits: { readonly day: boolean; readonly weekday: boolean };
  /** Its time of day has neither a `*` nor a step: it means that time, and not each so often. */
  readonly isFixed: boolean;
}

const names = (list: string, first: number): ReadonlyMap<string, number> =>
  new Map(list.split(' ').map((name, index) => [name, index + first]));

const SECOND: FieldRange = { name: 'second', least: 0, most: 59 };
const FIELDS: readonly FieldRange[] = [
  SECOND,
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, names: names('jan feb mar apr may jun jul aug sep oct nov dec', 1) },
  { name: 'weekday', least: 0, most: 7, names: names('sun mon tue wed thu fri sat', 0) },
];

const NICKNAMES: ReadonlyMap<string, string> = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
]);

/** Longest pattern accepted. */
const MAX_LENGTH = 1000;

/** Reads five or six fields, or a nickname. @throws CronProblem */
export function parseCron(text: string): CronPattern {
  const [seconds, minutes, hours, days, months, weekdays] = splitFields(text);
  return {
    seconds: seconds.values,
    minutes: minutes.values,
    hours: hours.values,
    days: new Set(days.values),
    months: new Set(months.values),
    weekdays: new Set(weekdays.values),
    limits: { day: !days.isOpen, weekday: !weekdays.isOpen },
    isFixed: ![seconds, minutes, hours].some(({ isInterval }) => isInterval),
  };
}

/** The five or six fields that a pattern stands for, one blank between them; as written where it is none. */
export function plainCron(text: string): string {
  const words = patternFields(text);
  return NICKNAMES.get(words.join(' ').toLowerCase()) ?? words.join(' ');
}

type SixFields = [CronField, CronField, CronField, CronField, CronField, CronField];

function splitFields(text: string): SixFields {
  if (text.length > MAX_LENGTH) throw new CronProblem(`It is longer than ${MAX_LENGTH} characters`);
  const plain = plainCron(text);
  if (plain.startsWith('@')) {
    throw new CronProblem(`"${plain}" is not known; there are ${[...NICKNAMES.keys()].join(', ')}`);
  }
  const words = patternFields(plain);
  if (words.length !== 5 && words.length !== 6) {
    const asked = 'it takes five fields (minute, hour, day of the month, month, weekday), or six with the second first';
    throw new CronProblem(`It has ${words.length === 1 ? 'one field' : `${words.length} fields`}; ${asked}`);
  }
  const six = words.length === 5 ? ['0', ...words] : words;
  return FIELDS.map((range, index) => parseCronField(six[index] ?? '', range)) as SixFields;
}

const patternFields = (text: string): string[] => text.split(/[ \t]+/).filter((word) => word !== '');
