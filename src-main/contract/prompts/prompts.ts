import { flag, integer, number, optionalFlag, optionalText, text } from '../schema/plain-schemas.ts';
import { EventId, procedure, SessionId, stream, Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { PromptRecord } from './prompt-records.ts';
import { PromptProblem, RenderOutcome, ValueSource } from './prompt-render.ts';
import {
  CaseResult,
  PastRendering,
  PromptCase,
  PromptDetails,
  PromptId,
  PromptSummary,
  PromptsState,
  PromptVersion,
  RecordKind,
  RecordProblem,
  RestState,
  SendUpdate,
  UnreadableCase,
} from './prompt-values.ts';

const byId = z.object({ id: PromptId });
/** Edited record that is not saved yet; the saved record if absent. */
const Draft = PromptRecord.optional();
/** JSON text of an object; `{}` where absent. */
const Args = text.max(4_000_000).optional();

const SendingId = text.min(1).max(64);

/** A record as it is stored; `hash` is that of its text, as `base` for saving. */
const RawRecord = z.object({ key: text, json: text, hash: optionalText });

/** One side of a comparison: a version of the template with the given args, or a past rendering's captured inputs. */
const Side = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('version'), id: PromptId, hash: text }),
  z.object({ kind: z.literal('draft'), id: PromptId, draft: PromptRecord }),
  /** The prompt as it was at the time of an earlier event. */
  z.object({ kind: z.literal('past'), session: SessionId, event: EventId }),
]);

