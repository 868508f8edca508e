import { isWithin, pathKey, type ValuePath, withValueAt } from './draft-value.ts';
import { losesDigits } from './form-problems.ts';

/** Text of a field that is written as text and read as a value, as it was typed. */
export interface TypedField {
  readonly path: ValuePath;
  readonly text: string;
  /** Reason why the text is no value yet; the form keeps the value it had. */
  readonly problem: string | undefined;
  /** Whether only the text says what was meant: it is no value yet, or its value has other digits. */
  readonly isUnfinished: boolean;
}

/** A value that a typed text says, or the reason why it says none. */
export interface ReadText {
  readonly value?: unknown;
  readonly problem?: string | undefined;
  /** Whether there is no value any more, while its place stays to be filled in again. */
  readonly isEmptied?: boolean;
}

export function readJson(text: string): ReadText {
  if (text.trim() === '') return {};
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'This is not JSON yet: texts are in double quotes, as in "Oslo" or ["a", 1].' };
  }
}

/** Reads a number; the text itself is the value where it is none, which the form then says. */
export function readNumber(text: string): ReadText {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const isNumber = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(trimmed) && Number.isFinite(Number(trimmed));
  return { value: isNumber ? Number(trimmed) : trimmed };
}

export function textAt(fields: readonly TypedField[], path: ValuePath): string | undefined {
  const key = pathKey(path);
  return fields.find((one) => pathKey(one.path) === key)?.text;
}

/** The fields without what was typed at `path` and below it. */
export function withoutTextsIn(fields: readonly TypedField[], path: ValuePath): readonly TypedField[] {
  const others = fields.filter((one) => !isWithin(one.path, path));
  return others.length === fields.length ? fields : others;
}

/** The fields with the text of one of them. */
export function withTextAt(
  fields: readonly TypedField[],
  path: ValuePath,
  text: string,
  { value, problem }: ReadText,
): readonly TypedField[] {
  const isUnfinished = problem !== undefined || losesDigits(value);
  return [...withoutTextsIn(fields, path), { path, text, problem, isUnfinished }];
}

/** The fields after an item of a list was removed: those of later items go with their items. */
export function withoutItem(fields: readonly TypedField[], list: ValuePath, index: number): readonly TypedField[] {
  return withoutTextsIn(fields, [...list, index]).map((one) => {
    const place = one.path[list.length];
    if (!isWithin(one.path, list) || typeof place !== 'number' || place < index) return one;
    return { ...one, path: [...list, place - 1, ...one.path.slice(list.length + 1)] };
  });
}

/** JSON with the digits of a number that was typed; undefined if it cannot be written so. */
function numberAsJson(text: string): string | undefined {
  // A field takes a plus, zeros in front and a point without digits after it, which JSON does not.
  const plain = text
    .trim()
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/\.(?=e|$)/i, '');
  return readJson(plain).problem === undefined ? plain : undefined;
}

/** JSON of a form's value, in which what is typed and no value yet stands as it was typed, at its place. */
export function jsonWithTexts(value: unknown, fields: readonly TypedField[], space?: number): string {
  const unfinished = fields.flatMap((one) => {
    const text = one.problem === undefined ? numberAsJson(one.text) : one.text;
    return one.isUnfinished && text !== undefined ? [{ path: one.path, text }] : [];
  });
  const plain = [JSON.stringify(value), ...unfinished.map(({ text }) => text)];
  let mark = '@';
  while (plain.some((text) => text.includes(mark))) mark += '@';
  const marked = unfinished.reduce((whole, one, index) => withValueAt(whole, one.path, `${mark}${index}`), value);
  const json = JSON.stringify(marked, undefined, space);
  return unfinished.reduce((text, one, index) => text.replace(`"${mark}${index}"`, () => one.text), json);
}
