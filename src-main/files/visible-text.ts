import type { Warning } from '#contract';
import type { TextDiff } from './hunks.ts';
import { contentOf, withoutBom } from './text.ts';

/**
 * Characters that a reader does not see or that change how the others are read: controls but tab and LF, formats, and what
 * Unicode says to ignore. Emoji are made of some of them: variation selectors, and joiners behind a pictograph.
 */
const HIDDEN =
  /(?!\t|\n|\uFE0E|\uFE0F)(?!(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D)[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu;

const BIDIRECTIONAL = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

export interface HiddenCharacters {
  /** As `U+202E`, each once, in the order they occur. */
  readonly names: readonly string[];
  readonly changesDirection: boolean;
}

export function findHiddenCharacters(text: string): HiddenCharacters | undefined {
  const found = new Set(text.match(HIDDEN));
  if (found.size === 0) return undefined;
  return {
    names: [...found].map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    ),
    changesDirection: [...found].some((character) => BIDIRECTIONAL.test(character)),
  };
}

const MAX_NAMES = 5;

export function describeCharacters({ names, changesDirection }: HiddenCharacters): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const what = changesDirection ? 'characters that change the direction of reading' : 'control or invisible characters';
  return `${what} (${names.slice(0, MAX_NAMES).join(', ')}${more})`;
}

/** A caution when lines that would be added hold characters that are not seen. */
export function hiddenCharacterWarnings(diff: TextDiff): Warning[] {
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
