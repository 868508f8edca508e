import { translateRequest } from '../../src-main/protocols/anthropic/translate-request.ts';
import { comparing } from './compare-cases.ts';

/** Bodies of OpenAI's chat completions as requests of Anthropic's messages. */
export const anthropicRequest = comparing((input) => {
  const translated = translateRequest(input);
  return 'problem' in translated ? { error: translated.problem.kind } : translated.request;
});
