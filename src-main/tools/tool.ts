import type {
  AcceptedChange,
  BoxStrength,
  Judgement,
  LedgerEventData,
  LedgerEventType,
  LiveUsage,
  Question,
  Repair,
  RunLimits,
  Subject,
  Warning,
} from '#contract';

/** A call to be run: `arguments` is the model's text, unparsed. */
export interface ToolCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: string;
}

/** Writes to the session's ledger; `cause` and turn are filled in. Resolves with the event's id once it is on disk. */
export type RecordEvent = <T extends LedgerEventType>(type: T, data: LedgerEventData<T>) => Promise<string>;

export interface PlanContext {
  readonly session: string;
  readonly callId: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  /** The session's working directory. */
  readonly cwd: string;
  /** The session's variables; those of the app where it has none. */
  readonly environment?: Readonly<{ [name: string]: string }> | undefined;
  /** The arguments as JSON text: the model's own if nothing was repaired, so that large numbers keep their digits. */
  readonly sent?: string | undefined;
  /** Calls that are planned and reviewed before the first of them runs have one group; a plan rests on the earlier ones of its group. */
  readonly group?: string | undefined;
  readonly signal: AbortSignal;
}

export interface RunContext extends PlanContext {
  readonly record: RecordEvent;
  /** Output as it comes, for the eyes of the person. */
  readonly onOutput: (text: string) => void;
  readonly onUsage?: OnUsage | undefined;
}

/** Callback that receives usage and limits of a running command several times a second. */
export type OnUsage = (usage: LiveUsage, limits: RunLimits) => void;

/** Decision of the person to allow a call, with their edits. */
export interface Approval {
  readonly command?: string | undefined;
  readonly change?: AcceptedChange | undefined;
  /** Box in which alone it was allowed; outside if absent. */
  readonly sandbox?: BoxStrength | undefined;
  /** Whether no person was asked: a rule, a mode or the preset decided. */
  readonly isUnasked?: boolean | undefined;
  /** Absolute paths of protected files that were allowed to be changed in the box. */
  readonly boxWrites?: readonly string[] | undefined;
  /** Whether it replaces tracked files by other versions. */
  readonly isRewriting?: boolean | undefined;
  /** Programs of it that see the processes of the box, where outside they see those of the machine. */
  readonly showsBox?: readonly string[] | undefined;
  /** Programs of it that reach what listens in the box, where outside they reach what listens on the machine. */
  readonly reachesBox?: readonly string[] | undefined;
  /** Whether the person chose the output of an earlier run, so that the command is not run. */
  readonly useKept?: boolean | undefined;
}

export interface ToolOutcome {
  readonly outcome: 'done' | 'failed';
  /** Text that the model receives. */
  readonly content: string;
}

/**
 * Way in which a plan's effects on files are recorded: `reads`: it changes none; `recorded`: it records each change
 * itself; `watched`: it has itself watched, as commands do; `unknown`: nobody can say, so the runner has it watched.
 */
export type PlanEffects = 'reads' | 'recorded' | 'watched' | 'unknown';

/** Program of another party that carries a plan out. */
export interface ServedBy {
  /** The name a person knows it by. */
  readonly title: string;
  /** Whether it is on another machine, as far as its address tells. */
  readonly isElsewhere: boolean;
}

/** A change of a file that is on the record: absolute path and its event. */
export interface RecordedChange {
  readonly path: string;
  readonly event: string;
}

/** Effects of a call on files, as recorded. */
export interface RecordedEffects {
  readonly changes: readonly RecordedChange[];
  /** Labels of what else ran in the workspace in the meantime. */
  readonly alongside: readonly string[];
  /** Whether some of that still runs, so that its own look comes after this one. */
  readonly othersRun?: boolean | undefined;
}

