import { z } from 'zod';
import { AdapterError } from '../shells/model.ts';

/** Longest command, in UTF-16 units: 10 MB and some. */
export const MAX_COMMAND = 16 * 1024 * 1024;

const id = z.string('must be a text').min(1, 'must not be empty').max(200, 'is too long');
/** Id of a request; a number is taken for the text it is written as. */
export const RequestId = z.union([id, z.number().transform(String)], 'must be a text');

/** Schema of each event's payload; other fields are ignored. */
export const PAYLOADS = {
  /** Opens a shell that keeps its folder, variables, functions and options. */
  open_session: z.looseObject({}),
  /** Ends a session with everything that runs in it. */
  close_session: z.looseObject({ session_id: id }),
  /** Runs a command, in a session or on its own. */
  execute_command: z.looseObject({
    /** Text for bash. */
    command: z
      .string('must be a text')
      .max(MAX_COMMAND, `must be shorter than ${MAX_COMMAND} characters`)
      .refine((text) => !text.includes('\0'), 'must not have a NUL character'),
    /** The session; absent or empty: the command runs on its own. */
    session_id: z
      .union([id, z.literal('')], 'must be a text')
      .nullish()
      .transform((given) => given || undefined),
    /** Whether `command_output` is sent while the command runs. */
    stream_output: z.boolean('must be true or false').nullish(),
  }),
  /** Asks for the operating system, the shell and the workspace. */
  shell_metadata: z.looseObject({}),
  /** Ends the command that a request runs. */
  cancel_request: z
    .looseObject({ request_id: RequestId.optional(), data: z.looseObject({ request_id: RequestId }).optional() })
    .transform(({ request_id, data }) => request_id ?? data?.request_id)
    .refine((given) => given !== undefined, 'request_id is missing'),
  /** Answers `command_confirmation_required`. */
  confirm_command: z.looseObject({
    /** The id that was asked with. */
    confirmation_id: id,
    approved: z.boolean('must be true or false'),
    /** Reason for the refusal. */
    reason: z.string('must be a text').max(10_000, 'is too long').optional(),
    /** Holds for the like in this session, too. */
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
  throw invalidPayload(event, parsed.error);
}

function invalidPayload(event: string, { issues }: z.ZodError): AdapterError {
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
export const Envelope = z.looseObject({
  /** Name of one of the events. */
  event_type: z.string('must be a text').max(200),
  /** Payload of the event. */
  data: z.unknown().optional(),
  /** Repeated by every answer. */
  request_id: RequestId.nullish(),
  /** Any JSON, repeated by every answer. */
  internal_request_id: z
    .unknown()
    .optional()
    .refine(isShort, `must be shorter than ${MAX_INTERNAL_ID} characters of JSON`),
});

/** @throws AdapterError invalid_request */
export function readEnvelope(given: unknown): z.infer<typeof Envelope> {
  const parsed = Envelope.safeParse(given);
  if (parsed.success) return parsed.data;
  throw invalidPayload('bot_response', parsed.error);
}

/** Extracts the id that answers repeat, whatever else is wrong. */
export function internalIdIn(given: unknown): unknown {
  const isMap = typeof given === 'object' && given !== null;
  const id = isMap && 'internal_request_id' in given ? given.internal_request_id : undefined;
  return id !== undefined && isShort(id) ? id : null;
}
