import { z } from 'zod';

/** What a server speaks. */
export const ProfileProtocol = z.enum(['openai', 'anthropic']);
export type ProfileProtocol = z.infer<typeof ProfileProtocol>;

/** An address of the web, or `unix:` with the absolute path of a socket. */
const ServerAddress = z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^unix:\/.+/)]);

export const Connection = z.object({
  baseUrl: ServerAddress,
  /** OpenAI's where it is absent. */
  protocol: ProfileProtocol.optional(),
  model: z.string().max(200),
  /** Absent: the kept key where it belongs to this server; empty: none. */
  key: z.string().max(10_000).optional(),
});
export type Connection = z.infer<typeof Connection>;

export const ConnectionTest = z.object({
  ok: z.boolean(),
  /** One sentence: what was reached, or what went wrong in the server's own words. */
  message: z.string(),
  advice: z.string().optional(),
  models: z.array(z.string()),
  durationMs: z.number(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;
