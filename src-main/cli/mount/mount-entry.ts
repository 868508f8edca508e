import { createInterface } from 'node:readline/promises';
import { createHostMounts } from '#app/features/create-mounts';
import type { Config } from '#app/start/config';
import type { InstallQuestion } from '#mounts';
import { mountCommand } from './mount.ts';

/** `sigma workspace mount|umount`, without a host; Ctrl+C cancels it. */
export async function runMounts(config: Config, words: readonly string[]): Promise<void> {
  const { stdin, stdout, stderr } = process;
  const cancel = new AbortController();
  const onSignal = () => cancel.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const cwd = process.cwd();
  // A shell of sudo-prompt's would read the folder's name, and what is unmounted must not be held.
  process.chdir('/');
  const ask = stdin.isTTY ? (question: string) => askOnTerminal(question, cancel.signal) : undefined;
  const askToInstall = ask && ((question: InstallQuestion) => ask(installText(question)));
  const mounts = createHostMounts(config, { askToInstall });
  process.exitCode = await mountCommand({ stdout, stderr, words, cwd, signal: cancel.signal, ask, mounts });
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
}

async function askOnTerminal(question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question, { signal })).trim());
  } catch {
    return false;
  } finally {
    terminal.close();
  }
}

function installText({ path, bytes, replaces }: InstallQuestion): string {
  return `To mount with the kernel, a small program must run as root: it mounts images that you own, with nothing in them
able to act as another user, and unmounts them. It takes no other orders.
${replaces ? 'Another version of it is there and is replaced' : 'It is not there yet and is copied'}: ${path}
(${bytes} bytes of Python, which you can read there). The system asks for your password, now and at each mount.
Copy it? [y/N] `;
}
