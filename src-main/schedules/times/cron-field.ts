/** One of a pattern's fields: what it is called, its least and greatest value, and names that stand for values. */
export interface FieldRange {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Values that may be written by a name, in lower case. */
  readonly names?: ReadonlyMap<string, number>;
}

export interface CronField {
  /** Values in ascending order, without duplicates. */
  readonly values: readonly number[];
  /** Whether it is `*` alone. */
  readonly isOpen: boolean;
  /** Whether it has a `*` or a step: an interval instead of fixed values. */
  readonly isInterval: boolean;
}

/** Error about a pattern, as a sentence. */
export class CronProblem extends Error {
  override readonly name = 'CronProblem';
}

const DIGITS = /^\d{1,9}$/;

/** @throws CronProblem */
export function parseCronField(text: string, range: FieldRange): CronField {
  const values = new Set<number>();
  let isInterval = false;
  for (const item of text.split(',')) {
    const { first, last, step, isStepped } = parseItem(item, text, range);
    for (let value = first; value <= last; value += step) values.add(value);
    isInterval ||= isStepped || item === '*';
  }
  // Sunday has two numbers.
  if (range.most === 7 && values.delete(7)) values.add(0);
  return { values: [...values].sort((one, other) => one - other), isOpen: text === '*', isInterval };
}

interface CronRange {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  readonly isStepped: boolean;
}

function parseItem(item: string, field: string, range: FieldRange): CronRange {
  if (item === '') throw new CronProblem(`The ${range.name} "${field}" has an empty item between its commas`);
  const [span = '', written, ...more] = item.split('/');
  if (more.length > 0) throw new CronProblem(`The ${range.name} "${item}" has more than one "/"`);
  const isStepped = written !== undefined;
  const [from = '', to, ...others] = span.split('-');
  if (others.length > 0) throw new CronProblem(`The ${range.name} "${item}" has more than one "-"`);
  if (isStepped && span !== '*' && to === undefined) {
    throw new CronProblem(
      `The ${range.name} "${item}" has a step without a range; write ${from}-${range.most}/${written}`,
    );
  }
  const step = isStepped ? parseStep(written, item, range) : 1;
  // A week that is written as */n begins on Sunday and ends on Saturday.
  if (span === '*') return { first: range.least, last: range.most === 7 ? 6 : range.most, step, isStepped };
  const first = cronNumber(from, item, range);
  const last = to === undefined ? first : rangeEnd(to, first, { item, range });
  if (last < first) throw new CronProblem(`The ${range.name} "${item}" ends before it begins`);
  return { first, last, step, isStepped };
}

/** The end of a range of weekdays may be Sunday by its name, too; from Sunday to Sunday is that day alone. */
function rangeEnd(text: string, first: number, { item, range }: { readonly item: string; readonly range: FieldRange }) {
  const value = cronNumber(text, item, range);
  return range.most === 7 && value === 0 && first > 0 && !DIGITS.test(text) ? 7 : value;
}

function parseStep(text: string, item: string, range: FieldRange): number {
  if (!DIGITS.test(text)) throw new CronProblem(`The step of the ${range.name} "${item}" is no number`);
  const step = Number(text);
  if (step === 0) throw new CronProblem(`The step of the ${range.name} "${item}" is 0, so it would never go on`);
  if (step > range.most - range.least + 1) {
    throw new CronProblem(`The step of the ${range.name} "${item}" is larger than all its values`);
  }
  return step;
}

function cronNumber(text: string, item: string, { name, least, most, names }: FieldRange): number {
  const named = names?.get(text.toLowerCase());
  if (named !== undefined) return named;
  if (!DIGITS.test(text)) {
    const also = names === undefined ? '' : ` or a name such as ${[...names.keys()][0]?.toUpperCase()}`;
    throw new CronProblem(`The ${name} "${item}" is not understood; it takes numbers from ${least} to ${most}${also}`);
  }
  const value = Number(text);
  if (value >= least && value <= most) return value;
  throw new CronProblem(`The ${name} "${item}" is out of range; it takes ${least} to ${most}`);
}
