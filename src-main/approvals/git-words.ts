import type { SimpleCommand, Word } from '#shell-analysis';
import { programOf } from './program-of.ts';

/** A call of git, past the options that stand before its sub-command. */
export interface GitWords {
  /** Sub-command; undefined if it is known only at run time, or there is none. */
  readonly verb: string | undefined;
  /** Words after the sub-command; undefined entries are known only when it runs. */
  readonly rest: readonly (string | undefined)[];
  /** The sub-command is there, but is known only when it runs, or is an alias of the line for a text of the shell. */
  readonly isOpen: boolean;
  /** Words before the sub-command. */
  readonly before: readonly (string | undefined)[];
}

/** Options before the sub-command that take the next word, too. */
const VALUED = new Set('-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source'.split(' '));

/** Parses a part's call of git; undefined if there is none. */
export function gitWords(part: SimpleCommand): GitWords | undefined {
  if (programOf(part) !== 'git') return undefined;
  const words = part.words.slice(isApplet(part) ? 2 : 1);
  const literals = words.map(({ literal }) => literal);
  const count = countBefore(words);
  const before = literals.slice(0, count);
  const [verb, ...rest] = literals.slice(count);
  const isOpen = literals.length > count && verb === undefined;
  return withAlias({ verb, rest, isOpen, before });
}

const isApplet = ({ program }: SimpleCommand): boolean => /(^|\/)(busy|toy)box$/.test(program ?? '');

function countBefore(words: readonly Word[]): number {
  let at = 0;
  for (; (words[at]?.literal ?? words[at]?.text ?? '').startsWith('-'); at += 1) {
    if (VALUED.has(words[at]?.literal ?? '')) at += 1;
  }
  return Math.min(at, words.length);
}

/** Expands an alias that is set on the line; aliases in configuration files are the person's own. */
function withAlias(said: GitWords): GitWords {
  const { verb, rest, before } = said;
  if (verb === undefined) return said;
  const setting = `alias.${verb}=`.toLowerCase();
  const set = before.findLast((word) => word?.toLowerCase().startsWith(setting));
  if (set === undefined) return said;
  const [first, ...others] = set.slice(setting.length).trim().split(/\s+/);
  if (first === undefined || first.startsWith('!') || /["'\\]/.test(set)) return { ...said, isOpen: true };
  return { ...said, verb: first, rest: [...others, ...rest] };
}
