import { z } from 'zod';
import { EventId, SessionId, Timestamp } from './procedure.ts';
import { PromptRecord } from './prompt-records.ts';
import { PromptProblem, RenderedPrompt, ValueSource } from './prompt-render.ts';

/** Such as `demo.review`: the key without its prefix, its colons as points. */
export const PromptId = z.string().min(1).max(512);
export const RecordKind = z.enum(['extension', 'template', 'environ', 'tool']);
export type RecordKind = z.infer<typeof RecordKind>;

/** A record of the store that cannot be used, or not as it was meant. */
export const RecordProblem = z.object({
  kind: RecordKind,
  key: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
});
export type RecordProblem = z.infer<typeof RecordProblem>;

export const PromptSummary = z.object({
  id: PromptId,
  name: z.string(),
  description: z.string().optional(),
  origin: z.enum(['direct', 'extension']),
  /** Key of its record; of the extension's, where that brings it. */
  key: z.string(),
  /** Where it does not compile. */
  error: PromptProblem.optional(),
  warnings: z.array(z.string()),
  supports: z.array(z.string()),
  /** SHA-256 of its record. */
  hash: z.string(),
  versions: z.int(),
  cases: z.int(),
});
export type PromptSummary = z.infer<typeof PromptSummary>;

export const PromptStoreState = z.object({
  kind: z.enum(['folder', 'redis']),
  /** Path of the folder; address of Redis, without a password. */
  place: z.string(),
  state: z.enum(['ready', 'connecting', 'down']),
  /** Why it is down, and since when. */
  reason: z.string().optional(),
  since: Timestamp.optional(),
  /** How changes are learned of: told by the store, or by reading again every so often. */
  isWatched: z.boolean(),
  refreshedAt: Timestamp.optional(),
});
export type PromptStoreState = z.infer<typeof PromptStoreState>;

/** The whole of what the lists show; values are asked for one by one. */
export const PromptsState = z.object({
  store: PromptStoreState,
  prompts: z.array(PromptSummary),
  variables: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      source: ValueSource,
      /** JSON type, and size as JSON. */
      type: z.enum(['string', 'number', 'boolean', 'null', 'array', 'object']),
      bytes: z.int(),
      readAt: Timestamp,
      /** The beginning of it as JSON. */
      preview: z.string(),
    }),
  ),
  tools: z.array(
    z.object({
      /** As the API lists it, and as templates call it. */
      id: z.string(),
      callable: z.string(),
      key: z.string(),
      type: z.enum(['restful', 'grpc', 'mcp']),
      module: z.string(),
      description: z.string(),
      problem: z.string().optional(),
    }),
  ),
  extensions: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      displayName: z.string(),
      description: z.string(),
      publisher: z.string(),
      version: z.string(),
      icon: z.string(),
      prompts: z.array(PromptId),
      /** Names of dependences that are not there. */
      missing: z.array(z.object({ name: z.string(), version: z.string(), failStrategy: z.enum(['abort', 'ignore']) })),
      warnings: z.array(z.string()),
    }),
  ),
  problems: z.array(RecordProblem),
  /** Of the cache of compiled templates. */
  cache: z.object({ size: z.int(), hits: z.int(), misses: z.int(), evictions: z.int() }),
});
export type PromptsState = z.infer<typeof PromptsState>;

export const PromptDetails = z.object({
  summary: PromptSummary,
  record: PromptRecord,
  /** JSON Schema of args: whatever form the parameters have. */
  schema: z.record(z.string(), z.unknown()),
  /** Variables it refers to, dotted, and functions it calls. */
  references: z.array(z.string()),
  functions: z.array(z.string()),
  /** False where an extension brings it: saving makes a direct record that stands in front of it. */
  isOwn: z.boolean(),
});
export type PromptDetails = z.infer<typeof PromptDetails>;

export const PromptVersion = z.object({
  /** SHA-256 of the record. */
  hash: z.string(),
  at: Timestamp,
  label: z.string().optional(),
  /** `app`: a sample that came with the app; `outside`: another program wrote it into the store. */
  by: z.enum(['person', 'outside', 'rollback', 'app']),
  bytes: z.int(),
  isCurrent: z.boolean(),
});
export type PromptVersion = z.infer<typeof PromptVersion>;

