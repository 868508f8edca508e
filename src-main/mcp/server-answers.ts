import { z } from 'zod';

// Read leniently, each entry by itself: one tool or block that is not as the revision has it does not spoil the rest.

/** Servers also write an absent one as null, or as an empty text. */
const cursor = z
  .string()
  .nullish()
  .transform((value) => value || undefined);

export const ToolPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: cursor });

export const ServerTool = z.looseObject({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.looseObject({ readOnlyHint: z.boolean().optional() }).optional().catch(undefined),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional().catch(undefined),
});

const text = z.string().optional().catch(undefined);

const Block = z.looseObject({
  type: z.string().catch('unknown'),
  text,
  data: text,
  mimeType: text,
  uri: text,
  name: text,
  description: text,
  resource: z.looseObject({ uri: text, mimeType: text, text, blob: text }).optional().catch(undefined),
});
export type AnswerBlock = z.infer<typeof Block>;

/** Answer to a call, read leniently. It comes after the effect: what is odd in it must not make a call that was carried out look like one that was not. */
export const CallAnswer = z.looseObject({
  content: z
    .array(Block.catch(() => ({ type: 'unknown' })))
    .nullish()
    .transform((blocks) => blocks ?? []),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().nullish().catch(true),
  /** Revision 2024-10-07 answered with this. */
  toolResult: z.unknown().optional(),
});
export type CallAnswer = z.infer<typeof CallAnswer>;

const resource = z.looseObject({
  name: text,
  mimeType: text,
  description: text,
  size: z.number().optional().catch(undefined),
});

export const ResourcePage = z.looseObject({
  resources: z.array(resource.extend({ uri: z.string() })),
  nextCursor: cursor,
});

export const TemplatePage = z.looseObject({
  resourceTemplates: z.array(resource.extend({ uriTemplate: z.string() })),
  nextCursor: cursor,
});

export const ResourceAnswer = z.looseObject({
  contents: z.array(z.looseObject({ uri: text, mimeType: text, text, blob: text })),
});
