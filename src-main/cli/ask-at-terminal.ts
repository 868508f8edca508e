import { createInterface } from 'node:readline/promises';

/** Asks a question on this terminal; undefined if there is no person at it. */
export function askAtTerminal(): ((question: string) => Promise<boolean>) | undefined {
  const { stdin, stdout } = process;
  if (!stdin.isTTY) return undefined;
  return async (question) => {
    const terminal = createInterface({ input: stdin, output: stdout });
    const answer = await terminal.question(question);
    terminal.close();
    return /^y(es)?$/i.test(answer.trim());
  };
}
