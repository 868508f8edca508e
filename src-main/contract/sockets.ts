import { count, flag, optionalText, text, texts } from './schema/plain-schemas.ts';
import { procedure, SessionId, stream, Timestamp, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';
import { UnattendedQuestions } from './turn-progress.ts';

/** Handling of questions in conversations over a socket. */
export const SocketApproval = UnattendedQuestions;
export type SocketApproval = z.infer<typeof SocketApproval>;

const SocketPath = text.min(1).max(4096);
/** People by a service's own ids, `42`, or with the channel's name, `telegram:42`. */
const Approvers = z.array(text.min(1).max(200)).max(1000);

/** A workspace's agent on a Unix socket: one that is on, or is started again with the app. */
export const SessionSocket = z.object({
  /** Absolute, symlinks resolved. */
  workspace: text,
  /** Absolute; by it a socket is known. */
  path: text,
  state: z.enum(['on', 'off']),
  /** Reason why it is off, including what to do. */
  problem: optionalText,
  /** Warnings, such as that others can enter its folder. */
  warnings: texts,
  approve: SocketApproval,
  /** Approvers, who may answer questions over the socket in addition to the person at the app. */
  approvers: Approvers,
  /** Whether it is started again with the app. */
  isKept: flag,
  /** Another socket, whose model answers in its conversations. */
  aiSocket: SocketPath.optional(),
  /** File in which the main conversation is also kept as OpenAI messages. */
  historyFile: SocketPath.optional(),
  /** Sentence about what the agent of a restricted workspace cannot do. */
  restricted: optionalText,
  /** The main conversation's session, once something was said in it. */
  session: SessionId.optional(),
  startedAt: Timestamp.optional(),
  /** Programs that are connected. */
  connections: count,
  /** Command lines that reach it. */
  lines: z.object({ curl: text, tui: text }),
});
export type SessionSocket = z.infer<typeof SessionSocket>;

export const StartSocket = z.object({
  workspace: WorkspacePath,
  /** Path of the socket; the app chooses one if absent. */
  path: SocketPath.optional(),
  approve: SocketApproval.default('wait'),
  approvers: Approvers.default([]),
  /** Whether to start the socket again with the app, as long as its workspace is trusted. */
  isKept: flag.default(false),
  /** Another socket, whose model answers in its conversations. */
  aiSocket: SocketPath.optional(),
  /** File in which the main conversation is also kept as OpenAI messages. */
  historyFile: SocketPath.optional(),
});

export const socketsContract = {
  /** Every session socket: now, and whenever one changes. */
  changed: stream(z.array(SessionSocket).readonly()),
  /**
   * Opens the folder as an agent workspace and its socket. Fails with INVALID_INPUT for a path that cannot be one or a
   * folder that is none, CONFLICT if something is at the path, UNAVAILABLE.
   */
  start: procedure.input(StartSocket).output(SessionSocket),
  /** Closes it, and does not start it again. What runs in its conversations goes on. Fails with NOT_FOUND. */
  stop: procedure.input(z.object({ path: SocketPath })).output(z.void()),
};
