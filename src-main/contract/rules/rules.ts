import { RunPlace } from '../box.ts';
import { flag, number, optionalFlag, optionalInteger, optionalText, text, texts } from '../schema/plain-schemas.ts';
import { procedure, SessionId, stream, WorkspacePath } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { RuleSubject } from './rule-subject.ts';
import { RuleProposal, Trial, TriedRules } from './rule-trials.ts';

/**
 * Acts that need no question, by mode. No mode lifts a ban, a rule that denies, or what is always asked
 * (docs/decisions/012-rules.md).
 */
export const PermissionMode = z.enum(['ask', 'edits', 'workspace', 'read-only']);
export type PermissionMode = z.infer<typeof PermissionMode>;

export const RuleScope = z.enum(['user', 'workspace']);
export type RuleScope = z.infer<typeof RuleScope>;

export const Rule = z.strictObject({
  id: text,
  verdict: z.enum(['allow', 'deny']),
  subject: RuleSubject,
  /** Note about its purpose, for later readers. */
  note: text.max(1000).optional(),
  /** Time at which the rule was made, in milliseconds since the epoch. */
  at: number,
});
export type Rule = z.infer<typeof Rule>;

/** The tiers of a decision, from the strongest. */
export const Tier = z.enum([
  'ban',
  'workspace-deny',
  'user-deny',
  'always-ask',
  'workspace-allow',
  'user-allow',
  'preset',
  'mode',
  'default',
]);
export type Tier = z.infer<typeof Tier>;

/** Verdict about one part of a command line, or about another kind of subject as a whole. */
export const PartVerdict = z.object({
  /** The part as written. */
  text: text,
  verdict: z.enum(['allow', 'ask', 'deny']),
  tier: Tier,
  /** Id of a person's rule, or the name of a built-in one. */
  rule: optionalText,
  /** A sentence. */
  why: text,
  /** Effects other than reading, most serious first, as far as its text says. */
  does: z.array(z.enum(['delete', 'write', 'send', 'run'])).optional(),
});
export type PartVerdict = z.infer<typeof PartVerdict>;

/** Effects of a command, as far as its text says; `isKnown` is false if it may do more. */
export const KnownEffects = z.object({
  effects: z.array(
    z.object({
      kind: z.enum(['read', 'write', 'delete', 'send', 'run']),
      target: optionalText,
      isOutside: flag,
    }),
  ),
  isKnown: flag,
  /** Reasons why it may do more. */
  unknown: texts,
});
export type KnownEffects = z.infer<typeof KnownEffects>;

/** The policy's answer, with all that led to it. */
export const Judgement = z.object({
  verdict: z.enum(['allow', 'ask', 'deny']),
  tier: Tier,
  rule: optionalText,
  why: text,
  parts: z.array(PartVerdict),
  effects: KnownEffects.optional(),
  /** Place in which it runs: if it is allowed, or if a person who is asked allows it once. */
  sandbox: RunPlace,
  /** A box works here, and what the line does cannot be done in it. */
  leavesBox: optionalFlag,
  /** Protected files of the workspace that it says it changes; writable in the box where a person allows it. */
  boxWrites: texts.optional(),
  /**
   * Whether it replaces tracked files by other versions, so that a question about protected ones follows when it has
   * ended.
   */
  isRewriting: optionalFlag,
  /** Programs of it that see the processes of the box, where outside they see those of the machine. */
  showsBox: texts.optional(),
  /** Programs of it that reach what listens in the box, where outside they reach what listens on the machine. */
  reachesBox: texts.optional(),
  /**
   * Reason why a command that asks did not run unasked, as a sentence, and what would let it, as in "runs unasked …".
   */
  unasked: z.object({ kept: text, would: text }).optional(),
  /** Whether an allow rule could cover it. */
  canBeAllowed: flag,
});
export type Judgement = z.infer<typeof Judgement>;

