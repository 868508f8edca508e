import type { Warning } from '#contract';
import { type HiddenCharacter, hiddenCharactersIn, lookAlikesIn } from '#contract/hidden-characters';
import type { TextDiff } from './hunks.ts';
import { lineContent, withoutBom } from './text.ts';

/** Marks, embeddings, overrides and isolates (Unicode Bidirectional Algorithm, UAX #9). */
const BIDIRECTIONAL = /^U\+(?:061C|200[EF]|202[A-E]|206[6-9])$/;

type NamedCharacter = Pick<HiddenCharacter, 'code' | 'name'>;

/** The hidden characters of a text, each once, in the order they first occur; `undefined` if there are none. */
export function findHiddenCharacters(text: string): readonly NamedCharacter[] | undefined {
  const found = distinct([...hiddenCharactersIn(text)]);
  return found.length === 0 ? undefined : found;
}

const distinct = (all: readonly NamedCharacter[]): readonly NamedCharacter[] => [
  ...new Map(all.map((one) => [one.code, one])).values(),
];

const MAX_NAMES = 5;

/** Describes the effect of the characters, and each by its name and code. */
export function describeCharacters(found: readonly NamedCharacter[]): string {
  const turning = found.filter(({ code }) => BIDIRECTIONAL.test(code));
  const others = found.filter(({ code }) => !BIDIRECTIONAL.test(code));
  return [
    turning.length > 0 ? `characters that change the direction of reading (${characterList(turning)})` : [],
    others.length > 0 ? `control or invisible characters (${characterList(others)})` : [],
  ]
    .flat()
    .join(', and ');
}

function characterList(found: readonly NamedCharacter[]): string {
  const more = found.length > MAX_NAMES ? ` and ${found.length - MAX_NAMES} more` : '';
  const named = found.slice(0, MAX_NAMES).map(({ code, name }) => `${name} ${code}`);
  return `${named.join(', ')}${more}`;
}

/** A caution when lines that would be added hold characters that are not seen, or that are not what they look like. */
export function hiddenCharacterWarnings(diff: TextDiff): Warning[] {
  return [...hiddenWarnings(diff), ...lookAlikeWarnings(diff)];
}

function lookAlikeWarnings({ runs, newLines }: TextDiff): Warning[] {
  const found = runs.flatMap((run) =>
    newLines.slice(run.newStart, run.newEnd).flatMap((line, index) => {
      const [first] = lookAlikesIn(line);
      return first ? [{ line: run.newStart + index + 1, ...first }] : [];
    }),
  );
  const [first] = found;
  if (!first) return [];
  const where = found.length === 1 ? `line ${first.line}` : `${found.length} lines, the first is line ${first.line}`;
  const text = `The new text contains characters that look like others (${first.code}, a ${first.name}) in ${where}`;
  return [{ level: 'caution', text }];
}

function hiddenWarnings(diff: TextDiff): Warning[] {
  const found = diff.runs.flatMap((run) => hiddenInLines(diff.newLines, run.newStart, run.newEnd));
  const first = found[0];
  if (!first) return [];
  const what = describeCharacters(distinct(found.flatMap(({ characters }) => characters)));
  const where = found.length === 1 ? `line ${first.line}` : `${found.length} lines, the first is line ${first.line}`;
  return [{ level: 'caution', text: `The new text contains ${what} in ${where}` }];
}

function hiddenInLines(lines: readonly string[], start: number, end: number) {
  return lines.slice(start, end).flatMap((line, index) => {
    const content = lineContent(line);
    const characters = findHiddenCharacters(start + index === 0 ? withoutBom(content) : content);
    return characters ? [{ line: start + index + 1, characters }] : [];
  });
}
