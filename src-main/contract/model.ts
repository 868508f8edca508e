import { z } from 'zod';
import { procedure, stream } from './procedure.ts';

export const ModelStatus = z.object({
  provider: z.enum(['none', 'demo', 'openai']),
  /** What the status bar says, such as `qwen3 at 127.0.0.1:11434` or `Demo (scripted)`. */
  label: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  keyFrom: z.enum(['settings', 'environment', 'none']),
});
export type ModelStatus = z.infer<typeof ModelStatus>;

export const Connection = z.object({
  baseUrl: z.url({ protocol: /^https?$/ }),
  model: z.string().max(200),
  /** Absent: the stored or environment key where it belongs to this server; empty: none. */
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

export const modelContract = {
  status: stream(ModelStatus),
  /** Asks the server for its models and the chosen one for a word. A failing test is an answer, not an error. */
  test: procedure.input(Connection).output(ConnectionTest),
  connect: procedure.input(Connection).output(z.void()),
  useDemo: procedure.output(z.void()),
  /** OpenAI-compatible servers that answer on this machine's usual ports. */
  localServers: procedure.output(
    z.array(z.object({ name: z.string(), baseUrl: z.string(), models: z.array(z.string()) })),
  ),
};
