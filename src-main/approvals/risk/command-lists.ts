import type { SimpleCommand, Word } from '#shell-analysis';
import { matchesText } from '../rules/glob.ts';

/**
 * Patterns of simple commands, matched by their words: `*` and `?` match any text and any character, a program alone
 * matches it with any arguments.
 */
export interface CommandLists {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

/** The pattern that a part fits, its words all known; a program's folder counts unless the pattern names none and it is denied. */
export function permissionInList({ allow }: CommandLists, part: SimpleCommand): string | undefined {
  const words = part.words.map(({ literal }) => literal);
  if (words.length === 0 || words.some((word) => word === undefined)) return undefined;
  return allow.find((pattern) => fitsListed(pattern, words.join(' '), words[0] ?? ''));
}

/**
 * Finds a denial that matches the command, whatever runs it, wherever it is, and even if some of its arguments are
 * known only when it runs.
 */
export function denialInList({ deny }: CommandLists, part: SimpleCommand): string | undefined {
  const [first, ...rest] = part.words.map(textOf);
  if (first === undefined) return undefined;
  const names = [...new Set([first, first.replace(/^.*\//, '')])];
  return deny.find((pattern) => names.some((name) => fitsListed(pattern, [name, ...rest].join(' '), name)));
}

const textOf = ({ literal, text }: Word): string => literal ?? text;

function fitsListed(pattern: string, text: string, program: string): boolean {
  const wanted = pattern.trim().replaceAll(/\s+/g, ' ');
  if (wanted === '') return false;
  if (!/[\s*?]/.test(wanted)) return wanted === program;
  // `git *` is meant for `git` alone as well.
  return matchesText(wanted, text) || (wanted.endsWith(' *') && matchesText(wanted.slice(0, -2), text));
}
