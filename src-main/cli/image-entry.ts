import { imageCommand } from './image.ts';

/** `sigma workspace` about an image, without a host; Ctrl+C cancels it. */
export async function runImage(words: readonly string[]): Promise<void> {
  const cancel = new AbortController();
  const onSignal = () => cancel.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const { stdout, stderr } = process;
  process.exitCode = await imageCommand({ stdout, stderr, words, cwd: process.cwd(), signal: cancel.signal });
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}
