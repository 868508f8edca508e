import type { PermissionMode, ProposedRule, Question, Rule, RuleProposal, RuleSubject, TriedRules } from '#contract';
import type { Ledger } from '#ledger';
import type { PolicyFeature } from './policy.ts';
import { allowing, proposalsFor } from './proposals.ts';
import { pastCalls, type RehearsalContext, rehearse } from './rehearsal.ts';
import type { RuleStore } from './rules/rule-store.ts';

export interface RuleTrialsOptions {
  readonly ledger: Ledger;
  readonly rules: RuleStore['counting'];
  readonly judge: PolicyFeature['judge'];
  readonly modeOf: (session: string) => Promise<PermissionMode>;
  readonly rulesOf: (session: string) => Promise<readonly Rule[]>;
  readonly stageIn: (workspace: string) => RehearsalContext;
}

/** Trials of unsaved rules: on a question that waits, and on past calls. */
export class RuleTrials {
  readonly #options: RuleTrialsOptions;

  constructor(options: RuleTrialsOptions) {
    this.#options = options;
  }

  /** The rules that would have kept the question from being asked, narrowest first. */
  async propose(question: Question): Promise<RuleProposal[]> {
    const sets = await proposalsFor(question, this.#judgeAnew(question));
    const past = sets.length > 0 ? await pastCalls(this.#options.ledger) : [];
    const stage = this.#options.stageIn(question.workspace);
    const rehearsed = (set: readonly ProposedRule[]) => rehearse(subjectsOf(set), past, stage);
    return await Promise.all(sets.map(async (set) => ({ rules: set, rehearsal: await rehearsed(set) })));
  }

  /** Rehearses them in the question's workspace, else in the one that is named. */
  async tryOut(
    subjects: readonly RuleSubject[],
    question: Question | undefined,
    workspace: string,
  ): Promise<TriedRules> {
    const stage = this.#options.stageIn(question?.workspace ?? workspace);
    const rehearsal = await rehearse(subjects, await pastCalls(this.#options.ledger), stage);
    if (question === undefined) return rehearsal;
    const { verdict } = await this.#judgeAnew(question)(allowing(subjects));
    return { ...rehearsal, covers: verdict === 'allow' };
  }

  #judgeAnew({ subject, tool, isOutside, warnings, workspace, session }: Question) {
    const { rules, judge, modeOf, rulesOf } = this.#options;
    const asked = { plan: { subject, isOutside, warnings }, tool, workspace };
    return async (more: readonly Rule[]) => {
      const counting = rules(workspace);
      return await judge(asked, await modeOf(session), {
        ...counting,
        user: [...(await rulesOf(session)), ...counting.user, ...more],
      });
    };
  }
}

const subjectsOf = (rules: readonly ProposedRule[]): RuleSubject[] => rules.map(({ subject }) => subject);
