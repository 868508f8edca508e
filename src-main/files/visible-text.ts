import type { Warning } from '#contract';
import { hiddenCodes, lookAlikesIn } from '#contract/hidden-characters';
import type { TextDiff } from './hunks.ts';
import { contentOf, withoutBom } from './text.ts';

/** Marks, embeddings, overrides and isolates (Unicode Bidirectional Algorithm, UAX #9). */
const BIDIRECTIONAL = /^U\+(?:061C|200[EF]|202[A-E]|206[6-9])$/;

export interface HiddenCharacters {
  /** As `U+202E`, each once, in the order they occur. */
  readonly names: readonly string[];
  readonly changesDirection: boolean;
}

export function findHiddenCharacters(text: string): HiddenCharacters | undefined {
  const names = hiddenCodes(text);
  if (names.length === 0) return undefined;
  return { names, changesDirection: names.some((name) => BIDIRECTIONAL.test(name)) };
}

const MAX_NAMES = 5;

export function describeCharacters({ names, changesDirection }: HiddenCharacters): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const what = changesDirection ? 'characters that change the direction of reading' : 'control or invisible characters';
  return `${what} (${names.slice(0, MAX_NAMES).join(', ')}${more})`;
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
  const what = describeCharacters({
    names: [...new Set(found.flatMap(({ characters }) => characters.names))],
    changesDirection: found.some(({ characters }) => characters.changesDirection),
  });
  const where = found.length === 1 ? `line ${first.line}` : `${found.length} lines, the first is line ${first.line}`;
  return [{ level: 'caution', text: `The new text contains ${what} in ${where}` }];
}

function hiddenInLines(lines: readonly string[], start: number, end: number) {
  return lines.slice(start, end).flatMap((line, index) => {
    const content = contentOf(line);
    const characters = findHiddenCharacters(start + index === 0 ? withoutBom(content) : content);
    return characters ? [{ line: start + index + 1, characters }] : [];
  });
}
