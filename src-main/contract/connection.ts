import { flag, number, optionalText, text, texts } from './schema/plain-schemas.ts';
import * as z from './schema/zod.ts';

/** Protocol of a server. */
export const ProfileProtocol = z.enum(['openai', 'anthropic']);
export type ProfileProtocol = z.infer<typeof ProfileProtocol>;

/** An address of the web, or `unix:` with the absolute path of a socket. */
const ServerAddress = z.union([z.url({ protocol: /^https?$/ }), text.regex(/^unix:\/.+/)]);

export const Connection = z.object({
  baseUrl: ServerAddress,
  /** OpenAI's where it is absent. */
  protocol: ProfileProtocol.optional(),
  model: text.max(200),
  /** Key to use; if absent, the kept key, provided it belongs to this server; if empty, none. */
  key: text.max(10_000).optional(),
});
export type Connection = z.infer<typeof Connection>;

export const ConnectionTest = z.object({
  ok: flag,
  /** One sentence: what was reached, or what went wrong in the server's own words. */
  message: text,
  advice: optionalText,
  models: texts,
  durationMs: number,
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;
