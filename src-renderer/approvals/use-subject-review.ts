import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Decision, Diff, Question } from '#contract';
import { isPlainObject } from '#contract/plain-object';
import { useApi } from '../api/api-context.tsx';
import type { SchemaFormState } from '../forms/schema-form.tsx';
import { useKeptForm } from '../forms/use-kept-form.ts';
import { errorText } from '../state/error-text.ts';
import { useLive } from '../state/use-live.ts';
import type { AnswerDraft } from './use-answer-draft.ts';
import { useEndSeen } from './use-end-seen.ts';

/** Lines of a diff a card shows; a longer one is reviewed in Changes. */
export const MAX_PREVIEW_LINES = 400;

export type AllowDecision = Extract<Decision, { verdict: 'allow' }>;

/** State of a card's subject, and whether enough of it was seen to allow it. */
export interface SubjectReview {
  /** The block whose end must have been in view. */
  readonly block: RefObject<HTMLElement | null>;
  readonly isEndSeen: boolean;
  readonly diff: Diff | undefined;
  /** Reason why it cannot be allowed here, apart from the end not having been seen. */
  readonly blocked: string | undefined;
  readonly mayAllow: boolean;
  readonly allowLabel: string;
  /** Returns the answer that allows it; `undefined` if something must be corrected first, which is then shown. */
  readonly allowing: () => AllowDecision | undefined;
  readonly isEditing: boolean;
  /** Whether a command that was written in place of the model's is kept, while the model's is shown. */
  readonly hasKeptEdit: boolean;
  readonly toggleEditing: () => void;
  /** The command as it would run. */
  readonly command: string;
  readonly setCommand: (command: string) => void;
  /** The values a server asks for. */
  readonly form: SchemaFormState;
}

const NO_SCHEMA: Readonly<Record<string, unknown>> = {};

/** Reviews the subject of a card; `draft` is what the person has written on it. */
export function useSubjectReview(
  question: Question,
  { command: edited, form: kept }: AnswerDraft,
  write: (next: AnswerDraft) => void,
): SubjectReview {
  const { subject } = question;
  const original = subject.kind === 'command' ? subject.command : '';
  // What was typed is there again when editing is taken up again.
  const [isEditing, setEditing] = useState(false);
  const [wasSeen, setWasSeen] = useState(false);
  const { diff, problem } = useDiffOf(question);
  const block = useRef<HTMLElement>(null);
  const isBlockSeen = useEndSeen(block, subjectKey(subject, diff, isEditing));
  // A command that is being typed is seen where it is typed; the model's own must have been seen before.
  const isEndSeen = isEditing ? wasSeen : isBlockSeen;
  const blocked = subject.kind === 'change' ? whyNotHere(diff, problem) : undefined;
  const isBlank = isEditing && edited?.trim() === '';
  const hasEdit = isOther(edited, original);
  const isEdited = isEditing && hasEdit;

  const keeping = { kept, keep: (content: AnswerDraft['form']) => write({ form: content }) };
  const form = useKeptForm(subject.kind === 'form' ? subject.schema : NO_SCHEMA, keeping, 'value');
  const isForm = subject.kind === 'form';

  const allowing = useCallback((): AllowDecision | undefined => {
    if (isForm) return filledIn(form);
    if (isEdited) return { verdict: 'allow', command: edited };
    if (diff === undefined) return { verdict: 'allow' };
    return { verdict: 'allow', change: { revision: diff.revision, accepted: diff.hunks.map((hunk) => hunk.number) } };
  }, [isForm, form, isEdited, edited, diff]);

  return {
    block,
    isEndSeen,
    diff,
    blocked,
    mayAllow: isEndSeen && blocked === undefined && !isBlank,
    allowLabel: isForm ? 'Send the values' : isEdited ? 'Allow edited' : allowOnceLabel(question),
    allowing,
    isEditing,
    hasKeptEdit: hasEdit && !isEditing,
    toggleEditing: () => {
      if (!isEditing) setWasSeen(isBlockSeen);
      setEditing(!isEditing);
    },
    command: edited ?? original,
    setCommand: (command) => write({ command }),
    form,
  };
}

/** Whether a command was written, and is not the model's own. */
const isOther = (edited: string | undefined, original: string): edited is string =>
  edited !== undefined && edited !== original;

/** Says so where what is allowed leaves the box. */
function allowOnceLabel({ subject, judgement }: Question): string {
  if (subject.kind === 'confirm' && subject.yes !== undefined) return subject.yes;
  return judgement?.leavesBox === true ? 'Allow once outside the box' : 'Allow once';
}

function filledIn(form: SchemaFormState): AllowDecision | undefined {
  const { value } = form;
  if (form.isValid && isPlainObject(value)) {
    return { verdict: 'allow', form: { ...value } };
  }
  form.showProblems();
  return undefined;
}

/** Identifies the text whose end must be seen: another revision must be seen again. */
function subjectKey(subject: Question['subject'], diff: Diff | undefined, isEditing: boolean): string {
  if (subject.kind === 'command') return isEditing ? 'editing' : `command ${subject.command}`;
  if (subject.kind === 'call' || subject.kind === 'confirm') return JSON.stringify(subject);
  return subject.kind === 'change' ? `${subject.proposal} ${diff?.revision ?? 'loading'}` : subject.kind;
}

function whyNotHere(diff: Diff | undefined, problem: string | undefined): string | undefined {
  if (problem !== undefined) return `The diff could not be loaded: ${problem}`;
  if (diff === undefined) return 'Loading the diff…';
  return isTooLong(diff) ? 'This change is too long for a card: open it with “Review changes”.' : undefined;
}

function isTooLong({ hunks }: Diff): boolean {
  return hunks.reduce((lines, hunk) => lines + hunk.lines.length, 0) > MAX_PREVIEW_LINES;
}

/**
 * The diff of a change, loaded again whenever the question or the change is announced again: it may have been revised.
 */
function useDiffOf({ subject }: Question): { diff: Diff | undefined; problem: string | undefined } {
  const api = useApi();
  const [diff, setDiff] = useState<Diff | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const proposal = subject.kind === 'change' ? subject.proposal : undefined;
  const announced = useLive(
    async (remote, signal) => (proposal === undefined ? doNothing() : remote.changes.changed(undefined, { signal })),
    [proposal],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is announced says that there may be another revision.
  useEffect(() => {
    if (proposal === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    api.changes.diff({ id: proposal }, { signal }).then(
      (loaded) => {
        if (signal.aborted) return;
        setDiff((before) => (before?.revision === loaded.revision ? before : loaded));
        setProblem(undefined);
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(errorText(error));
      },
    );
    return () => ending.abort();
  }, [api, proposal, subject, announced]);

  return { diff, problem };
}

async function* doNothing(): AsyncGenerator<never> {}
