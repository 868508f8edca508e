import type { EffectSink } from './effect-sink.ts';
import type { SimpleCommand } from './model.ts';

/** Pattern of installed programs; those elsewhere only share a name with them. */
const INSTALLED = /^\/(?:usr\/(?:local\/)?)?s?bin\/([^/]+)$/;

/** The program's plain name; undefined if it is not surely one that is installed. */
export function programName(part: SimpleCommand, sink: EffectSink): string | undefined {
  const { program } = part;
  const [word] = part.words;
  if (program === undefined) {
    sink.effect('run', undefined, word);
    sink.doubt('unknown-program-name', word);
    return undefined;
  }
  if (!/^[\x21-\x7e]+$/.test(program)) {
    sink.effect('run', program, word);
    sink.doubt('disguised-program', word);
    return undefined;
  }
  if (!program.includes('/')) return program;
  const name = INSTALLED.exec(program)?.[1];
  if (name !== undefined) return name;
  sink.effect('run', program, word);
  sink.doubt('local-program', word);
  return undefined;
}
