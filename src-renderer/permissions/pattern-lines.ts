import { type WordPattern, WordType } from '../ui/schemas.ts';
import { lineText } from './text-lines.ts';

/**
 * A word of a rule as a line: itself, or `*` any word, `<path>` a word of a type, `<["a","b"]>` one of these, `<files src/*.js>` a
 * pattern of file names, `<$PATH>` a variable; last, `**` further words or `<path>...` further ones of a type. What is meant to the
 * letter and looks like one of these begins with a backslash. A word that no line holds, such as one with a line break, is one of
 * one: `<["a\nb"]>`.
 */
export function patternLine(pattern: WordPattern): string {
  if (typeof pattern === 'string') return wordLine(pattern);
  if ('options' in pattern) return `<${JSON.stringify(pattern.options)}>`;
  if ('glob' in pattern) return `<files ${globText(pattern.glob)}>`;
  if ('variable' in pattern) return `<$${pattern.variable}>`;
  if ('rest' in pattern)
    return `${[pattern.rest]
      .flat()
      .map((type) => `<${type}>`)
      .join('')}...`;
  if (pattern.any === 'rest') return '**';
  return pattern.any === 'word' ? '*' : `<${pattern.any}>`;
}

/** A pattern of file names within a line: only a line break, or what would be read as quotes for one, makes quotes of it. */
const globText = (glob: string) => (/[\r\n]/.test(glob) || globOf(glob) !== glob ? JSON.stringify(glob) : glob);

function globOf(text: string): string {
  const quoted = lineText(text);
  return quoted !== text && globText(quoted) === text ? quoted : text;
}

function wordLine(word: string): string {
  if (/[\r\n]/.test(word) || word !== word.trim()) return `<${JSON.stringify([word])}>`;
  return word === '' || /^(\\|<|\*{1,2}$)/.test(word) ? `\\${word}` : word;
}

export function patternOf(line: string): WordPattern {
  if (line === '*') return { any: 'word' };
  if (line === '**') return { any: 'rest' };
  return markedOf(line) ?? (line.startsWith('\\') ? line.slice(1) : line);
}

/** A line in angle brackets; undefined if it is a word after all. */
function markedOf(line: string): WordPattern | undefined {
  const [, marks, dots] = /^((?:<[^<>]*>)+|<.*>)(\.\.\.)?$/s.exec(line) ?? [];
  if (marks === undefined) return undefined;
  const inside = marks.slice(1, -1);
  if (dots !== undefined) return restOf(inside.split('><'));
  const type = WordType.safeParse(inside);
  if (type.success) return { any: type.data };
  if (inside.startsWith('files ')) return { glob: globOf(inside.slice('files '.length)) };
  if (/^\$\w+$/.test(inside)) return { variable: inside.slice(1) };
  return inside.startsWith('[') ? optionsOf(inside) : undefined;
}

function restOf(names: readonly string[]): WordPattern | undefined {
  if (names.length === 1 && names[0] === 'options') return { rest: 'options' };
  const types = names.flatMap((name) => WordType.safeParse(name).data ?? []);
  if (types.length < names.length) return undefined;
  return { rest: types.length === 1 && types[0] !== undefined ? types[0] : types };
}

function optionsOf(json: string): WordPattern | undefined {
  try {
    const list: unknown = JSON.parse(json);
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string')) return undefined;
    const [only] = list;
    return list.length === 1 && only !== undefined && wordLine(only) === `<${json}>` ? only : { options: list };
  } catch {
    return undefined;
  }
}
