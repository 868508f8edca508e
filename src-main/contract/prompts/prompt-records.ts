/**
 * The records that other programs write into the store, and people here: extensions, prompt templates, tools. Members that are
 * not named are kept as they are. What is required here is what a writer must give; a reader is more tolerant (see `prompts/records`).
 */

import { anything, optionalFlag, optionalText, text, texts } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';

const Version = text.regex(/^\d+\.\d+\.\d+$/, 'a version is three numbers with points, such as 1.0.0');
const Scene = z.enum(['chat', 'completion', 'codereview']);
const AnyObject = z.record(text, anything);

export const PromptRole = z.enum(['system', 'user', 'assistant']);
export type PromptRole = z.infer<typeof PromptRole>;

export const PromptMessage = z.strictObject({ role: PromptRole, content: text.describe('A template') });
export type PromptMessage = z.infer<typeof PromptMessage>;

/** A list of parameters, a JSON Schema of an object, or a map of schemas by name. */
const Parameters = z.union([
  z.array(
    z.looseObject({
      name: text,
      type: optionalText,
      default: anything.optional(),
      description: optionalText,
      required: optionalFlag,
    }),
  ),
  AnyObject,
]);

export const PromptRecord = z.looseObject({
  name: text.min(1).describe('Template name'),
  description: optionalText.describe('What it is for'),
  messages: z.array(PromptMessage).optional().describe('Messages to be rendered; in place of prompt'),
  prompt: optionalText.describe('The text of one user message to be rendered; in place of messages'),
  supports: texts
    .default([])
    .describe('Scenarios it is made for: chat, completion, codereview; others are kept, and warned about'),
  parameters: Parameters.default({}).describe('What a request may or must give as args'),
  returns: anything.optional().describe('What the model is expected to answer'),
});
export type PromptRecord = z.infer<typeof PromptRecord>;

/** Prompt of an extension: it names scenarios that are known. */
const ContributedPrompt = PromptRecord.extend({
  supports: z.array(Scene).default([]).describe('Scenarios it is made for'),
});

const extensionRecord = <Prompt extends z.ZodType>(prompt: Prompt) =>
  z.looseObject({
    name: text.min(1).describe('Extension name'),
    publisher: text.describe('Extension publisher'),
    displayName: text.describe('Name that people are shown'),
    icon: text.describe('Path or data URL of an image'),
    description: text.describe('What it does'),
    version: Version.describe('Extension version'),
    extensionType: z.literal('prompt').describe('Extension type'),
    license: text.describe('SPDX name of its licence'),
    engines: z
      .strictObject({
        name: text,
        version: text.regex(/^>=\d+\.\d+\.\d+$/, 'the engine’s version is written as >=1.0.0'),
      })
      .describe('The engine it is made for'),
    contributes: z
      .looseObject({
        prompts: z.array(prompt).describe('Its prompt templates'),
        languages: texts.describe('Programming languages it is for'),
        dependences: z
          .array(
            z.looseObject({
              name: text,
              version: text.regex(/^\^\d+\.\d+\.\d+$/, 'the version of a dependence is written as ^1.0.0'),
              failStrategy: z.enum(['abort', 'ignore']),
            }),
          )
          .describe('Extensions it depends on'),
      })
      .describe('What it brings'),
  });

export const ExtensionRecord = extensionRecord(ContributedPrompt);
/** An extension as it was read: scenarios of its prompts may be such as are not known. */
export type ExtensionRecord = z.infer<ReturnType<typeof extensionRecord<typeof PromptRecord>>>;

const tool = {
  name: text.min(1).describe('Tool name'),
  module: text.describe('Module it belongs to'),
  description: text.describe('What it does'),
  supports: z.array(Scene).describe('Scenarios it is made for'),
  parameters: AnyObject.describe('JSON Schema (draft 7) of an object: its parameters'),
  returns: AnyObject.describe('JSON Schema (draft 7) of what it gives; its default is used when a call fails'),
  examples: anything.optional(),
};

export const ToolRecord = z.discriminatedUnion('type', [
  z.looseObject({
    ...tool,
    type: z.literal('restful'),
    restful: z.looseObject({
      url: text.min(1).describe('Absolute, or relative to tools.base_url; {name} takes an argument'),
      method: text
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
      target: text.min(1).describe('host:port'),
      service: text.min(1).describe('Full name, such as demo.v1.Greeter'),
      method: text.min(1),
      proto: optionalText.describe('Path of a .proto file; the server is asked by reflection without one'),
      tls: optionalFlag,
    }),
  }),
  z.looseObject({
    ...tool,
    type: z.literal('mcp'),
    mcp: z.looseObject({
      server: text.min(1).describe('Name of an MCP server under Providers'),
      tool: text.min(1),
    }),
  }),
]);
export type ToolRecord = z.infer<typeof ToolRecord>;
