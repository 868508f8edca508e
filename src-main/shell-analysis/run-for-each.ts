/** Text that `parallel` runs once for each of its arguments, which it puts in place of `{}` or behind. */
import type { Word } from './model.ts';
import { runText, runWords, type WrapperCommand } from './run-wrapped.ts';
import type { Walk } from './walk.ts';

const LIST = /^:::+\+?$/;
/** Place of an argument, of one by its number, or of a piece of one. */
const PLACE = /(?<!\$)\{[^{}\s,;=]*\}/g;
/** Arguments without quotes and marks of the shell: they mean the same wherever they are put. */
const PLAIN = /^[\w%+./:@-]+$/;
const isPlain = (text: string): boolean => PLAIN.test(text) && !LIST.test(text);
/** Arguments of which each is looked at; of more, what they are is left open. */
const MAX_ARGUMENTS = 20;
/** Word that is known only when it runs. */
const OPEN = '"$_"';

/** Walks into the command for each argument. `isRenamed` where another text than `{}` stands for one. */
export function runForEach(walk: Walk, found: WrapperCommand, words: readonly Word[], isRenamed: boolean): void {
  const mark = words.findIndex(({ literal }) => LIST.test(literal ?? ''));
  const command = mark < 0 ? words : words.slice(0, mark);
  const [first] = command;
  const last = command.at(-1);
  if (first === undefined || last === undefined) return;
  const text = command.every(({ literal }) => literal !== undefined)
    ? command.map(({ literal }) => literal).join(' ')
    : undefined;
  const whole = { ...first, span: { start: first.span.start, end: last.span.end } };
  if (text === undefined || isRenamed || (text.includes("'") && PLACE.test(text))) {
    runText(walk, found, whole, undefined);
    if (text !== undefined) runWords(walk, found, command);
    return;
  }
  const given = mark < 0 ? undefined : argumentsOf(words.slice(mark));
  for (const filled of filledIn(text, given)) runText(walk, found, whole, filled);
}

/** The arguments of one list that is written out; otherwise one that is open. */
function argumentsOf([mark, ...words]: readonly Word[]): readonly string[] {
  const texts = words.map(({ literal }) => literal ?? ' ');
  const isKnown = mark?.literal === ':::' && texts.length <= MAX_ARGUMENTS && texts.every(isPlain);
  return isKnown ? texts : [OPEN];
}

/** The command with each argument; one that comes from the input is open. */
function filledIn(text: string, given: readonly string[] | undefined): readonly string[] {
  const hasPlace = text.search(PLACE) >= 0;
  if (given === undefined) return [hasPlace ? text.replaceAll(PLACE, OPEN) : `${text} ${OPEN}`];
  const isWhole = !hasPlace || !/\{[^}]/.test(text);
  return (isWhole ? given : [OPEN]).map((one) => (hasPlace ? text.replaceAll(PLACE, () => one) : `${text} ${one}`));
}
