import { ORPCError } from '@orpc/client';
import type { Api, Decision, Question } from '#contract';
import type { Prompter } from '../editing/prompter.ts';
import type { ReadResult } from '../editing/reading.ts';
import { errorText } from '../error-text.ts';
import { muted, yellow } from '../screen/style.ts';
import { safeText } from '../screen/text-width.ts';
import { type AllowLikeOptions, allowLikeThis, canBeAllowed } from './allow-like-this.ts';
import { askForm } from './form-prompt.ts';
import { answerPrompt, questionText } from './question-text.ts';

export interface AnsweringOptions {
  readonly api: Pick<Api, 'approvals' | 'changes' | 'sessions' | 'rules'>;
  readonly prompter: Prompter;
  /** Session whose questions are answered; `undefined`: every session's. */
  readonly session: string | undefined;
  /** Workspace whose providers' forms are also asked here while `isBusy`: a call of this session may wait for them. */
  readonly workspace?: string | undefined;
  readonly isBusy?: () => boolean;
  /** Name of another place where they are answered, such as "in the window of Sigma Shell". */
  readonly elsewhere?: string | undefined;
  /** Ctrl+C: what the session does is stopped, not only this call. */
  readonly abort: () => void;
  readonly signal: AbortSignal;
}

/** Asks the person what waits for them in this session, one after the other, until `signal`. */
export async function answerQuestions(options: AnsweringOptions): Promise<void> {
  const { api, signal } = options;
  const announced = new Set<string>();
  let current: { readonly id: string; readonly gone: AbortController; readonly done: Promise<void> } | undefined;
  let waiting: readonly Question[] = [];
  const next = () => {
    const first = waiting[0];
    if (current || !first || signal.aborted) return;
    const gone = new AbortController();
    const done = answerQuestion(first, options, gone.signal).then((isOver) => {
      current = undefined;
      // Answered is not yet gone from the list.
      if (isOver) waiting = waiting.filter(({ id }) => id !== first.id);
      next();
    });
    current = { id: first.id, gone, done };
  };
  for await (const all of await api.approvals.waiting(undefined, { signal })) {
    waiting = all.filter((question) => isForHere(question, options) || question.id === current?.id);
    for (const question of all) {
      if (waiting.includes(question) || !isOfProvider(question, options) || announced.has(question.id)) continue;
      announced.add(question.id);
      options.prompter.print(yellow(announcement(question, options)));
    }
    if (current && !waiting.some(({ id }) => id === current?.id)) current.gone.abort();
    next();
  }
}

function isForHere(question: Question, options: AnsweringOptions): boolean {
  const { session, isBusy } = options;
  if (session === undefined || question.session === session) return true;
  return isOfProvider(question, options) && isBusy?.() === true;
}

/** Whether a provider of the workspace asks the person for something, whoever calls it. */
function isOfProvider({ subject, tool, workspace: of }: Question, { workspace }: AnsweringOptions): boolean {
  return of === workspace && (subject.kind === 'form' || (subject.kind === 'confirm' && tool === 'attach'));
}

function announcement({ subject }: Question, { elsewhere }: AnsweringOptions): string {
  const what =
    subject.kind === 'form' ? `${subject.server} asks for values: ${subject.message}` : subjectTitle(subject);
  return safeText(`Something waits for an answer${elsewhere === undefined ? '' : ` ${elsewhere}`}. ${what}`);
}

const subjectTitle = (subject: Question['subject']) => (subject.kind === 'confirm' ? subject.title : subject.kind);

/** Asks one question. Returns whether it is over; one whose answer was not taken must be asked again. Never rejects. */
async function answerQuestion(question: Question, options: AnsweringOptions, gone: AbortSignal): Promise<boolean> {
  const { api, prompter, session, abort, elsewhere } = options;
  try {
    const diff = await diffOf(question, api);
    if (gone.aborted) return true;
    prompter.print(`\n${questionText(question, diff, session === undefined)}`);
    if (question.subject.kind === 'form' && elsewhere !== undefined)
      prompter.print(muted(`It can be answered ${elsewhere}, too.`));
    const decision =
      question.subject.kind === 'form'
        ? await askForm(question.subject, prompter, gone)
        : await askDecision(question, options, gone);
    if (decision === 'withdrawn')
      prompter.print(muted('The question is gone: it was answered elsewhere, or withdrawn.'));
    else if (decision === 'abort') abort();
    else return await decide({ question: question.id, decision: withRevision(decision, diff) }, options);
  } catch (error) {
    prompter.print(errorText(error));
  }
  return true;
}

/** Returns whether the question is over: values may not fit their form, and a change may have been revised elsewhere. */
async function decide(
  answer: { readonly question: string; readonly decision: Decision },
  { api, prompter }: AnsweringOptions,
): Promise<boolean> {
  try {
    await api.approvals.decide(answer);
    return true;
  } catch (error) {
    prompter.print(errorText(error));
    return !(error instanceof ORPCError && (error.code === 'INVALID_INPUT' || error.code === 'CONFLICT'));
  }
}

type Diff = Awaited<ReturnType<Api['changes']['diff']>>;

async function diffOf({ subject }: Question, api: Pick<Api, 'changes'>): Promise<Diff | undefined> {
  return subject.kind === 'change' ? api.changes.diff({ id: subject.proposal }) : undefined;
}

/** A change is allowed as it was shown: of that revision, all of it. */
function withRevision(decision: Decision, diff: Diff | undefined): Decision {
  if (decision.verdict !== 'allow' || !diff) return decision;
  const accepted = diff.hunks.map(({ number }) => number);
  return { ...decision, change: { revision: diff.revision, accepted } };
}

/** Enter runs, Tab offers rules, text refuses with that reason, blanks alone ask again, Ctrl+C and Ctrl+D abort the turn. */
async function askDecision(
  question: Question,
  { api, prompter }: AnsweringOptions,
  signal: AbortSignal,
): Promise<Decision | 'abort' | 'withdrawn'> {
  const text = safeText(answerPrompt(question.subject));
  const offersRules = canBeAllowed(question);
  if (offersRules) prompter.print(muted('Tab: allow like this from now on…'));
  using reader = prompter.question();
  for (;;) {
    const read = await reader.read({ prompt: { text, style: '\x1b[33m' }, signal });
    const byRule = read.kind === 'mode' && offersRules;
    const answer = byRule ? await decideByRule(question, { api, prompter, reader, signal }) : decisionFromLine(read);
    if (answer) return answer;
    if (read.kind === 'line') prompter.print(yellow('Press Enter on an empty line to run it, or type why not.'));
  }
}

async function decideByRule(
  question: Question,
  options: AllowLikeOptions,
): Promise<Decision | 'withdrawn' | undefined> {
  const outcome = await allowLikeThis(question, options);
  if (outcome === 'back') return undefined;
  return outcome === 'allow' ? { verdict: 'allow' } : outcome;
}

/** Parses the answer; undefined if it must be asked again. */
function decisionFromLine(read: ReadResult): Decision | 'abort' | 'withdrawn' | undefined {
  if (read.kind === 'withdrawn') return 'withdrawn';
  if (read.kind === 'interrupt' || read.kind === 'end') return 'abort';
  if (read.kind !== 'line') return undefined;
  if (read.text === '') return { verdict: 'allow' };
  return read.text.trim() === '' ? undefined : { verdict: 'refuse', reason: read.text.trim() };
}
