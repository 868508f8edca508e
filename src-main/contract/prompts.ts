import { z } from 'zod';
import { EventId, procedure, SessionId, stream, Timestamp } from './procedure.ts';
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
/** What is edited but not saved yet; the saved record where absent. */
const Draft = PromptRecord.optional();
/** JSON text of an object; `{}` where absent. */
const Args = z.string().max(4_000_000).optional();

/** A record as it is stored; `hash` is that of its text, as `base` for saving. */
const RawRecord = z.object({ key: z.string(), json: z.string(), hash: z.string().optional() });

/** One side of a comparison: a version of the template with the given args, or a past rendering's captured inputs. */
const Side = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('version'), id: PromptId, hash: z.string() }),
  z.object({ kind: z.literal('draft'), id: PromptId, draft: PromptRecord }),
  /** As it was then. */
  z.object({ kind: z.literal('past'), session: SessionId, event: EventId }),
]);

export const promptsContract = {
  changed: stream(PromptsState),
  /** Reads everything again, now. */
  refresh: procedure.output(z.void()),
  get: procedure.input(byId).output(PromptDetails),
  /**
   * Writes a direct record. Fails with INVALID_INPUT and every problem; CONFLICT when the stored one is not `base` any more
   * (absent: there must be none), UNAVAILABLE when the store cannot be written.
   */
  save: procedure
    .input(
      z.object({
        id: PromptId,
        record: PromptRecord,
        base: z.string().optional(),
        label: z.string().max(100).optional(),
      }),
    )
    .output(PromptSummary),
  /**
   * Stores it under another id, with its versions and cases, and removes the old one. Fails with CONFLICT where `to` is taken or the
   * stored one is not `base` any more, INVALID_INPUT for one that an extension brings.
   */
  rename: procedure.input(z.object({ id: PromptId, to: PromptId, base: z.string() })).output(PromptSummary),
  /** Its versions stay: `rollback` brings it back. */
  remove: procedure.input(byId).output(z.void()),
  /** Renders what is written right now; nothing is recorded. Tools are called unless `callsTools` is false. */
  preview: procedure
    .input(
      z.object({
        id: PromptId.optional(),
        draft: Draft,
        args: Args,
        /** Reuses the results of the last preview's calls with the same arguments for as long as 30 s. */
        callsTools: z.boolean().default(true),
      }),
    )
    .output(z.object({ outcome: RenderOutcome, problems: z.array(PromptProblem) })),
  /**
   * Renders, records, sends: a conversation of its own begins with it. The first value is `sent`, or the only one `failed`. The reply
   * goes on when nobody listens; `sessions.stop` ends it.
   */
  send: stream(SendUpdate).input(
    z.object({ id: PromptId.optional(), draft: Draft, args: Args, profile: z.string().optional() }),
  ),
  versions: procedure.input(byId).output(z.array(PromptVersion)),
  version: procedure.input(z.object({ id: PromptId, hash: z.string() })).output(PromptRecord),
  label: procedure.input(z.object({ id: PromptId, hash: z.string(), label: z.string().max(100) })).output(z.void()),
  /** Makes an old version the stored one, as a version of its own. */
  rollback: procedure.input(z.object({ id: PromptId, hash: z.string() })).output(PromptSummary),
  compare: procedure
    .input(z.object({ left: Side, right: Side, args: Args }))
    .output(z.object({ left: RenderOutcome, right: RenderOutcome })),
  /** Fails with UNAVAILABLE where nothing of their file can be read. */
  cases: procedure
    .input(byId)
    .output(z.object({ cases: z.array(PromptCase), unreadable: z.array(UnreadableCase), path: z.string() })),
  /** Renders now, and keeps inputs, results of tools and output. */
  saveCase: procedure
    .input(z.object({ id: PromptId, name: z.string().min(1).max(200), draft: Draft, args: Args }))
    .output(PromptCase),
  removeCase: procedure.input(z.object({ id: PromptId, case: z.string() })).output(z.void()),
  /** What is rendered now becomes what is expected. */
  acceptCase: procedure.input(z.object({ id: PromptId, case: z.string(), draft: Draft })).output(PromptCase),
  /** Adds the present values of variables that the draft reads and the case has not; what is expected stays. */
  completeCase: procedure.input(z.object({ id: PromptId, case: z.string(), draft: Draft })).output(PromptCase),
  runCases: procedure.input(z.object({ id: PromptId, draft: Draft })).output(z.array(CaseResult)),
  /** A `prompt.rendered` of the ledger, to be looked into. Fails with NOT_FOUND. */
  past: procedure.input(z.object({ session: SessionId, event: EventId })).output(PastRendering),
  variable: procedure.input(z.object({ id: z.string() })).output(
    z.object({
      id: z.string(),
      key: z.string().optional(),
      source: ValueSource,
      json: z.string(),
      /** Of the stored text, as `base` for saving; absent where the store has no record of this id. */
      hash: z.string().optional(),
      readAt: Timestamp,
    }),
  ),
  tool: procedure.input(z.object({ id: z.string() })).output(RawRecord),
  /** Calls it with these arguments (JSON text of an object), as a template would. */
  tryTool: procedure.input(z.object({ id: z.string(), args: z.string().max(1_000_000) })).output(
    z.object({
      outcome: z.enum(['value', 'default', 'empty']),
      json: z.string(),
      error: z.string().optional(),
      durationMs: z.number(),
    }),
  ),
  extension: procedure.input(z.object({ id: z.string() })).output(RawRecord),
  /**
   * Any record as JSON text, checked by its schema. Fails with INVALID_INPUT and every problem by path; CONFLICT when the stored text is
   * not `base` any more (empty: there must be none; absent: whatever is stored is replaced). What it replaces is kept.
   */
  saveRecord: procedure
    .input(
      z.object({
        kind: RecordKind,
        id: z.string().min(1).max(512),
        json: z.string().max(4_000_000),
        base: z.string().optional(),
      }),
    )
    .output(z.void()),
  removeRecord: procedure.input(z.object({ kind: RecordKind, id: z.string() })).output(z.void()),
  /** Copies records between the embedded folder and Redis; what is there is kept unless `overwrites`. */
  transfer: procedure
    .input(z.object({ from: z.enum(['folder', 'redis']), to: z.enum(['folder', 'redis']), overwrites: z.boolean() }))
    .output(z.object({ written: z.int(), kept: z.int(), problems: z.array(RecordProblem) })),
  /** Kept where keys are; empty: none. Redis is then connected to anew. Says whether it outlives this run. */
  setRedisPassword: procedure
    .input(z.object({ password: z.string().max(1000) }))
    .output(z.object({ kept: z.enum(['kept', 'session']) })),
  /** Whether one is kept, never which; and why that cannot be told, such as a locked file. */
  redisPassword: procedure.output(z.object({ isKept: z.boolean(), problem: z.string().optional() })),
  /** The REST API: with a generated token, on loopback. */
  rest: stream(RestState),
  /**
   * With `config`, by that `config.yaml` in place of the settings (one that is not there stands for its defaults). Fails with
   * INVALID_INPUT and every problem of the file, CONFLICT while it is on, UNAVAILABLE when the port cannot be had. With `mayBeOn`,
   * one that is on by the same file is left as it is: `wasOn`.
   */
  startRest: procedure
    .input(
      z.object({
        port: z.int().min(0).max(65_535).optional(),
        config: z.string().optional(),
        mayBeOn: z.boolean().optional(),
      }),
    )
    .output(z.object({ url: z.string(), wasOn: z.boolean().optional() })),
  stopRest: procedure.output(z.void()),
  /** Has it read its store again, now. Fails with CONFLICT while it is off. */
  reloadRest: procedure.output(z.void()),
  /** Lines of its log, where its `config.yaml` has them on standard output. */
  restLog: stream(z.string()),
  restToken: procedure.output(z.object({ token: z.string() })),
};