/** Plan of a call, made before anything is asked or done. */
export interface CallPlan {
  readonly subject: Subject;
  readonly isOutside: boolean;
  readonly warnings: readonly Warning[];
  /** Reason why a person is asked whatever the rules and the mode say, such as a file with more than one name. */
  readonly alwaysAsk?: string | undefined;
  /** The arguments as they will run, for the record. */
  readonly arguments: { readonly [key: string]: unknown };
  /** Effects of the plan; `unknown` if absent. The claim of a tool's own server never counts. */
  readonly effects?: PlanEffects | undefined;
  /** Kept output of the same call, which ran before; it can be used in place of running it. */
  readonly kept?: Question['kept'] | undefined;
  /** Server of the tool; absent for our own tools. */
  readonly servedBy?: ServedBy | undefined;
  /**
   * Does it. Returns a plan in place of an outcome when what was allowed no longer fits, as when the file has
   * changed: nothing has been done then, and the new plan is asked again.
   */
  run(allowed: Approval, context: RunContext): Promise<ToolOutcome | CallPlan>;
  /**
   * Decides about the changes that the runner found, for a plan with unknown effects: returns the outcome, or a plan
   * that asks about those which may not stay without consent.
   */
  settle?(outcome: ToolOutcome, effects: RecordedEffects, context: RunContext): Promise<ToolOutcome | CallPlan>;
  /** The call has been made already, and this asks what is to become of something it did: what the model is told when that is refused. */
  readonly afterwards?: { readonly outcome: ToolOutcome['outcome']; readonly told: string } | undefined;
  /** Called once when the plan will not be run, to let go of what it keeps. */
  abandon?(why: 'refused' | 'cancelled'): void;
}

/** The arguments cannot be used; the message is for the model: what, where, what to do. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, an object without additional properties. */
  readonly parameters: { readonly [key: string]: unknown };
  /** Consecutive calls of one reply to such tools are reviewed together (docs/decisions/004-tools-and-turns.md). */
  readonly isReviewedTogether?: true;
  /**
   * @throws ToolError if the arguments do not fit the schema or cannot be carried out; the person is then not asked.
   */
  plan(args: unknown, context: PlanContext): Promise<CallPlan>;
}

/** Scope in which tools are offered. */
export interface ToolScope {
  /** Session of the scope; if absent, every session of the workspace. */
  readonly session?: string | undefined;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
}

/** Source of tools: the file tools, the command tool, providers, workspaces. */
export interface ToolSource {
  /** The tools that are offered there; without a scope, those that are offered everywhere. */
  tools(scope?: ToolScope): readonly Tool[];
  /** Programs that others wrote serve them: none takes the name of one of ours. */
  readonly isForeign?: boolean;
  /** Its tools may have the names that models have for ours, such as `read` and `bash`. */
  readonly takesAliases?: boolean;
}

/** Result of the guard for a call's arguments. */
export interface GuardResult {
  readonly arguments: unknown;
  readonly repairs: readonly Repair[];
  /** Reason why it is unclear what was meant; the call is then not run, and the model is told. */
  readonly problem?: string;
  /** Remark to the model beside the result: that something it sent had no effect. */
  readonly remark?: string;
}

/** Guard that repairs a call before anything else sees it. */
export type Guard = (call: {
  readonly tool: string;
  /** The tool's JSON Schema. */
  readonly parameters: { readonly [key: string]: unknown };
  readonly arguments: unknown;
}) => GuardResult;

/** Request to a policy. */
export interface PolicyRequest {
  readonly plan: Pick<CallPlan, 'subject' | 'isOutside' | 'warnings' | 'alwaysAsk'>;
  readonly tool: string;
  readonly session: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
}

/** Everything a decision was based on, for the record. */
export type DecisionBasis = NonNullable<LedgerEventData<'approval.decided'>['judged']>;

export interface PolicyAnswer {
  readonly judgement: Judgement;
  /** Basis of the decision; absent if there are no rules that could be kept. */
  readonly judged?: DecisionBasis | undefined;
}

/** Decides about a plan before anything is done. Where it fails, nothing is run. */
export type Policy = (asked: PolicyRequest) => Promise<PolicyAnswer>;
