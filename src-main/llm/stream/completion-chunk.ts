import { z } from 'zod';
import { ThinkingBlock } from '#contract';

/**
 * Chunks of OpenAI-compatible servers, read leniently: a field of another type counts as absent, so that one server's
 * extra or odd field does not end a reply.
 */
const optionalText = lenient(z.string());
const optionalNumber = lenient(z.number());

/** Plain text, or a list of parts as some servers send it. */
const Content = lenient(
  z.union([
    z.string(),
    z
      .array(z.union([z.string(), z.object({ text: optionalText }).transform((part) => part.text ?? '')]))
      .transform((parts) => parts.join('')),
  ]),
);

/** Text as it should be; an object where a server forgot to write it as text. */
const Arguments = lenient(
  z.union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))]),
);

const CallPiece = z.object({
  index: optionalNumber,
  id: optionalText,
  function: lenient(z.object({ name: optionalText, arguments: Arguments })),
});
export type CallPiece = z.infer<typeof CallPiece>;

const Delta = z.object({
  content: Content,
  refusal: optionalText,
  /** Two spellings in the field; a server that sends both says the same in each. */
  reasoning_content: optionalText,
  reasoning: optionalText,
  /** Blocks of Anthropic's models, which have to go back as they came. */
  thinking_blocks: lenient(z.array(ThinkingBlock)),
  tool_calls: lenient(z.array(CallPiece)),
});
export type Delta = z.infer<typeof Delta>;

const Choice = z.object({
  index: optionalNumber,
  delta: lenient(Delta),
  /** A whole reply, from a server that does not stream. */
  message: lenient(Delta),
  finish_reason: optionalText,
});

const Usage = z.object({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  total_tokens: lenient(z.int().nonnegative()),
  prompt_tokens_details: lenient(z.object({ cached_tokens: z.int().nonnegative() })),
  completion_tokens_details: lenient(z.object({ reasoning_tokens: z.int().nonnegative() })),
});

export const CompletionChunk = z.object({
  model: optionalText,
  choices: lenient(z.array(Choice)),
  usage: lenient(Usage),
});
export type CompletionChunk = z.infer<typeof CompletionChunk>;

/** Null is absent, as in most chunks of most servers; saying so first keeps a failure from being made of each. */
function lenient<T extends z.ZodType>(schema: T) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .catch(undefined);
}
