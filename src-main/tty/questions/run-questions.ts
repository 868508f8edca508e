import type { Api } from '#contract';
import { Prompter } from '../editing/prompter.ts';
import { errorText } from '../error-text.ts';
import type { Io } from '../io.ts';
import { answerQuestions } from './answer-questions.ts';

export interface QuestionsOptions {
  readonly api: Pick<Api, 'approvals' | 'changes' | 'sessions' | 'rules'>;
  readonly io: Io;
  /** Ctrl+C, or the terminal went away. */
  readonly onLeave: () => void;
  readonly signal: AbortSignal;
}

/** A terminal that shows nothing but questions, until `signal`: for what runs without a window. */
export async function runQuestions({ api, io, onLeave, signal }: QuestionsOptions): Promise<void> {
  io.setRaw(true);
  using prompter = new Prompter(io);
  const leave = prompter.busy(onLeave);
  io.onEnd(onLeave);
  try {
    await answerQuestions({ api, prompter, session: undefined, abort: onLeave, signal });
  } catch (error) {
    if (!signal.aborted) prompter.print(errorText(error));
  } finally {
    leave();
    io.setRaw(false);
  }
}
