import { hiddenCharactersIn } from '#contract/hidden-characters';
import { NUL_ERROR } from './nul.ts';
import type { WalkFindings } from './scope.ts';

/** Characters that are not seen, or that make a line read as another. */
export function doubtCharacters(line: string, found: WalkFindings): void {
  if (line.includes('\0')) found.errors.push(NUL_ERROR);
  for (const { index, length, code, name } of hiddenCharactersIn(line)) {
    found.doubt({ start: index, end: index + length }, { code: 'hidden-character', name: `${code} (${name})` });
  }
}
