import type { Api, RetentionItem, RetentionPlan, RetentionWork, StorageUse } from '#contract';
import { STORAGE_WORDS } from '#contract/retention-words';
import { messageOf } from '#core/app-error';
import { formatBytes } from '#core/text/format-bytes';
import { printableText } from '../printable-text.ts';
import type { ServingHost } from '../service-command.ts';
import type { StorageArguments } from './storage-arguments.ts';

interface Output {
  write(text: string): unknown;
}

export interface StorageCommand {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly parsed: StorageArguments;
  /** Asks for confirmation; absent without a person at a terminal. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
  readonly now?: () => number;
  /** @throws what makes the start impossible; its message is told */
  readonly open: () => Promise<ServingHost>;
}

const DAY_MS = 86_400_000;

/** `sigma storage …`: the exit code; 1 when it failed, was refused, or something could not be removed. */
export async function storageCommand(command: StorageCommand): Promise<number> {
  const { stdout, stderr, parsed, open } = command;
  try {
    await using host = await open();
    if (parsed.verb === 'sweep') return await sweep(host.api, parsed, command);
    const usage = await host.api.retention.usage();
    stdout.write(parsed.isJson ? `${JSON.stringify(usage, undefined, 2)}\n` : usageText(usage));
    return 0;
  } catch (error) {
    stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

function usageText(usage: readonly StorageUse[]): string {
  const lines = usage.map(
    ({ kind, count, bytes }) => `${formatBytes(bytes).padStart(10)}  ${STORAGE_WORDS[kind]} (${count})`,
  );
  const all = usage.reduce((sum, { bytes }) => sum + bytes, 0);
  return `${lines.join('\n')}\n${formatBytes(all).padStart(10)}  in all\nsigma storage sweep --dry-run lists what nothing refers to\n`;
}

async function sweep(
  api: Api,
  { olderThanDays, untilBytes, isDryRun, isAgreed }: Extract<StorageArguments, { verb: 'sweep' }>,
  { stdout, stderr, ask, now = Date.now }: StorageCommand,
): Promise<number> {
  const plan = await api.retention.plan({ olderThanDays, untilBytes });
  stdout.write(planText(plan, now()));
  if (plan.items.length === 0 || isDryRun) return 0;
  if (!isAgreed) {
    const bytes = formatBytes(plan.items.reduce((sum, item) => sum + item.bytes, 0));
    if (!ask) {
      stderr.write('Nobody is at a terminal to be asked, so nothing was removed. Read the list, then add --yes\n');
      return 1;
    }
    if (!(await ask(`Remove all of it for good, ${bytes}? It cannot be undone. [y/N] `))) {
      stderr.write('Nothing was removed\n');
      return 1;
    }
  }
  for await (const work of await api.retention.sweep({ plan: plan.id, items: plan.items.map(({ id }) => id) })) {
    if (work.kind === 'ended') return sayEnd(work, { stdout, stderr });
  }
  stderr.write('The app ended before all was removed: what was, is on its record\n');
  return 1;
}

function planText({ items, stays }: RetentionPlan, now: number): string {
  const lines = items.map((item) => retentionLine(item, now));
  const staying = stays.map(({ name, why }) => `   stays  ${printableText(name)}: ${printableText(why)}`);
  const all = [
    ...(lines.length === 0 ? ['Nothing can be removed: everything is still in use or too recent'] : lines),
    ...staying,
  ];
  return `${all.join('\n')}\n`;
}

function retentionLine({ name, count, bytes, lastUsedAt, reason }: RetentionItem, now: number): string {
  const days = Math.max(0, Math.floor((now - lastUsedAt) / DAY_MS));
  const many = count === 1 ? '' : ` (${count})`;
  const age = days === 1 ? '1 day' : `${days} days`;
  return `${formatBytes(bytes).padStart(10)}  ${printableText(name)}${many}, ${age} old. ${printableText(reason)}`;
}

function sayEnd(
  { removed, failed, left }: Extract<RetentionWork, { kind: 'ended' }>,
  { stdout, stderr }: Pick<StorageCommand, 'stdout' | 'stderr'>,
): number {
  const [count, bytes] = [
    removed.reduce((sum, one) => sum + one.count, 0),
    removed.reduce((sum, one) => sum + one.bytes, 0),
  ];
  const stay = left === 0 ? '' : `; ${left} were used meanwhile and stay`;
  stdout.write(`Removed ${count}, ${formatBytes(bytes)}${stay}\n`);
  for (const { name, why } of failed) stderr.write(`${printableText(name)} was not removed: ${printableText(why)}\n`);
  return failed.length === 0 ? 0 : 1;
}
