/** Files that a program reads because `xargs` gives it their names, which are known only when it runs. */
import { EffectRecorder } from './effect-recorder.ts';
import type { EffectSink } from './effect-sink.ts';
import { listOwnFiles } from './listed-names.ts';
import type { SimpleCommand, Word } from './model.ts';
import { argumentSyntaxOf, optionsOf, PROGRAMS } from './programs/index.ts';
import { addOperandEffects } from './programs/operand-effects.ts';
import { type ParsedArguments, readWords } from './programs/parsed-arguments.ts';
import type { NodeScope } from './scope.ts';
import type { Walk } from './walk.ts';

interface GivenNames {
  /** Index of the part that is given them. */
  readonly index: number;
  readonly scope: NodeScope;
  /** Options of `xargs`. */
  readonly options: ParsedArguments<Word>;
}

/** Says that the part reads files of any name, if its program takes names of files where they are put. */
export function sayGivenNames(walk: Walk, { index, scope, options }: GivenNames): void {
  const { parts } = walk.found;
  const part = parts[index];
  const known = PROGRAMS.get(part?.program?.replace(/^.*\//, '') ?? '');
  // What programs with words of their own do with a name is asked about in any case.
  if (part === undefined || known === undefined || known.isLenient || known.says || known.runs) return;
  if (isGivenOwn(parts, { index, scope, options })) return;
  const words = filledIn(part.words.slice(1), placeOfNames(options));
  const read = readWords(words, optionsOf(known), argumentSyntaxOf(known));
  const recorder = new EffectRecorder(walk, { part, index, scope });
  const sink: EffectSink = {
    isFed: recorder.isFed,
    effect: (kind, target, word) => {
      if (kind === 'read' && word?.text === OPEN) recorder.effect(kind, target, part.words[0]);
    },
    doubt: () => undefined,
  };
  addOperandEffects(known, read, sink);
}

/** Whether the names come by the pipeline, from stages that list files of the folder. */
function isGivenOwn(parts: readonly SimpleCommand[], { index, scope, options }: GivenNames): boolean {
  const runner = parts[index - 1];
  if (scope.pipelineFrom === undefined || runner === undefined || runner.redirections.length > 0) return false;
  const isFromFile = options.given.some(({ name }) => name === '-a' || name === '--arg-file');
  return !isFromFile && listOwnFiles(parts.slice(scope.pipelineFrom, index - 1));
}

/** Text of a word that is known only when it runs. */
const OPEN = '"$_"';

function filledIn(words: readonly Word[], place: string | undefined): readonly Word[] {
  const open = { text: OPEN, literal: undefined, isQuoted: true, expansions: new Set(['parameter'] as const) };
  const behind = { ...open, span: { start: 0, end: 0 } };
  // The first may be a pattern, or the value of an option.
  if (place === undefined) return [...words, behind, behind];
  return words.map((word) => (word.literal?.includes(place) ? { ...word, ...open } : word));
}

/** Text in place of which `xargs` puts names; undefined if they stand behind the command. */
export function placeOfNames({ given }: ParsedArguments<Word>): string | undefined {
  const option = given.findLast(({ name }) => ['-I', '-i', '--replace'].includes(name));
  return option && (option.value || '{}');
}
