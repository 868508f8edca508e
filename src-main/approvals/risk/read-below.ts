/** How a part of a line goes through folders, by what is declared of its program. */
import { argumentSyntaxOf, has, optionsOf, PROGRAMS, readWords, type SimpleCommand } from '#shell-analysis';
import { programOf } from '../program-of.ts';
import { type TreeManner, treeManner } from '../read-only/tree-manner.ts';

/** How a program such as `grep -r` goes through folders; undefined if it does not. */
export const mannerBelow = (part: SimpleCommand): TreeManner | undefined => declaredManner(part, 'below');

/** How a program such as `ls` finds the names that it prints; undefined if it prints none. */
export const mannerOfList = (part: SimpleCommand): TreeManner | undefined => declaredManner(part, 'lists');

function declaredManner(part: SimpleCommand, what: 'below' | 'lists'): TreeManner | undefined {
  const known = PROGRAMS.get(programOf(part) ?? '');
  const declared = known?.[what];
  if (known === undefined || declared === undefined) return undefined;
  const read = readWords(part.words.slice(1), optionsOf(known), argumentSyntaxOf(known));
  const tree = has(read, '--help', '--version') ? undefined : declared(read);
  return tree && treeManner(tree);
}

/** Whether a program prints what is in the files that it is given. */
export const showsFiles = (part: SimpleCommand): boolean =>
  /\b(?:read|input)\b/.test(PROGRAMS.get(programOf(part) ?? '')?.operands ?? '');
