import { PRESETS } from '#contract/profile-presets';
import { flagWord } from '../dashed-flags.ts';

/** Request that `sigma ai` was started with. */
export interface AiCommand {
  readonly service: 'openai' | 'anthropic';
  readonly socket: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly baseUrl: string;
  readonly thinking: string | undefined;
  readonly reasoningEffort: string | undefined;
  readonly maxTokens: number | undefined;
}

export const AI_HELP = `Usage: sigma ai openai|anthropic --session-socket <path> --model <name> [options]

Serves a model on a Unix socket, in OpenAI's protocol: POST /v1/chat/completions, GET /v1/models.
It needs no running Sigma Shell, keeps no record and has no data folder. Ctrl+C stops it.

  --session-socket <path>    the socket to open
  --model <name>             the model of requests that name none, or "session"
  --api-key <key>            the key of the service; better in a variable: SIGMA_API_KEY,
                             or OPENAI_API_KEY, ANTHROPIC_API_KEY for the service of that name
  --base-url <address>       its address (https://api.openai.com/v1, https://api.anthropic.com)
  --thinking <how>           adaptive, disabled, enabled; anthropic: or a number of tokens
  --reasoning-effort <how>   low, medium, high, or what else the service takes
  --max-tokens <number>      tokens of a reply, where a request does not say (anthropic: 4096)

Flags may be spelled with _ for -, and take their value as the next word or after =.`;

const FLAGS: readonly string[] = [
  'session-socket',
  'model',
  'api-key',
  'base-url',
  'thinking',
  'reasoning-effort',
  'max-tokens',
];
const BASE_URLS = { openai: PRESETS.openai.baseurl, anthropic: PRESETS.anthropic.baseurl };
const KEY_VARIABLES = { openai: 'OPENAI_API_KEY', anthropic: 'ANTHROPIC_API_KEY' } as const;

type Environment = Readonly<Record<string, string | undefined>>;
type FlagsResult = { readonly command: AiCommand } | { readonly problem: string };

/** Reads the command line of `sigma ai`. A variable of a service's own name goes to that service alone. */
export function readAiCommand([service, ...args]: readonly string[], environment: Environment): FlagsResult {
  if (service !== 'openai' && service !== 'anthropic') {
    return { problem: service === undefined ? 'Name openai or anthropic' : `There is no service '${service}'` };
  }
  const flags = readFlags(args);
  if ('problem' in flags) return flags;
  const { values } = flags;
  const problem = valueProblem(values, service);
  if (problem !== undefined) return { problem };
  const baseUrl = values.get('base-url') ?? BASE_URLS[service];
  const maxTokens = values.get('max-tokens');
  return {
    command: {
      service,
      socket: values.get('session-socket') ?? '',
      model: values.get('model') ?? '',
      baseUrl,
      key: values.get('api-key') ?? environment.SIGMA_API_KEY ?? ownKey(service, baseUrl, environment),
      thinking: values.get('thinking'),
      reasoningEffort: values.get('reasoning-effort'),
      maxTokens: maxTokens === undefined ? undefined : Number(maxTokens),
    },
  };
}

function ownKey(service: AiCommand['service'], baseUrl: string, environment: Environment): string | undefined {
  const isOwn = new URL(baseUrl).origin === new URL(BASE_URLS[service]).origin;
  return isOwn ? environment[KEY_VARIABLES[service]] : undefined;
}

function valueProblem(values: ReadonlyMap<string, string>, service: AiCommand['service']): string | undefined {
  for (const name of ['session-socket', 'model']) if (!values.get(name)) return `The flag --${name} is missing`;
  const {
    baseUrl = BASE_URLS[service],
    thinking,
    maxTokens,
  } = { baseUrl: values.get('base-url'), thinking: values.get('thinking'), maxTokens: values.get('max-tokens') };
  if (!/^https?:\/\/[^/]/i.test(baseUrl) || !URL.canParse(baseUrl)) {
    return '--base-url must be an address that begins with http:// or https://';
  }
  if (thinking !== undefined && !isThinking(thinking, service)) {
    return `--thinking must be adaptive, disabled or enabled, not '${thinking}'`;
  }
  if (maxTokens === undefined || /^[1-9]\d{0,8}$/.test(maxTokens)) return undefined;
  return `--max-tokens must be a whole number from 1 on, not '${maxTokens}'`;
}

function isThinking(text: string, service: AiCommand['service']): boolean {
  return /^(adaptive|disabled|enabled)$/.test(text) || (service === 'anthropic' && /^[1-9]\d{0,6}$/.test(text));
}

function readFlags(args: readonly string[]): { readonly values: Map<string, string> } | { readonly problem: string } {
  const values = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const flag = flagWord(args[at] ?? '');
    if (!flag || !FLAGS.includes(flag.name)) return { problem: `'${args[at]}' is not understood` };
    const { name } = flag;
    const value = flag.value ?? args[++at];
    if (value === undefined || value === '') return { problem: `The flag --${name} needs a value` };
    values.set(name, value);
  }
  return { values };
}
