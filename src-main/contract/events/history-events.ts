import { anything, flag, integer, text } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

/** Events that change the model's view of a conversation. */
export const historyEvents = {
  /** The model's view of the conversation was replaced by a summary; the transcript stays. */
  'history.compacted': z.object({
    profile: text,
    summary: text,
    sizeBefore: integer,
    sizeAfter: integer,
    isManual: flag,
  }),
  /** The model's view of the conversation was replaced by what the workspace's own function made of it; the transcript stays. Sizes in tokens. */
  'history.replaced': z.object({
    /** The file of the function, relative to the workspace. */
    file: text,
    /** Messages in the form of OpenAI chat completions, without the system message. */
    messages: z.array(z.record(text, anything)),
    sizeBefore: integer,
    sizeAfter: integer,
  }),
  /** Report that the conversation made by the workspace's own function cannot be sent, so that the app compacted it. */
  'history.refused': z.object({ file: text, why: text }),
  /** A summary was not smaller than what it was to replace, so the model's view stays as it was. */
  'history.kept': z.object({ profile: text, size: integer, summarySize: integer }),
  /** The history could not be compacted, so the model's view lost its oldest messages; the transcript stays. Sizes in tokens. */
  'history.shortened': z.object({
    profile: text,
    why: text,
    /** Messages that the model is not sent any more, and those that it still is. */
    leftOut: integer,
    kept: integer,
    sizeBefore: integer,
    sizeAfter: integer,
  }),
  /** The model's view was emptied by the person. */
  'history.reset': z.object({}),
} as const;
