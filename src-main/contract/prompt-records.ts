/**
 * The records that other programs write into the store, and people here: extensions, prompt templates, tools. Members that are
 * not named are kept as they are. What is required here is what a writer must give; a reader is more tolerant (see `prompts/records`).
 */
import { z } from 'zod';

const Version = z.string().regex(/^\d+\.\d+\.\d+$/, 'a version is three numbers with points, such as 1.0.0');
const Scene = z.enum(['chat', 'completion', 'codereview']);
const AnyObject = z.record(z.string(), z.unknown());

export const PromptRole = z.enum(['system', 'user', 'assistant']);
export type PromptRole = z.infer<typeof PromptRole>;

export const PromptMessage = z.strictObject({ role: PromptRole, content: z.string().describe('A template') });
export type PromptMessage = z.infer<typeof PromptMessage>;

/** A list of parameters, a JSON Schema of an object, or a map of schemas by name. */
const Parameters = z.union([
  z.array(
    z.looseObject({
      name: z.string(),
      type: z.string().optional(),
      default: z.unknown().optional(),
      description: z.string().optional(),
      required: z.boolean().optional(),
    }),
  ),
  AnyObject,
]);

export const PromptRecord = z.looseObject({
  name: z.string().min(1).describe('Template name'),
  description: z.string().optional().describe('What it is for'),
  messages: z.array(PromptMessage).optional().describe('Messages to be rendered; in place of prompt'),
  prompt: z.string().optional().describe('The text of one user message to be rendered; in place of messages'),
  supports: z.array(Scene).default([]).describe('Scenarios it is made for'),
  parameters: Parameters.default({}).describe('What a request may or must give as args'),
  returns: z.unknown().optional().describe('What the model is expected to answer'),
});
export type PromptRecord = z.infer<typeof PromptRecord>;

export const ExtensionRecord = z.looseObject({
  name: z.string().min(1).describe('Extension name'),
  publisher: z.string().describe('Extension publisher'),
  displayName: z.string().describe('Name that people are shown'),
  icon: z.string().describe('Path or data URL of an image'),
  description: z.string().describe('What it does'),
  version: Version.describe('Extension version'),
  extensionType: z.literal('prompt').describe('Extension type'),
  license: z.string().describe('SPDX name of its licence'),
  engines: z
    .strictObject({
      name: z.string(),
      version: z.string().regex(/^>=\d+\.\d+\.\d+$/, 'the engine’s version is written as >=1.0.0'),
    })
    .describe('The engine it is made for'),
  contributes: z
    .looseObject({
      prompts: z.array(PromptRecord).describe('Its prompt templates'),
      languages: z.array(z.string()).describe('Programming languages it is for'),
      dependences: z
        .array(
          z.looseObject({
            name: z.string(),
            version: z.string().regex(/^\^\d+\.\d+\.\d+$/, 'the version of a dependence is written as ^1.0.0'),
            failStrategy: z.enum(['abort', 'ignore']),
          }),
        )
        .describe('Extensions it depends on'),
    })
    .describe('What it brings'),
});
export type ExtensionRecord = z.infer<typeof ExtensionRecord>;

const tool = {
  name: z.string().min(1).describe('Tool name'),
  module: z.string().describe('Module it belongs to'),
  description: z.string().describe('What it does'),
  supports: z.array(Scene).describe('Scenarios it is made for'),
  parameters: AnyObject.describe('JSON Schema (draft 7) of an object: its parameters'),
  returns: AnyObject.describe('JSON Schema (draft 7) of what it gives; its default stands in when a call fails'),
  examples: z.unknown().optional(),
};

export const ToolRecord = z.discriminatedUnion('type', [
  z.looseObject({
    ...tool,
    type: z.literal('restful'),
    restful: z.looseObject({
      url: z.string().min(1).describe('Absolute, or relative to tools.base_url; {name} takes an argument'),
      method: z
        .string()
        // Without a flag, which a JSON Schema has not.
        .regex(
          /^(?:[Gg][Ee][Tt]|[Pp][Oo][Ss][Tt]|[Pp][Uu][Tt]|[Dd][Ee][Ll][Ee][Tt][Ee])$/,
          'the method is GET, POST, PUT or DELETE',
        )
        .describe('GET, POST, PUT or DELETE'),
    }),
  }),
  z.looseObject({
    ...tool,
    type: z.literal('grpc'),
    grpc: z.looseObject({
      target: z.string().min(1).describe('host:port'),
      service: z.string().min(1).describe('Full name, such as demo.v1.Greeter'),
      method: z.string().min(1),
      proto: z.string().optional().describe('Path of a .proto file; the server is asked by reflection without one'),
      tls: z.boolean().optional(),
    }),
  }),
  z.looseObject({
    ...tool,
    type: z.literal('mcp'),
    mcp: z.looseObject({
      server: z.string().min(1).describe('Name of an MCP server under Providers'),
      tool: z.string().min(1),
    }),
  }),
]);
export type ToolRecord = z.infer<typeof ToolRecord>;
