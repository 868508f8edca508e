import { z } from 'zod';
import { AdapterError } from '../shells/model.ts';

/** Longest command, in UTF-16 units: 10 MB and some. */
export const MAX_COMMAND = 16 * 1024 * 1024;

const id = z.string('must be a text').min(1, 'must not be empty').max(200, 'is too long');
/** A number is taken for the text it is written as. */
export const RequestId = z.union([id, z.number().transform(String)], 'must be a text');

/** Schema of each event's payload; other fields are ignored. */
export const PAYLOADS = {
  open_session: z.looseObject({}),
  close_session: z.looseObject({ session_id: id }),
  execute_command: z.looseObject({
    command: z
      .string('must be a text')
      .max(MAX_COMMAND, `must be shorter than ${MAX_COMMAND} characters`)
      .refine((text) => !text.includes('\0'), 'must not have a NUL character'),
    session_id: z
      .union([id, z.literal('')], 'must be a text')
      .nullish()
      .transform((given) => given || undefined),
    stream_output: z.boolean('must be true or false').nullish(),
  }),
  shell_metadata: z.looseObject({}),
  cancel_request: z
    .looseObject({ request_id: RequestId.optional(), data: z.looseObject({ request_id: RequestId }).optional() })
    .transform(({ request_id, data }) => request_id ?? data?.request_id)
    .refine((given) => given !== undefined, 'request_id is missing'),
  confirm_command: z.looseObject({
    confirmation_id: id,
    approved: z.boolean('must be true or false'),
    reason: z.string('must be a text').max(10_000, 'is too long').optional(),
    remember: z.literal('session', 'must be "session"').optional(),
  }),
} as const;

export type EventName = keyof typeof PAYLOADS;
export type Payload<E extends EventName> = z.output<(typeof PAYLOADS)[E]>;

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(PAYLOADS, name);
}

/** @throws AdapterError invalid_request, with everything that is wrong in it */
export function readPayload<E extends EventName>(event: E, given: unknown): Payload<E> {
  const parsed = PAYLOADS[event].safeParse(given ?? {});
  if (parsed.success) return parsed.data as Payload<E>;
  throw invalid(event, parsed.error);
}

function invalid(event: string, { issues }: z.ZodError): AdapterError {
  const problems = issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '));
  return new AdapterError('invalid_request', `${event}: ${problems.join('; ')}`);
}

/** Longest id that every answer repeats. */
const MAX_INTERNAL_ID = 10_000;

function isShort(given: unknown): boolean {
  if (given === undefined) return true;
  try {
    return JSON.stringify(given).length <= MAX_INTERNAL_ID;
  } catch {
    // It is nested too deeply.
    return false;
  }
}

/** Envelope in which the reference's clients wrap every request. */
const Envelope = z.looseObject({
  event_type: z.string('must be a text').max(200),
  data: z.unknown().optional(),
  request_id: RequestId.nullish(),
  internal_request_id: z
    .unknown()
    .optional()
    .refine(isShort, `must be shorter than ${MAX_INTERNAL_ID} characters of JSON`),
});

/** @throws AdapterError invalid_request */
export function readEnvelope(given: unknown): z.infer<typeof Envelope> {
  const parsed = Envelope.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalid('bot_response', parsed.error);
}

/** Extracts the id that answers repeat, whatever else is wrong. */
export function internalIdIn(given: unknown): unknown {
  const isMap = typeof given === 'object' && given !== null;
  const id = isMap && 'internal_request_id' in given ? given.internal_request_id : undefined;
  return id !== undefined && isShort(id) ? id : null;
}