/** Whether commands can be run in a sandbox here, and why not. */
export const SandboxState = z.object({
  works: flag,
  program: optionalText,
  why: optionalText,
});
export type SandboxState = z.infer<typeof SandboxState>;

/** Rule that applies without any rule of a person. */
export const BuiltInRule = z.object({
  /** `unless-named`: asked about unless a rule names the program. */
  tier: z.enum(['ban', 'always-ask', 'unless-named', 'preset']),
  /** Name of the rule, as decisions cite it. */
  name: text,
  /** Subject of the rule, in words. */
  words: text,
});
export type BuiltInRule = z.infer<typeof BuiltInRule>;

export const RulesState = z.object({
  file: text,
  user: z.array(Rule),
  /** Rules of this workspace; kept in the app's data, so that a cloned folder brings none with it. */
  workspace: z.array(Rule),
  /** Problems of the file; while there are any, no allow rule counts. */
  problems: z.array(z.object({ path: text, line: optionalInteger, message: text })),
  /** Built-in rules, strongest first. */
  builtIn: z.array(BuiltInRule).readonly(),
  sandbox: SandboxState,
  /** Permission mode of new sessions. */
  mode: PermissionMode,
});
export type RulesState = z.infer<typeof RulesState>;

const NewRule = Rule.omit({ id: true, at: true });
/** Rules that are saved or tried at once. */
const MAX_AT_ONCE = 100;

/** Absolute path of the workspace that is meant; the first where absent. */
const InWorkspace = z.object({ workspace: WorkspacePath.optional() });

export const rulesContract = {
  /** Streams the rules of the named workspace, or of the first if none is named. */
  changed: stream(RulesState).input(InWorkspace.optional()),
  /** Fails with INVALID_INPUT for a rule that could never count, DENIED for one that would lift a ban. */
  save: procedure
    .input(InWorkspace.extend({ scope: RuleScope, rule: NewRule.extend({ id: optionalText }) }))
    .output(Rule),
  /** New rules, all or none of them; fails as `save` does. */
  saveAll: procedure
    .input(InWorkspace.extend({ scope: RuleScope, rules: z.array(NewRule).min(1).max(MAX_AT_ONCE) }))
    .output(z.array(Rule)),
  remove: procedure.input(InWorkspace.extend({ scope: RuleScope, id: text })).output(z.void()),
  /** Rules that count in one session alone, and are on its record; fails as `save` does. */
  saveForSession: procedure
    .input(InWorkspace.extend({ session: SessionId, rules: z.array(NewRule).min(1).max(MAX_AT_ONCE) }))
    .output(z.array(Rule)),
  removeFromSession: procedure.input(z.object({ session: SessionId, id: text })).output(z.void()),
  /** The rules of a session: now, and whenever they change. */
  ofSession: stream(z.array(Rule)).input(z.object({ session: SessionId })),
  /** Would this be allowed, by which rule, which part? Nothing is run. */
  test: procedure.input(InWorkspace.extend({ trial: Trial, mode: PermissionMode.optional() })).output(Judgement),
  /**
   * Tries a rule against the record, together with the rules in `beside` that the other parts of the line need;
   * `question` is one that is waiting.
   */
  rehearse: procedure
    .input(
      InWorkspace.extend({
        subject: RuleSubject,
        beside: z.array(RuleSubject).max(MAX_AT_ONCE).optional(),
        question: optionalText,
      }),
    )
    .output(TriedRules),
  /**
   * Proposes rules under which this question would not have been asked, narrowest first; none if there is no such rule.
   */
  propose: procedure.input(z.object({ question: text })).output(z.array(RuleProposal)),
  /** The permission mode of a session: now, and whenever it changes. */
  mode: procedure.input(z.object({ session: SessionId })).output(PermissionMode),
  setMode: procedure.input(z.object({ session: SessionId, mode: PermissionMode })).output(z.void()),
};
