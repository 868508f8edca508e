import { useState } from 'react';
import type { ProposedRule, RuleProposal, RuleSubject } from '#contract';
import { type RuleDraft, type RuleProblems, ruleDraft, subjectOf } from '../permissions/rule-draft.ts';

/** A rule of a proposal as it stands in the dialog. */
export interface DraftedRule {
  readonly rule: ProposedRule;
  readonly isLeftOut: boolean;
  /** Draft of the rule while it is edited. */
  readonly draft: RuleDraft | undefined;
  readonly problems: RuleProblems;
  /** Subject of the rule; undefined while the input is not a rule. */
  readonly subject: RuleSubject | undefined;
}

export interface ProposalDraft {
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly rules: readonly DraftedRule[];
  readonly change: (index: number, next: Partial<Pick<DraftedRule, 'isLeftOut' | 'draft'>>) => void;
  /** Rules that would be saved; undefined while one is unfinished, empty if all are left out. */
  readonly subjects: readonly RuleSubject[] | undefined;
  /** Whether nothing was edited or left out. */
  readonly isAsOffered: boolean;
}

interface ProposalEdit {
  readonly isLeftOut?: boolean;
  readonly draft?: RuleDraft | undefined;
}

/** Keeps the chosen proposal, and the person's edits of its rules. */
export function useProposalDraft(proposals: readonly RuleProposal[]): ProposalDraft {
  const [chosen, setChosen] = useState(0);
  const [changes, setChanges] = useState<Readonly<Record<number, ProposalEdit>>>({});
  const offered = proposals[chosen]?.rules ?? [];
  const rules = offered.map((rule, index) => draftedOf(rule, changes[index] ?? {}));
  const kept = rules.filter(({ isLeftOut }) => !isLeftOut);
  const subjects = kept.flatMap(({ subject }) => (subject === undefined ? [] : [subject]));
  return {
    chosen,
    choose: (index) => {
      setChosen(index);
      setChanges({});
    },
    rules,
    change: (index, next) => setChanges((now) => ({ ...now, [index]: { ...now[index], ...next } })),
    subjects: subjects.length === kept.length ? subjects : undefined,
    isAsOffered: JSON.stringify(subjects) === JSON.stringify(offered.map(({ subject }) => subject)),
  };
}

/** The fields of a proposed rule. */
export function draftOfProposed({ subject }: ProposedRule): RuleDraft {
  return ruleDraft({ id: '', verdict: 'allow', subject, at: 0 }, 'workspace');
}

function draftedOf(rule: ProposedRule, { isLeftOut = false, draft }: ProposalEdit): DraftedRule {
  if (draft === undefined) return { rule, isLeftOut, draft, problems: {}, subject: rule.subject };
  const { subject, problems } = subjectOf(draft);
  return { rule, isLeftOut, draft, problems, subject };
}
