/**
 * Tokens that models take at once, by the beginning of their names, as their makers' documentation says (November 2026). The
 * first that fits counts. Open models stand with what they were made for; a server that runs them with less says so, mostly.
 */
const WINDOWS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-4o|^chatgpt-4o|^gpt-4-turbo|^gpt-4-1106|^gpt-4-0125/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4/, 8192],
  [/^gpt-3\.5-turbo-instruct/, 4096],
  [/^gpt-3\.5/, 16_385],
  [/^gpt-5-chat/, 128_000],
  [/^gpt-5/, 400_000],
  [/^gpt-oss/, 131_072],
  [/^o1-mini|^o1-preview/, 128_000],
  [/^o[134](-|$)/, 200_000],
  [/^claude-/, 200_000],
  [/^gemini-/, 1_048_576],
  [/^deepseek/, 65_536],
  [/^mistral-large|^mistral-medium|^mistral-small|^ministral|^devstral|^magistral/, 131_072],
  [/^codestral/, 32_768],
  [/^mixtral-8x22b/, 65_536],
  [/^mistral|^mixtral/, 32_768],
  [/^llama-?4/, 1_048_576],
  [/^(meta-)?llama-?3\.[123]/, 131_072],
  [/^(meta-)?llama-?3/, 8192],
  [/^(meta-)?llama-?2/, 4096],
  [/^qwen-?3-coder|^qwen-?3-next/, 262_144],
  [/^qwen-?3/, 40_960],
  [/^qwq|^qwen-?2/, 32_768],
  [/^gemma-?3/, 131_072],
  [/^gemma/, 8192],
  [/^phi-?4-mini|^phi-?3/, 131_072],
  [/^phi-?4/, 16_384],
  [/^command-/, 128_000],
  [/^grok-4-fast/, 2_000_000],
  [/^grok-4/, 256_000],
  [/^grok-/, 131_072],
  [/^kimi-k2/, 131_072],
  [/^glm-4/, 131_072],
];

/**
 * Tokens that a model takes at once; `undefined` if its name says nothing. A maker before a slash, as of OpenRouter, is
 * left out.
 */
export function knownWindow(model: string): number | undefined {
  const name = model.toLowerCase().slice(model.lastIndexOf('/') + 1);
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1];
}
