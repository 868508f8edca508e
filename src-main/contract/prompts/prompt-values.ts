import {
  anything,
  flag,
  integer,
  number,
  optionalFlag,
  optionalInteger,
  optionalNumber,
  optionalText,
  text,
  texts,
} from '../schema/plain-schemas.ts';
import { EventId, SessionId, Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { PromptRecord } from './prompt-records.ts';
import { PromptProblem, RenderedPrompt, ValueSource } from './prompt-render.ts';

/** Id such as `demo.review`: the key without its prefix, its colons as dots. */
export const PromptId = text.min(1).max(512);
export const RecordKind = z.enum(['extension', 'template', 'environ', 'tool']);
export type RecordKind = z.infer<typeof RecordKind>;

/** A record of the store that cannot be used, or not as it was meant. */
export const RecordProblem = z.object({
  kind: RecordKind,
  key: text,
  severity: z.enum(['error', 'warning']),
  message: text,
});
export type RecordProblem = z.infer<typeof RecordProblem>;

export const PromptSummary = z.object({
  id: PromptId,
  name: text,
  description: optionalText,
  origin: z.enum(['direct', 'extension']),
  /** Key of its record; of the extension's, where that brings it. */
  key: text,
  /** Problem that prevents it from compiling. */
  error: PromptProblem.optional(),
  warnings: texts,
  supports: texts,
  /** SHA-256 of its record. */
  hash: text,
  versions: integer,
  cases: integer,
});
export type PromptSummary = z.infer<typeof PromptSummary>;

export const PromptStoreState = z.object({
  kind: z.enum(['folder', 'redis']),
  /** Path of the folder; address of Redis, without a password. */
  place: text,
  state: z.enum(['ready', 'connecting', 'down']),
  /** Reason why it is down, and since when. */
  reason: optionalText,
  since: Timestamp.optional(),
  /** Whether the store reports changes; otherwise it is read again periodically. */
  isWatched: flag,
  refreshedAt: Timestamp.optional(),
});
export type PromptStoreState = z.infer<typeof PromptStoreState>;

/** The whole of what the lists show; values are asked for one by one. */
export const PromptsState = z.object({
  store: PromptStoreState,
  prompts: z.array(PromptSummary),
  variables: z.array(
    z.object({
      id: text,
      key: text,
      source: ValueSource,
      /** JSON type, and size as JSON. */
      type: z.enum(['string', 'number', 'boolean', 'null', 'array', 'object']),
      bytes: integer,
      readAt: Timestamp,
      /** The beginning of it as JSON. */
      preview: text,
      /** Hash of the whole of it as JSON. */
      hash: text,
    }),
  ),
  tools: z.array(
    z.object({
      /** Id in the API's listing, and the name that templates call. */
      id: text,
      callable: text,
      key: text,
      type: z.enum(['restful', 'grpc', 'mcp']),
      module: text,
      description: text,
      problem: optionalText,
      /** Hash of its record as it is stored. */
      hash: text,
    }),
  ),
  extensions: z.array(
    z.object({
      id: text,
      key: text,
      displayName: text,
      description: text,
      publisher: text,
      version: text,
      icon: text,
      prompts: z.array(PromptId),
      /** Names of dependences that are not there. */
      missing: z.array(z.object({ name: text, version: text, failStrategy: z.enum(['abort', 'ignore']) })),
      warnings: texts,
      /** Hash of its record as it is stored. */
      hash: text,
    }),
  ),
  problems: z.array(RecordProblem),
  /** Statistics of the cache of compiled templates. */
  cache: z.object({ size: integer, hits: integer, misses: integer, evictions: integer }),
});
export type PromptsState = z.infer<typeof PromptsState>;

export const PromptDetails = z.object({
  summary: PromptSummary,
  record: PromptRecord,
  /** JSON Schema of args: whatever form the parameters have. */
  schema: z.record(text, anything),
  /** Variables it refers to, dotted, and functions it calls. */
  references: texts,
  functions: texts,
  /**
   * Whether the store has a record of its own; if an extension brings the prompt, saving creates a direct record that
   * takes precedence.
   */
  isOwn: flag,
});
export type PromptDetails = z.infer<typeof PromptDetails>;

export const PromptVersion = z.object({
  /** SHA-256 of the record. */
  hash: text,
  at: Timestamp,
  label: optionalText,
  /** `app`: a sample that came with the app; `outside`: another program wrote it into the store. */
  by: z.enum(['person', 'outside', 'rollback', 'app']),
  bytes: integer,
  isCurrent: flag,
});
export type PromptVersion = z.infer<typeof PromptVersion>;

/** Result of a tool call; without `result` it gave nothing. */
export const RecordedResult = z.object({
  name: text,
  arguments: anything.optional(),
  result: anything.optional(),
  /** Numbers in `result` that JSON has not, by JSON pointer: digits of large integers, `NaN`, `Infinity`, `-Infinity`. */
  exact: z.record(text, text).optional(),
});
export type RecordedResult = z.infer<typeof RecordedResult>;

export const PromptCase = z.object({
  id: text,
  name: text,
  /** JSON text of an object. */
  args: text,
  /** Variables it brings with it, by id, in place of those of the store: so that it always means the same. JSON text each. */
  variables: z.record(text, text),
  /** Whether the variables are all that it is rendered with; otherwise those of the store are added. */
  isWhole: optionalFlag,
  /** Results of tools when the case was saved, in the order of the calls; used instead of calling them. */
  results: z.array(RecordedResult),
  expected: z.array(z.object({ role: text, content: text })),
  savedAt: Timestamp,
});
export type PromptCase = z.infer<typeof PromptCase>;

/** A case that stands in the file and cannot be read. It stays there as it is. */
export const UnreadableCase = z.object({ name: text, message: text });
export type UnreadableCase = z.infer<typeof UnreadableCase>;

export const CaseResult = z.object({
  id: text,
  name: text,
  state: z.enum(['same', 'changed', 'failed']),
  expected: z.array(z.object({ role: text, content: text })),
  /** Actual messages; absent if it failed. */
  actual: z.array(z.object({ role: text, content: text })).optional(),
  message: optionalText,
  /** Ids of variables that the store has and the case has not; `completeCase` adds them. Absent where they are not what it fails by. */
  missing: texts.optional(),
});
export type CaseResult = z.infer<typeof CaseResult>;

/** A past rendering as the ledger has it. */
export const PastRendering = z.object({
  session: SessionId,
  event: EventId,
  at: Timestamp,
  /** Template; absent for a prompt that no template of the store made, such as a profile's own. */
  prompt: z.object({ id: PromptId, version: text, record: PromptRecord }).optional(),
  rendered: RenderedPrompt,
});
export type PastRendering = z.infer<typeof PastRendering>;

export const SendUpdate = z.discriminatedUnion('kind', [
  /** Request that was sent, and where it is recorded. */
  z.object({ kind: z.literal('sent'), session: SessionId, event: EventId, model: text, profile: text }),
  z.object({ kind: z.literal('waiting'), reason: text }),
  z.object({ kind: z.literal('reasoning'), text: text }),
  z.object({ kind: z.literal('text'), text: text }),
  z.object({
    kind: z.literal('done'),
    finish: text,
    durationMs: number,
    usage: z.object({ input: integer, output: integer }).optional(),
    cost: optionalNumber,
  }),
  z.object({ kind: z.literal('failed'), message: text, advice: optionalText }),
]);
export type SendUpdate = z.infer<typeof SendUpdate>;

/** The REST API of the prompt engine. */
export const RestState = z.object({
  isOn: flag,
  url: optionalText,
  /** Programs must present it. */
  needsToken: flag,
  /** Requests so far, and those that failed. */
  requests: integer,
  failures: integer,
  problem: optionalText,
  /** Path of the `config.yaml` it runs by; absent if the settings decide. */
  file: optionalText,
  /** Path of the folder, or address of Redis, that its records come from. */
  store: optionalText,
  /** Whether the store tells of changes at once; without it they are seen within 5 s of being used. */
  isWatched: optionalFlag,
  /** Number of records with problems; below, the first of them. */
  problemCount: optionalInteger,
  problems: z.array(RecordProblem).max(10).optional(),
});
export type RestState = z.infer<typeof RestState>;
