import { mayHoldCredentials, whyItRunsCode } from '#core/secrets/sensitive-paths';
import type { Analysis, Doubt, Loop, SimpleCommand, Word } from '#shell-analysis';
import type { CommandFacts } from '../decide/facts.ts';
import { effectPaths, isWithin } from '../decide/targets.ts';
import type { GivenText, WordPlace } from './word-types.ts';

/** No brackets, braces or quotes. */
const PLAIN_PATTERN = /^[\p{L}\p{N}_.,/@%+=:*?-]+$/u;
const VARIABLE = /^(?:\$([A-Za-z_]\w*)|"\$([A-Za-z_]\w*)"|\$\{([A-Za-z_]\w*)\}|"\$\{([A-Za-z_]\w*)\}")$/;
/** Name of a loop's variable that no program or shell obeys. */
const LOOP_NAME = /^[a-z][a-z0-9]{0,19}$/;
/** Commands that may set a loop's variable to something else. */
const SETTERS = new Set(
  `read printf declare local typeset export readonly unset let eval source . mapfile readarray getopts set shift trap enable alias
  builtin command`.split(/\s+/),
);
const MAX_ROUNDS = 50;

type LinePlace = Omit<WordPlace, 'isReading'>;

/**
 * The words of a part as its program gets them, once for each round of the loop around it; undefined when a word is known only
 * when it runs.
 */
export function givenTexts(part: SimpleCommand, place: LinePlace): GivenText[][] | undefined {
  const words = part.words.slice(1);
  if (place.facts.analysis.loops.length === 0) return ifAllKnown([words.map(single)]);
  const loops = words.map((word) => loopOf(word, part, place.facts.analysis));
  const [loop, ...others] = new Set(loops.filter((one) => one !== undefined));
  if (others.length > 0) return undefined;
  const areQuoted = words.every((word, at) => loops[at] === undefined || word.isQuoted);
  const values = loop === undefined ? [undefined] : loopValues(loop, areQuoted, place);
  return ifAllKnown(values?.map((value) => words.map((word, at) => (loops[at] === undefined ? single(word) : value))));
}

/** The rounds, if every word of them is known. */
const ifAllKnown = (rounds: (GivenText | undefined)[][] | undefined): GivenText[][] | undefined =>
  rounds?.every((round) => round.every((text) => text !== undefined)) ? rounds : undefined;

/** The word as a rule may name it; undefined for what is expanded in another way. */
function single(word: Word): GivenText | undefined {
  if (word.literal !== undefined) return { kind: 'literal', text: word.literal };
  if (isGlob(word)) return { kind: 'glob', text: word.text };
  const name = variableIn(word);
  return name === undefined ? undefined : { kind: 'variable', text: name };
}

/** Whether a word is nothing but an unquoted pattern of file names. */
export function isGlob({ literal, text, expansions, isQuoted }: Word): boolean {
  return (
    literal === undefined && !isQuoted && expansions.size === 1 && expansions.has('glob') && PLAIN_PATTERN.test(text)
  );
}

function variableIn({ text, expansions }: Word): string | undefined {
  if (expansions.size !== 1 || !expansions.has('parameter')) return undefined;
  return VARIABLE.exec(text)
    ?.slice(1)
    .find((name) => name !== undefined);
}

function loopOf(word: Word, part: SimpleCommand, analysis: Analysis): Loop | undefined {
  const name = variableIn(word);
  if (name === undefined || part.wrappers.length > 0) return undefined;
  return loopsAround(part, plainLoops(analysis)).find(({ variable }) => variable === name);
}

/** Finds the loops whose body contains a part. */
export function loopsAround({ span }: SimpleCommand, loops: readonly Loop[]): readonly Loop[] {
  if (loops.length === 0) return loops;
  return loops.filter(({ body }) => span.start >= body.start && span.end <= body.end);
}

/** Loops of one line that are looked into. */
const MAX_LOOPS = 50;
/** Loops of the most recent line: every word of it needs them. */
let last: { readonly analysis: Analysis; readonly loops: readonly Loop[] } | undefined;

/** Loops whose variable is what their words say, whatever runs in them. */
export function plainLoops(analysis: Analysis): readonly Loop[] {
  if (last?.analysis !== analysis) last = { analysis, loops: foundPlain(analysis) };
  return last.loops;
}

function foundPlain({ loops, parts }: Analysis): readonly Loop[] {
  if (loops.length === 0 || loops.length > MAX_LOOPS) return [];
  const isSet = (name: string) => parts.some(({ assignments }) => assignments.some((one) => one.name === name));
  if (parts.some(({ program, words }) => words.length > 0 && (program === undefined || SETTERS.has(program))))
    return [];
  return loops.filter(
    ({ variable, words }) =>
      LOOP_NAME.test(variable) &&
      !isSet(variable) &&
      loops.filter((other) => other.variable === variable).length === 1 &&
      words.every((one) => one.literal !== undefined || isGlob(one)),
  );
}

/** Whether a doubt beside the parts is no more than a loop of which all is known that its variable becomes. */
export function isOfPlainLoop({ span, code }: Doubt, facts: CommandFacts): boolean {
  const { analysis, folders, diskFacts } = facts;
  return plainLoops(analysis).some((loop) => {
    if (code === 'loop-variable') return loop.span.start === span.start && loop.span.end === span.end;
    const word = loop.words.find((one) => one.span.start === span.start && one.span.end === span.end);
    const first = analysis.parts.findIndex((part) => part.span.start >= loop.body.start);
    const here = folders[first];
    return (
      code === 'glob' && word !== undefined && here?.every((at) => diskFacts.globs?.[`${at}/${word.text}`]) === true
    );
  });
}

/** Lists the values of a loop's variable by round. Unquoted, a value may become several words, or a pattern. */
function loopValues({ words }: Loop, areQuoted: boolean, place: LinePlace): GivenText[] | undefined {
  const texts = words.map(
    (one): GivenText => ({ kind: isGlob(one) ? 'glob' : 'literal', text: one.literal ?? one.text }),
  );
  const arePlain = texts.every(({ kind, text }) => kind === 'literal' && /^[\w./@:+-]+$/.test(text));
  if (texts.length === 0 || texts.length > MAX_ROUNDS || !(areQuoted || arePlain)) return undefined;
  return texts.every(({ kind, text }) => kind === 'glob' || isPlainValue(text, place)) ? texts : undefined;
}

/**
 * Whether a value has no meaning of its own: what a program does to it is not among the line's effects, so it must not
 * be a sensitive path.
 */
function isPlainValue(text: string, { part, facts, workspace }: LinePlace): boolean {
  const paths = effectPaths({ target: text, part }, facts);
  if (text === '' || text.startsWith('-') || paths === undefined) return false;
  return paths.every(
    (path) =>
      path !== workspace &&
      isWithin(workspace, path) &&
      !mayHoldCredentials(path) &&
      whyItRunsCode(path, workspace) === undefined &&
      whyItRunsCode(`${path}/*`, workspace) === undefined,
  );
}
