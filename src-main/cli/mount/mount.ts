import { resolve } from 'node:path';
import { messageOf } from '#core/app-error';
import { MountError, type Mounts } from '#mounts';
import { sayTaken } from '../image/say-paths.ts';
import { printableText } from '../printable-text.ts';
import { mountListText } from './mount-list.ts';
import { MOUNT_HELP, type MountWords, mountWords } from './mount-words.ts';

interface Output {
  write(text: string): unknown;
}

export interface MountCommand {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Words after `workspace`. */
  readonly words: readonly string[];
  /** Base of relative paths; absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** Asks the person a yes-or-no question; absent if no person can be asked. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  readonly mounts: Mounts;
}

const SHOWN = 20;

/**
 * `sigma workspace mount|umount`: the exit code; 1 when it failed, 2 when the words are wrong, 130 if it was cancelled.
 */
export async function mountCommand(command: MountCommand): Promise<number> {
  const { stderr, signal } = command;
  const words = mountWords(command.words);
  if (typeof words === 'string') {
    stderr.write(`${words}.\n\nUsage:\n${MOUNT_HELP}\n`);
    return 2;
  }
  try {
    if (words.verb === 'mount') await mountFromWords(words, command);
    else if (words.verb === 'umount') await umount(words, command);
    else return await listMounts(words, command);
    return 0;
  } catch (error) {
    const isCancelled = signal.aborted || (error instanceof MountError && error.reason === 'cancelled');
    stderr.write(signal.aborted ? `Cancelled${leftOf(error)}\n` : `${printableText(messageOf(error))}\n`);
    return isCancelled ? 130 : 1;
  }
}

/** A cancelled mount leaves nothing, unless it says so. */
function leftOf(error: unknown): string {
  return error instanceof MountError ? `: ${printableText(error.message)}` : '; nothing is left';
}

async function mountFromWords(
  { place = '', output = '', layer, backend }: MountWords,
  command: MountCommand,
): Promise<void> {
  const { stdout, stderr, cwd, signal, mounts } = command;
  const request = { image: resolve(cwd, place), output: resolve(cwd, output), layer, backend, signal };
  const mounted = await mounts.mount(request);
  const { record } = mounted;
  const name = record.tag === undefined ? record.layer : `${record.tag} (${record.layer})`;
  stdout.write(`${printableText(record.output)} shows the layer ${printableText(name)}: ${HOW[record.backend]}\n`);
  for (const why of mounted.passedOver) stderr.write(`Not opened by ${printableText(why)}\n`);
  if (mounted.copied) sayTaken(stderr, mounted.copied);
}

const HOW = {
  copy: 'unpacked, a plain folder (backend copy)',
  fuse: 'mounted with squashfuse and fuse-overlayfs (backend fuse)',
  kernel: 'mounted by the kernel (backend kernel)',
  helper: 'mounted by the kernel, through the helper that runs as root (backend kernel)',
} as const;

async function umount({ place = '', discard }: MountWords, { stdout, cwd, signal, ask, mounts }: MountCommand) {
  const askToDiscard =
    ask && ((changes: readonly string[]) => ask(`${changesText(changes)}Delete these changes? [y/N] `));
  const record = await mounts.unmount({ path: resolve(cwd, place), discard, askToDiscard, signal });
  stdout.write(`${printableText(record.output)} is closed\n`);
}

function changesText(changes: readonly string[]): string {
  if (changes.length === 0) return 'Something was written in it that is in no snapshot.\n';
  const lines = changes.slice(0, SHOWN).map((path) => `  ${printableText(path)}\n`);
  return `Changed, and in no snapshot:\n${lines.join('')}${changes.length >= SHOWN ? '  …\n' : ''}`;
}

async function listMounts(
  { isJson, isClean, discard }: MountWords,
  { stdout, stderr, ask, mounts }: MountCommand,
): Promise<number> {
  const all = await mounts.list();
  stdout.write(isJson ? `${JSON.stringify(all, undefined, 2)}\n` : mountListText(all));
  const left = all.filter(({ state }) => state === 'left' || state === 'lost');
  if (left.length === 0) return 0;
  const question = `Clean up ${left.length === 1 ? 'what is left of one mount' : `what is left of ${left.length} mounts`}? [y/N] `;
  if (!isClean && !(!isJson && (await ask?.(question)))) return 0;
  let exitCode = 0;
  for (const one of left) {
    try {
      await mounts.clean(one, discard);
      stderr.write(`${one.id} is cleaned up\n`);
    } catch (error) {
      exitCode = 1;
      stderr.write(`${one.id} stays: ${printableText(messageOf(error))}\n`);
    }
  }
  return exitCode;
}
