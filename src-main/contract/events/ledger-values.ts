import {
  count,
  integer,
  number,
  optionalCount,
  optionalInteger,
  optionalNumber,
  optionalText,
  text,
} from '../schema/plain-schemas.ts';
import { EventId, SessionId } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';

/** SHA-256 in lower-case hex of bytes kept in the content store. */
export const ContentHash = text.regex(/^[0-9a-f]{64}$/);
export type ContentHash = z.infer<typeof ContentHash>;

/** Highest seen over the process tree at one moment: percent of one core, and resident bytes. */
export const PeakUsage = z.object({
  cpuPercent: number,
  memoryBytes: number,
  processes: optionalInteger,
  /** Growth of the workspace. */
  diskBytes: optionalNumber,
});
export type PeakUsage = z.infer<typeof PeakUsage>;

/** Reason why a command ended; decided once, by the first cause. */
export const StopReason = z.enum([
  'exit',
  'timeout',
  'cpu',
  'memory',
  'disk',
  'output',
  'processes',
  'abort',
  'closed',
  'stopping',
]);
export type StopReason = z.infer<typeof StopReason>;

/**
 * Origin of a file's change: a file tool, a command of our own agent, a tool that a program, package or MCP server
 * serves, a client of the Shell Adapter, an undo or redo; `unknown` is a change found while no call was open.
 */
export const ChangeOrigin = z.enum(['tool', 'command', 'program', 'client', 'unknown', 'undo', 'redo']);
export type ChangeOrigin = z.infer<typeof ChangeOrigin>;

/** A file, link or folder as it was at one moment. Names and paths that are not UTF-8: see `core/files/path-bytes`. */
export const FileState = z.object({
  kind: z.enum(['file', 'symlink', 'directory']),
  /** SHA-256 of the content, or of a link's target. Absent for directories and where `notKept` says why. */
  hash: ContentHash.optional(),
  /** Size of the file, in bytes. */
  size: count,
  /** Permission bits, as in `chmod`. */
  mode: count,
  /** Time of the last change, in nanoseconds since 1970, as decimal digits; absent in records of before. */
  mtimeNs: text.regex(/^-?\d{1,20}$/).optional(),
  /** Owner and group by number; absent in records of before and where the system has none. */
  uid: optionalCount,
  gid: optionalCount,
  /** Hash of the extended attributes and access control lists, kept as content; absent if there are none. */
  attributes: ContentHash.optional(),
  /** `device:inode` of a file with several names; the same for each of them at one moment. */
  inode: optionalText,
  /** Number of names of such a file at that moment, those outside the workspace as well; absent in records of before. */
  names: integer.min(2).optional(),
  /** Reason why the bytes are not in the content store; such a state cannot be restored. */
  notKept: optionalText,
});
export type FileState = z.infer<typeof FileState>;

export const TokenUsage = z.object({
  prompt: integer,
  completion: integer,
  total: integer,
  /** Tokens of the prompt that the server had kept from before; absent if it does not tell, or had none. */
  cached: optionalInteger,
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/**
 * Reasoning of an Anthropic model, as its service sent it: it wants the block back with the conversation, including the
 * signature.
 */
export const ThinkingBlock = z.looseObject({ type: z.enum(['thinking', 'redacted_thinking']) });
export type ThinkingBlock = z.infer<typeof ThinkingBlock>;

export const Repair = z.object({ rule: text, text: text });
export type Repair = z.infer<typeof Repair>;

/** A call as the model wrote it: `arguments` is its text, unparsed. */
export const RequestedCall = z.object({ callId: text, tool: text, arguments: text });
export type RequestedCall = z.infer<typeof RequestedCall>;

/** The session that a fork began with. */
export const ForkOrigin = z.object({
  session: SessionId,
  title: text,
  /** The first message that did not come along; absent if all came. */
  before: EventId.optional(),
});
export type ForkOrigin = z.infer<typeof ForkOrigin>;

export const SessionCreated = z.object({
  title: text,
  workspace: text,
  app: text,
  /**
   * Kind of a record of the app itself or another program, without a conversation; absent for conversations, and in old
   * records.
   */
  kind: z.literal('record').optional(),
  /** Its conversation begins with that of another session, as `event.copied`. */
  forkOf: ForkOrigin.optional(),
});
