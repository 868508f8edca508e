import type { SimpleCommand } from './model.ts';
import type { EffectSink } from './say.ts';

/** Pattern of installed programs; those elsewhere only share a name with them. */
const INSTALLED = /^\/(?:usr\/(?:local\/)?)?s?bin\/([^/]+)$/;

/** The program's plain name; undefined if it is not surely one that is installed. */
export function nameOf(part: SimpleCommand, say: EffectSink): string | undefined {
  const { program } = part;
  const [word] = part.words;
  if (program === undefined) {
    say.effect('run', undefined, word);
    say.doubt('unknown-program-name', word);
    return undefined;
  }
  if (!/^[\x21-\x7e]+$/.test(program)) {
    say.effect('run', program, word);
    say.doubt('disguised-program', word);
    return undefined;
  }
  if (!program.includes('/')) return program;
  const name = INSTALLED.exec(program)?.[1];
  if (name !== undefined) return name;
  say.effect('run', program, word);
  say.doubt('local-program', word);
  return undefined;
}
