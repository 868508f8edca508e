import { quotedText } from '../text/quoted-text.ts';

/**
 * A text as one line: itself, or as JSON in double quotes where no line holds it, such as one with a line break or with blanks
 * around it. A text that looks like such JSON is quoted, too.
 */
export function textLine(text: string): string {
  return isLine(text) && lineText(text) === text ? text : JSON.stringify(text);
}

/** Text that a line stands for; quotes that would not have been needed are part of it. */
export function lineText(line: string): string {
  const quoted = quotedText(line);
  return quoted !== undefined && textLine(quoted) === line ? quoted : line;
}

function isLine(text: string): boolean {
  return text !== '' && text === text.trim() && !/[\r\n]/.test(text);
}

/** The name of a program: in double quotes if it has blanks, since a command line is no program. */
export const programLine = (program: string): string => (/\s/.test(program) ? JSON.stringify(program) : program);

/** Program that a line names; undefined for several words that are not quoted. */
export function lineProgram(line: string): string | undefined {
  const quoted = quotedText(line);
  if (quoted !== undefined && /\s/.test(quoted)) return quoted;
  return /\s/.test(line) ? undefined : line;
}

/** A value that an argument must have, as `path = value`. */
export function valueLine(path: string, value: string): string {
  const place = path.includes('=') ? JSON.stringify(path) : textLine(path);
  return `${place} = ${value === '' ? '' : textLine(value)}`;
}

// A line may hold U+2028, which ends a line for a pattern but not in a field.
const QUOTED_PATH = /^("(?:[^"\\]|\\.)*")\s*=(.*)$/s;
const PLAIN_PATH = /^([^=]+)=(.*)$/s;

/** The path and the value of a line; undefined if it is no `path = value`. */
export function lineValue(line: string): readonly [path: string, value: string] | undefined {
  const [, place = '', rest = ''] = QUOTED_PATH.exec(line) ?? [];
  const quoted = quotedText(place);
  if (quoted !== undefined && valueLine(quoted, '').startsWith('"')) return [quoted, lineText(rest.trim())];
  const [, path, value = ''] = PLAIN_PATH.exec(line) ?? [];
  return path === undefined ? undefined : [path.trim(), lineText(value.trim())];
}
