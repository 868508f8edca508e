import type { LedgerEventData, LedgerEventType, Repair, Subject, Warning } from '#contract';

/** A call to be run: `arguments` is the model's text, unparsed. */
export interface ToolCall {
  readonly callId: string;
  readonly tool: string;
  readonly arguments: string;
}

/** Writes to the session's ledger; `cause` and turn are filled in. Resolves with the event's id once it is on disk. */
export type Record = <T extends LedgerEventType>(type: T, data: LedgerEventData<T>) => Promise<string>;

export interface PlanContext {
  readonly session: string;
  readonly callId: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  /** The session's working directory. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

export interface RunContext extends PlanContext {
  readonly record: Record;
  /** Output as it comes, for the eyes of the person. */
  readonly onOutput: (text: string) => void;
}

/** What the person allowed, with their edits. */
export interface Allowed {
  readonly command?: string | undefined;
  readonly change?: { readonly revision: number; readonly accepted: readonly number[] } | undefined;
}

export interface ToolOutcome {
  readonly outcome: 'done' | 'failed';
  /** What the model is told. */
  readonly content: string;
}

/** What a call would do, worked out before anything is asked or done. */
export interface Plan {
  readonly subject: Subject;
  readonly isOutside: boolean;
  readonly warnings: readonly Warning[];
  /** The arguments as they will run, for the record. */
  readonly arguments: { readonly [key: string]: unknown };
  /**
   * Does it. Returns a plan in place of an outcome when what was allowed no longer fits the world, as when the file has
   * changed: nothing has been done then, and the new plan is asked anew.
   */
  run(allowed: Allowed, context: RunContext): Promise<ToolOutcome | Plan>;
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
  /** @throws ToolError when the arguments do not fit the schema or cannot be carried out; the person is then not asked. */
  plan(args: unknown, context: PlanContext): Promise<Plan>;
}

/** Where tools come from: the file tools, the command tool; later providers, MCP servers, workspaces. */
export interface ToolSource {
  tools(): readonly Tool[];
}

/** π's place: mends a call before anything else sees it. */
export type Guard = (call: { readonly tool: string; readonly arguments: unknown }) => {
  readonly arguments: unknown;
  readonly repairs: readonly Repair[];
};

export type PolicyVerdict =
  | { readonly verdict: 'ask'; readonly why: string }
  | { readonly verdict: 'allow' | 'deny'; readonly rule: string; readonly why: string };

/** Decides about a plan from its subject alone. */
export type Policy = (plan: Pick<Plan, 'subject' | 'isOutside' | 'warnings'>, tool: string) => PolicyVerdict;