export const promptsContract = {
  changed: stream(PromptsState),
  /** Reads everything again, now. */
  refresh: procedure.output(z.void()),
  get: procedure.input(byId).output(PromptDetails),
  /**
   * Writes a direct record. Fails with INVALID_INPUT and every problem; CONFLICT if the stored one is not `base` any
   * more (absent: there must be none), UNAVAILABLE if the store cannot be written.
   */
  save: procedure
    .input(
      z.object({
        id: PromptId,
        record: PromptRecord,
        base: optionalText,
        label: text.max(100).optional(),
      }),
    )
    .output(PromptSummary),
  /**
   * Stores it under another id, with its versions and cases, and removes the old one. Fails with CONFLICT if `to` is
   * taken or the stored one is not `base` any more, INVALID_INPUT for one that an extension brings.
   */
  rename: procedure.input(z.object({ id: PromptId, to: PromptId, base: text })).output(PromptSummary),
  /** Fails with CONFLICT if the stored text is not `base` any more (absent: whatever is stored is removed). Its versions stay: `rollback` brings it back. */
  remove: procedure.input(byId.extend({ base: optionalText })).output(z.void()),
  /** Renders what is written right now; nothing is recorded. Tools are called unless `callsTools` is false. */
  preview: procedure
    .input(
      z.object({
        id: PromptId.optional(),
        draft: Draft,
        args: Args,
        /** Reuses the results of the last preview's calls with the same arguments for as long as 30 s. */
        callsTools: flag.default(true),
      }),
    )
    .output(z.object({ outcome: RenderOutcome, problems: z.array(PromptProblem) })),
  /**
   * Renders, records, sends: a conversation of its own begins with it. The first value is `sent`, or the only one `failed`. The reply
   * goes on when nobody listens; `sessions.stop` ends it, and so does `stopSending`, also before it has begun.
   */
  send: stream(SendUpdate).input(
    z.object({
      id: PromptId.optional(),
      draft: Draft,
      args: Args,
      profile: optionalText,
      /** Id that the page chooses for `stopSending`; no other sending has it. */
      sending: SendingId.optional(),
    }),
  ),
  /** Stops a `send`: one that was not sent yet is not sent, and the reply to one that was is ended. */
  stopSending: procedure.input(z.object({ sending: SendingId })).output(z.void()),
  versions: procedure.input(byId).output(z.array(PromptVersion)),
  version: procedure.input(z.object({ id: PromptId, hash: text })).output(PromptRecord),
  label: procedure.input(z.object({ id: PromptId, hash: text, label: text.max(100) })).output(z.void()),
  /** Makes an old version the stored one, as a version of its own. */
  rollback: procedure.input(z.object({ id: PromptId, hash: text })).output(PromptSummary),
  compare: procedure
    .input(z.object({ left: Side, right: Side, args: Args }))
    .output(z.object({ left: RenderOutcome, right: RenderOutcome })),
  /** Fails with UNAVAILABLE if nothing of their file can be read. */
  cases: procedure
    .input(byId)
    .output(z.object({ cases: z.array(PromptCase), unreadable: z.array(UnreadableCase), path: text })),
  /** Renders now, and keeps inputs, results of tools and output. */
  saveCase: procedure
    .input(z.object({ id: PromptId, name: text.min(1).max(200), draft: Draft, args: Args }))
    .output(PromptCase),
  removeCase: procedure.input(z.object({ id: PromptId, case: text })).output(z.void()),
  /** Makes the current rendering the expected one. */
  acceptCase: procedure.input(z.object({ id: PromptId, case: text, draft: Draft })).output(PromptCase),
  /** Adds the present values of variables that the draft reads and the case has not; what is expected stays. */
  completeCase: procedure.input(z.object({ id: PromptId, case: text, draft: Draft })).output(PromptCase),
  runCases: procedure.input(z.object({ id: PromptId, draft: Draft })).output(z.array(CaseResult)),
  /** A `prompt.rendered` of the ledger, to be looked into. Fails with NOT_FOUND. */
  past: procedure.input(z.object({ session: SessionId, event: EventId })).output(PastRendering),
  variable: procedure.input(z.object({ id: text })).output(
    z.object({
      id: text,
      key: optionalText,
      source: ValueSource,
      json: text,
      /** Hash of the stored text, passed as `base` when saving; absent if the store has no record with this id. */
      hash: optionalText,
      readAt: Timestamp,
    }),
  ),
  tool: procedure.input(z.object({ id: text })).output(RawRecord),
  /** Calls it with these arguments (JSON text of an object), as a template would. */
  tryTool: procedure.input(z.object({ id: text, args: text.max(1_000_000) })).output(
    z.object({
      outcome: z.enum(['value', 'default', 'empty']),
      json: text,
      error: optionalText,
      durationMs: number,
    }),
  ),
  extension: procedure.input(z.object({ id: text })).output(RawRecord),
  /**
   * Any record as JSON text, checked by its schema. Fails with INVALID_INPUT and every problem by path; CONFLICT if the
   * stored text is not `base` any more (empty: there must be none; absent: whatever is stored is replaced). What it
   * replaces is kept.
   */
  saveRecord: procedure
    .input(
      z.object({
        kind: RecordKind,
        id: text.min(1).max(512),
        json: text.max(4_000_000),
        base: optionalText,
      }),
    )
    .output(z.void()),
  /** Fails with CONFLICT if the stored text is not `base` any more (absent: whatever is stored is removed). It is kept. */
  removeRecord: procedure.input(z.object({ kind: RecordKind, id: text, base: optionalText })).output(z.void()),
  /** Copies records between the embedded folder and Redis; what is there is kept unless `overwrites`. */
  transfer: procedure
    .input(z.object({ from: z.enum(['folder', 'redis']), to: z.enum(['folder', 'redis']), overwrites: flag }))
    .output(z.object({ written: integer, kept: integer, problems: z.array(RecordProblem) })),
  /**
   * Sets the password, kept with the other keys; an empty one removes it. Redis is then connected to again. Returns
   * whether it outlives this run.
   */
  setRedisPassword: procedure
    .input(z.object({ password: text.max(1000) }))
    .output(z.object({ kept: z.enum(['kept', 'session']) })),
  /** Whether one is kept, or held for this run alone, never which; and why that cannot be told, such as a locked file. */
  redisPassword: procedure.output(z.object({ isKept: flag, isForRun: optionalFlag, problem: optionalText })),
  /** The REST API: with a generated token, on loopback. */
  rest: stream(RestState),
  /**
   * Starts the REST server; with `config`, by that `config.yaml` instead of the settings (a missing file means its
   * defaults). Fails with INVALID_INPUT and every problem of the file, CONFLICT while the server is running,
   * UNAVAILABLE if the port cannot be bound. With `mayBeOn`, a server already running with the same file is left as it
   * is: `wasOn`.
   */
  startRest: procedure
    .input(
      z.object({
        port: integer.min(0).max(65_535).optional(),
        config: optionalText,
        mayBeOn: optionalFlag,
      }),
    )
    .output(z.object({ url: text, wasOn: optionalFlag })),
  stopRest: procedure.output(z.void()),
  /** Makes the server read its store again, now. Fails with CONFLICT while it is off. */
  reloadRest: procedure.output(z.void()),
  /** Lines of its log, where its `config.yaml` has them on standard output. */
  restLog: stream(text),
  restToken: procedure.output(z.object({ token: text })),
};
