import type { AnthropicRequest } from '../anthropic-request-types.ts';
import { isBlank } from './content-blocks.ts';
import { TranslationError } from './untranslatable.ts';

type RequestBody = Readonly<Record<string, unknown>>;
type Members = Pick<
  AnthropicRequest,
  'max_tokens' | 'temperature' | 'top_p' | 'stop_sequences' | 'stream' | 'metadata' | 'output_config'
>;

const DEFAULT_MAX_TOKENS = 4096;
/** Efforts for which Anthropic has no word; which others a model takes, its service knows. */
const NO_EFFORTS: readonly string[] = ['none', 'minimal'];

/** Limits, sampling and the rest of what both protocols have; `null` counts as absent. @throws TranslationError */
export function readMembers(body: RequestBody): Members {
  if ((memberNumber(body, 'n') ?? 1) > 1) {
    throw new TranslationError('unsupported', 'n is above 1: Anthropic gives one answer to a request');
  }
  const temperature = memberNumber(body, 'temperature');
  const topP = memberNumber(body, 'top_p');
  const stops = stopSequences(body.stop ?? []);
  const { user, reasoning_effort: effort } = body;
  return {
    max_tokens: memberNumber(body, 'max_completion_tokens') ?? memberNumber(body, 'max_tokens') ?? DEFAULT_MAX_TOKENS,
    ...(temperature !== undefined && { temperature: Math.min(1, Math.max(0, temperature)) }),
    ...(topP !== undefined && { top_p: topP }),
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...(body.stream === true && { stream: true }),
    ...(typeof user === 'string' && !isBlank(user) && { metadata: { user_id: user } }),
    ...(isEffort(effort) && { output_config: { effort } }),
  };
}

function isEffort(effort: unknown): effort is string {
  return typeof effort === 'string' && !isBlank(effort) && !NO_EFFORTS.includes(effort);
}

function memberNumber(body: RequestBody, name: string): number | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || typeof value === 'number') return value;
  throw new TranslationError('shape', `${name} is no number`);
}

function stopSequences(stop: unknown): string[] {
  const texts: unknown = typeof stop === 'string' ? [stop] : stop;
  if (!Array.isArray(texts) || !texts.every((one) => typeof one === 'string')) {
    throw new TranslationError('shape', 'stop is neither text nor a list of texts');
  }
  return texts.filter((text) => !isBlank(text));
}
