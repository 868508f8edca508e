import { z } from 'zod';

/** One line of a program before it is ready: a tool that it offers. A blank line follows the last. */
export const DeclarationLine = z.object({
  type: z.literal('function'),
  function: z.object({
    /** 1 to 64 letters, digits, `_` and `-`. */
    name: z.string().min(1),
    /** Purpose of the tool, as the model reads it. */
    description: z.string().nullish(),
    /** JSON Schema of an object. */
    parameters: z.record(z.string(), z.unknown()),
  }),
});

/** One line that a program reads: a call. */
export const CallLine = z.strictObject({
  /** Repeated by the answer. */
  call_id: z.string(),
  function: z.strictObject({
    name: z.string(),
    /** The arguments as JSON text, as the model wrote it. */
    arguments: z.string(),
  }),
  context: z.strictObject({
    /** The session's working directory: absolute, symbolic links resolved. */
    dir: z.string(),
  }),
});
export type CallLine = z.infer<typeof CallLine>;

/** One line that a program answers a call by, in any order; other fields are passed over. */
export const AnswerLine = z.looseObject({
  /** Id of the call. */
  call_id: z.string(),
  /** The result: the model reads a text as it is, anything else as JSON, and `OK` where it is absent or `null`. */
  content: z.unknown().optional(),
});
