import type { SessionLedger } from '#ledger';
import type { CallContext, Tool, ToolCall, ToolResult } from '#tools';

/** A session of the ledger that stands for one client. */
export interface McpSession {
  readonly session: string;
  readonly title: string;
  /** The event from which its calls come. */
  readonly cause: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly cwd: string;
  readonly ledger: Pick<SessionLedger, 'append'>;
}

/** A call as it is seen while it runs. */
export interface LiveCall extends Disposable, Pick<CallContext, 'onOutput' | 'onUsage'> {
  /** Aborted when a person stops it. */
  readonly signal: AbortSignal;
}

/** Dependencies of serving our tools to other programs on the rest of the app. */
export interface McpServerPorts {
  /** Every call passes it: guard, policy, approval, record. */
  readonly run: (call: ToolCall, context: CallContext) => Promise<ToolResult>;
  /** Lists the tools that can be selected. */
  readonly tools: () => readonly Tool[];
  /** Takes the names of all connected clients whenever one comes, says its name or goes. */
  readonly onAlive: (titles: readonly string[]) => void;
  readonly openSession: (title: string) => Promise<McpSession>;
  /** Reports the running call to observers of the session, who may stop it. */
  readonly live: (session: string, callId: string) => Promise<LiveCall>;
}
