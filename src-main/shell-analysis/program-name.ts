import type { Part } from './model.ts';
import type { Say } from './program.ts';

/** Where programs are installed; those elsewhere only share a name with them. */
const INSTALLED = /^\/(?:usr\/(?:local\/)?)?s?bin\/([^/]+)$/;

/** The program's plain name; undefined when it is not surely one that is installed. */
export function nameOf(part: Part, say: Say): string | undefined {
  const { program } = part;
  const [word] = part.words;
  if (program === undefined) {
    say.effect('run', undefined, word);
    say.doubt('which program runs is known only then', word);
    return undefined;
  }
  if (!/^[\x21-\x7e]+$/.test(program)) {
    say.effect('run', program, word);
    say.doubt("the program's name has characters that look like others or are not seen", word);
    return undefined;
  }
  if (!program.includes('/')) return program;
  const name = INSTALLED.exec(program)?.[1];
  if (name !== undefined) return name;
  say.effect('run', program, word);
  say.doubt('it runs a file', word);
  return undefined;
}
