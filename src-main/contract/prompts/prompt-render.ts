/** Forms of a rendered prompt, the origin of each of its pieces, and the reason if there is none. */

import { ContentHash } from '../events/ledger-values.ts';
import {
  anything,
  flag,
  integer,
  number,
  optionalInteger,
  optionalText,
  text,
  texts,
} from '../schema/plain-schemas.ts';
import { Timestamp } from '../schema/procedure.ts';
import * as z from '../schema/zod.ts';
import { PromptRole } from './prompt-records.ts';

/** `folder`, `redis`: the store; `app`: what the app itself publishes; `args`: the request; `default`: of a parameter. */
export const ValueSource = z.enum(['folder', 'redis', 'app', 'args', 'default']);
export type ValueSource = z.infer<typeof ValueSource>;

/** A place of a template: message and range in it. Lines and columns from 1, in UTF-16 units, as editors count. */
export const TemplatePlace = z.object({
  kind: z.enum(['text', 'value', 'call']),
  /** Index of the message whose text it stands in; a `prompt` has one, 0. */
  message: integer,
  line: integer,
  column: integer,
  endLine: integer,
  endColumn: integer,
  /** Source text at that place, cut if it is long. */
  source: text,
});
export type TemplatePlace = z.infer<typeof TemplatePlace>;

/** A variable as this rendering saw it. */
export const UsedVariable = z.object({
  /** Id such as `vscode.rules`, or `args.code`. */
  id: text,
  source: ValueSource,
  /** The key it has in the store. */
  key: optionalText,
  readAt: Timestamp.optional(),
  /** JSON, cut when it is long. */
  value: text,
  bytes: integer,
});
export type UsedVariable = z.infer<typeof UsedVariable>;

export const ToolCallTrace = z.object({
  /** The function as templates call it. */
  name: text,
  arguments: anything,
  /** Start of the call relative to the start of the rendering, and its duration; both in milliseconds. */
  startedMs: number,
  durationMs: number,
  /** Whether it was started before the template was executed, in parallel with others. */
  isPrefetched: flag,
  /** `default`: that of `returns`; `empty`: nothing stood in for it. */
  outcome: z.enum(['value', 'default', 'empty']),
  /** JSON, cut when it is long. */
  result: optionalText,
  /** Reason why it failed. */
  error: optionalText,
  /** Request that was sent: method and address, or target and method. */
  request: optionalText,
});
export type ToolCallTrace = z.infer<typeof ToolCallTrace>;

export const RenderedMessage = z.object({
  role: PromptRole,
  content: text,
  /**
   * Pieces of the content in order, without gaps; five numbers each: start and end (UTF-16 units), index in `places`, in `paths`,
   * in `calls`; -1: none. Empty where the trace was not asked for.
   */
  pieces: z.array(integer),
});
export type RenderedMessage = z.infer<typeof RenderedMessage>;

export const RenderedPrompt = z.object({
  kind: z.enum(['prompt', 'messages']),
  /** A `prompt` is one message of the user. */
  messages: z.array(RenderedMessage),
  places: z.array(TemplatePlace),
  paths: texts,
  calls: z.array(ToolCallTrace),
  variables: z.array(UsedVariable),
  /** Args after defaults, as JSON. */
  args: text,
  warnings: texts,
  durationMs: number,
});
export type RenderedPrompt = z.infer<typeof RenderedPrompt>;

/** One thing that is wrong with a template or with what it was given. */
export const PromptProblem = z.object({
  severity: z.enum(['error', 'warning']),
  message: text,
  /** Index of the message whose text it is in. */
  in: optionalInteger,
  line: optionalInteger,
  column: optionalInteger,
  endLine: optionalInteger,
  endColumn: optionalInteger,
});
export type PromptProblem = z.infer<typeof PromptProblem>;

export const RenderFailure = z.object({
  /** HTTP status with which the REST API answers the failure. */
  status: z.union([z.literal(400), z.literal(404), z.literal(500), z.literal(503)]),
  reason: z.enum(['syntax', 'arguments', 'undefined', 'invalid', 'not-found', 'timeout', 'execution', 'limit']),
  message: text,
  /** Dotted paths that are not defined, or names of arguments that are missing. */
  missing: texts.optional(),
  problems: z.array(PromptProblem),
});
export type RenderFailure = z.infer<typeof RenderFailure>;

export const RenderOutcome = z.discriminatedUnion('isRendered', [
  z.object({ isRendered: z.literal(true), rendered: RenderedPrompt }),
  z.object({ isRendered: z.literal(false), failure: RenderFailure }),
]);
export type RenderOutcome = z.infer<typeof RenderOutcome>;

/** Details of a person's message that a prompt produced. */
export const PromptOrigin = z.object({
  /** Its `prompt.rendered`. */
  event: text,
  /** Messages sent to the model instead of the text, in this order. */
  messages: z.array(z.object({ role: PromptRole, content: text })),
  /** The model is sent nothing else with it: no system message of ours, no tools. */
  isExact: flag,
});
export type PromptOrigin = z.infer<typeof PromptOrigin>;

/** Ledger record of a text that was rendered to be sent to a model. */
export const PromptRendered = z.object({
  template: text,
  text: text,
  hash: ContentHash,
  /** Origins of the pieces of an agent workspace's prompt, in order, with the length of each in UTF-16 code units. */
  origins: z.array(z.object({ origin: text, file: optionalText, length: integer })).optional(),
  /** Template of the prompt store that produced the text, if one did. */
  prompt: z
    .object({
      id: text,
      /** SHA-256 of its record, which is kept. */
      version: ContentHash,
      kind: z.enum(['prompt', 'messages']),
      /** The whole `RenderedPrompt` as JSON: inputs, calls, and where every piece came from. */
      rendered: ContentHash,
    })
    .optional(),
});
