import { WorkerCalls } from '../../state/worker-calls.ts';
import type { CodeLines } from './code-tokens.ts';
import type { ColourQuestion } from './colour-worker.ts';

const colouring = new WorkerCalls<ColourQuestion, CodeLines | undefined>(async () => {
  const { default: ColourWorker } = await import('./colour-worker.ts?worker');
  return new ColourWorker();
}, 'The colours of the code could not be found');

/**
 * Lines of a text as coloured tokens; `undefined` for an unknown language, and for code that its tokenizer fails on. `language` is
 * what a fence names, such as `python` or `sh`.
 */
export const coloursOf = (text: string, language: string): Promise<CodeLines | undefined> =>
  colouring.ask({ text, language });
