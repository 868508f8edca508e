/** Going back in a session: what would become of its files, doing it, and taking it back. */

import { Diff, PathOutcome } from './changes.ts';
import { GitHead } from './events/rewind-events.ts';
import { flag, integer, optionalText, text, texts } from './schema/plain-schemas.ts';
import { EventId, procedure, SessionId, stream, WorkspacePath } from './schema/procedure.ts';
import * as z from './schema/zod.ts';
import { ImageWork } from './workspaces/workspace-images.ts';

/** Planned or actual outcome for one file. */
export const RewindFile = PathOutcome.omit({ event: true }).extend({
  shownPath: text,
  /** Change of the file: it is restored, it changes, or it is deleted. */
  change: z.enum(['created', 'modified', 'deleted']),
  /** Whether it was changed by others alone: it then stays unless it is confirmed. */
  isOthers: flag,
});
export type RewindFile = z.infer<typeof RewindFile>;

/** Files that a plan names; it counts the others. */
export const MAX_REWIND_FILES = 1000;

/** Plan of a rewind, or of the redo of one, at this moment. */
export const RewindPlan = z.object({
  /** First line of the message that it goes back to. */
  title: text,
  /** Number of the person's messages that are folded, or unfolded. */
  messages: integer,
  /** Files sorted by path, those that are left out first. */
  files: z.array(RewindFile).readonly(),
  /** Numbers of all files, also of those that are not named: those of others are not among the first three. */
  counts: z.object({ restored: integer, left: integer, unknown: integer, others: integer }),
  /** A turn, or a call of another program, runs and would have to be stopped. */
  isRunning: flag,
  /** Number of messages that wait and would not be sent. */
  waiting: integer,
  /** HEAD of the repository, where it moved since: it stays where it is. */
  headMoved: z.object({ from: GitHead, to: GitHead }).optional(),
  /** Limitations: what cannot be restored, or is not known, and why; short sentences. */
  limits: texts.readonly(),
  /** Reason why files cannot be restored at all, as a sentence; the conversation can. */
  noFiles: optionalText,
});
export type RewindPlan = z.infer<typeof RewindPlan>;

/** Outcome of a rewind. */
export const RewindOutcome = z.object({
  direction: z.enum(['undo', 'redo']),
  /** Its `session.rewound`. */
  event: EventId,
  restored: integer,
  left: integer,
  unknown: integer,
  /** Outcome in words, as the conversation shows it. */
  text: text,
});
export type RewindOutcome = z.infer<typeof RewindOutcome>;

/** A rewind to before a message, or the redo of a rewind: one of the two. */
const Target = z.object({
  session: SessionId,
  /** A `message.user`: it is folded with all that comes after it. */
  message: EventId.optional(),
  /** A `session.rewound` that is taken back. */
  redo: EventId.optional(),
});

export const rewindContract = {
  /**
   * Says what `run` would do now, and does nothing. Fails with NOT_FOUND for an unknown message or rewind, CONFLICT if
   * the message is folded already or the rewind cannot be redone any more.
   */
  plan: procedure.input(Target).output(RewindPlan),
  /** One file of a plan: as it is now, and as it would be. Fails as `plan` does, and with NOT_FOUND for a path that is not in it. */
  diff: procedure.input(Target.extend({ path: text })).output(Diff),
  /**
   * Puts files and conversation back, as one transaction: what cannot be restored is left, with why. Fails as `plan`
   * does, with CONFLICT while a turn runs that is not to be stopped, and with UNAVAILABLE if it cannot be recorded;
   * nothing was changed then.
   */
  run: procedure
    .input(
      Target.extend({
        /** Files stay as they are without. */
        withFiles: flag.default(true),
        /** Paths that are restored over what is there now, which is kept first. */
        confirmed: texts.max(100_000).default([]),
        /** Stops what runs. */
        stop: flag.default(false),
      }),
    )
    .output(RewindOutcome),
  /**
   * Packs the folder as it was before a message as an image, and names what is not in it; whoever leaves the stream
   * cancels it. Fails with NOT_FOUND where nothing of the session wrote after that message, CONFLICT if `image` is
   * there, UNAVAILABLE if that state is not kept any more.
   */
  pack: stream(ImageWork).input(z.object({ session: SessionId, message: EventId, image: WorkspacePath })),
};
