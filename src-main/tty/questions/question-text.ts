import type { Diff, Question, Subject } from '#contract';
import { codeFence } from '#contract/code-fence';
import { deletionTarget } from '#contract/deletion-words';
import { isAmong } from '#contract/is-among';
import { dollars } from '#core/text/dollars';
import { repairsLine } from '../conversation/call-view.ts';
import { diffText } from '../conversation/diff-text.ts';
import { bold, cyan, muted, red, yellow } from '../screen/style.ts';
import { reviewText, safeText } from '../screen/text-width.ts';

/**
 * Formats a question for the terminal: nothing in it that came from a model or a file is an escape. With `isAnyones`,
 * also names the session.
 */
export function questionText(question: Question, diff?: Diff, isAnyones = false): string {
  const { subject, warnings, repairs, isOutside, why, sessionTitle, judgement } = question;
  return [
    ...groupLine(question),
    ...subjectLines(subject, diff),
    ...(isAnyones ? [muted(`for ${safeText(sessionTitle)}`)] : []),
    ...(isOutside ? [yellow(`Outside the workspace ${safeText(question.workspace)}`)] : []),
    ...warnings.map(({ level, text }) => (level === 'danger' ? red : yellow)(`${level}: ${safeText(text)}`)),
    ...notRecordedLines(question),
    ...placeLine(question),
    ...(repairs.length === 0 ? [] : [muted(repairsLine(repairs))]),
    ...(isAmong(why, warnings) ? [] : [muted(safeText(judgement?.unasked?.kept ?? why))]),
    ...(judgement?.unasked ? [muted(`runs unasked ${safeText(judgement.unasked.would)}`)] : []),
  ].join('\n');
}

function notRecordedLines({ notWatched = [] }: Question): string[] {
  return notWatched.map((text) => muted(`cannot be undone: ${safeText(text)}`));
}

/** Describes the place in which an allowed command runs, if there is a box. */
function placeLine({ subject, judgement }: Question): string[] {
  if (subject.kind !== 'command' || judgement === undefined) return [];
  if (judgement.leavesBox) return [yellow('runs outside the box, with your rights')];
  return judgement.sandbox === 'none' ? [] : [muted(BOX_WORDS[judgement.sandbox])];
}

const BOX_WORDS = {
  'read-only': 'runs in the read-only box: it can write nothing and has no network',
  workspace: 'runs in the box: it writes in the workspace alone, without network or credentials',
  network: 'runs in the box with network: it writes in the workspace alone, without credentials',
} as const;

/**
 * Describes a group, of which nothing is written before all of it is answered: a person should know that at the first.
 */
function groupLine({ group }: Question): string[] {
  if (!group) return [];
  return [muted(`Change ${group.index + 1} of ${group.count} of one reply: they are applied once all are answered.`)];
}

/** Prompt of the line that answers the question. */
export function answerPrompt(subject: Subject): string {
  if (subject.kind === 'rounds' || subject.kind === 'spending') return 'Enter goes on, text stops with that reason: ';
  return 'Enter runs it, text refuses with that reason: ';
}

type SubjectLines = {
  readonly [K in Subject['kind']]: (subject: Extract<Subject, { kind: K }>, diff?: Diff) => string[];
};

const LINES: SubjectLines = {
  command: ({ command, cwd }) => [bold('Run a command'), ...fencedIfLong(command), muted(`in ${safeText(cwd)}`)],
  change: (subject, diff) => [
    bold(`${subject.isNew ? 'Create' : 'Change'} ${safeText(subject.shownPath)}`),
    muted(`${subject.addedLines} added, ${subject.removedLines} removed`),
    ...(diff ? diffText(diff) : []),
  ],
  read: ({ shownPath, size }) => [
    bold(`Read ${safeText(shownPath)}`),
    ...(size === undefined ? [] : [muted(`${size} bytes`)]),
  ],
  delete: (subject) => [
    bold(`Delete ${safeText(deletionTarget(subject))}`),
    muted(`${subject.files} file${subject.files === 1 ? '' : 's'}, ${subject.bytes} bytes`),
    ...subject.sample.map((path) => `  ${safeText(path)}`),
  ],
  filter: ({ filter }) => [bold('Filter an output that is kept'), ...fencedIfLong(filter)],
  rounds: ({ used }) => [bold(`The model has used ${used} rounds of tool calls. Let it go on?`)],
  call: ({ provider, title, description, arguments: args }) => [
    bold(`Call ${safeText(title)} of ${safeText(provider)}`),
    ...(description === '' ? [] : [safeText(description)]),
    ...args.flatMap(({ path, text }) => argumentLines(path, text)),
  ],
  spending: ({ spent, cap, isComplete }) => [
    bold(`The session has cost ${isComplete ? '' : '≥ '}${dollars(spent)}; its limit is ${dollars(cap)}. Go on?`),
  ],
  form: ({ server, message }) => [bold(`${safeText(server)} asks`), safeText(message)],
  confirm: ({ title, text, command }) => [
    bold(safeText(title)),
    safeText(text),
    ...(command === undefined ? [] : fencedIfLong(command)),
  ],
};

function subjectLines<K extends Subject['kind']>(subject: Extract<Subject, { kind: K }>, diff?: Diff): string[] {
  return LINES[subject.kind as K](subject, diff);
}

function argumentLines(path: string, text: string): string[] {
  return text.includes('\n')
    ? [`- ${safeText(path)}:`, ...fencedLines(text)]
    : [`- ${safeText(path)}: ${reviewText(text)}`];
}

const fencedIfLong = (text: string) => (text.includes('\n') ? fencedLines(text) : [cyan(reviewText(text))]);

/** No line of the text can look like the end of its fence. */
function fencedLines(text: string): string[] {
  const fence = codeFence(text);
  return [muted(fence), cyan(reviewText(text.replace(/\n$/, ''))), muted(fence)];
}
