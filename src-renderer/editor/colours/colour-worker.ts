/** Finds the colours of code off the page's thread: a long reply is tokenized while it is written, and nothing waits for that. */
import { answerCalls } from '../../state/worker-calls.ts';
import { type CodeLines, tokensOf } from './code-tokens.ts';

export interface ColourQuestion {
  readonly text: string;
  /** Language as a fence names it. */
  readonly language: string;
}

answerCalls(
  ({ text, language }: ColourQuestion): Promise<CodeLines | undefined> =>
    tokensOf(text, language).catch(() => undefined),
);
