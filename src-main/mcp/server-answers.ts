import { z } from 'zod';

// Read leniently, each entry by itself: one tool or block that is not as the revision has it does not spoil the rest.

export const ToolPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

export const ServerTool = z.looseObject({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.looseObject({ readOnlyHint: z.boolean().optional() }).optional().catch(undefined),
  execution: z.looseObject({ taskSupport: z.string().optional() }).optional().catch(undefined),
});

const text = z.string().optional().catch(undefined);

export const AnswerBlock = z.looseObject({
  type: z.string(),
  text,
  data: text,
  mimeType: text,
  uri: text,
  name: text,
  description: text,
  resource: z.looseObject({ uri: text, mimeType: text, text, blob: text }).optional().catch(undefined),
});
export type AnswerBlock = z.infer<typeof AnswerBlock>;

export const CallAnswer = z.looseObject({
  content: z.array(AnswerBlock).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
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
  nextCursor: z.string().optional(),
});

export const TemplatePage = z.looseObject({
  resourceTemplates: z.array(resource.extend({ uriTemplate: z.string() })),
  nextCursor: z.string().optional(),
});

export const ResourceAnswer = z.looseObject({
  contents: z.array(z.looseObject({ uri: text, mimeType: text, text, blob: text })),
});
