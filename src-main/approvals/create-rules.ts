import type { Judgement, Question, Rule } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { CleanupStack } from '#core/async/cleanup-stack';
import { os } from '#core/servers/procedures';
import type { Ledger } from '#ledger';
import { LiveRules, rulesHere } from './live-rules.ts';
import { Modes } from './modes.ts';
import { createPolicy } from './policy.ts';
import { refuseRule } from './refuse-rule.ts';
import { createRiskClassifier } from './risk/classify.ts';
import { RuleTrials } from './rule-trials.ts';
import { type NewRule, RuleStore } from './rules/rule-store.ts';
import { rulebookText } from './rules/rulebook.ts';
import type { RulePlace, RulesFile } from './rules/rules-file.ts';
import type { RulesOptions } from './rules-options.ts';
import { SessionRules } from './session-rules.ts';
import { trialRequest } from './trial.ts';

type RequestedPlace = Pick<RulePlace, 'scope'> & { readonly workspace?: string | undefined };

export type RulesFeature = Awaited<ReturnType<typeof createRules>>;

/**
 * Creates the decision about what may run without asking, and what not at all: the rules, each session's mode, and the
 * policy built from them.
 */
export async function createRules(options: RulesOptions) {
  const { file, ledger, settings, firstWorkspace, home, own, log, foresee, waiting } = options;
  const cleanup = new CleanupStack();
  const store = cleanup.use(new RuleStore({ file, log }));
  await store.open();
  const modes = cleanup.use(new Modes(ledger));
  const modeOf = async (session: string) =>
    (await options.isHeldToReading?.(session)) ? 'read-only' : await modes.of(session);
  const sessions = cleanup.use(
    new SessionRules(ledger, (error) => log.error('rules.listener.failed', { error: messageOf(error) })),
  );
  const rulesOf = (session: string) => sessions.of(session);
  const keep = keeper(ledger);
  const hasSandbox = async () =>
    settings.current().approvals.read_only_commands && (await options.probeSandbox()).works;
  const hasBox = async () => (await options.probeSandbox()).works;
  const rules = (folder: string) => store.counting(folder);
  const { policy, judge } = createPolicy({ rules, keep, modeOf, rulesOf, hasSandbox, hasBox, home, own, foresee });
  const stageIn = (workspace: string) => ({ workspace, home, own: own(workspace) });

  const live = cleanup.use(new LiveRules(store, options));

  const recorded =
    (type: 'rule.saved' | 'rule.removed', { scope, workspace }: RulePlace) =>
    async (changed: readonly Rule[], after: RulesFile) => {
      const { user, workspace: here } = rulesHere(after, workspace);
      const hash = await keep(rulebookText({ user, workspace: here, home, own: own(workspace) }));
      const session = await options.record(workspace);
      for (const rule of changed) {
        await session.append(type, { scope, rule, rules: hash });
        log.info(type, { scope, rule: rule.id, verdict: rule.verdict });
      }
    };
  const placeOf = ({ scope, workspace = firstWorkspace() }: RequestedPlace): RulePlace => ({ scope, workspace });
  const refuse = (rule: NewRule, { workspace }: RulePlace) =>
    refuseRule(rule, workspace, (asked, alone) => judge(asked, 'ask', alone));
  const trials = new RuleTrials({ ledger, rules, judge, modeOf, rulesOf, stageIn });

  const router = os.rules.router({
    changed: os.rules.changed.handler(({ input, signal }) => live.stream(input?.workspace ?? firstWorkspace(), signal)),
    save: os.rules.save.handler(async ({ input: { rule, ...at } }) => {
      const place = placeOf(at);
      await refuse(rule, place);
      return await store.save(place, rule, recorded('rule.saved', place));
    }),
    saveAll: os.rules.saveAll.handler(async ({ input: { rules: given, ...at } }) => {
      const place = placeOf(at);
      for (const rule of given) await refuse(rule, place);
      return await store.saveAll(place, given, recorded('rule.saved', place));
    }),
    remove: os.rules.remove.handler(async ({ input: { id, ...at } }) => {
      const place = placeOf(at);
      await store.remove(place, id, recorded('rule.removed', place));
    }),
    ...sessionHandlers(sessions, (rule, workspace) => refuse(rule, placeOf({ scope: 'workspace', workspace }))),
    test: os.rules.test.handler(async ({ input }): Promise<Judgement> => {
      const asked = await trialRequest(input.trial, input.workspace ?? firstWorkspace());
      return await judge(asked, input.mode ?? settings.current().approvals.mode);
    }),
    rehearse: os.rules.rehearse.handler(({ input: { subject, beside = [], question, workspace } }) => {
      const asked = question === undefined ? undefined : findQuestion(waiting(), question);
      return trials.tryOut([subject, ...beside], asked, workspace ?? firstWorkspace());
    }),
    propose: os.rules.propose.handler(async ({ input }) => trials.propose(findQuestion(waiting(), input.question))),
    mode: os.rules.mode.handler(({ input }) => modeOf(input.session)),
    setMode: os.rules.setMode.handler(({ input }) => modes.set(input.session, input.mode)),
  });
  const classify = createRiskClassifier({ rules, home, own, foresee });
  return { router, policy, classify, judge, [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose]() };
}

/** Rules of one session; `refuse` throws for one that could never count. */
function sessionHandlers(
  sessions: SessionRules,
  refuse: (rule: NewRule, workspace: string | undefined) => Promise<void>,
) {
  return {
    saveForSession: os.rules.saveForSession.handler(async ({ input: { session, rules, workspace } }) => {
      for (const rule of rules) await refuse(rule, workspace);
      return await sessions.save(session, rules);
    }),
    removeFromSession: os.rules.removeFromSession.handler(({ input }) => sessions.remove(input.session, input.id)),
    ofSession: os.rules.ofSession.handler(({ input, signal }) => sessions.stream(input.session, signal)),
  };
}

/** @throws AppError NOT_FOUND */
function findQuestion(waiting: readonly Question[], id: string): Question {
  const question = waiting.find((one) => one.id === id);
  if (question) return question;
  throw new AppError('NOT_FOUND', 'This question has been answered or withdrawn', { where: id });
}

/** Keeps a text in the content store, once as long as it stays the same. */
function keeper({ content }: Ledger): (text: string) => Promise<string> {
  let last: { readonly text: string; readonly hash: Promise<string> } | undefined;
  return async (text) => {
    // Asked each time: retention may remove what no record refers to yet.
    const known = last?.text === text ? await last.hash : undefined;
    if (known !== undefined && content.hasNow(known)) return known;
    const hash = content.keep(Buffer.from(text));
    last = { text, hash };
    hash.catch(() => {
      last = undefined;
    });
    return await hash;
  };
}
