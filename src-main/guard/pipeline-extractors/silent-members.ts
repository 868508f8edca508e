import { type Member, PROGRAMS, type Redirection } from '#shell-analysis';

/** Whether a member before the last prints nothing, so that a filter on the output of them all sees what it would have seen. */
export function isSilent({ isNegated, isTimed, stages }: Member): boolean {
  const [stage, ...more] = stages;
  if (stage === undefined || more.length > 0 || !stage.isSimple || isNegated || isTimed) return false;
  const [program, ...words] = stage.words;
  const name = program?.text ?? '';
  const isQuiet = PROGRAMS.get(name)?.silent;
  if (isQuiet === undefined) return false;
  return isQuiet(words) || (name !== 'set' && stage.redirections.some(discardsOutput));
}

function discardsOutput({ operator, descriptor, target }: Redirection): boolean {
  return operator === '>' && (descriptor === undefined || descriptor === 1) && target?.literal === '/dev/null';
}

/** Whether a member may set variables that it does not export, which a filter in a shell of its own would not see. */
export function setsVariables({ stages }: Member): boolean {
  return ['source', '.', 'set', 'shopt'].includes(stages[0]?.words[0]?.text ?? '');
}
