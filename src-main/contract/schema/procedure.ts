import { eventIterator, oc } from '@orpc/contract';
import { count, optionalInteger, optionalText, text } from './plain-schemas.ts';
import * as z from './zod.ts';

/** Details of an expected failure, if a code alone is not enough to act on. */
export const ErrorDetail = z
  .object({
    /** Place of the problem: a path, a setting, a field. */
    where: optionalText,
    /** Advice to a person, as one sentence. */
    advice: optionalText,
    problems: z.array(z.object({ path: text, line: optionalInteger, message: text })).optional(),
  })
  .optional();
export type ErrorDetail = z.infer<typeof ErrorDetail>;

const data = { data: ErrorDetail };

/** A procedure that can fail in the expected ways; add `.input()` and `.output()`. */
export const procedure = oc.errors({
  INVALID_INPUT: { status: 422, ...data },
  NOT_FOUND: { status: 404, ...data },
  CONFLICT: { status: 409, ...data },
  DENIED: { status: 403, ...data },
  TIMEOUT: { status: 408, ...data },
  CANCELLED: { status: 499, ...data },
  LIMIT_EXCEEDED: { status: 429, ...data },
  UNAVAILABLE: { status: 503, ...data },
});

/** A procedure whose answer is a stream of `item`; values are JSON, so no binary. */
export const stream = <Item extends z.ZodType>(item: Item) => procedure.output(eventIterator(item));

/** Unix time in milliseconds, no later than the last moment that a `Date` can be. */
export const Timestamp = count.max(8.64e15);
export const SessionId = text.regex(
  /^[a-z0-9][a-z0-9-]{0,63}$/,
  'a session id is lower-case letters, digits and dashes',
);
/** Absolute path of a folder that is worked in. */
export const WorkspacePath = text.min(1).max(10_000);
export const EventId = text.min(1).max(64);
