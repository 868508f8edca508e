import { z } from 'zod';
import { REFRESH_SECONDS, RENDER_TIMEOUT_MS, REST_PORT, UNDEFINED_MODES } from '#contract';
import { goDuration } from './go-duration.ts';
import { type ListenAddress, listenAddress } from './listen-address.ts';

const REFRESH_MS = REFRESH_SECONDS * 1000;
const { least, most, usual } = RENDER_TIMEOUT_MS;

const text = z.string('must be a text');
const flag = z.boolean('must be true or false');
const whole = z.int('must be a whole number');

/** Missing or not above zero: five minutes. */
const duration = z
  .union([text, z.literal(0, 'must be a duration such as 5m or 1h30m')], 'must be a duration such as 5m or 1h30m')
  .transform((given, context) => {
    const milliseconds = typeof given === 'number' ? 0 : goDuration(given);
    if (milliseconds === undefined) context.addIssue('must be a duration such as 5m or 1h30m');
    return milliseconds !== undefined && milliseconds > 0 ? milliseconds : REFRESH_MS;
  })
  .default(REFRESH_MS);

const address = text.default(`127.0.0.1:${REST_PORT}`).transform((given, context): ListenAddress => {
  const known = listenAddress(given);
  if (!known) context.addIssue('must be host:port, or :port for all interfaces');
  return known ?? { host: '127.0.0.1', port: REST_PORT };
});

const webAddress = text.refine((given) => /^https?:\/\//.test(given) && URL.canParse(given), {
  error: 'must be an address that begins with http:// or https://',
});

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'panic'] as const;
export type Level = (typeof LEVELS)[number];

function levelOf(given: string): Level {
  const name = given.toLowerCase() === 'warning' ? 'warn' : given.toLowerCase();
  return LEVELS.find((level) => level === name) ?? 'debug';
}

/** `config.yaml` as the document has it, with keys of our own. Keys that nobody knows are ignored. */
export const RestFile = z.object({
  app_name: text.default('ai-prompt-shell'),
  env: text.default(''),
  server: z.object({ listen_addr: address, debug: flag.default(false) }, 'must be a section').prefault({}),
  logger: z
    .object(
      {
        level: text.default('info').transform(levelOf),
        format: z.enum(['text', 'json'], 'must be "text" or "json"').default('text'),
        output: z.enum(['stdout', 'file'], 'must be "stdout" or "file"').default('stdout'),
        file_name: text.optional(),
      },
      'must be a section',
    )
    .prefault({}),
  redis: z
    .object(
      { addr: text.optional(), password: text.optional(), db: whole.min(0, 'must not be less than 0').default(0) },
      'must be a section',
    )
    .prefault({}),
  refresh: z
    .object({ tool: duration, extension: duration, prompt: duration, environ: duration }, 'must be a section')
    .prefault({}),
  llm: z
    .object(
      {
        api_base: webAddress.optional(),
        api_key: text.default(''),
        model: text.optional(),
        system_prompt: text.optional(),
      },
      'must be a section',
    )
    .prefault({}),
  render: z
    .object(
      {
        timeout_ms: whole.min(least, `must be ${least} or more`).max(most, `must be ${most} or less`).default(usual),
        undefined: z.enum(UNDEFINED_MODES, 'must be "guarded", "strict" or "off"').default(UNDEFINED_MODES[0]),
      },
      'must be a section',
    )
    .prefault({}),
  tools: z
    .object(
      { base_url: webAddress.optional(), allow: z.array(text, 'must be a list of origins').default([]) },
      'must be a section',
    )
    .prefault({}),
});
export type RestFile = z.infer<typeof RestFile>;
