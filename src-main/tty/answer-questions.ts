import type { Api, Decision, Question } from '#contract';
import { errorText } from './error-text.ts';
import { askForm } from './form-prompt.ts';
import type { Prompter } from './prompter.ts';
import { answerPrompt, questionText } from './question-text.ts';
import { muted, yellow } from './style.ts';
import { safeText } from './text-width.ts';

export interface AnsweringOptions {
  readonly api: Pick<Api, 'approvals' | 'changes' | 'sessions'>;
  readonly prompter: Prompter;
  /** Whose questions; `undefined`: every one's. */
  readonly session: string | undefined;
  /** Ctrl+C: what the session does is stopped, not only this call. */
  readonly abort: () => void;
  readonly signal: AbortSignal;
}

/** Asks the person what waits for them in this session, one after the other, until `signal`. */
export async function answerQuestions(options: AnsweringOptions): Promise<void> {
  const { api, session, signal } = options;
  let current: { readonly id: string; readonly gone: AbortController; readonly done: Promise<void> } | undefined;
  let waiting: readonly Question[] = [];
  const next = () => {
    const first = waiting[0];
    if (current || !first || signal.aborted) return;
    const gone = new AbortController();
    const done = answer(first, options, gone.signal).finally(() => {
      current = undefined;
      // Answered is not yet gone from the list.
      waiting = waiting.filter(({ id }) => id !== first.id);
      next();
    });
    current = { id: first.id, gone, done };
  };
  for await (const all of await api.approvals.waiting(undefined, { signal })) {
    waiting = all.filter((question) => session === undefined || question.session === session);
    if (current && !waiting.some(({ id }) => id === current?.id)) current.gone.abort();
    next();
  }
}

async function answer(question: Question, options: AnsweringOptions, gone: AbortSignal): Promise<void> {
  const { api, prompter, session, abort } = options;
  try {
    const diff = await diffOf(question, api);
    if (gone.aborted) return;
    prompter.print(`\n${questionText(question, diff, session === undefined)}`);
    const decision =
      question.subject.kind === 'form'
        ? await askForm(question.subject, prompter, gone)
        : await decisionOf(question, prompter, gone);
    if (decision === 'withdrawn')
      prompter.print(muted('The question is gone: it was answered elsewhere, or withdrawn.'));
    else if (decision === 'abort') abort();
    else await api.approvals.decide({ question: question.id, decision: withRevision(decision, diff) });
  } catch (error) {
    prompter.print(errorText(error));
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

/** Enter runs, text refuses with that reason, blanks alone ask again, Ctrl+C and Ctrl+D abort the turn. */
async function decisionOf(
  { subject }: Question,
  prompter: Prompter,
  signal: AbortSignal,
): Promise<Decision | 'abort' | 'withdrawn'> {
  using question = prompter.question();
  for (;;) {
    const read = await question.read({ prompt: { text: safeText(answerPrompt(subject)), style: '\x1b[33m' }, signal });
    if (read.kind === 'withdrawn') return 'withdrawn';
    if (read.kind === 'interrupt' || read.kind === 'end') return 'abort';
    if (read.kind !== 'line') continue;
    if (read.text === '') return { verdict: 'allow' };
    if (read.text.trim() !== '') return { verdict: 'refuse', reason: read.text.trim() };
    prompter.print(yellow('Press Enter on an empty line to run it, or type why not.'));
  }
}