/** What a tool gave when it was called; without `result` it gave nothing. */
export const RecordedResult = z.object({
  name: z.string(),
  arguments: z.unknown().optional(),
  result: z.unknown().optional(),
  /** Numbers in `result` that JSON has not, by JSON pointer: digits of large integers, `NaN`, `Infinity`, `-Infinity`. */
  exact: z.record(z.string(), z.string()).optional(),
});
export type RecordedResult = z.infer<typeof RecordedResult>;

export const PromptCase = z.object({
  id: z.string(),
  name: z.string(),
  /** JSON text of an object. */
  args: z.string(),
  /** Variables it brings with it, by id, in place of those of the store: so that it always means the same. JSON text each. */
  variables: z.record(z.string(), z.string()),
  /** They are all that it is rendered with; without it, those of the store are beside them. */
  isWhole: z.boolean().optional(),
  /** What tools gave when it was saved, in order of the calls, in place of calling them. */
  results: z.array(RecordedResult),
  expected: z.array(z.object({ role: z.string(), content: z.string() })),
  savedAt: Timestamp,
});
export type PromptCase = z.infer<typeof PromptCase>;

/** A case that stands in the file and cannot be read. It stays there as it is. */
export const UnreadableCase = z.object({ name: z.string(), message: z.string() });
export type UnreadableCase = z.infer<typeof UnreadableCase>;

export const CaseResult = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['same', 'changed', 'failed']),
  expected: z.array(z.object({ role: z.string(), content: z.string() })),
  /** Absent where it failed. */
  actual: z.array(z.object({ role: z.string(), content: z.string() })).optional(),
  message: z.string().optional(),
  /** Ids of variables that the store has and the case has not; `completeCase` adds them. Absent where they are not what it fails by. */
  missing: z.array(z.string()).optional(),
});
export type CaseResult = z.infer<typeof CaseResult>;

/** A past rendering as the ledger has it. */
export const PastRendering = z.object({
  session: SessionId,
  event: EventId,
  at: Timestamp,
  /** Absent for one that no template of the store made, such as a profile's own prompt. */
  prompt: z.object({ id: PromptId, version: z.string(), record: PromptRecord }).optional(),
  rendered: RenderedPrompt,
});
export type PastRendering = z.infer<typeof PastRendering>;

export const SendUpdate = z.discriminatedUnion('kind', [
  /** What was sent, and where it is recorded. */
  z.object({ kind: z.literal('sent'), session: SessionId, event: EventId, model: z.string(), profile: z.string() }),
  z.object({ kind: z.literal('waiting'), reason: z.string() }),
  z.object({ kind: z.literal('reasoning'), text: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('done'),
    finish: z.string(),
    durationMs: z.number(),
    usage: z.object({ input: z.int(), output: z.int() }).optional(),
    cost: z.number().optional(),
  }),
  z.object({ kind: z.literal('failed'), message: z.string(), advice: z.string().optional() }),
]);
export type SendUpdate = z.infer<typeof SendUpdate>;

/** The REST API of the prompt engine. */
export const RestState = z.object({
  isOn: z.boolean(),
  url: z.string().optional(),
  /** Programs must present it. */
  needsToken: z.boolean(),
  /** Requests so far, and those that failed. */
  requests: z.int(),
  failures: z.int(),
  problem: z.string().optional(),
  /** Path of the `config.yaml` it runs by; absent where the settings decide. */
  file: z.string().optional(),
  /** Path of the folder, or address of Redis, that its records come from. */
  store: z.string().optional(),
  /** Whether the store tells of changes at once; without it they are seen within 5 s of being used. */
  isWatched: z.boolean().optional(),
  /** How many records have problems, and the first of them. */
  problemCount: z.int().optional(),
  problems: z.array(RecordProblem).max(10).optional(),
});
export type RestState = z.infer<typeof RestState>;
