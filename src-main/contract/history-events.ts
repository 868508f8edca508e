import { z } from 'zod';

/** What became of the model's view of a conversation. */
export const historyEvents = {
  /** The model's view of the conversation was replaced by a summary; the transcript stays. */
  'history.compacted': z.object({
    profile: z.string(),
    summary: z.string(),
    sizeBefore: z.int(),
    sizeAfter: z.int(),
    isManual: z.boolean(),
  }),
  /** The model's view of the conversation was replaced by what the workspace's own function made of it; the transcript stays. Sizes in tokens. */
  'history.replaced': z.object({
    /** The file of the function, relative to the workspace. */
    file: z.string(),
    /** In the form of OpenAI's chat completions, without a system message. */
    messages: z.array(z.record(z.string(), z.unknown())),
    sizeBefore: z.int(),
    sizeAfter: z.int(),
  }),
  /** What the workspace's own function made of the conversation cannot be sent, so the app condensed it. */
  'history.refused': z.object({ file: z.string(), why: z.string() }),
  /** A summary was not smaller than what it was to replace, so the model's view stays as it was. */
  'history.kept': z.object({ profile: z.string(), size: z.int(), summarySize: z.int() }),
  /** The history could not be condensed, so the model's view lost its oldest messages; the transcript stays. Sizes in tokens. */
  'history.shortened': z.object({
    profile: z.string(),
    why: z.string(),
    /** Messages that the model is not sent any more, and those that it still is. */
    leftOut: z.int(),
    kept: z.int(),
    sizeBefore: z.int(),
    sizeAfter: z.int(),
  }),
  /** The model's view was emptied by the person. */
  'history.reset': z.object({}),
} as const;
