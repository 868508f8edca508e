import { type Member, type Pipeline, pipelineOf, type Redirection, type Stage, type Word } from '#shell-analysis';
import { mayBeEndless } from './endless-producers.ts';
import { type Filter, filterUse, isFilter, isScripted } from './filter-use.ts';
import { isSilent, setsVariables } from './silent-members.ts';

/** A command as two: what runs, and the filters on all of its output. */
export interface PipelineSplit {
  /** Command that runs. */
  readonly cleaned: string;
  /** Programs of the filters, in order. */
  readonly removedNames: readonly string[];
  /** The filters' text, for `bash -c`. */
  readonly removedPipeline: string;
  /** Whether a filter may end before it has read everything, so that bash would have ended the producer early. */
  readonly earlyClosing: boolean;
  /**
   * Index in `cleaned` at which the command whose output is filtered begins. Members before it print nothing, but may
   * change the folder, the environment and the options of the shell that the filters must run in.
   */
  readonly producerAt: number;
}

/** Splits a command; undefined if it runs as written, as does anything not proven to give the same in two parts. */
export function splitPipeline(command: string): PipelineSplit | undefined {
  const pipeline = pipelineOf(command);
  if (!pipeline || !isOneList(pipeline)) return undefined;
  const members = pipeline.members.slice(0, -1);
  const last = pipeline.members.at(-1);
  if (!last || last.isNegated || !members.every(isSilent)) return undefined;
  const keptCount = keptStages(last);
  const removed = last.stages.slice(keptCount);
  const kept = last.stages[keptCount - 1];
  if (removed.length === 0 || !kept || last.pipes.slice(keptCount - 1).includes('|&')) return undefined;
  const filters = removed.map((stage) => filterOf(stage, !members.some(setsVariables)));
  if (filters.includes(undefined) || mayBeEndless(command, kept.span.end)) return undefined;
  const before = command.slice(0, kept.span.end);
  const producer = members.length === 0 ? 0 : last.span.start - (before.length - before.trimStart().length);
  return {
    cleaned: before.trim(),
    removedNames: removed.map(({ words }) => words[0]?.text ?? ''),
    removedPipeline: removed.map(({ text }) => text).join(' | '),
    earlyClosing: filters.some((filter) => filter?.earlyClosing),
    producerAt: producer,
  };
}

function isOneList({ statements, isBackground, hasHereDocument, errors, operators }: Pipeline): boolean {
  return (
    statements === 1 &&
    !isBackground &&
    !hasHereDocument &&
    errors.length === 0 &&
    operators.every((operator) => operator === '&&')
  );
}

/** Number of stages that stay: the first, and all up to the last that is not a filter by its name. */
function keptStages({ stages }: Member): number {
  const lastOther = stages.findLastIndex(({ isSimple, words }) => !isSimple || !isFilter(words[0]?.text ?? ''));
  return Math.max(1, lastOther + 1);
}

/** Determines the use of a stage as a filter; undefined unless it is proven to be nothing else. */
function filterOf(stage: Stage, mayExpand: boolean): Filter | undefined {
  const [program, ...words] = stage.words;
  const name = program?.text ?? '';
  const isKnown = (word: Word) =>
    word.literal !== undefined ||
    (!isScripted(name) && (ONE_AT_MOST.test(word.text) || (mayExpand && isPlainVariable(word))));
  const isPlain =
    !stage.hasSubstitution &&
    stage.redirections.every(isOutputDropped) &&
    stage.assignments.every(({ value }) => value?.literal !== undefined) &&
    words.every(isKnown);
  // What is expanded is taken for one word that is no option.
  return isPlain
    ? filterUse(
        name,
        words.map(({ literal }) => literal ?? 'x'),
      )
    : undefined;
}

/** `[n]ginx`, by which `ps | grep` leaves itself out: at most one file has that name, so it is one word in any case. */
const ONE_AT_MOST = /^\[\w\][\w.-]+$/;
/** A variable of the environment in double quotes, which is one word wherever it is expanded. */
const QUOTED_VARIABLE = /^"[^"`$]*(?:\$(?:\w+|\{\w+\})[^"`$]*)+"$/;
/** Variables that differ from shell to shell, or from one moment to the next. */
const OF_ONE_SHELL =
  /\$\{?(?:\d|BASH\w*|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH\w+|FUNCNAME|PIPESTATUS|PPID|SHLVL|OPT\w+|COMP_\w+|DIRSTACK|HISTCMD|_)\b/;

function isPlainVariable({ text, expansions }: Word): boolean {
  const isVariable = expansions.size === 1 && expansions.has('parameter');
  return isVariable && QUOTED_VARIABLE.test(text) && !OF_ONE_SHELL.test(text);
}

/** `2>/dev/null` and `2>&1`. */
function isOutputDropped({ operator, descriptor, target }: Redirection): boolean {
  if (descriptor !== 2) return false;
  return (operator === '>' && target?.literal === '/dev/null') || (operator === '>&' && target?.literal === '1');
}
