/** Counts tokens off the page's thread: the tables of the encoding are some megabytes. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { answerCalls } from '../../state/worker-calls.ts';

answerCalls((texts: readonly string[]) =>
  texts.map((text) => countTokens(text, { allowedSpecial: new Set(), disallowedSpecial: new Set() })),
);
