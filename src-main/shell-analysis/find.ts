import { EffectRecorder } from './effect-recorder.ts';
import type { Word } from './model.ts';
import { type FindStep, readFind } from './programs/find-words.ts';
import { optionsOf, PROGRAMS } from './programs/index.ts';
import { addOperandEffect } from './programs/operand-effects.ts';
import { runPart, type WrapperCommand } from './run-wrapped.ts';
import type { Walk } from './walk.ts';

/** `find`: where it looks, what it deletes and writes, and the commands it runs for what it finds. */
export function unfoldFind(walk: Walk, found: WrapperCommand): void {
  const known = PROGRAMS.get('find') ?? {};
  const { starts, steps } = readFind(found.part.words.slice(1), optionsOf(known));
  const sink = new EffectRecorder(walk, found);
  sink.isRecursive = true;
  sink.opensTargets = known.opensTargets === true;
  const look = (kind: 'read' | 'delete'): void => {
    if (starts.length === 0) sink.effect(kind, '.');
    for (const start of starts) sink.effect(kind, start.literal, start);
  };
  look('read');
  for (const [at, step] of steps.entries()) {
    if (step.type === 'delete') {
      sink.ending = nameEnding(steps, at);
      look('delete');
      sink.ending = undefined;
    } else if (step.type === 'unknown') sink.doubt('unknown-find-predicate', step.word);
    else if (step.type === 'test') sayTest(step, sink);
    else if (step.type === 'run') {
      walk.found.doubt(found.part.span, 'found-names');
      runPart(walk, found, { assignments: [], words: step.command });
    }
  }
}

/** An ending in letters behind anything; a bracket or a backslash could mean more than it shows. */
const ENDING = /^[\w*?. -]*(\.[A-Za-z]\w*)$/;

/**
 * Ending, in lower case, of every name that reaches a step: required by one of the tests before it, and not part of an
 * alternative.
 */
function nameEnding(steps: readonly FindStep<Word>[], before: number): string | undefined {
  const isChoosing = steps.some(
    (step) => step.type !== 'delete' && !(step.type === 'test' && !CHOOSES.has(step.option.name)),
  );
  if (isChoosing) return undefined;
  const endings = steps.slice(0, before).map((step) => {
    const isName = step.type === 'test' && (step.option.name === '--name' || step.option.name === '--iname');
    return isName ? ENDING.exec(step.values[0]?.literal ?? '')?.[1]?.toLowerCase() : undefined;
  });
  return endings.find((ending) => ending !== undefined);
}

const CHOOSES = new Set(['--o', '--or', '--not']);

function sayTest({ option, values }: Extract<FindStep<Word>, { type: 'test' }>, sink: EffectRecorder): void {
  const [value] = values;
  const kind = option.kind.split('+')[0] ?? '';
  sink.isRecursive = kind === 'write';
  // A dash is a file of that name.
  if (kind === 'write') sink.effect('write', value?.literal, value);
  else if (value !== undefined) addOperandEffect(sink, kind, value);
  sink.isRecursive = true;
}
