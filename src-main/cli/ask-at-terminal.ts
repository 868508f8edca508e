import { createInterface } from 'node:readline/promises';

/** Asks a question on this terminal, where Ctrl+C and Ctrl+D are a no; undefined if there is no person at it. */
export function askAtTerminal({ stdin, stdout }: Terminal = process): Ask | undefined {
  if (!stdin.isTTY) return undefined;
  return async (question) => {
    const terminal = createInterface({ input: stdin, output: stdout });
    // A question of a terminal that is closed is never answered, or fails: that is up to the version of Node.
    const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
    const answer = await Promise.race([closed, terminal.question(question).catch(() => undefined)]);
    if (answer === undefined) stdout.write('\n');
    terminal.close();
    return /^y(es)?$/i.test(answer?.trim() ?? '');
  };
}

type Ask = (question: string) => Promise<boolean>;

interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
}
