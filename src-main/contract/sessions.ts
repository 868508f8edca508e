import { ConversationUpdate, Meter } from './conversation.ts';
import { ForkOrigin, TokenUsage } from './events/ledger-values.ts';
import { RecordCut } from './events/record-cut.ts';
import { MessageImage } from './images.ts';
import { LimitName } from './limits.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGES, MAX_MESSAGE } from './message-limits.ts';
import { PromptId } from './prompts/prompt-values.ts';
import { PermissionMode } from './rules/rules.ts';
import { count, flag, integer, number, optionalFlag, optionalText, text } from './schema/plain-schemas.ts';
import { EventId, procedure, SessionId, stream, Timestamp, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';

export const SessionSummary = z.object({
  id: SessionId,
  title: text,
  /** A record is of what the app itself or another program did; one that a message is written in is a conversation. */
  kind: z.enum(['conversation', 'record']).optional(),
  /** Absolute path of the folder it works in, which may be gone; absent if its record does not say. */
  workspace: optionalText,
  state: z.enum(['idle', 'running', 'needs-you', 'done', 'failed']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  messages: integer,
  usage: TokenUsage,
  /** Whether the usage is complete; false if a server reported none for some request, so that the sum is too low. */
  isUsageComplete: flag,
  /** Cost in US dollars. Unless `isCostComplete`, it is partial and must never be shown as the total. */
  cost: number.nonnegative().optional(),
  isCostComplete: optionalFlag,
  /** Usage by profile, or by client for messages without one, such as `demo`. */
  meters: z.array(Meter.extend({ profile: text })).optional(),
  repairs: integer,
  permission: PermissionMode.optional(),
  /** Damage to its record, if something of it is missing. */
  recordCut: RecordCut.shape.how.optional(),
  /** Messages that wait to be sent; absent if none does. */
  waiting: integer.positive().optional(),
  /** Profile of the last message; absent before the first message, and for the demo. */
  profile: optionalText,
  forkOf: ForkOrigin.optional(),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** A session whose record is in the trash. */
export const DeletedSession = z.object({
  id: SessionId,
  title: text,
  deletedAt: Timestamp,
  /** Size of the session's record, in bytes. */
  bytes: count,
});
export type DeletedSession = z.infer<typeof DeletedSession>;

/** Most messages that wait in one session. */
export const MAX_WAITING = 100;

const byId = z.object({ session: SessionId });

/** Request to raise a limit for a command, or for later ones. */
export const LimitRaise = byId.extend({
  callId: text,
  limit: LimitName,
  scope: z.enum(['once', 'session']),
  /** Twice what it has where absent. */
  to: number.positive().optional(),
});
export type LimitRaise = z.infer<typeof LimitRaise>;

export const sessionsContract = {
  /** Newest first: now, and whenever one changes. */
  changed: stream(z.array(SessionSummary).readonly()),
  /** All of them, newest first, once every record has been read. */
  all: procedure.output(z.array(SessionSummary).readonly()),
  /**
   * Creates a session in the named workspace, or in the first if none is named. Fails with UNAVAILABLE if its folder is
   * gone, INVALID_INPUT if it is not a folder.
   */
  create: procedure
    .input(z.object({ title: text.max(200).optional(), workspace: WorkspacePath.optional() }))
    .output(SessionSummary),
  /**
   * A new session in the same workspace whose conversation begins with this one's, up to a message, which does not come along; with
   * all of it without `before`. Files stay as they are. Fails with NOT_FOUND for an unknown message, CONFLICT for one that is folded.
   */
  fork: procedure.input(byId.extend({ before: EventId.optional() })).output(SessionSummary),
  rename: procedure.input(byId.extend({ title: text.min(1).max(200) })).output(z.void()),
  /** Moves the session's record to the trash folder beside the ledger, from where `restore` brings it back. */
  remove: procedure.input(byId).output(z.void()),
  restore: procedure.input(byId).output(z.void()),
  /** Streams the contents of the trash, the newest deletion first: once at the start and after each change. */
  deleted: stream(z.array(DeletedSession).readonly()),
  /** Takes a session's record out of the trash for good. What was kept of changed files stays in the content store. */
  erase: procedure.input(byId).output(z.void()),
  /** A snapshot, then every change. With `newest` the snapshot has at most so many items, and those before them follow as `earlier`. */
  conversation: stream(ConversationUpdate).input(byId.extend({ newest: integer.min(1).optional() })),
  /**
   * Starts a turn with this profile: without one, with the session's last, else the default, else the demo where that
   * is on. Fails with CONFLICT while one runs or messages wait, NOT_FOUND for an unknown profile, UNAVAILABLE if none
   * can be used.
   */
  send: procedure
    .input(
      byId.extend({
        /** Empty only where images say it all. */
        text: text.max(MAX_MESSAGE),
        /**
         * Images as returned by `keepImage`. Fails with INVALID_INPUT if the profile's model takes no images, NOT_FOUND
         * if one of them is not kept.
         */
        images: z.array(MessageImage).max(MAX_IMAGES).optional(),
        profile: text.max(64).optional(),
        /**
         * Prompt whose rendering is sent instead of the text; `args` is the JSON text of an object. Fails with
         * INVALID_INPUT if it does not render.
         */
        prompt: z.object({ id: PromptId, args: text.max(4_000_000).optional() }).optional(),
      }),
    )
    .output(z.object({ turn: text })),
  /**
   * Queues a message to be sent when all before it have ended, with the profile as for `send`. It waits in the host:
   * `waiting` of the conversation reports it. Fails as `send` does except with CONFLICT, and with LIMIT_EXCEEDED if too
   * many wait.
   */
  enqueue: procedure
    .input(
      byId.extend({
        text: text.max(MAX_MESSAGE),
        images: z.array(MessageImage).max(MAX_IMAGES).optional(),
        profile: text.max(64).optional(),
      }),
    )
    .output(z.object({ message: EventId })),
  /** Takes back a message that waits, and answers with it. Fails with NOT_FOUND, CONFLICT if it was sent already. */
  withdraw: procedure.input(byId.extend({ message: EventId })).output(
    z.object({
      text: text,
      images: z.array(MessageImage).optional(),
      profile: optionalText,
    }),
  ),
  /** Keeps an image for a message, by its bytes in base64. Fails with INVALID_INPUT for what is no PNG, JPEG, GIF or WebP. */
  keepImage: procedure
    .input(z.object({ data: z.base64().max(MAX_IMAGE_BYTES * 1.4), name: text.max(255).optional() }))
    .output(MessageImage),
  /** A kept image as a data URL. Fails with NOT_FOUND. */
  image: procedure.input(z.object({ hash: MessageImage.shape.hash })).output(z.object({ url: text })),
  /** Asks the model again after a reply that failed or broke off. */
  retry: procedure.input(byId).output(z.object({ turn: text })),
  /** Replaces what the model is told of the conversation by a summary; says what came of it. Fails with CONFLICT while a turn runs. */
  compact: procedure.input(byId).output(z.object({ text: text })),
  /** Makes the model forget messages and pending items; the transcript stays. Fails with CONFLICT while a turn runs. */
  reset: procedure.input(byId).output(z.void()),
  /**
   * Gives a command more room, at once where it runs: `once` for this command, or the session's next where it has ended;
   * `session` for every command of the session. Doubles the limit without `to`. Recorded. Fails with NOT_FOUND for an unknown
   * call, INVALID_INPUT for less than it has.
   */
  raiseLimit: procedure.input(LimitRaise).output(z.object({ to: number })),
  /**
   * Runs a command outside the box that refused it something, once, as the person wants; answers the call it is then.
   * Fails with NOT_FOUND for an unknown call, CONFLICT if no box refused it anything.
   */
  runOutside: procedure.input(byId.extend({ callId: text })).output(z.object({ callId: text })),
  /** Stops the running turn: the request, the question or the command it waits for. */
  stop: procedure.input(byId).output(z.void()),
};
