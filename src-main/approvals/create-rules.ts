import type { Judgement, Proposal, ProposedRule, Question, Rule, RuleScope, RuleSubject, TriedRules } from '#contract';
import { AppError } from '#core/app-error';
import { CleanupStack } from '#core/cleanup-stack';
import { os } from '#core/procedures';
import type { Ledger } from '#ledger';
import { LiveRules, rulesHere } from './live-rules.ts';
import { Modes } from './modes.ts';
import { createPolicy } from './policy.ts';
import { allowing, proposalsFor } from './proposals.ts';
import { refuseRule } from './refuse-rule.ts';
import { pastCalls, rehearse } from './rehearsal.ts';
import { createRiskClassifier } from './risk/classify.ts';
import { type NewRule, RuleStore } from './rules/rule-store.ts';
import { rulebookText } from './rules/rulebook.ts';
import type { RulesFile } from './rules/rules-file.ts';
import type { RulesOptions } from './rules-options.ts';
import { askedOf } from './trial.ts';

export type RulesFeature = Awaited<ReturnType<typeof createRules>>;

/** What may be done without asking, and what not at all: the rules, each session's mode, and the policy made of them. */
export async function createRules(options: RulesOptions) {
  const { file, ledger, settings, workspace, home, own, log } = options;
  const cleanup = new CleanupStack();
  const store = cleanup.use(new RuleStore({ file, log }));
  await store.open();
  const modes = cleanup.use(new Modes(ledger));
  const keep = keeper(ledger);
  const hasSandbox = async () =>
    settings.current().approvals.read_only_commands && (await options.probeSandbox()).works;
  const rules = (folder: string) => store.counting(folder);
  const { policy, judge } = createPolicy({ rules, keep, modeOf: (id) => modes.of(id), hasSandbox, home, own });
  const stage = () => ({ workspace: workspace(), home, own });

  const live = cleanup.use(new LiveRules(store, options));

  const recorded =
    (type: 'rule.saved' | 'rule.removed', scope: RuleScope) => async (changed: readonly Rule[], after: RulesFile) => {
      const { user, workspace: here } = rulesHere(after, workspace());
      const hash = await keep(rulebookText({ user, workspace: here, home, own }));
      const session = await options.record();
      for (const rule of changed) {
        await session.append(type, { scope, rule, rules: hash });
        log.info(type, { scope, rule: rule.id, verdict: rule.verdict });
      }
    };
  const placeOf = (scope: RuleScope) => ({ scope, workspace: workspace() });
  const refuse = (rule: NewRule) => refuseRule(rule, workspace(), (asked, alone) => judge(asked, 'ask', alone));
  const judgeAnew = ({ subject, tool, isOutside, warnings, workspace: folder, session }: Question) => {
    const asked = { plan: { subject, isOutside, warnings }, tool, workspace: folder };
    return async (more: readonly Rule[]) => {
      const counting = rules(folder);
      return await judge(asked, await modes.of(session), { ...counting, user: [...counting.user, ...more] });
    };
  };
  const propose = async (question: Question): Promise<Proposal[]> => {
    const sets = await proposalsFor(question, judgeAnew(question));
    const past = sets.length > 0 ? await pastCalls(ledger) : [];
    const rehearsed = (set: readonly ProposedRule[]) => rehearse(subjectsOf(set), past, stage());
    return await Promise.all(sets.map(async (set) => ({ rules: set, rehearsal: await rehearsed(set) })));
  };
  const tryOut = async (subjects: readonly RuleSubject[], question: Question | undefined): Promise<TriedRules> => {
    const rehearsal = await rehearse(subjects, await pastCalls(ledger), stage());
    if (question === undefined) return rehearsal;
    const { verdict } = await judgeAnew(question)(allowing(subjects));
    return { ...rehearsal, covers: verdict === 'allow' };
  };

  const router = os.rules.router({
    changed: os.rules.changed.handler(({ signal }) => live.stream(signal)),
    save: os.rules.save.handler(async ({ input: { scope, rule } }) => {
      await refuse(rule);
      return await store.save(placeOf(scope), rule, recorded('rule.saved', scope));
    }),
    saveAll: os.rules.saveAll.handler(async ({ input: { scope, rules: given } }) => {
      for (const rule of given) await refuse(rule);
      return await store.saveAll(placeOf(scope), given, recorded('rule.saved', scope));
    }),
    remove: os.rules.remove.handler(async ({ input: { scope, id } }) => {
      await store.remove(placeOf(scope), id, recorded('rule.removed', scope));
    }),
    test: os.rules.test.handler(async ({ input }): Promise<Judgement> => {
      return await judge(await askedOf(input.trial, workspace()), input.mode ?? settings.current().approvals.mode);
    }),
    rehearse: os.rules.rehearse.handler(({ input: { subject, beside = [], question } }) =>
      tryOut([subject, ...beside], question === undefined ? undefined : find(options.waiting(), question)),
    ),
    propose: os.rules.propose.handler(async ({ input }) => propose(find(options.waiting(), input.question))),
    mode: os.rules.mode.handler(({ input }) => modes.of(input.session)),
    setMode: os.rules.setMode.handler(({ input }) => modes.set(input.session, input.mode)),
  });
  const classify = createRiskClassifier({ rules, home, own });
  return { router, policy, classify, judge, [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose]() };
}

const subjectsOf = (rules: readonly ProposedRule[]): RuleSubject[] => rules.map(({ subject }) => subject);

/** @throws AppError NOT_FOUND */
function find(waiting: readonly Question[], id: string): Question {
  const question = waiting.find((one) => one.id === id);
  if (question) return question;
  throw new AppError('NOT_FOUND', 'This question has been answered or withdrawn', { where: id });
}

/** The same text is kept once. */
function keeper({ content }: Ledger): (text: string) => Promise<string> {
  let last: { readonly text: string; readonly hash: Promise<string> } | undefined;
  return (text) => {
    if (last?.text === text) return last.hash;
    const hash = content.keep(Buffer.from(text));
    last = { text, hash };
    hash.catch(() => {
      last = undefined;
    });
    return hash;
  };
}
