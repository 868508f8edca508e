import { z } from 'zod';
import { ThinkingBlock } from '#contract';

/**
 * What OpenAI-compatible servers send, read leniently: a field of another type counts as absent, so that one server's extra
 * or odd field does not end a reply.
 */
const optionalText = z.string().optional().catch(undefined);
const optionalNumber = z.number().optional().catch(undefined);

/** Plain text, or a list of parts as some servers send it. */
const Content = z
  .union([
    z.string(),
    z
      .array(z.union([z.string(), z.object({ text: optionalText }).transform((part) => part.text ?? '')]))
      .transform((parts) => parts.join('')),
  ])
  .optional()
  .catch(undefined);

/** Text as it should be; an object where a server forgot to write it as text. */
const Arguments = z
  .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
  .optional()
  .catch(undefined);

const CallPiece = z.object({
  index: optionalNumber,
  id: optionalText,
  function: z.object({ name: optionalText, arguments: Arguments }).optional().catch(undefined),
});
export type CallPiece = z.infer<typeof CallPiece>;

const Delta = z.object({
  content: Content,
  refusal: optionalText,
  /** Two spellings in the field; a server that sends both says the same in each. */
  reasoning_content: optionalText,
  reasoning: optionalText,
  /** Blocks of Anthropic's models, which have to go back as they came. */
  thinking_blocks: z.array(ThinkingBlock).optional().catch(undefined),
  tool_calls: z.array(CallPiece).optional().catch(undefined),
});
export type Delta = z.infer<typeof Delta>;

const Choice = z.object({
  index: optionalNumber,
  delta: Delta.optional().catch(undefined),
  /** A whole reply, from a server that does not stream. */
  message: Delta.optional().catch(undefined),
  finish_reason: optionalText,
});

const Usage = z.object({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  total_tokens: z.int().nonnegative().optional().catch(undefined),
  prompt_tokens_details: z.object({ cached_tokens: z.int().nonnegative() }).optional().catch(undefined),
});

export const CompletionChunk = z.object({
  model: optionalText,
  choices: z.array(Choice).optional().catch(undefined),
  usage: Usage.optional().catch(undefined),
});
export type CompletionChunk = z.infer<typeof CompletionChunk>;
