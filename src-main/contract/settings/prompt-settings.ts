import { flag, integer, text } from '../schema/plain-schemas.ts';
import * as z from '../schema/zod.ts';
import { REFRESH_SECONDS, RENDER_TIMEOUT_MS, REST_PORT, SYSTEM_PROMPT, UNDEFINED_MODES } from './prompt-defaults.ts';

const publishedFlag = (what: string) => flag.default(true).describe(`Prompt templates can use ${what} as variables`);

/** The prompt engine's part of the settings. */
export const PromptSettings = z
  .strictObject({
    store: z.enum(['folder', 'redis']).default('folder').describe('Where prompts, variables and tools are kept'),
    redis: z
      .strictObject({
        addr: text
          .min(1)
          .max(1000)
          // A password has its own place, and settings are shown.
          .regex(/^(?:\w+:\/\/)?(?![^@]*:[^@]*@)/, 'The password is kept with the keys, not in the address')
          .default('127.0.0.1:6379')
          .describe('Address of Redis: host:port, redis://, rediss:// or the path of a socket'),
        db: integer.min(0).max(1_000_000).default(0).describe('Number of the database in Redis'),
      })
      .prefault({}),
    refresh_seconds: z
      .number()
      .min(1)
      .max(86_400)
      .default(REFRESH_SECONDS)
      .describe('Seconds after which the whole store is read again'),
    render: z
      .strictObject({
        undefined: z
          .enum(UNDEFINED_MODES)
          .default(UNDEFINED_MODES[0])
          .describe('What a reference to an undefined variable gives'),
        timeout_ms: integer
          .min(RENDER_TIMEOUT_MS.least)
          .max(RENDER_TIMEOUT_MS.most)
          .default(RENDER_TIMEOUT_MS.usual)
          .describe('Milliseconds a rendering may take'),
      })
      .prefault({}),
    tools: z
      .strictObject({
        base_url: text.max(1000).optional().describe('Base address for tools with relative addresses'),
        allow: z
          .array(text)
          .default([])
          .describe('Origins that tools may call on this computer and in private networks'),
      })
      .prefault({}),
    rest: z
      .strictObject({
        port: integer.min(0).max(65_535).default(REST_PORT).describe('Port of the REST API on this computer'),
      })
      .prefault({}),
    llm: z
      .strictObject({
        system_prompt: text
          .default(SYSTEM_PROMPT)
          .describe('Sent before a prompt that is a single text; leave empty for none'),
      })
      .prefault({}),
    publish: z
      .strictObject({
        chat: publishedFlag('the conversation in use and the list of sessions'),
        completion: publishedFlag('the last replies of models'),
        model: publishedFlag('the list of models and the one in use'),
        modules: publishedFlag('the parts of this app with their versions'),
        codebase: publishedFlag('the name, languages and file names of the workspace'),
        to_redis: z
          .boolean()
          .default(false)
          .describe('Also write these variables to Redis, where everyone with access can read conversations'),
      })
      .prefault({}),
  })
  .prefault({});
export type PromptSettings = z.infer<typeof PromptSettings>;
